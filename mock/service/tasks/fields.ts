// Converts the bodies of section 2.1 to the fields of a row.

import { instantOf, issue, type RequestOf } from '#openapi'
import { decisions } from '../../profile/decisions.ts'
import type { Profile } from '../../profile/profile.ts'
import { keepMembers } from '../../store/members.ts'
import type { NewTask, TaskChanges } from '../../work/tasks.ts'
import { EURO } from '../../world/money.ts'
import { Refusal, requestInvalid } from '../../world/refusal.ts'
import type { TaskRow } from '../../world/tasks.ts'
import type { Context } from '../handler.ts'
import { requireKnown, requireReferences } from './known.ts'

type Create = RequestOf<'createTask'>['body']
type Update = RequestOf<'updateTask'>['body']

/** The list of every task that has none. */
const NONE: readonly never[] = []

/** A new task with defaults for what its body leaves out. Its owner is the person who creates it. */
export function newTask(context: Context, body: Create): NewTask {
  const { profile } = context.workspace
  requireReferences(context, body)
  const { assignee_type: type = null, assignee_id: id = null } = body
  return {
    title: body.title,
    description: body.description ?? null,
    priority: body.priority ?? 'none',
    // Gap `task-create-status`.
    status: decisions.createsTaskInStatusSent(profile) ? (body.status ?? 'backlog') : 'backlog',
    executorKind: body.executor_kind ?? null,
    agentId: body.agent_id ?? null,
    workflowId: body.workflow_id ?? null,
    scheduledId: body.scheduled_id ?? null,
    boardId: body.board_id ?? boardOfParent(context, body.parent_task_id),
    projectId: body.project_id ?? null,
    parentTaskId: body.parent_task_id ?? null,
    acceptanceCriteria: body.acceptance_criteria ?? NONE,
    tags: body.tags ?? NONE,
    requiresApproval: body.requires_approval ?? false,
    approverIds: body.approval_approver_ids ?? NONE,
    notifyInApp: body.approval_notify_in_app ?? true,
    notifyEmail: body.approval_notify_email ?? false,
    ...assigneeFields(context, { type, id }, ['assignee_type', 'assignee_id']),
    dueDate: dueDateKept(body.due_date, profile) ?? null,
    maxRunsPerHour: null,
    budgetMicros: null,
    ownerId: context.caller.person.id,
  }
}

/**
 * Both fields are set together, or both are null; one that a profile allows to be left out counts as null. `names` are
 * what the body calls them.
 */
export function assigneeFields(
  context: Context,
  assignee: { readonly type?: TaskRow['assigneeType']; readonly id?: string | null },
  names: readonly [type: string, id: string],
) {
  const { type = null, id = null } = assignee
  if (type === null && id === null) return { assigneeType: null, assigneeId: null }
  if (type === null || id === null) {
    const [missing, given] = type === null ? names : names.toReversed()
    const says = `is null and ${given} is not; both are set, or both are null`
    throw requestInvalid([issue('body', missing, 'both or neither', null, says)])
  }
  requireKnown(context, 'assignee-unknown', type === 'agent' ? 'agent' : 'person', names[1], id)
  return { assigneeType: type, assigneeId: id }
}

/**
 * What an update changes. Null clears what can be empty: texts, references, dates and limits become null, lists become
 * empty. What cannot be empty is left as it is or refused; gap `null-title-update`.
 */
export function changesOf(context: Context, body: Update): TaskChanges {
  const { profile } = context.workspace
  requireNoNull(body, profile)
  requireReferences(context, body)
  const changes: { -readonly [field in keyof TaskChanges]: TaskChanges[field] | undefined } = {
    title: body.title ?? undefined,
    description: body.description,
    priority: body.priority ?? undefined,
    projectId: body.project_id,
    acceptanceCriteria: body.acceptance_criteria === null ? [] : body.acceptance_criteria,
    tags: body.tags === null ? [] : body.tags,
    requiresApproval: body.requires_approval ?? undefined,
    approverIds: body.approval_approver_ids === null ? [] : body.approval_approver_ids,
    notifyInApp: body.approval_notify_in_app ?? undefined,
    notifyEmail: body.approval_notify_email ?? undefined,
    dueDate: dueDateKept(body.due_date, profile),
    position: body.position ?? undefined,
    maxRunsPerHour: body.max_runs_per_hour,
    budgetMicros: body.budget_euros == null ? body.budget_euros : exactMicrosOf(body.budget_euros),
    boardId: body.board_id ?? undefined,
  }
  return keepMembers(changes, (_, value) => value !== undefined)
}

/** A budget in micro-euros; a part of one counts, so that no budget becomes 0. */
function exactMicrosOf(euros: number): number {
  return Number((euros * EURO).toPrecision(15))
}

/** Gap `due-date-echo`; a text that is no time, where that is accepted, stays as it came. */
function dueDateKept(sent: string | null | undefined, profile: Profile): string | null | undefined {
  if (typeof sent !== 'string' || decisions.showsDueDateAsSent(profile)) return sent
  const instant = instantOf(sent)
  return instant === undefined ? sent : new Date(instant).toISOString()
}

/** The fields that a task always has. */
const NEVER_EMPTY = [
  'title',
  'priority',
  'requires_approval',
  'approval_notify_in_app',
  'approval_notify_email',
  'position',
  'board_id',
] as const satisfies readonly (keyof Update)[]

function requireNoNull(body: Update, profile: Profile): void {
  if (!decisions.refusesNullTitle(profile)) return
  const field = NEVER_EMPTY.find(name => body[name] === null)
  if (field === undefined) return
  throw new Refusal('transition_refused', `A task always has a ${field}; leave the field out to keep it.`, {
    param: `body.${field}`,
    gap: 'null-title-update',
    because: { accepted: [`an update without ${field}`] },
  })
}

/** Gap `subtask-board`. */
function boardOfParent({ workspace, tables }: Context, parentId: string | null | undefined): string | null {
  if (parentId == null || decisions.subtaskGoesToDefaultBoard(workspace.profile)) return null
  return tables.tasks.get(parentId)?.boardId ?? null
}
