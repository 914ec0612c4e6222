// A workspace as a world file would declare it: its present state, and how its past was made.
import { given } from '../../flags/given.ts'
import { balanceMicros } from '../work/accounts.ts'
import { euros } from '../world/money.ts'
import type { TaskRow } from '../world/tasks.ts'
import type { Workspace } from '../world/workspace.ts'
import type { Company, History, Task, World } from '../world-file/index.ts'
import { readEntries } from './entries/index.ts'
import { handleOf, handlesOf } from './handles.ts'
import { policyRuleOf } from './policy-rows.ts'

/** The world of a workspace. Its tasks are those of the file in their present state, and those created since. */
export function worldOf(workspace: Workspace): World {
  const { tables } = workspace
  const history = tables.declarations.get('history')?.declared as unknown as History | undefined
  return {
    company: companyOf(workspace),
    ...readEntries(workspace),
    tasks: declaredTasks(workspace).map(task => taskOf(workspace, task)),
    policies: tables.policies.get('policy')?.rules.map(policyRuleOf) ?? [],
    history: history ?? null,
  }
}

/** The tasks of the file in its order, then those created since, without those that the history made. */
export function declaredTasks({ tables }: Workspace): TaskRow[] {
  const began = beginningOf(tables)
  const placeOf = (id: string) =>
    Number(tables.declarations.get(`tasks/${id}`)?.declared.place ?? Number.MAX_SAFE_INTEGER)
  return tables.tasks
    .range('newest', 'all')
    .filter(({ id, createdAt }) => createdAt >= began || tables.declarations.get(`tasks/${id}`) !== undefined)
    .toSorted((a, b) => placeOf(a.id) - placeOf(b.id))
}

/** The instant at which the world was built and its history ended. */
function beginningOf(tables: Workspace['tables']): number {
  return Number(tables.declarations.get('company')?.declared.began ?? 0)
}

function companyOf(workspace: Workspace): Company {
  const [tenant] = workspace.tables.tenant.all()
  const declared = workspace.tables.declarations.get('company')?.declared
  return {
    name: tenant?.name ?? '',
    time_zone: tenant?.timeZone ?? 'UTC',
    plan: (tenant?.planId.replace('plan_', '') ?? 'business') as Company['plan'],
    top_up_euros: Number(declared?.top_up_euros ?? 0),
    monthly_top_up_euros: Number(declared?.monthly_top_up_euros ?? 0),
    first_fee: Boolean(declared?.first_fee),
    balance_euros: euros(balanceMicros(workspace)),
  }
}

/**
 * The present state of a task, with the runs that the file declared. A task that was not changed since is returned as
 * declared.
 */
function taskOf(workspace: Workspace, task: TaskRow): Task {
  const { tables } = workspace
  const declaration = tables.declarations.get(`tasks/${task.id}`)?.declared
  const { place: _, ...declared } = (declaration ?? {}) as Partial<Task> & { readonly place?: number }
  if (declaration && task.updatedAt < beginningOf(tables)) return declared as Task
  const parent = task.parentTaskId === null ? undefined : tables.tasks.get(task.parentTaskId)
  // Words that depend on the date differ with each start of the mock, so unchanged texts keep their placeholders.
  const declaredOr = (member: 'title' | 'description', now: string | null) => {
    const text = declared[member]
    return text !== undefined && /\{(month|week|year)\}/.test(text) ? text : (now ?? undefined)
  }
  const parentTitle = tables.declarations.get(`tasks/${parent?.id}`)?.declared.title as string | undefined
  return given<Task>({
    title: declaredOr('title', task.title) ?? task.title,
    description: declaredOr('description', task.description),
    status: task.status,
    priority: task.priority === 'none' ? null : task.priority,
    board: handleOf(workspace, 'boards', task.boardId),
    project: task.projectId && handleOf(workspace, 'projects', task.projectId),
    owner: handleOf(workspace, 'people', task.ownerId),
    assignee:
      task.assigneeId &&
      handleOf(workspace, task.assigneeType === 'agent' ? 'agents' : 'people', task.assigneeId),
    tags: [...task.tags],
    criteria: task.acceptanceCriteria.map(({ text }) => text),
    parent: parentTitle ?? parent?.title,
    approvers: handlesOf(workspace, 'people', task.approverIds),
    max_runs_per_hour: task.maxRunsPerHour,
    budget_euros: task.budgetMicros === null ? null : euros(task.budgetMicros),
    due: declaration ? declared.due : task.dueDate,
    archived: task.archived ? true : null,
    runs: declared.runs ?? [],
    result: declared.result,
  })
}
