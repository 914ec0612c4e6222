#!/usr/bin/env node
/** agent-work-conformance: the only reader of arguments and environment, and the only one that sets the exit status. */
import { parseArgs } from 'node:util'
import { HELP, OPTIONS, split, targetOf } from './commands/cli-options.ts'
import { init, terminalAsk } from './commands/init.ts'
import { list } from './commands/list-requirements.ts'
import { readReport, write, writeReports } from './commands/report-files.ts'
import { cleanJournal, plan, probe, run } from './index.ts'
import { compare, differenceText } from './report/diff.ts'
import { progressOn } from './report/progress.ts'
import { reportSchema } from './report/report-schema.ts'
import { terminal } from './report/terminal.ts'
import { TargetProblem } from './target/problem.ts'
import { targetSchema } from './target/target-schema.ts'

type Env = Record<string, string | undefined>

async function main(args: string[], env: Env): Promise<number> {
  const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true })
  const [command = 'run', ...rest] = positionals
  if (values.help) return say(HELP)
  if (values.list) return say(list(split(values.only)))
  const only = values.only && split(values.only)
  const readOnly = values['read-only'] ?? false
  const skipRateLimit = values['skip-rate-limit'] ?? false
  const choice = { ...(only && { only }), readOnly, skipRateLimit, env }

  switch (command) {
    case 'run':
      return withProgress(values.quiet, async (signal, progress) => {
        const report = await run(targetOf(values, env), {
          ...choice,
          allowNotExercised: split(values['allow-not-exercised']),
          ...(values.journal !== undefined && { journal: values.journal }),
          signal,
          ...(progress && { progress: progress.show }),
        })
        progress?.clear()
        writeReports(report, values)
        say(terminal(report, process.stdout.isTTY))
        return report.exit
      })
    case 'plan':
      return say(plan(targetOf(values, env), choice))
    case 'probe':
      return withProgress(values.quiet, async signal => {
        const { problems, profile } = await probe(targetOf(values, env), { ...choice, signal })
        if (problems.length > 0) return fail(problems.join('\n'), 4)
        return tell(profile, values.out)
      })
    case 'init': {
      const { ask, close } = terminalAsk()
      try {
        return tell(await init(targetOf(values, env), env, ask), values.out)
      } finally {
        close()
      }
    }
    case 'cleanup': {
      if (values.journal === undefined) throw new TargetProblem('name the journal: --journal FILE')
      const leftovers = await cleanJournal(targetOf(values, env), values.journal, { env })
      for (const { kind, id, why } of leftovers) say(`left behind: ${kind} ${id} (${why})`)
      if (leftovers.length === 0) say('everything in the journal is removed or has ended')
      return leftovers.length > 0 ? 6 : 0
    }
    case 'diff': {
      const [before, after] = rest
      if (before === undefined || after === undefined)
        throw new TargetProblem('name two reports: diff A.json B.json')
      const difference = compare(readReport(before), readReport(after))
      say(differenceText(difference))
      return difference.worse.length > 0 ? 1 : 0
    }
    case 'schema':
      return say(JSON.stringify(rest[0] === 'report' ? reportSchema : targetSchema, null, 2))
    default:
      throw new TargetProblem(`there is no command ${command}; --help shows what there is`)
  }
}

/** Ctrl-C once: stop, and remove what was created. Twice: leave at once. */
function withProgress(
  quiet: boolean | undefined,
  work: (signal: AbortSignal, progress: ReturnType<typeof progressOn> | undefined) => Promise<number>,
): Promise<number> {
  const interrupted = new AbortController()
  process.once('SIGINT', () => {
    process.stderr.write(
      '\nStopping; what was created is removed first. Press Ctrl-C again to leave at once.\n',
    )
    interrupted.abort()
  })
  return work(interrupted.signal, quiet ? undefined : progressOn(process.stderr))
}

function tell(text: string, file: string | undefined): number {
  if (file === undefined) process.stdout.write(text)
  else {
    write(file, text)
    say(`written to ${file}`)
  }
  return 0
}

function say(text: string): 0 {
  process.stdout.write(`${text}\n`)
  return 0
}

function fail(text: string, status: number): number {
  process.stderr.write(`${text}\n`)
  return status
}

function isUsage(problem: unknown): problem is Error {
  const { code } = problem as NodeJS.ErrnoException
  return (
    problem instanceof TargetProblem ||
    (problem instanceof TypeError && String(code).startsWith('ERR_PARSE_ARGS'))
  )
}

try {
  process.exitCode = await main(process.argv.slice(2), process.env)
} catch (problem) {
  process.exitCode = isUsage(problem) ? fail(problem.message, 2) : fail(String((problem as Error).stack), 5)
}
