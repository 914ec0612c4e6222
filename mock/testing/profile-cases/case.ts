// Test cases for gaps: for each gap one observation of a workspace, with its result by answer.
import { type GapAnswers, type GapId, type OperationId, route, type Schemas } from '#openapi'
import type { Answers } from '../../profile/profile.ts'
import type { Answer, Body } from '../send-as.ts'
import { judgedMessages, type KeyName, type TestKit } from '../test-kit.ts'

/** The test case of a gap. */
export interface Case<Id extends GapId> {
  /** Observes the answer in a workspace. */
  readonly look: Look
  /** The expected result by answer. */
  readonly sees: { readonly [Answer in GapAnswers[Id]]: unknown }
  /** Answers to other gaps that the observation needs. */
  readonly beside?: Answers
  /** Whether the whole mock needs the answer, because it concerns unmatched requests. */
  readonly alone?: true
}

export type Look = (kit: TestKit) => Promise<unknown>

export type Cases = { readonly [Id in GapId]?: Case<Id> }

type Request = string | readonly [line: string, body: unknown]
type Of<Value> = Value | ((kit: TestKit) => Value)

const ofKit = <Value extends Request | readonly Request[]>(value: Of<Value>, kit: TestKit): Value =>
  typeof value === 'function' ? value(kit) : value

const ask = (kit: TestKit, request: Request, key?: KeyName): Promise<Answer> =>
  typeof request === 'string' ? kit.ask(request, undefined, key) : kit.ask(...request, key)

/** Looks at requests that do not depend on each other: the status of each, or what is picked of its reply. */
export function each(
  requests: Of<readonly Request[]>,
  pick: (answer: Answer) => unknown = ({ status }) => status,
  key?: KeyName,
): Look {
  return async kit => {
    const answers = await Promise.all(ofKit(requests, kit).map(one => ask(kit, one, key)))
    return answers.map(answer => pick(answer))
  }
}

/** Looks at one request: its status, and with `and` what is picked from the body of a success. */
export function status(request: Of<Request>, and?: (body: Body) => unknown): Look {
  return async kit => {
    const { status, body } = await ask(kit, ofKit(request, kit))
    return and && status < 300 ? [status, and(body)] : status
  }
}

/** The messages of a stream, as they are on the wire; each is checked by the profile's contract. */
export async function stream(kit: TestKit, line: string, init: RequestInit = {}, key: KeyName = 'admin') {
  const [method = 'GET', path = '/'] = line.split(' ')
  const response = await kit.fetch(key, path, { ...init, method })
  const found = route(method, path.split('?')[0]!)
  if (!('operation' in found)) throw new Error(`no operation answers ${line}`)
  const { id } = found.operation
  return { response, messages: await Array.fromAsync(judgedMessages(kit, id as OperationId, response)) }
}

/** Starts an agent by its handle, and lets everything happen that follows. */
export async function run(
  kit: TestKit,
  handle: string,
  input: Record<string, string> = { task: 'Check invoice 17.' },
  key: KeyName = 'admin',
): Promise<Schemas['RunStarted']> {
  const started = await kit.startRun(handle, { key, input })
  kit.untilIdle()
  return started
}

/** The same, to the run as it is read then. */
export async function runAndRead(kit: TestKit, ...start: [handle: string, input?: Record<string, string>]) {
  const { run_id } = await run(kit, ...start)
  return (await kit.ask(`GET /runs/${run_id}`)).body
}

/** The path of a run of a workflow that has come to its gate. */
export async function gateRun(kit: TestKit): Promise<string> {
  const at = `/workflows/${kit.roles.workflows['workflow-with-gate']}/run`
  const { body } = await kit.ask(`POST ${at}`)
  kit.untilIdle()
  return `${at}s/${body.run_id}`
}

/** How many rows a reply lists, else its status. */
export const lengthOf = ({ status, body }: Answer) => body.data?.length ?? status
