// The workflows and workflow runs that a caller sees (gap `workflow-visibility`).
import { decisions } from '../profile/decisions.ts'
import { notSeen, Refusal } from '../world/refusal.ts'
import type { WorkflowRow, WorkflowRunRow } from '../world/workflows.ts'
import type { Context } from './handler.ts'

/** Every workflow of the tenant, or only those that the person owns. */
export function seesWorkflow({ workspace, caller: { person } }: Context, workflow: WorkflowRow): boolean {
  if (!decisions.showsWorkflowsToOwnerOnly(workspace.profile) || person.role === 'admin') return true
  return workflow.ownerId === person.id
}

/** Runs of workflows that the person sees, and the person's own. */
export function seesWorkflowRun(context: Context, id: string): boolean {
  const { tables, caller } = context
  const run = tables.workflowRuns.get(id)
  const workflow = run && tables.workflows.get(run.workflowId)
  return run?.startedBy === caller.person.id || (workflow !== undefined && seesWorkflow(context, workflow))
}

/** A workflow that the caller sees, or a refusal. */
export function requireWorkflow(context: Context, id: string): WorkflowRow {
  const workflow = context.tables.workflows.get(id)
  if (workflow && seesWorkflow(context, workflow)) return workflow
  throw notSeen('workflow', id, workflow)
}

/** A run of that workflow, or a refusal. */
export function requireWorkflowRun({ tables }: Context, workflow: WorkflowRow, id: string): WorkflowRunRow {
  const run = tables.workflowRuns.get(id)
  if (run?.workflowId === workflow.id) return run
  const hint = run ? `it is one of ${run.workflowId}` : 'list them with listWorkflowRuns'
  throw new Refusal('workflow_run_not_found', `The workflow ${workflow.name} has no run ${id}; ${hint}.`, {
    param: 'run_id',
  })
}
