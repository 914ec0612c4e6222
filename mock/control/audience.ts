// Finds out which keys see a resource, by reading it with each of them.
import type { OperationId } from '#openapi'
import { lookAt } from '../server/act-as.ts'
import { callerOf } from '../server/authenticate.ts'
import type { HostedWorkspace } from '../server/workspace-registry.ts'
import type { ControlFunctions } from './control-function.ts'
import { ControlRefusal } from './refusal.ts'

export const audience = {
  /** The reply that each key of the workspace would get when it reads a resource. */
  readAudience({ path: { resource_id: id } }, { hosted }) {
    const { tables } = hosted.workspace
    const read = readingOf(hosted, id)
    if (!read)
      throw new ControlRefusal(
        404,
        'resource_not_found',
        `The workspace ${hosted.workspace.id} has no run, task, workflow, workflow run, agent or approval ${id}.`,
        { param: 'resource_id' },
      )
    const data = tables.keys.range('listed', null).flatMap(key => {
      const caller = callerOf(hosted.workspace, key.id)
      if (!caller) return []
      const looked = lookAt(hosted, caller, read.operation, { path: read.path, query: {}, header: {} })
      const refusal = 'refusal' in looked ? looked.refusal : undefined
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

function readingOf(
  { workspace: { tables } }: HostedWorkspace,
  id: string,
): { operation: OperationId; path: Record<string, string> } | undefined {
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
