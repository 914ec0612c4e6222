// What the tests of the control API stand on: calls by their operationId over HTTP, each reply checked against control.json.
import { type OperationRow, replyValidator, schemaChecker } from '#openapi'
import type { Control, Given, Wanted } from '../console/calls/types.ts'
import { type ControlId, controlDocument, controlOperations } from '../control/document.ts'
import type {
  Advance,
  Error as ErrorBody,
  NewWorkspace as WorkspaceOrder,
} from '../control/generated/control.gen.ts'
import { bodyOf, clientAs, sendAs } from './send-as.ts'

const schemas = schemaChecker(controlDocument())
const judge = replyValidator(controlDocument(), () => schemas)

/** The body of a success, or that of a refusal. */
interface ControlReply<Body> {
  readonly data?: Body
  readonly error?: ErrorBody
  readonly response: Response
}

/**
 * Calls of the control API at that address. `key` is a key of the service; without a workspace in its path, a call is of
 * `workspace_id`, by default the workspace of that key.
 *
 * @example const { data } = await controlClient(mock.url)('readHealth')
 */
export function controlClient(baseUrl: string, key?: string, workspace_id = 'current') {
  return async <Id extends ControlId>(
    id: Id,
    ...[wanted = {} as Wanted<Control[Id]>]: object extends Wanted<Control[Id]>
      ? [wanted?: Wanted<Control[Id]>]
      : [wanted: Wanted<Control[Id]>]
  ): Promise<ControlReply<Given<Control[Id]>>> => {
    const row = controlOperations[id] as OperationRow
    const { path, query = {}, body } = wanted as { path?: object; query?: object; body?: unknown }
    const names: Record<string, string> = { workspace_id, ...path }
    const url = new URL(
      baseUrl + row.path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(names[name]!)),
    )
    for (const [name, value] of Object.entries(query)) url.searchParams.append(name, String(value))
    const response = await sendAs(key, url, body, { method: row.method })
    const type = response.headers.get('content-type')
    const text = await response.text()
    const got = text === '' ? undefined : type?.startsWith('application/json') ? JSON.parse(text) : text
    const [first] = judge(row, response.status, type, got)
    if (first)
      throw new Error(`${id} got a reply that control.json does not describe: ${first.message}\n${text}`)
    return response.ok ? { data: got, response } : { error: got, response }
  }
}

export type Controlled = Awaited<ReturnType<typeof controlled>>

type NewWorkspace = Partial<WorkspaceOrder>

/**
 * A workspace created over HTTP, by default with quiet content, with clients: `as` of the service by the name of a key,
 * `control` of the control API.
 */
export async function controlled(url: string, body: NewWorkspace = {}) {
  const made = bodyOf(await controlClient(url)('createWorkspace', { body: { from: 'quiet', ...body } }))
  const as = (key: string) => clientAs(made.keys[key] ?? key, url)
  const control = controlClient(url, undefined, made.id)
  return {
    ...made,
    as,
    control,
    /** Lets time pass. */
    advance: async (body: Partial<Advance>) => bodyOf(await control('advanceClock', { body })),
    /** Starts a run of a ready-made agent as the member, and returns its id. */
    async start(agent: string, input: Record<string, string> = { task: 'Try it' }) {
      const path = { agent_id: made.roles.agents[agent] ?? agent }
      const started = await as('member').POST('/agents/{agent_id}/run', { params: { path }, body: { input } })
      return { ...bodyOf(started), ...path }
    },
    /** Lets a run of the ready-made workflow come to its gate, and returns what reads it. */
    async comeToGate() {
      const path = { workflow_id: made.roles.workflows['workflow-with-gate'] ?? '' }
      const { data } = await as('member').POST('/workflows/{workflow_id}/run', { params: { path } })
      await this.advance({ until_idle: true })
      const params = { path: { ...path, run_id: data?.run_id ?? '' } }
      return async () => (await as('admin').GET('/workflows/{workflow_id}/runs/{run_id}', { params })).data
    },
    /** A run as the admin sees it. */
    run: async (run_id: string) =>
      bodyOf(await as('admin').GET('/runs/{run_id}', { params: { path: { run_id } } })),
  }
}
