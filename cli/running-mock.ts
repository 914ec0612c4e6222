// The mock that commands query and control.

import { readText, UsageError, type ValuesOf } from '../flags/flag.ts'
import { type RunningFile, runningMocks } from '../mock/cli/running-file.ts'
import type { Terminal } from './command.ts'

/** The mock could not be queried; the message says why and what to do. */
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

/** The flag of commands that act in one workspace. */
export const workspaceFlag = {
  short: 'w',
  placeholder: '<id>',
  description: 'the workspace',
  default: 'demo',
  read: readText,
} as const

export interface Asked {
  readonly method?: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal | undefined
}

export interface RunningMock {
  readonly url: string
  /** Calls something below `/_mock`, and returns the body. */
  readonly ask: <Answer>(path: string, asked?: Asked) => Promise<Answer>
  /** The same, with the whole response. */
  readonly send: (path: string, asked?: Asked) => Promise<Response>
}

interface Found {
  readonly url: string
  readonly controlKey: string | undefined
  /** How it was found; undefined where the flags name it. */
  readonly how?: string
}

/** The mock that the flags or the environment name, or one that runs on this machine. */
export function runningMock(flags: ValuesOf<typeof mockFlags>, terminal: Terminal): RunningMock {
  const { url, controlKey, how } = find(flags, terminal)
  if (how !== undefined) terminal.note(`Mock at ${url} (${how}).`)
  const send = async (path: string, { method = 'GET', body, headers = {}, signal }: Asked = {}) => {
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(controlKey === undefined ? {} : { 'x-mock-control-key': controlKey }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
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
    throw new MockProblem(
      answer?.error?.message ?? `${url}${path} answered ${response.status}; is it a mock?`,
    )
  }
  const ask = async <Answer>(path: string, asked?: Asked) => {
    const response = await send(path, asked)
    return (await response.json().catch(() => {
      throw new MockProblem(`${url}${path} did not answer in JSON; is it a mock?`)
    })) as Answer
  }
  return { url, ask, send }
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
