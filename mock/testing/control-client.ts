// What the tests of the control API stand on: typed calls over HTTP, each reply checked against control.json.
import createClient, { type Client } from 'openapi-fetch'
import { replyValidator, routerOf, type paths as ServicePaths, schemaChecker } from '#openapi'
import { type ControlSchemas, controlDocument, controlRows } from '../control/document.ts'
import type { paths } from '../control/generated/control.gen.ts'

const route = routerOf(controlRows)
const schemas = schemaChecker(controlDocument())
const judge = replyValidator(controlDocument(), () => schemas)

/**
 * A client of the control API at that address; `key` is the workspace's key that `current` goes by.
 *
 * @example const { data } = await controlClient(mock.url).GET('/_mock/health')
 */
export function controlClient(baseUrl: string, key?: string): Client<paths> {
  const headers = key === undefined ? {} : { authorization: `Bearer ${key}` }
  return createClient<paths>({ baseUrl, headers, fetch: checked })
}

async function checked(request: Request): Promise<Response> {
  const response = await fetch(request)
  const found = route(request.method, new URL(request.url).pathname)
  if (!('operation' in found)) return response
  const type = response.headers.get('content-type')
  const text = await response.clone().text()
  const body = text === '' ? undefined : type?.startsWith('application/json') ? JSON.parse(text) : text
  const [first] = judge(found.operation, response.status, type, body)
  if (!first) return response
  throw new Error(
    `${request.method} ${request.url} got a reply that control.json does not describe: ${first.message}\n${text}`,
  )
}

export type Controlled = Awaited<ReturnType<typeof controlled>>

type NewWorkspace = Partial<ControlSchemas['NewWorkspace']>

/**
 * A workspace created over HTTP, by default with quiet content, with clients: `as` of the service by the name of a key,
 * `control` of the control API, whose `params` name the workspace.
 */
export async function controlled(url: string, body: NewWorkspace = {}) {
  const control = controlClient(url)
  const { data: made, error } = await control.POST('/_mock/workspaces', { body: { from: 'quiet', ...body } })
  if (!made) throw new Error(error?.error.message)
  const as = (key: string): Client<ServicePaths> =>
    createClient<ServicePaths>({
      baseUrl: url,
      headers: { authorization: `Bearer ${made.keys[key] ?? key}` },
    })
  const params = { path: { workspace_id: made.id } }
  return {
    ...made,
    as,
    control,
    params,
    /** Lets time pass. */
    async advance(body: Partial<ControlSchemas['Advance']>) {
      const { data, error } = await control.POST('/_mock/workspaces/{workspace_id}/clock/advance', {
        params,
        body,
      })
      if (!data) throw new Error(error?.error.message)
      return data
    },
    /** Starts a run of a ready-made agent as the member, and returns its id. */
    async start(agent: string, input: Record<string, string> = { task: 'Try it' }) {
      const path = { agent_id: made.roles.agents[agent] ?? agent }
      const { data, response } = await as('member').POST('/agents/{agent_id}/run', {
        params: { path },
        body: { input },
      })
      if (!data) throw new Error(`the start of ${agent} answered ${response.status}`)
      return { ...data, agent_id: path.agent_id }
    },
    /** A run as the admin sees it. */
    async run(run_id: string) {
      const { data, response } = await as('admin').GET('/runs/{run_id}', { params: { path: { run_id } } })
      if (!data) throw new Error(`the run ${run_id} answered ${response.status}`)
      return data
    },
  }
}
