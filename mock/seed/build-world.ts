// Builds a world in an empty workspace: its entries and its history.
import { DAY } from '../simulation/duration.ts'
import type { Slices } from '../simulation/slices.ts'
import { chargeFee } from '../work/funds.ts'
import { Refusal } from '../world/refusal.ts'
import type { Workspace } from '../world/workspace.ts'
import { type ByHandle, HANDLED_KINDS, type World, WorldError } from '../world-file/index.ts'
import { Company } from './company.ts'
import { putEntry } from './entries/index.ts'
import { livingThrough } from './history.ts'
import { openWallet, reachBalance } from './money.ts'
import { setPolicies } from './policy-rows.ts'
import { putTask } from './put-task.ts'

/** The length of a world's history. Before building, set the clock back by that much. */
export function pastOf({ history }: World): number {
  return history ? (history.days + 1) * DAY : 0
}

/**
 * Builds a world in an empty workspace, and simulates its history until `end`, in slices. Throws a WorldError if the history
 * breaks a rule of the service.
 */
export function* buildingWorld(workspace: Workspace, world: World, end: number): Slices<void> {
  try {
    yield* building(workspace, world, end)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const advice =
      error.code === 'balance_exhausted'
        ? 'Raise top_up_euros or monthly_top_up_euros of the company, or lower runs_per_day'
        : 'Change the entries that it needs, or leave the history out'
    const message = `the past cannot happen as it is declared: ${error.message} ${advice}`
    throw new WorldError([{ path: world.history ? 'history' : '', message }])
  }
}

function* building(workspace: Workspace, world: World, end: number): Slices<void> {
  const { tables, ids } = workspace
  const { company, history } = world
  tables.tenant.insert({
    id: ids.next('tenant'),
    name: company.name,
    timeZone: company.time_zone,
    planId: `plan_${company.plan}`,
  })
  const { top_up_euros, monthly_top_up_euros, first_fee } = company
  tables.declarations.insert({
    id: 'company',
    declared: { top_up_euros, monthly_top_up_euros, first_fee, began: end },
  })
  if (history) tables.declarations.insert({ id: 'history', declared: { ...history } })
  for (const kind of HANDLED_KINDS)
    for (const [handle, entry] of Object.entries(world[kind] as ByHandle<never>)) {
      putEntry(workspace, kind, handle, entry, 'earlier')
      yield
    }
  openWallet(workspace, company)
  if (first_fee) chargeFee(workspace)
  if (history) {
    const company = Company.of(workspace)
    if (company) yield* livingThrough(company, world)
  } else for (const task of world.tasks) putTask(workspace, task)
  if (company.balance_euros !== undefined) reachBalance(workspace, company.balance_euros)
  if (world.policies.length > 0) setPolicies(workspace, world.policies)
}
