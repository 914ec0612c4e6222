// Finds the keys that can see a resource, by reading it with each of them.
import { type OperationRow, operations } from '#openapi'
import { RESOURCES } from '../dialect/resource-kinds.ts'
import { callerOf } from '../server/authenticate.ts'
import { lifeOfARequest, serve } from '../server/life-of-a-request.ts'
import { RequestContext } from '../server/request-context.ts'
import type { HostedWorkspace } from '../server/workspace-registry.ts'
import { FetchWire } from '../web/fetch-wire.ts'
import { pathTo, rowWith } from '../world/resource-rows.ts'
import type { ControlFunctions } from './control-function.ts'
import { ControlRefusal } from './refusal.ts'

/** What keys are asked about. */
const KINDS = ['run', 'task', 'workflow', 'workflow-run', 'agent', 'approval'] as const

export const audience = {
  /** The reply that each key of the workspace would get when it reads a resource. */
  readAudience({ path: { resource_id: id } }, { hosted, workspaces: { registry } }) {
    const { tables } = hosted.workspace
    const read = readCallOf(hosted, id)
    if (!read)
      throw new ControlRefusal(
        'resource_not_found',
        `The workspace ${hosted.workspace.id} has no run, task, workflow, workflow run, agent or approval ${id}.`,
        'resource_id',
      )
    const data = tables.keys.range('listed', null).flatMap(key => {
      const caller = callerOf(hosted.workspace, key.id)
      if (!caller) return []
      const url = new URL(read.path, 'http://localhost')
      const headers = { 'x-mock-as': `${hosted.workspace.id}/${key.id}` }
      const look = new RequestContext(new FetchWire(new Request(url, { headers }), ''), registry, {
        controlOrigins: [],
      })
      // A read-only request never has to wait.
      serve(look, Object.values(lifeOfARequest), () => {})
      const { refusal } = look
      return [
        {
          key: key.name,
          person: caller.person.name,
          role: caller.person.role,
          sees: refusal === undefined,
          status: refusal?.rule.status ?? 200,
          why: refusal?.message ?? null,
        },
      ]
    })
    return { operation: read.operation, data }
  },
} satisfies Partial<ControlFunctions>

/** The operation that reads the resource with that id, and its path. */
function readCallOf({ workspace: { tables } }: HostedWorkspace, id: string) {
  for (const kind of KINDS) {
    const row = rowWith(tables, kind, id)
    if (!row) continue
    const operation: OperationRow = operations[RESOURCES[kind].read]
    const names = pathTo(operation, row)
    const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(names[name]!))
    return { operation: operation.id, path }
  }
  return undefined
}
