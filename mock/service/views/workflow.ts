import type { Schemas } from '#openapi'
import type { WorkflowRow, WorkflowStepRow } from '../../world/workflows.ts'
import type { Workspace } from '../../world/workspace.ts'
import { iso } from '../time.ts'

type Tables = Workspace['tables']

/** A workflow as a list shows it (section 4.4). */
export function workflowView(workflow: WorkflowRow): Schemas['Workflow'] {
  return {
    id: workflow.id,
    name: workflow.name,
    description: workflow.description,
    status: workflow.status,
    owner_id: workflow.ownerId,
    step_count: workflow.steps.length,
    created_at: iso(workflow.createdAt),
    updated_at: iso(workflow.updatedAt),
  }
}

/** A workflow with its steps. */
export function workflowDetailView(workflow: WorkflowRow, tables: Tables): Schemas['WorkflowDetail'] {
  return {
    ...workflowView(workflow),
    steps: workflow.steps.map((step, index) => ({
      id: step.id,
      position: index + 1,
      kind: step.kind,
      name: step.name,
      instruction: step.instruction,
      agent_id: step.agentId,
      agent_name: agentName(step, tables),
      approver_ids: [...step.approverIds],
    })),
  }
}

/** The name of the agent of a step; null for a gate. */
export function agentName({ agentId }: WorkflowStepRow, { agents }: Tables): string | null {
  return agentId === null ? null : (agents.get(agentId)?.name ?? null)
}
