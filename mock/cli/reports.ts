// Commands that query a running mock: client lint, coverage, and explanations.
import { parseArgs } from 'node:util'
import { type Coverage, coverageAreas } from '../coverage/coverage.ts'
import { coverageTable } from '../coverage/coverage-table.ts'
import type { Explanation } from '../explain/explain.ts'
import { explanationText } from '../explain/explanation-text.ts'
import { type LintReport, lintRuleIds } from '../lint/client-lint.ts'
import { lintText } from '../lint/lint-text.ts'
import { didYouMean } from './did-you-mean.ts'
import type { ReportName } from './report-names.ts'
import { UsageError } from './setting.ts'

/** What a command prints, and whether the result is good enough. */
interface Outcome {
  readonly text: string
  readonly data: unknown
  readonly passed: boolean
}

/** Reads something below `/_mock`. */
type Ask = <Answer>(path: string) => Promise<Answer>

/** The mock could not be queried; the message says why and what to do. */
class Unreachable extends Error {}

const FLAGS = {
  'base-url': { type: 'string' },
  workspace: { type: 'string' },
  'control-key': { type: 'string' },
  'fail-on': { type: 'string' },
  min: { type: 'string', multiple: true },
  json: { type: 'boolean' },
  help: { type: 'boolean' },
} as const
type Flags = ReturnType<typeof read>['values']

const FLAGS_OF: Readonly<Record<ReportName, readonly string[]>> = {
  lint: ['workspace', 'fail-on'],
  coverage: ['workspace', 'min'],
  explain: [],
}

/**
 * Runs a command, and returns the exit status: 0 when the result is good enough, 1 when it is not, 4 when the mock does
 * not answer. Throws `UsageError`.
 */
export async function runReport(
  name: ReportName,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  print: (text: string) => void,
): Promise<0 | 1 | 4> {
  const { values: flags, positionals } = read(args)
  if (flags.help) {
    print(help)
    return 0
  }
  const foreign = Object.keys(flags).find(
    flag => !['base-url', 'control-key', 'json', ...FLAGS_OF[name]].includes(flag),
  )
  if (foreign !== undefined) throw new UsageError(`${name} takes no --${foreign}.`)
  try {
    const ask = askerOf(flags, env)
    const outcome = await reports[name](ask, flags, positionals)
    print(flags.json ? JSON.stringify(outcome.data, null, 2) : outcome.text)
    return outcome.passed ? 0 : 1
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error
    print(error.message)
    return 4
  }
}

const reports: Readonly<
  Record<ReportName, (ask: Ask, flags: Flags, rest: readonly string[]) => Promise<Outcome>>
> = {
  /** Without a workspace, checks every workspace that was called. */
  async lint(ask, { workspace, 'fail-on': failOn = 'warning' }) {
    for (const name of failOn.split(','))
      requireKnown(name, ['warning', 'note', 'never', ...lintRuleIds], '--fail-on')
    const ids = workspace === undefined ? await workspaceIds(ask) : [workspace]
    const all = await Promise.all(
      ids.map(async id => {
        const query = new URLSearchParams({ fail_on: failOn })
        const path = `/_mock/workspaces/${encodeURIComponent(id)}/lint?${query}`
        return { workspace: id, ...(await ask<LintReport>(path)) }
      }),
    )
    const called = workspace === undefined ? all.filter(({ exchanges }) => exchanges > 0) : all
    const text = called.map(lint => `${lint.workspace}: ${lintText(lint)}`).join('\n\n')
    return {
      text: text === '' ? 'No workspace was called yet.' : text,
      data: called,
      passed: called.every(({ passed }) => passed),
    }
  },
  /** Without a workspace, counts all of them together, removed ones included. */
  async coverage(ask, { workspace, min = [] }) {
    const minimums = new URLSearchParams(min.flatMap(one => one.split(',')).map(minimumIn))
    const where = workspace === undefined ? '' : `/workspaces/${encodeURIComponent(workspace)}`
    const coverage = await ask<Coverage>(`/_mock${where}/coverage?${minimums}`)
    return { text: coverageTable(coverage), data: coverage, passed: coverage.met }
  },
  async explain(ask, _, [id]) {
    if (id === undefined)
      throw new UsageError('explain takes the id of an exchange, from the header X-Mock-Exchange of a reply.')
    const explanation = await ask<Explanation>(`/_mock/explain/${encodeURIComponent(id)}`)
    return { text: explanationText(explanation), data: explanation, passed: true }
  },
}

function read(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: FLAGS, allowPositionals: true })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

/** An area and its percentage in a text such as `operations=80`. */
function minimumIn(text: string): [area: string, percent: string] {
  const [area = '', percent = ''] = text.split('=', 2)
  requireKnown(area, coverageAreas, '--min')
  if (/^\d+$/.test(percent) && Number(percent) <= 100) return [area, percent]
  throw new UsageError(`--min takes an area and a percentage, such as operations=80, not '${text}'.`)
}

function requireKnown(word: string, words: readonly string[], flag: string): void {
  if (!words.includes(word))
    throw new UsageError(`${flag} knows ${words.join(', ')}, not '${word}'${didYouMean(word, words)}`)
}

async function workspaceIds(ask: Ask): Promise<string[]> {
  const { data } = await ask<{ data: { id: string }[] }>('/_mock/workspaces')
  return data.map(({ id }) => id)
}

function askerOf(flags: Flags, env: Readonly<Record<string, string | undefined>>): Ask {
  const baseUrl = (flags['base-url'] ?? env.AGENT_WORK_MOCK_URL ?? 'http://127.0.0.1:4010').replace(
    /\/+$/,
    '',
  )
  const controlKey = flags['control-key'] ?? env.AGENT_WORK_MOCK_CONTROL_KEY
  if (!URL.canParse(baseUrl))
    throw new UsageError(`--base-url takes an address such as http://127.0.0.1:4010, not '${baseUrl}'.`)
  return async <Answer>(path: string) => {
    const headers = controlKey === undefined ? {} : { 'x-mock-control-key': controlKey }
    const response = await fetch(baseUrl + path, { headers }).catch((error: Error) => {
      throw new Unreachable(
        `No mock answers at ${baseUrl} (${error.message}). Start one, or give its address with --base-url.`,
      )
    })
    const body = (await response.json().catch(() => null)) as { error?: { message: string } } | null
    if (response.ok && body) return body as Answer
    throw new Unreachable(
      body?.error?.message ?? `${baseUrl}${path} answered ${response.status}; is it a mock?`,
    )
  }
}

const help = `agent-work-mock lint       reports what the client does against the advice of the specification
agent-work-mock coverage   reports how much of the service the client has exercised
agent-work-mock explain <exchange id>
                           explains a reply; its header X-Mock-Exchange has the id

  --base-url <address>    the address of the mock (AGENT_WORK_MOCK_URL; default: http://127.0.0.1:4010)
  --workspace <id>        only this workspace; default: lint reports on each, coverage on all together
  --fail-on <list>        lint: warning, note, never, or ids of rules; default: warning
  --min <area>=<percent>  coverage: the minimum for ${coverageAreas.join(', ')};
                          may be repeated
  --control-key <text>    the key of the control API (AGENT_WORK_MOCK_CONTROL_KEY)
  --json                  print data instead of text

Exit status: 0 the result is good enough, 1 it is not, 2 wrong command line, 4 the mock does not answer.`
