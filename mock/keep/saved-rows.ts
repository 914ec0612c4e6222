// Converts a saved workspace to rows and back.
import type { ClockState } from '../simulation/clock.ts'
import type { IdsState } from '../simulation/ids.ts'
import type { RandomState } from '../simulation/random.ts'
import { Schedule } from '../simulation/schedule.ts'
import type { Slices } from '../simulation/slices.ts'
import type { Difference, Table } from '../store/table.ts'
import type { PlannedEvent } from '../world/planned-events.ts'
import { forkTables, newTables, type Tables } from '../world/tables.ts'
import type { SavedWorkspace } from '../world/workspace.ts'
import type { KeptRow } from './kept-file.ts'

/** The state of a workspace besides its rows. */
export interface KeptState {
  readonly clock: ClockState
  /** The real time of the write, in epoch milliseconds. */
  readonly machineAt: number
  /** The number of the newest planned event. */
  readonly seq: number
  readonly ids: IdsState
  readonly random: RandomState
}

/** What a saved workspace has rows of. */
export type SavedRows = Pick<SavedWorkspace, 'tables' | 'schedule'>

/** The kind of rows that no table has. */
export const SCHEDULE = 'schedule'

type AnyRow = { readonly id: string }
type AnyTable = Table<AnyRow, string>
export type Change = readonly [kind: string, id: string, row: unknown]

/** The tables by name, with their row types erased. */
function tablesByName(tables: Tables): Record<string, AnyTable> {
  return tables as unknown as Record<string, AnyTable>
}

/** Every row of a workspace. */
export function* rowsOf({ tables, schedule }: SavedRows): Generator<Change> {
  for (const [kind, table] of Object.entries(tablesByName(tables)))
    for (const row of table.all()) yield [kind, row.id, row]
  for (const event of schedule.save().entries) yield [SCHEDULE, event.id, event]
}

/** The differences between a workspace and the base that it was forked from; null for deleted rows. */
export function overlayOf(base: SavedRows, world: SavedRows): Change[] {
  const overlay: Change[] = []
  const add = <Row extends { readonly id: string }>(
    kind: string,
    { added, changed, removed }: Difference<Row>,
  ) => {
    for (const row of added) overlay.push([kind, row.id, row])
    for (const { after } of changed) overlay.push([kind, after.id, after])
    for (const row of removed) overlay.push([kind, row.id, null])
  }
  for (const [kind, table] of Object.entries(tablesByName(world.tables)))
    add(kind, table.changesSince(tablesByName(base.tables)[kind]!))
  add(SCHEDULE, world.schedule.changesSince(base.schedule))
  return overlay
}

/** These rows as a world, in slices. */
export function* worldOf(rows: readonly KeptRow[]): Slices<SavedRows> {
  const byKind = Map.groupBy(rows, row => row.kind)
  const valuesOf = (kind: string) => (byKind.get(kind) ?? []).map(row => row.value)
  const tables = newTables()
  for (const [kind, table] of Object.entries(tablesByName(tables)))
    yield* table.loading(valuesOf(kind) as { id: string }[])
  const entries = valuesOf(SCHEDULE) as PlannedEvent[]
  return { tables, schedule: Schedule.restore({ seq: 0, entries }) }
}

/** A base with the rows of an overlay applied. */
export function worldOn(base: SavedRows, overlay: readonly KeptRow[]): SavedRows {
  const byKind = Map.groupBy(overlay, row => row.kind)
  const tables = forkTables(base.tables)
  for (const [kind, table] of Object.entries(tablesByName(tables)))
    for (const { id, value } of byKind.get(kind) ?? []) {
      table.delete(id)
      if (value !== null) table.insert(value as AnyRow)
    }
  const events = new Map(base.schedule.save().entries.map(event => [event.id, event]))
  for (const { id, value } of byKind.get(SCHEDULE) ?? []) {
    if (value === null) events.delete(id)
    else events.set(id, value as PlannedEvent)
  }
  return { tables, schedule: Schedule.restore({ seq: 0, entries: [...events.values()] }) }
}

/** The workspace with these rows and that state. */
export function withState(
  { tables, schedule }: SavedRows,
  { clock, ids, random, seq }: KeptState,
): SavedWorkspace {
  const { entries } = schedule.save()
  return { clock, ids, random, tables, schedule: Schedule.restore({ seq, entries }) }
}

/** Whether the workspace has that row. */
export function hasRow({ tables, schedule }: SavedRows, kind: string, id: string): boolean {
  if (kind === SCHEDULE) return schedule.has(id)
  const table = tablesByName(tables)[kind]
  return table?.get(id) !== undefined
}

/** The state of a workspace besides its rows, as JSON. */
export function stateOf(
  { clock, ids, random, schedule }: Pick<SavedWorkspace, 'clock' | 'ids' | 'random' | 'schedule'>,
  machineAt: number,
): KeptState {
  return { clock, machineAt, seq: schedule.lastSeq, ids, random }
}
