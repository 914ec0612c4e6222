// Finds the keys that can see a resource, by reading it with each of them.
import { type OperationId, operations } from '#openapi'
import { callerOf } from '../server/authenticate.ts'
import { lifeOfARequest, serve } from '../server/life-of-a-request.ts'
import { RequestContext } from '../server/request-context.ts'
import type { HostedWorkspace } from '../server/workspace-registry.ts'
import { FetchWire } from '../web/fetch-wire.ts'
import type { ControlFunctions } from './control-function.ts'
import { ControlRefusal } from './refusal.ts'

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
      const url = new URL(pathOf(read), 'http://localhost')
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

interface Read {
  readonly operation: OperationId
  readonly path: Readonly<Record<string, string>>
}

function pathOf({ operation, path }: Read): string {
  return operations[operation].path.replaceAll(/\{(\w+)\}/g, (_, name) =>
    encodeURIComponent(path[name] ?? ''),
  )
}

function readCallOf({ workspace: { tables } }: HostedWorkspace, id: string): Read | undefined {
  if (tables.runs.get(id)) return { operation: 'getRun', path: { run_id: id } }
  const task = tables.tasks.get(id) ?? tables.tasks.range('byReference', id, { limit: 1 })[0]
  if (task) return { operation: 'getTask', path: { task_id: task.id } }
  if (tables.workflows.get(id)) return { operation: 'getWorkflow', path: { workflow_id: id } }
  const run = tables.workflowRuns.get(id)
  if (run) return { operation: 'getWorkflowRun', path: { workflow_id: run.workflowId, run_id: id } }
  if (tables.agents.get(id)) return { operation: 'getAgent', path: { agent_id: id } }
  if (tables.approvals.get(id)) return { operation: 'getApproval', path: { approval_id: id } }
  return undefined
}
