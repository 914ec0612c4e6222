/** Flags of all commands, and the texts that explain them. */

import { keysFromFlags } from '../target/key-flags.ts'
import { TargetProblem } from '../target/problem.ts'
import { readTargetFile } from '../target/target.ts'
import type { ConnectionInput, TargetInput } from '../target/target-schema.ts'

export const HELP = `Usage: agent-work-conformance [command] --target target.yaml
       agent-work-conformance [command] --base-url URL --key KEY

Checks a deployment of the agent work service against its specification.

Commands
  run      run the checks and report the verdicts (default)
  plan     show what would run, what it costs and what is missing; sends nothing
  init     write a target file from what the deployment shows, or add to that of --target   (--out FILE)
  probe    write a profile for the mock: how the deployment answers where the specification is silent   (--out FILE)
  verify   FILE.zip: judge the recording in a package again, offline, and show where that differs
  rejudge  FILE.zip: the same with this suite where it is newer, and what would have to be asked again
  cleanup  remove what an interrupted run has left   (--journal FILE)
  diff     A.json B.json: what got better or worse between two runs
  matrix   A.json B.json …: deployments or releases side by side   (--html FILE, --markdown FILE)
  schema   print the JSON schema of the target file, or with "report" that of the report

Where
  --target FILE               the deployment, its keys and fixtures (docs/conformance.md)
  --base-url URL              without a target file: the address …
  --key [NAME=]KEY            … and a key: the key itself, or env:VARIABLE; may be repeated.
                              A NAME of admin, manager or member also says the role.
  --proxy URL                 the proxy to it; default: HTTPS_PROXY, HTTP_PROXY and NO_PROXY
  --ca FILE                   a certificate authority to trust beside the usual ones (PEM)
  --cert FILE --cert-key FILE the client certificate and its key (PEM)
What
  --only A,B                  requirements (RUN-07), groups of them (RUN), scenarios (runs/pause) or groups (runs/)
  --quick                     the most informative checks, for half a minute
  --since REPORT.json         ask only what that report does not show as met, and take over the rest
  --compare REPORT.json       say what changed since that report
  --strict                    take what the specification only implies for stated
  --read-only                 send reads only
  --skip-rate-limit           leave out the check that uses up a rate limit (it takes about two minutes)
  --allow-not-exercised A,B   requirements or groups that may stay unexercised; "all" for every one
  --list                      show requirements and their scenarios, send nothing
Reports
  --json FILE  --html FILE  --junit FILE  --markdown FILE  --badge FILE
  --record FILE               every exchange, whole, one JSON object a line; it holds data, but no keys
  --package FILE.zip          the recording with report, target and versions, for verify and rejudge
  --journal FILE              journal of what is created
  --quiet                     no progress lines

Exit status: 0 conformant, 1 violated, 2 usage, 3 incomplete, 4 unreachable or keys refused,
             5 fault of the suite itself, 6 something was left behind`

export const OPTIONS = {
  target: { type: 'string' },
  'base-url': { type: 'string' },
  key: { type: 'string', multiple: true },
  proxy: { type: 'string' },
  ca: { type: 'string' },
  cert: { type: 'string' },
  'cert-key': { type: 'string' },
  only: { type: 'string', multiple: true },
  quick: { type: 'boolean' },
  since: { type: 'string' },
  compare: { type: 'string' },
  strict: { type: 'boolean' },
  record: { type: 'string' },
  package: { type: 'string' },
  'read-only': { type: 'boolean' },
  'skip-rate-limit': { type: 'boolean' },
  'allow-not-exercised': { type: 'string', multiple: true },
  json: { type: 'string' },
  html: { type: 'string' },
  junit: { type: 'string' },
  markdown: { type: 'string' },
  badge: { type: 'string' },
  out: { type: 'string' },
  list: { type: 'boolean' },
  journal: { type: 'string' },
  quiet: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

export interface Where {
  target?: string | undefined
  'base-url'?: string | undefined
  key?: string[] | undefined
  proxy?: string | undefined
  ca?: string | undefined
  cert?: string | undefined
  'cert-key'?: string | undefined
}

export function targetOf(values: Where, env: Record<string, string | undefined>): TargetInput {
  const fromFile = values.target === undefined ? undefined : readTargetFile(values.target)
  const keys = keysFromFlags(values.key ?? [], env)
  const address = values['base-url']
  const connection = connectionOf(values, fromFile?.connection)
  if (fromFile)
    return {
      ...fromFile,
      ...(address && { base_url: address }),
      keys: { ...fromFile.keys, ...keys },
      ...(connection && { connection }),
    }
  if (address === undefined) {
    throw new TargetProblem(
      'name a deployment: --target FILE, or --base-url URL --key KEY (--help says more)',
    )
  }
  if (Object.keys(keys).length === 0) throw new TargetProblem('name a key: --key KEY, or --key env:VARIABLE')
  return { base_url: address, keys, ...(connection && { connection }) }
}

/** Flags go before the target file. */
function connectionOf(
  { proxy, ca, cert, 'cert-key': key }: Where,
  fromFile: ConnectionInput | undefined,
): ConnectionInput | undefined {
  const given = Object.entries({ proxy, ca, cert, key }).filter(([, value]) => value !== undefined)
  return given.length > 0 ? { ...fromFile, ...Object.fromEntries(given) } : fromFile
}

/** The command once more, for a report to name: keys stand in it as variables. */
export function commandOf(values: Where, target: TargetInput): string {
  const word = (text: string) => (/^[\w./:=@-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`)
  const where =
    values.target === undefined
      ? [
          `--base-url ${word(target.base_url)}`,
          ...Object.entries(target.keys).map(
            ([name, { env }]) => `--key ${name}=${env ? `env:${env}` : '…'}`,
          ),
        ]
      : [`--target ${word(values.target)}`]
  return ['agent-work-conformance', ...where].join(' ')
}

export const split = (lists: readonly string[] = []) =>
  lists.flatMap(one => one.split(',')).filter(one => one !== '')
