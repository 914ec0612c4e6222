// The tasks that a key sees; gap `task-visibility`.
import { decisions } from '../../profile/decisions.ts'
import { notSeen } from '../../world/refusal.ts'
import type { TaskRow } from '../../world/tasks.ts'
import type { Context } from '../handler.ts'

/** Every task of the tenant, or those that concern the person: owned, assigned, or to be approved. */
export function seesTask({ caller: { person }, workspace: { profile } }: Context, task: TaskRow): boolean {
  if (!decisions.showsTasksToOwnerOnly(profile) || person.role === 'admin' || task.ownerId === person.id)
    return true
  const isAssigned = task.assigneeType === 'user' && task.assigneeId === person.id
  return isAssigned || (task.requiresApproval && task.approverIds.includes(person.id))
}

/** A task that the caller sees, or a refusal. */
export function requireTask(context: Context, id: string): TaskRow {
  const task = context.tables.tasks.get(id)
  if (task && seesTask(context, task)) return task
  throw notSeen('task', id, task)
}
