// What people do in the app, besides money and keys: decide, archive, and start runs of tasks.
import type { Schemas } from '#openapi'
import { approvalView } from '../service/views/approval.ts'
import { taskView } from '../service/views/task.ts'
import { decideApproval, mayDecide } from '../work/approvals.ts'
import { startTaskRun } from '../work/task-runs.ts'
import { archiveTask } from '../work/tasks.ts'
import type { ApprovalRow } from '../world/approvals.ts'
import type { PersonRow } from '../world/people.ts'
import type { TaskRow } from '../world/tasks.ts'
import type { Workspace } from '../world/workspace.ts'
import type { ControlFunctions } from './control-function.ts'
import type { ControlResult } from './document.ts'
import { recording } from './event-views.ts'
import type { Decision, Person } from './generated/control.gen.ts'
import { personMeant } from './references.ts'
import { ControlRefusal } from './refusal.ts'
import { listWaiting, pendingApprovals } from './waiting.ts'

export type StartedTaskRun = ControlResult<'runTask'>

export const people = {
  listPeople: (_, { hosted }) => ({
    data: hosted.workspace.tables.people.range('listed', null).map(
      (person): Person => ({
        id: person.id,
        name: person.name,
        email: person.email,
        role: person.role,
        team_ids: [...person.teamIds],
        managed_team_ids: [...person.managedTeamIds],
      }),
    ),
  }),

  listWaiting: (_, { hosted }) => listWaiting(hosted.workspace),

  decideApproval({ path, body: { outcome, by, comment = null } }, { hosted: { workspace } }): Decision {
    const id = approvalMeant(workspace, path.approval_id)
    const approval = workspace.tables.approvals.get(id)
    const may = (person: PersonRow) => approval !== undefined && mayDecide(person, approval)
    const person = by === undefined ? firstWhoMay(workspace, approval) : personMeant(workspace, by, may)
    const { result, transitions } = recording(workspace, () =>
      decideApproval(workspace, id, { by: person?.id ?? '', outcome, comment }),
    )
    return { approval: approvalView(result), from_seed: result.fromSeed ?? false, transitions }
  },

  archiveTask: ({ path }, { hosted }) => setArchived(hosted.workspace, path.task, true),

  unarchiveTask: ({ path }, { hosted }) => setArchived(hosted.workspace, path.task, false),

  runTask({ path, body: { by } = {} }, { hosted: { workspace } }): StartedTaskRun {
    const task = requireTask(workspace, path.task)
    const starter = by === undefined ? task.ownerId : personMeant(workspace, by).id
    const { runs, tasks } = workspace.tables
    const newest = () => runs.range('byTask', task.id).at(-1)?.id
    const before = newest()
    const { transitions } = recording(workspace, () => startTaskRun(workspace, task, starter))
    const after = newest()
    return {
      task: taskView(tasks.get(task.id) ?? task, workspace),
      run_id: after === undefined || after === before ? null : after,
      transitions,
    }
  },
} satisfies Partial<ControlFunctions>

function setArchived(workspace: Workspace, reference: string, archived: boolean): Schemas['Task'] {
  return taskView(archiveTask(workspace, requireTask(workspace, reference), archived), workspace)
}

/**
 * The id of an approval, found by its own id, that of the run, task or workflow run that waits for it, the reference of
 * the task, or its title; `oldest` is the one that has waited longest.
 */
function approvalMeant(workspace: Workspace, reference: string): string {
  const { tables } = workspace
  if (tables.runs.get(reference)?.progress?.question)
    throw new ControlRefusal(
      'run_asks',
      `${reference} asks a question and waits for no approval. A client answers with respondToRun; on the command line: agent-work answer ${reference}.`,
      'approval_id',
    )
  if (tables.approvals.get(reference)) return reference
  const [task] = tables.tasks.range('byReference', reference, { limit: 1 })
  const ids = [reference, task?.id]
  const title = reference.trim().toLowerCase()
  const waiting = pendingApprovals(tables)
  if (reference === 'oldest') {
    if (waiting[0]) return waiting[0].id
    throw new ControlRefusal(
      'approval_not_found',
      'Nothing waits for a decision. Start a run of agent-that-waits-for-approval, or workflow-with-gate, and let time pass.',
      'approval_id',
    )
  }
  const meant =
    waiting.find(({ runId, taskId, workflowRunId }) =>
      [runId, taskId, workflowRunId].some(id => ids.includes(id ?? '')),
    ) ?? waiting.find(approval => approval.title.toLowerCase().includes(title))
  if (meant) return meant.id
  throw new ControlRefusal(
    'approval_not_found',
    `No approval has the id ${reference}, and nothing that waits for one has that id, reference or title. agent-work approve --list shows what waits.`,
    'approval_id',
  )
}

/** One of the approvers, or else an admin. */
function firstWhoMay({ tables }: Workspace, approval: ApprovalRow | undefined): PersonRow | undefined {
  const people = tables.people.range('listed', null)
  const approver = people.find(({ id }) => approval?.approverIds.includes(id))
  return approver ?? people.find(({ role }) => role === 'admin')
}

function requireTask({ tables }: Workspace, reference: string): TaskRow {
  const task = tables.tasks.get(reference) ?? tables.tasks.range('byReference', reference)[0]
  if (task) return task
  throw new ControlRefusal('task_not_found', `There is no task ${reference}; say its id, or OPS-12.`, 'task')
}
