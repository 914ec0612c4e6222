// Finds and calls the mock that commands query and control.
import type { OperationRow, RequestIn } from '#openapi'
import { readSecret } from '../flags/files.ts'
import { flag, readText, UsageError, type ValuesOf } from '../flags/flag.ts'
import { type RunningFile, runningMocks } from '../mock/cli/running-file.ts'
import type { Sent } from '../mock/control/control-function.ts'
import type { ControlId, ControlResult, ControlTypes } from '../mock/control/document.ts'
import { controlOperations } from '../mock/control/generated/control.gen.ts'
import type { Terminal } from './command.ts'

/** The mock could not be queried; the message has the reason and the remedy. */
export class MockProblem extends Error {}

/** Several mocks could be meant, or none was named, so that nothing is changed. */
export class UncertainMock extends MockProblem {}

/** Flags of every command that needs a running mock. */
export const mockFlags = {
  'base-url': flag('<address>', 'the address of the mock', readText, {
    default: 'AGENT_WORK_URL, or the mock that runs here',
  }),
  'control-key': flag('<text>', 'the key of its control API, or file:PATH', readSecret, {
    default: 'AGENT_WORK_MOCK_CONTROL_KEY',
  }),
} as const

/** Flags of commands that act on one workspace. */
export const workspaceFlags = {
  workspace: flag('<id>', 'the workspace', readText, { short: 'w', fallback: 'demo' }),
  ...mockFlags,
} as const

/** The request of an operation, as the control API's document declares it. */
type CallInput<Id extends ControlId> = Sent<RequestIn<ControlTypes[Id]>>

type Arguments<Id extends ControlId> =
  Record<never, never> extends CallInput<Id> ? [CallInput<Id>?] : [CallInput<Id>]

export type RunningMock = ReturnType<typeof runningMock>

interface AnyInput {
  readonly path?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly header?: Readonly<Record<string, string>>
  readonly body?: unknown
}

interface Found {
  readonly url: string
  readonly controlKey: string | undefined
  /** What it shows with HTTPS, to be trusted. */
  readonly certificate?: string | undefined
  /** How it was found; undefined if the flags name it. */
  readonly how?: string
  /** Why another one may be meant. */
  readonly doubt?: string | undefined
}

/**
 * The mock named by the flags or the environment, or else one that runs on this machine. `names` has what fields of
 * requests are called on the command line where no flag has their name.
 */
export function runningMock(
  flags: ValuesOf<typeof mockFlags>,
  terminal: Terminal,
  names: Readonly<Record<string, string>> = {},
) {
  const { url, controlKey, certificate, how, doubt } = find(flags, terminal)
  /** Throws `MockProblem` unless it is certain that this mock is meant. Every call that may change something does so. */
  const requireCertain = () => {
    if (doubt !== undefined) throw new UncertainMock(doubt)
  }
  const ask = async (method: string, path: string, { header, body }: AnyInput, signal?: AbortSignal) => {
    const response = await (await fetchTrusting(certificate))(url + path, {
      method,
      headers: {
        ...(controlKey === undefined ? {} : { 'x-mock-control-key': controlKey }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...header,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    }).catch((error: Error) => {
      throw new MockProblem(
        `No mock answers at ${url} (${reasonOf(error)}). Start one with agent-work, or give its address with --base-url.`,
      )
    })
    if (response.ok) return response
    const answer = (await response.json().catch(() => null)) as { error?: { message: string } } | null
    const message = answer?.error?.message ?? `${url}${path} answered ${response.status}; is it a mock?`
    throw new MockProblem(asTyped(message, flags, names))
  }
  const send = (id: ControlId, input: AnyInput, signal?: AbortSignal) => {
    const { method } = controlOperations[id]
    if (method !== 'GET' && !READS.has(id)) requireCertain()
    return ask(method, pathOf(id, input), input, signal)
  }
  if (how !== undefined) terminal.note(`Mock at ${url} (${how}).`)
  return {
    url,
    requireCertain,
    /** Sends a request to the service as the person behind a key of a workspace does. */
    act: async (as: string, method: string, path: string, body?: unknown): Promise<unknown> => {
      requireCertain()
      const response = await ask(method, path, { header: { 'x-mock-as': as }, body })
      return response.json()
    },
    /** Calls an operation of the control API, and returns the body of its reply. */
    call: async <Id extends ControlId>(
      id: Id,
      ...[input = {} as CallInput<Id>]: Arguments<Id>
    ): Promise<ControlResult<Id>> => {
      const response = await send(id, input)
      const { replies, successStatus } = controlOperations[id] as OperationRow
      if (replies[successStatus]?.[0] !== 'application/json') return (await response.text()) as never
      return (await response.json().catch(() => {
        throw new MockProblem(`${url}${pathOf(id, input)} did not answer in JSON; is it a mock?`)
      })) as never
    },
    /** Follows the events of its workspaces until the signal is aborted. */
    follow: (input: CallInput<'followEvents'>, signal: AbortSignal | undefined) =>
      send('followEvents', input, signal),
  }
}

function pathOf(id: ControlId, { path = {}, query = {} }: AnyInput): string {
  const filled = controlOperations[id].path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(path[name])),
  )
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  if (given.length === 0) return filled
  return `${filled}?${new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]))}`
}

function find(flags: ValuesOf<typeof mockFlags>, { env, folder }: Terminal): Found {
  const named = flags['base-url'] ?? env.AGENT_WORK_URL
  const controlKey = flags['control-key'] ?? env.AGENT_WORK_MOCK_CONTROL_KEY
  const running = runningMocks(env)
  if (named !== undefined && named !== '') {
    const source = flags['base-url'] === undefined ? 'AGENT_WORK_URL' : '--base-url'
    if (!URL.canParse(named))
      throw new UsageError(`${source} takes an address such as http://127.0.0.1:4010, not '${named}'.`)
    const url = named.replace(/\/+$/, '')
    const file = running.find(file => file.url === url)
    return {
      url,
      controlKey: controlKey ?? file?.control_key,
      certificate: file?.certificate,
      ...(source === 'AGENT_WORK_URL' ? { how: source } : {}),
    }
  }
  const here = running.filter(file => file.folder === folder)
  const chosen = here[0] ?? running[0]
  if (!chosen) return { url: DEFAULT_URL, controlKey, how: 'where one is by default', doubt: NONE_RUNS }
  return {
    url: chosen.url,
    controlKey: controlKey ?? chosen.control_key,
    certificate: chosen.certificate,
    how:
      here.length === 1
        ? 'started in this folder'
        : `process ${chosen.pid}, started in ${chosen.folder}${othersThan(chosen, running)}`,
    doubt: here.length === 1 ? undefined : doubtBetween(here, running),
  }
}

/** The mock's own certificate is trusted beside those that Node trusts. */
async function fetchTrusting(certificate: string | undefined): Promise<typeof fetch> {
  if (certificate === undefined) return fetch
  const [{ Agent, fetch: send }, { rootCertificates }] = await Promise.all([
    import('undici'),
    import('node:tls'),
  ])
  const dispatcher = new Agent({ connect: { ca: [...rootCertificates, certificate] } })
  return ((url: string, init: object) => send(url, { ...init, dispatcher })) as unknown as typeof fetch
}

/** Operations that send a body and change nothing. */
const READS: ReadonlySet<ControlId> = new Set(['findExchanges', 'verifyExchanges', 'waitForExchange'])

function doubtBetween(here: readonly RunningFile[], running: readonly RunningFile[]): string {
  const why =
    here.length === 0 ? 'None was started in this folder' : `${here.length} were started in this folder`
  const list = running.map(file => `  --base-url ${file.url}  process ${file.pid}, started in ${file.folder}`)
  return `${why}, so nothing is changed. Name the mock:\n${list.join('\n')}`
}

/** A message of the control API in the words of the command line. */
function asTyped(message: string, flags: object, names: Readonly<Record<string, string>>): string {
  return message
    .replaceAll(/\b(?:body|path|query)\.(\w+)/g, (_, name: string) => {
      const flag = name.replace(/_id$/, '').replaceAll('_', '-')
      return names[name] ?? (flag in flags ? `--${flag}` : name)
    })
    .replaceAll(/\bGET (\/_mock\/[\w/{}]*\w)/g, (_, path: string) => LISTS[path] ?? path)
}

/** The commands that show what a path of the control API has. */
const LISTS: Readonly<Record<string, string>> = {
  [controlOperations.listWorkspaces.path]: 'agent-work workspaces',
  [controlOperations.listExchanges.path]: 'agent-work tail --no-follow',
}

const DEFAULT_URL = 'http://127.0.0.1:4010'
const NONE_RUNS = `You run no mock on this machine, so nothing is changed. Start one with agent-work, or name the one that you mean: --base-url ${DEFAULT_URL}`

function othersThan(chosen: RunningFile, running: readonly RunningFile[]): string {
  const others = running.filter(file => file !== chosen).map(file => file.url)
  return others.length === 0 ? '' : `; --base-url chooses another: ${others.join(', ')}`
}

/** Why a connection failed, without the words of the library below. */
export function reasonOf(error: Error): string {
  const { code, message } = (error.cause ?? error) as { code?: string; message?: string }
  if (code === 'ERR_SSL_WRONG_VERSION_NUMBER' || message?.includes('wrong version number'))
    return 'it speaks HTTP there, not HTTPS'
  if (code !== undefined && UNKNOWN_AUTHORITY.test(code))
    return 'its certificate is from an authority that is not known; name the file of that in NODE_EXTRA_CA_CERTS'
  return code ?? error.message
}

const UNKNOWN_AUTHORITY = /SELF_SIGNED_CERT|^UNABLE_TO_(VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT)/
