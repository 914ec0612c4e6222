/** The command agent-work conformance: the only part of the suite that reads arguments and environment. */
import { dirname, join } from 'node:path'
import { readUsages } from '#openapi/usage'
import { didYouMean } from '../flags/did-you-mean.ts'
import { readFile, recorder, writeFile } from '../flags/files.ts'
import { UsageError, valuesOf } from '../flags/flag.ts'
import { readFlagsAndWords } from '../flags/read-flags.ts'
import { commandOf, split, suiteCommands, suiteFlags, targetOf, type Where } from './commands/cli-options.ts'
import { init, SCHEMA_FILE } from './commands/init.ts'
import { list } from './commands/list-requirements.ts'
import { matrixHtml, matrixMarkdown } from './commands/matrix.ts'
import { isPrinted, readReport, writeReports } from './commands/report-files.ts'
import { rulesText } from './commands/rules-text.ts'
import { rejudge, verify } from './commands/verify.ts'
import { addKeys, Redactor } from './engine/redactor.ts'
import { select } from './engine/run-plan.ts'
import { forLog, jsonText } from './engine/safe-text.ts'
import { packEvidence } from './evidence/package.ts'
import { cleanJournal, plan, run } from './index.ts'
import { compare, differenceText } from './report/diff.ts'
import { progressOn } from './report/progress.ts'
import { reportSchema } from './report/report.ts'
import { terminal } from './report/terminal.ts'
import { suite } from './suite/index.ts'
import { TargetProblem } from './target/problem.ts'
import { readTarget } from './target/target.ts'
import { type TargetInput, targetSchema } from './target/target-schema.ts'

type Env = Record<string, string | undefined>

/** Removes keys from all messages, including stack traces. */
const redactor = new Redactor()
/** Path of the cleanup journal of the current run. */
let journal: string | undefined

/** Runs a command of the suite, and returns its exit status. Throws `UsageError`, without keys in its message. */
export async function runConformance(args: readonly string[], env: Env): Promise<number> {
  process.on('uncaughtException', problem => process.exit(crash(problem)))
  redactKeys(args)
  try {
    return await runCommand(args, env)
  } catch (problem) {
    if (problem instanceof UsageError) throw new UsageError(withoutKeys(problem.message))
    return crash(problem)
  }
}

/** Registers keys of the command line for redaction, even if parsing the flags fails. */
function redactKeys(args: readonly string[]): void {
  for (const [index, arg] of args.entries()) {
    const key = arg === '--key' ? args[index + 1] : /^--key=(.*)$/s.exec(arg)?.[1]
    if (key !== undefined && !/(^|=)(env|file):/.test(key))
      redactor.add(key.replace(/^[a-z][a-z0-9-]*=(?=.*[^=])/, ''), 'KEY')
  }
}

async function runCommand(args: readonly string[], env: Env): Promise<number> {
  const { inputs, words } = readFlagsAndWords(args, suiteFlags)
  const values = valuesOf(suiteFlags, inputs)
  const [command = 'run', ...rest] = words
  if (rest.length > 0 && command in suiteCommands && !TAKE_WORDS.has(command))
    throw new TargetProblem(`'${rest[0]}' is not a flag, and ${command} takes nothing else`)
  if (values.list || command === 'list') return say(list(split(values.only)))
  const only = values.only.length > 0 ? split(values.only) : undefined
  const readOnly = values['read-only'] ?? false
  const skipRateLimit = values['skip-rate-limit'] ?? false
  const choice = { ...(only && { only }), readOnly, skipRateLimit, env }
  const onJournal = ({ path }: { path: string | undefined }) => {
    journal = path
  }

  switch (command) {
    case 'run':
      return stoppable(async signal => {
        const progress = values.quiet ? undefined : progressOn(process.stderr)
        const target = targetFrom(values, env)
        select(
          suite,
          split(values['allow-not-exercised']).filter(one => one !== 'all'),
        )
        const lines: string[] = []
        const file = values.record === undefined ? undefined : recorder(values.record)
        const report = await run(target, {
          ...choice,
          ...(values.quick !== undefined && { quick: values.quick }),
          ...(values.strict !== undefined && { strict: values.strict }),
          ...(values.clients !== undefined && { clients: await readUsages(values.clients) }),
          ...(values.compare !== undefined && { compare: readReport(values.compare) }),
          command: commandOf(values, target),
          ...(values.since !== undefined && { since: readReport(values.since) }),
          questions: file !== undefined && !only,
          ...((file || values.package !== undefined) && {
            record: (line: string) => {
              file?.(line)
              if (values.package !== undefined) lines.push(line)
            },
          }),
          allowNotExercised: split(values['allow-not-exercised']),
          ...(values.journal !== undefined && { journal: values.journal }),
          onJournal,
          signal,
          ...(progress && { progress: progress.show }),
        })
        progress?.clear()
        writeReports(report, values)
        if (values.package !== undefined) writeFile(values.package, packEvidence(target, lines, report))
        process.stdout.write(
          `${isPrinted(values) ? jsonText(report, 2) : terminal(report, process.stdout.isTTY)}\n`,
        )
        if (report.leftovers.length > 0 && journal !== undefined) say(howToClean(journal))
        return report.exit
      })
    case 'plan':
      return say(plan(targetFrom(values, env), choice))
    case 'init': {
      const source = values.target === undefined ? undefined : readFile(values.target).toString()
      const draft = await init(targetFrom(values, env), env, source)
      // A target may contain keys that are not secret; the file keeps them.
      if (values.out === undefined) process.stdout.write(forLog(draft))
      else {
        writeFile(values.out, draft)
        // The file names it, so that editors complete and check it.
        if (source === undefined)
          writeFile(join(dirname(values.out), SCHEMA_FILE), `${JSON.stringify(targetSchema, null, 2)}\n`)
      }
      return values.out === undefined ? 0 : say(`written to ${values.out}`)
    }
    case 'verify':
    case 'rejudge': {
      const [file] = rest
      if (file === undefined) throw new TargetProblem(`name the package: ${command} FILE.zip`)
      const judge = command === 'verify' ? verify : rejudge
      const { lines, confirmed, report } = await judge(readFile(file), file)
      writeReports(report, values)
      say(isPrinted(values) ? jsonText(report, 2) : lines.join('\n'))
      return confirmed ? 0 : 1
    }
    case 'cleanup': {
      const path = values.journal
      if (path === undefined) throw new TargetProblem('name the journal: --journal FILE')
      return stoppable(async signal => {
        const leftovers = await cleanJournal(targetFrom(values, env), path, { env, signal })
        for (const { kind, id, why } of leftovers) say(`left behind: ${kind} ${id} (${why})`)
        if (leftovers.length === 0) say('everything in the journal is removed or has ended')
        return leftovers.length > 0 ? 6 : 0
      })
    }
    case 'diff': {
      const [before, after] = rest
      if (before === undefined || after === undefined)
        throw new TargetProblem('name two reports: diff A.json B.json')
      const difference = compare(readReport(before), readReport(after))
      say(isPrinted(values) ? jsonText(difference, 2) : differenceText(difference))
      return difference.worse.length > 0 ? 1 : 0
    }
    case 'matrix': {
      if (rest.length < 2) throw new TargetProblem('name two reports or more: matrix A.json B.json …')
      const reports = rest.map(readReport)
      if (values.html !== undefined) writeFile(values.html, matrixHtml(reports))
      if (values.markdown !== undefined) writeFile(values.markdown, matrixMarkdown(reports))
      return (values.html ?? values.markdown) ? 0 : say(matrixMarkdown(reports))
    }
    case 'rules':
      return say(rulesText(rest))
    case 'schema':
      if (rest.length > 1 || !['target', 'report', undefined].includes(rest[0]))
        throw new TargetProblem(`there is a schema of the target and of the report, not of ${rest.join(' ')}`)
      return say(JSON.stringify(rest[0] === 'report' ? reportSchema : targetSchema, null, 2))
    default:
      throw new TargetProblem(
        `there is no command ${command}${didYouMean(command, Object.keys(suiteCommands)) || '; --help shows what there is'}`,
      )
  }
}

/** The commands that take names of files or rules, or what to print. */
const TAKE_WORDS: ReadonlySet<string> = new Set(['verify', 'rejudge', 'diff', 'matrix', 'rules', 'schema'])

/** The first SIGINT or SIGTERM stops the run and removes what it created; the second exits at once. */
async function stoppable(work: (signal: AbortSignal) => Promise<number>): Promise<number> {
  const stop = new AbortController()
  const onSignal = (name: NodeJS.Signals, code: number) => {
    if (stop.signal.aborted) {
      if (journal !== undefined) fail(howToClean(journal), code)
      process.exit(128 + code)
    }
    const again = name === 'SIGINT' ? 'Press Ctrl-C again' : `Send ${name} again`
    fail(`\nStopping; what was created is removed first. ${again} to leave at once.`, code)
    stop.abort()
  }
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal)
  try {
    return await work(stop.signal)
  } finally {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal)
  }
}

const howToClean = (path: string) =>
  `What the suite created is listed in ${path}; to remove what is left: agent-work conformance cleanup --journal ${path}`

function targetFrom(values: Where, env: Env): TargetInput {
  const input = targetOf(values, env)
  addKeys(redactor, readTarget(input, env))
  return input
}

function say(text: string): 0 {
  process.stdout.write(`${forLog(withoutKeys(text))}\n`)
  return 0
}

function fail(text: string, status: number): number {
  process.stderr.write(`${forLog(withoutKeys(text))}\n`)
  return status
}

/** Shows nothing rather than a text that may still contain a key. */
function withoutKeys(text: string): string {
  try {
    return redactor.text(text)
  } catch {
    return 'A message is left out, because removing keys from it failed.'
  }
}

function crash(problem: unknown): number {
  if (journal !== undefined) fail(howToClean(journal), 5)
  return fail(problem instanceof Error ? String(problem.stack) : String(problem), 5)
}
