/** Flags of all commands, with their help texts. */

import { type FlagTable, fileFlag, flag, inGroup, readText, toggle, type ValuesOf } from '../../flags/flag.ts'
import { quoted } from '../report/curl.ts'
import { keysFromFlags } from '../target/key-flags.ts'
import { TargetProblem } from '../target/problem.ts'
import { readTargetFile } from '../target/target-file.ts'
import type { ConnectionInput, TargetInput } from '../target/target-schema.ts'

/** The commands of the suite. */
export const suiteCommands = {
  run: 'run the checks and report the verdicts (default)',
  plan: 'show what would run, what it costs and what is missing; sends nothing',
  list: 'show requirements and their scenarios; sends nothing',
  init: 'write a target file from what the deployment shows, or add to that of --target',
  verify: 'FILE.zip: judge the recording in a package again, offline, and show where that differs',
  rejudge: 'FILE.zip: the same with a newer suite, and what would have to be asked again',
  cleanup: 'remove what an interrupted run has left, by its --journal',
  diff: 'A.json B.json: what got better or worse between two runs',
  matrix: 'A.json B.json …: deployments or releases side by side',
  rules: 'print the rules that verdicts rest on, or those named',
  schema: 'print the JSON schema of the target file, or with "report" that of the report',
} as const

export const EXIT_STATUSES = `Exit status: 0 conformant, 1 violated, 2 usage, 3 incomplete, 4 unreachable
or keys refused, 5 fault of the suite itself, 6 something was left behind`

const list = (description: string) => flag('<list>', description, readText, { many: true })
const report = (form: string) => fileFlag(`the report ${form}`)

/** The flags of the suite, in the order of the help. */
export const suiteFlags = {
  ...inGroup('Where', {
    target: fileFlag('the deployment, its keys and fixtures (docs/conformance.md)', { short: 't' }),
    'base-url': flag('<url>', 'without a target file: the address …', readText),
    key: flag(
      '<[name=]key>',
      '… and a key: the key itself, env:VARIABLE, or file:PATH; may be repeated. A name of admin, manager or member also says the role',
      readText,
      { many: true },
    ),
    proxy: flag('<url>', 'the proxy to it', readText, { default: 'HTTPS_PROXY, HTTP_PROXY and NO_PROXY' }),
    ca: fileFlag('a certificate authority to trust beside the usual ones (PEM)'),
    cert: fileFlag('the client certificate (PEM)'),
    'cert-key': fileFlag('the key of the client certificate (PEM)'),
  }),
  ...inGroup('What', {
    only: list(
      'requirements (RUN-07), groups of them (RUN), scenarios (runs/pause) or groups of them (runs/)',
    ),
    quick: toggle('the most informative checks, for half a minute'),
    since: fileFlag('ask only what this report does not show as met, and take over the rest'),
    compare: fileFlag('say what changed since this report'),
    clients: flag(
      '<folder>',
      'usage files of clients: check first what they rely on, and say whom each violation hurts',
      readText,
    ),
    strict: toggle('take what the specification only implies for stated'),
    'read-only': toggle('send reads only'),
    'skip-rate-limit': toggle('leave out the check that uses up a rate limit (it takes a minute or more)'),
    'allow-not-exercised': list('requirements or groups that may stay unexercised; "all" for every one'),
    list: toggle('the same as the command list'),
  }),
  ...inGroup('Reports', {
    json: flag(
      '[file]',
      'the report as data; without a file, on standard output instead of the text',
      (file: string) => file,
    ),
    html: report('as a page'),
    junit: report('for CI, as JUnit XML'),
    markdown: report('as Markdown'),
    badge: report('as an SVG badge'),
    record: fileFlag('every exchange, whole, one JSON object a line; it holds data, but no keys'),
    package: fileFlag('the recording with report, target and versions, for verify and rejudge'),
    out: fileFlag('what init writes', { short: 'o' }),
    journal: fileFlag('the journal of what is created'),
    quiet: toggle('no progress lines', { short: 'q' }),
  }),
} as const satisfies FlagTable

/** The flags that say where the deployment is. */
export type Where = Partial<
  Pick<ValuesOf<typeof suiteFlags>, 'target' | 'base-url' | 'key' | 'proxy' | 'ca' | 'cert' | 'cert-key'>
>

export function targetOf(values: Where, env: NodeJS.ProcessEnv): TargetInput {
  const fromFile = values.target === undefined ? undefined : readTargetFile(values.target)
  const keys = keysFromFlags(values.key ?? [], env)
  const address = values['base-url']
  const connection = connectionOf(values, fromFile?.connection)
  const given = { keys: { ...fromFile?.keys, ...keys }, ...(connection && { connection }) }
  if (fromFile) return { ...fromFile, ...(address && { base_url: address }), ...given }
  if (address === undefined)
    throw new TargetProblem(
      'name a deployment: --target FILE, or --base-url URL --key KEY (--help says more)',
    )
  if (Object.keys(keys).length === 0)
    throw new TargetProblem('name a key: --key KEY, --key env:VARIABLE, or --key file:PATH')
  return { base_url: address, ...given }
}

/** Flags take precedence over the target file. */
function connectionOf(
  { proxy, ca, cert, 'cert-key': key }: Where,
  fromFile: ConnectionInput | undefined,
): ConnectionInput | undefined {
  const given = Object.entries({ proxy, ca, cert, key }).filter(([, value]) => value !== undefined)
  return given.length > 0 ? { ...fromFile, ...Object.fromEntries(given) } : fromFile
}

/** The command line for the report, with keys as variables. */
export function commandOf(values: Where, target: TargetInput): string {
  const word = (text: string) => (/^[\w./:=@-]+$/.test(text) ? text : quoted(text))
  const where =
    values.target === undefined
      ? [
          `--base-url ${word(target.base_url)}`,
          ...Object.entries(target.keys).map(
            ([name, { env }]) => `--key ${name}=${env ? `env:${env}` : '…'}`,
          ),
        ]
      : [`--target ${word(values.target)}`]
  return ['agent-work conformance', ...where].join(' ')
}

export const split = (lists: readonly string[] = []) =>
  lists.flatMap(one => one.split(',')).filter(one => one !== '')
