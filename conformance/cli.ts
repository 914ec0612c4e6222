/** agent-work-conformance: the only reader of arguments and environment, and the only writer of files and exit status. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { run } from './index.ts'
import { list } from './list.ts'
import { progressOn } from './report/progress.ts'
import { terminal } from './report/terminal.ts'
import { readTargetFile, TargetProblem } from './target.ts'
import { keysFromFlags } from './target-flags.ts'
import type { TargetInput } from './target-schema.ts'

const HELP = `Usage: agent-work-conformance [run] --target target.yaml
       agent-work-conformance [run] --base-url URL --key KEY

Checks a deployment of the agent work service against its specification.

  --target FILE               the deployment, its keys and fixtures (see docs/conformance.md)
  --base-url URL              the small case: an address …
  --key [NAME=]KEY            … and a key; KEY is the key itself, or env:VARIABLE. May be repeated.
                              A NAME of admin, manager or member also says the role.
  --only A,B                  requirements (RUN-07), groups of them (RUN), scenarios (runs/pause) or groups (runs/)
  --read-only                 send nothing that creates, changes or spends anything
  --skip-rate-limit           leave out the check that uses up a rate limit
  --allow-not-exercised A,B   requirements or groups that may stay unexercised; "all" for every one
  --json FILE                 write the report as JSON
  --list                      show requirements and scenarios, send nothing
  --journal FILE              where to write down what is created, for cleaning up after a crash
  --quiet                     no progress lines

Exit status: 0 conformant, 1 violated, 2 usage, 3 incomplete, 4 unreachable or keys refused,
             5 fault of the suite itself, 6 something was left behind`

const options = {
  target: { type: 'string' },
  'base-url': { type: 'string' },
  key: { type: 'string', multiple: true },
  only: { type: 'string', multiple: true },
  'read-only': { type: 'boolean' },
  'skip-rate-limit': { type: 'boolean' },
  'allow-not-exercised': { type: 'string', multiple: true },
  json: { type: 'string' },
  list: { type: 'boolean' },
  journal: { type: 'string' },
  quiet: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

export async function main(args: string[], env: Record<string, string | undefined>): Promise<number> {
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
  const [command = 'run'] = positionals
  if (values.help) return say(HELP)
  if (values.list) return say(list(split(values.only)))
  if (command !== 'run') throw new TargetProblem(`there is no command ${command}; --help shows what there is`)

  const interrupted = new AbortController()
  process.once('SIGINT', () => {
    process.stderr.write(
      '\nStopping; what was created is removed first. Press Ctrl-C again to leave at once.\n',
    )
    interrupted.abort()
  })
  const progress = values.quiet ? undefined : progressOn(process.stderr)
  const report = await run(targetOf(values, env), {
    ...(values.only && { only: split(values.only) }),
    readOnly: values['read-only'] ?? false,
    skipRateLimit: values['skip-rate-limit'] ?? false,
    allowNotExercised: split(values['allow-not-exercised']),
    ...(values.journal !== undefined && { journal: values.journal }),
    signal: interrupted.signal,
    ...(progress && { progress: progress.show }),
    env,
  })
  progress?.clear()
  if (values.json !== undefined) write(values.json, `${JSON.stringify(report, null, 2)}\n`)
  say(terminal(report, process.stdout.isTTY))
  return report.exit
}

function targetOf(
  values: { target?: string | undefined; 'base-url'?: string | undefined; key?: string[] | undefined },
  env: Record<string, string | undefined>,
): TargetInput {
  const fromFile = values.target === undefined ? undefined : readTargetFile(values.target)
  const keys = keysFromFlags(values.key ?? [], env)
  if (fromFile) {
    return {
      ...fromFile,
      ...(values['base-url'] && { base_url: values['base-url'] }),
      keys: { ...fromFile.keys, ...keys },
    }
  }
  if (values['base-url'] === undefined)
    throw new TargetProblem('name a deployment: --target FILE, or --base-url URL --key KEY')
  if (Object.keys(keys).length === 0) throw new TargetProblem('name a key: --key KEY, or --key env:VARIABLE')
  return { base_url: values['base-url'], keys }
}

const split = (lists: readonly string[] = []) =>
  lists.flatMap(one => one.split(',')).filter(one => one !== '')

function say(text: string): 0 {
  process.stdout.write(`${text}\n`)
  return 0
}

function write(path: string, text: string) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

function isUsage(problem: unknown): problem is Error {
  return (
    problem instanceof TargetProblem ||
    (problem instanceof TypeError &&
      String((problem as NodeJS.ErrnoException).code).startsWith('ERR_PARSE_ARGS'))
  )
}

try {
  process.exitCode = await main(process.argv.slice(2), process.env)
} catch (problem) {
  process.stderr.write(`${isUsage(problem) ? problem.message : (problem as Error).stack}\n`)
  process.exitCode = isUsage(problem) ? 2 : 5
}
