// Finds and calls the mock that commands query and control.
import type { OperationRow, RequestIn } from '#openapi'
import { readText, UsageError, type ValuesOf } from '../flags/flag.ts'
import { type RunningFile, runningMocks } from '../mock/cli/running-file.ts'
import type { ControlResult, Sent } from '../mock/control/control-function.ts'
import type { ControlId, ControlTypes } from '../mock/control/document.ts'
import { controlOperations } from '../mock/control/generated/control.gen.ts'
import type { Terminal } from './command.ts'

/** The mock could not be queried; the message has the reason and the remedy. */
export class MockProblem extends Error {}

/** Flags of every command that needs a running mock. */
export const mockFlags = {
  'base-url': {
    placeholder: '<address>',
    description: 'the address of the mock',
    default: 'AGENT_WORK_URL, or the mock that runs here',
    read: readText,
  },
  'control-key': {
    placeholder: '<text>',
    description: 'the key of its control API',
    default: 'AGENT_WORK_MOCK_CONTROL_KEY',
    read: readText,
  },
} as const

/** The flag of commands that act on one workspace. */
export const workspaceFlag = {
  short: 'w',
  placeholder: '<id>',
  description: 'the workspace',
  default: 'demo',
  read: readText,
} as const

/** The request of an operation, as the control API's document declares it. */
type CallInput<Id extends ControlId> = Sent<RequestIn<ControlTypes[Id]>>

type Arguments<Id extends ControlId> =
  Record<never, never> extends CallInput<Id> ? [CallInput<Id>?] : [CallInput<Id>]

export interface RunningMock {
  readonly url: string
  /** Calls an operation of the control API, and returns the body of its reply. */
  readonly call: <Id extends ControlId>(id: Id, ...input: Arguments<Id>) => Promise<ControlResult<Id>>
  /** Follows the events of its workspaces until the signal is aborted. */
  readonly follow: (input: CallInput<'followEvents'>, signal: AbortSignal | undefined) => Promise<Response>
}

/** A request of any operation. */
interface AnyInput {
  readonly path?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly header?: Readonly<Record<string, string>>
  readonly body?: unknown
}

interface Found {
  readonly url: string
  readonly controlKey: string | undefined
  /** How it was found; undefined if the flags name it. */
  readonly how?: string
}

/** The mock named by the flags or the environment, or else one that runs on this machine. */
export function runningMock(flags: ValuesOf<typeof mockFlags>, terminal: Terminal): RunningMock {
  const { url, controlKey, how } = find(flags, terminal)
  if (how !== undefined) terminal.note(`Mock at ${url} (${how}).`)
  const send = async (id: ControlId, input: AnyInput, signal?: AbortSignal) => {
    const { method } = controlOperations[id]
    const path = pathOf(id, input)
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(controlKey === undefined ? {} : { 'x-mock-control-key': controlKey }),
        ...(input.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...input.header,
      },
      ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
      ...(signal === undefined ? {} : { signal }),
    }).catch((error: Error) => {
      throw new MockProblem(
        `No mock answers at ${url} (${reasonOf(error)}). Start one with agent-work, or give its address with --base-url.`,
      )
    })
    if (response.ok) return response
    const answer = (await response.json().catch(() => null)) as { error?: { message: string } } | null
    throw new MockProblem(
      answer?.error?.message ?? `${url}${path} answered ${response.status}; is it a mock?`,
    )
  }
  return {
    url,
    async call(id, ...[input = {}]) {
      const response = await send(id, input)
      const { replies, successStatus } = controlOperations[id] as OperationRow
      if (replies[successStatus]?.[0] !== 'application/json') return (await response.text()) as never
      return (await response.json().catch(() => {
        throw new MockProblem(`${url}${pathOf(id, input)} did not answer in JSON; is it a mock?`)
      })) as never
    },
    follow: (input, signal) => send('followEvents', input, signal),
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
  if (named !== undefined && named !== '') {
    const source = flags['base-url'] === undefined ? 'AGENT_WORK_URL' : '--base-url'
    if (!URL.canParse(named))
      throw new UsageError(`${source} takes an address such as http://127.0.0.1:4010, not '${named}'.`)
    const url = named.replace(/\/+$/, '')
    const file = runningMocks(env).find(file => file.url === url)
    return {
      url,
      controlKey: controlKey ?? file?.control_key,
      ...(source === 'AGENT_WORK_URL' ? { how: source } : {}),
    }
  }
  const running = runningMocks(env)
  const chosen = running.find(file => file.folder === folder) ?? running[0]
  if (!chosen) return { url: DEFAULT_URL, controlKey, how: 'where one is by default' }
  return {
    url: chosen.url,
    controlKey: controlKey ?? chosen.control_key,
    how: `process ${chosen.pid}, started in ${chosen.folder}${othersThan(chosen, running)}`,
  }
}

const DEFAULT_URL = 'http://127.0.0.1:4010'

function othersThan(chosen: RunningFile, running: readonly RunningFile[]): string {
  const others = running.filter(file => file !== chosen).map(file => file.url)
  return others.length === 0 ? '' : `; --base-url chooses another: ${others.join(', ')}`
}

function reasonOf(error: Error): string {
  const { code } = (error.cause ?? {}) as { code?: string }
  return code ?? error.message
}
