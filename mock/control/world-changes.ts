// Changes the entries of a workspace to those of a world, all or none.

import type { Fields } from '#openapi'
import {
  assigneeOf,
  declaredTasks,
  parentOf,
  plainTaskFields,
  putEntry,
  putTask,
  reachBalance,
  removeEntry,
  rowBy,
  setPolicies,
  usersOf,
  worldOf,
} from '../seed/index.ts'
import { isEqual } from '../store/is-equal.ts'
import { keepMembers, mapValues } from '../store/members.ts'
import { assignTask, changeTask, moveTask } from '../work/tasks.ts'
import { microsOf } from '../world/money.ts'
import type { Workspace } from '../world/workspace.ts'
import { HANDLED_KINDS, sourceOf, type World, type WorldKind, WorldReader } from '../world-file/index.ts'
import type { WorldChanges } from './generated/control.gen.ts'
import { ControlRefusal } from './refusal.ts'
import type { Whole } from './world-entries.ts'
import { refusing, worldIn } from './world-source.ts'

interface Target {
  readonly kind: WorldKind
  readonly handle: string
  readonly id: string
}

/**
 * Applies a part of a world; all or nothing. `read` returns the resulting world on a base, of a part without the removed
 * entries.
 */
export function changeWorld(
  workspace: Workspace,
  part: object,
  force: boolean,
  read: (part: object, base: World) => World = worldIn,
): WorldChanges {
  const removed = removalsIn(workspace, part as Fields)
  const rest = removed.length === 0 ? part : withoutRemovals(part as Fields, removed)
  const changes = changeEntries(workspace, base => read(rest, base), { removed, force })
  return { ...changes, deleted: removed.map(({ kind, handle }) => `${kind}.${handle}`) }
}

/** The same for the text of a world file. */
export async function changeWorldByText(
  workspace: Workspace,
  text: string,
  force: boolean,
): Promise<WorldChanges> {
  const reader = new WorldReader({})
  const { value, placeOf } = await reader.parse(text, 'world.yaml')
  const read = (part: object, base: World) =>
    refusing(() => reader.read({ value: part, placeOf }, sourceOf(base)))
  // What is no object is refused by the reader.
  return changeWorld(workspace, value as object, force, read)
}

/**
 * Deletes unused entries, with `force` after references to them, and then makes the workspace equal to the world that
 * `goalOf` returns on what is left. A fork takes all of it first, so that a refusal leaves the workspace as it was.
 */
export function changeEntries(
  workspace: Workspace,
  goalOf: (base: World) => World,
  { removed = [], force = false }: { readonly removed?: readonly Target[]; readonly force?: boolean } = {},
): Omit<WorldChanges, 'deleted'> {
  const deleteFrom = (target: Workspace) => {
    for (const entry of removed) remove(target, entry, force)
  }
  const trial = workspace.fork(workspace.id)
  deleteFrom(trial)
  const base = worldOf(trial)
  const world = goalOf(base)
  put(trial, base, world)
  deleteFrom(workspace)
  return put(workspace, base, world)
}

/** Puts all entries that differ from the present ones. */
function put(workspace: Workspace, base: World, world: World): Omit<WorldChanges, 'deleted'> {
  const created: string[] = []
  const changed: string[] = []
  if (!isEqual(base.history, world.history))
    throw new ControlRefusal(
      'world_invalid',
      'history: the past is made when a workspace starts; create another one for another past.',
      'body.history',
    )
  if (putCompany(workspace, base.company, world.company)) changed.push('company')
  for (const kind of HANDLED_KINDS) {
    const old = base[kind] as Whole[WorldKind]
    for (const [handle, entry] of Object.entries(world[kind])) {
      const before = old[handle]
      if (isEqual(before, entry)) continue
      putEntry(workspace, kind, handle, entry as never, 'now')
      const list = before === undefined ? created : changed
      list.push(`${kind}.${handle}`)
    }
  }
  const rows = declaredTasks(workspace)
  for (const [index, task] of world.tasks.entries()) {
    const row = rows[index]
    if (row && isEqual(base.tasks[index], task)) continue
    if (row) changeDeclaredTask(workspace, row.id, task)
    const { reference } = row ?? putTask(workspace, task)
    const list = row ? changed : created
    list.push(`tasks.${reference}`)
  }
  if (!isEqual(base.policies, world.policies)) {
    setPolicies(workspace, world.policies)
    changed.push('policies')
  }
  workspace.simulation.settle()
  return { created, changed }
}

function putCompany(workspace: Workspace, base: World['company'], company: World['company']): boolean {
  if (isEqual(base, company)) return false
  const { tables, simulation } = workspace
  const [tenant] = tables.tenant.all()
  if (tenant)
    tables.tenant.replace(tenant.id, {
      name: company.name,
      timeZone: company.time_zone,
      planId: `plan_${company.plan}`,
    })
  const { top_up_euros, monthly_top_up_euros, balance_euros } = company
  const declared = tables.declarations.get('company')?.declared
  tables.declarations.put({ id: 'company', declared: { ...declared, top_up_euros, monthly_top_up_euros } })
  if (monthly_top_up_euros !== base.monthly_top_up_euros)
    for (const event of simulation.schedule.entries())
      if (event.kind === 'wallet.month-begins') {
        simulation.cancel(event.id)
        const topUpMicros = microsOf(monthly_top_up_euros)
        simulation.plan(event.due, event.kind, event.subject, { topUpMicros }, true)
      }
  if (balance_euros !== undefined && balance_euros !== base.balance_euros)
    reachBalance(workspace, balance_euros)
  return true
}

function changeDeclaredTask(workspace: Workspace, id: string, task: World['tasks'][number]): void {
  const { tables } = workspace
  const row = tables.tasks.get(id)!
  const { status, criteria } = task
  const { ownerId, ...fields } = plainTaskFields(workspace, task)
  const known = new Map(row.acceptanceCriteria.map(({ text, done }) => [text, done]))
  const parentTaskId =
    task.parent === undefined ? null : (parentOf(workspace, fields.boardId, task.parent) ?? row.parentTaskId)
  const changed = changeTask(workspace, tables.tasks.replace(id, { ownerId, parentTaskId }), {
    ...fields,
    acceptanceCriteria: criteria.map(text => ({ text, done: known.get(text) ?? false })),
  })
  const to = assigneeOf(workspace, task)
  const assigned =
    to.assigneeId === changed.assigneeId ? changed : assignTask(workspace, changed, to, ownerId)
  const moved = status === assigned.status ? assigned : moveTask(workspace, assigned, { status, by: ownerId })
  tables.tasks.replace(id, { archived: task.archived ?? false, updatedAt: workspace.now() })
  const declared = tables.declarations.get(`tasks/${moved.id}`)?.declared
  if (declared) tables.declarations.replace(`tasks/${moved.id}`, { declared: { ...declared, ...task } })
}

/** The entries that are null in a part of a world and exist in the workspace. */
function removalsIn(workspace: Workspace, part: Fields): Target[] {
  return HANDLED_KINDS.flatMap(kind =>
    Object.entries((part[kind] ?? {}) as Fields).flatMap(([handle, entry]): Target[] => {
      const row = entry === null ? rowBy(workspace, kind, handle) : undefined
      return row ? [{ kind, handle, id: row.id }] : []
    }),
  )
}

function withoutRemovals(part: Fields, removed: readonly Target[]): Fields {
  return mapValues(part, (entries, kind) => {
    const gone = removed.filter(removal => removal.kind === kind).map(({ handle }) => handle)
    return gone.length === 0 ? entries : keepMembers(entries as Fields, handle => !gone.includes(handle))
  })
}

function remove(workspace: Workspace, { kind, id, handle }: Target, force: boolean): void {
  const users = force ? removeEntry(workspace, kind, id) : usersOf(workspace, kind, id)
  if (users.length > 0) {
    const shown = users.slice(0, 10).join(', ') + (users.length > 10 ? ` and ${users.length - 10} more` : '')
    const todo = force
      ? 'Change that first.'
      : 'Change that first, or add ?force=true to do what the app would.'
    throw new ControlRefusal('entry_in_use', `${kind}.${handle} is used by ${shown}. ${todo}`, 'handle')
  }
  if (!force) removeEntry(workspace, kind, id)
  // The rest must be valid; for example, every gate needs somebody who may decide it.
  worldIn(sourceOf(worldOf(workspace)))
}
