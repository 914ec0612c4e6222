import { DAY } from '../../simulation/duration.ts'
import { decideApproval, expireApproval } from '../../work/approvals.ts'
import { isEnded } from '../../work/run-moves.ts'
import { moveRun } from '../../work/runs.ts'
import type { WorkflowStepRow } from '../../world/workflows.ts'
import type { Workspace } from '../../world/workspace.ts'
import type { Workflow, WorkflowStep } from '../../world-file/index.ts'
import { inOfficeHours } from '../calendar.ts'
import { handleOf, handlesOf, idOf, idsOf } from '../handles.ts'
import { byHandle, type EntryKind, usersAmong } from './entry-kind.ts'

export const workflows: EntryKind<Workflow> = {
  put(workspace, { id, handle, made }, { name, description, status, owner, steps }) {
    const { workflows } = workspace.tables
    const old = workflows.get(id)
    const random = workspace.random.fork(`workflow ${handle}`)
    const now = workspace.now()
    const createdAt = made === 'earlier' ? inOfficeHours(random, now - random.int(95 * DAY, 150 * DAY)) : now
    workflows.put({
      id,
      handle,
      name,
      description,
      status,
      ownerId: idOf(workspace, 'people', owner),
      steps: steps.map((step, index) => ({
        id: workspace.ids.named('step', `${handle}/${index}`),
        ...stepRow(workspace, step),
      })),
      createdAt: old?.createdAt ?? createdAt,
      updatedAt: made === 'earlier' ? inOfficeHours(random, createdAt + random.int(4 * DAY, 60 * DAY)) : now,
    })
  },

  read: workspace =>
    byHandle(
      workspace.tables.workflows.range('newest', null),
      ({ name, description, status, ownerId, steps }) => ({
        name,
        description,
        status,
        owner: handleOf(workspace, 'people', ownerId),
        steps: steps.map((step): WorkflowStep => {
          const instruction = step.instruction === null ? {} : { instruction: step.instruction }
          return step.agentId === null
            ? { gate: step.name, approvers: handlesOf(workspace, 'people', step.approverIds), ...instruction }
            : { agent: handleOf(workspace, 'agents', step.agentId), name: step.name, ...instruction }
        }),
      }),
    ),

  users(workspace, id) {
    const { tables } = workspace
    return [
      ...usersAmong(
        tables.workflowRuns.range('newest', `workflow:${id}`),
        ({ finishedAt }) => finishedAt === null,
        run => `workflow run ${run.id}`,
        run => () => endWorkflowRun(workspace, run.id),
      ),
      ...usersAmong(
        tables.tasks.range('newest', 'all'),
        ({ workflowId }) => workflowId === id,
        ({ reference }) => `task ${reference}`,
        task => () => void tables.tasks.replace(task.id, { workflowId: null }),
      ),
    ]
  },
}

function stepRow(workspace: Workspace, step: WorkflowStep): Omit<WorkflowStepRow, 'id'> {
  const { instruction = null } = step
  if ('agent' in step) {
    const agentId = idOf(workspace, 'agents', step.agent)
    return { kind: 'agent', name: step.name, instruction, agentId, approverIds: [] }
  }
  const approverIds = idsOf(workspace, 'people', step.approvers)
  return { kind: 'gate', name: step.gate, instruction, agentId: null, approverIds }
}

function endWorkflowRun(workspace: Workspace, id: string): void {
  const { runs, approvals, people } = workspace.tables
  for (const run of runs.range('byWorkflowRun', id)) if (!isEnded(run)) moveRun(workspace, run, 'stop')
  const gate = approvals.range('oldest', 'workflow_gate|status:pending').find(row => row.workflowRunId === id)
  const admin = people.range('listed', null).find(({ role }) => role === 'admin')
  if (gate && admin) decideApproval(workspace, gate.id, { by: admin.id, outcome: 'rejected' })
  else if (gate) expireApproval(workspace, gate.id)
  workspace.simulation.settle()
}
