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

/** The tables by name, with their row types erased. */
function tablesByName(tables: Tables): Record<string, AnyTable> {
  return tables as unknown as Record<string, AnyTable>
}

/** Every row of a workspace. */
export function* rowsOf({ tables, schedule }: SavedRows): Generator<KeptRow> {
  for (const [kind, table] of Object.entries(tablesByName(tables)))
    for (const row of table.all()) yield [kind, row.id, row]
  for (const event of schedule.save().entries) yield [SCHEDULE, event.id, event]
}

/** The differences between a workspace and the base that it was forked from; null for deleted rows. */
export function overlayOf(base: SavedRows, world: SavedRows): KeptRow[] {
  const overlay: KeptRow[] = []
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
  const byKind = newestByKind(rows)
  const valuesOf = (kind: string) => [...(byKind.get(kind)?.values() ?? [])].filter(row => row !== null)
  const tables = newTables()
  for (const [kind, table] of Object.entries(tablesByName(tables)))
    yield* table.loading(valuesOf(kind) as { id: string }[])
  const entries = valuesOf(SCHEDULE) as PlannedEvent[]
  return { tables, schedule: Schedule.restore({ seq: 0, entries }) }
}

/** The rows by kind and id; the last of each counts. */
function newestByKind(rows: readonly KeptRow[]): Map<string, Map<string, unknown>> {
  const byKind = new Map<string, Map<string, unknown>>()
  for (const [kind, id, row] of rows) {
    const ofKind = byKind.get(kind) ?? new Map<string, unknown>()
    byKind.set(kind, ofKind.set(id, row))
  }
  return byKind
}

/** A base with the rows of an overlay applied. */
export function worldOn(base: SavedRows, overlay: readonly KeptRow[]): SavedRows {
  const byKind = newestByKind(overlay)
  const tables = forkTables(base.tables)
  for (const [kind, table] of Object.entries(tablesByName(tables)))
    for (const [id, row] of byKind.get(kind) ?? []) {
      table.delete(id)
      if (row !== null) table.insert(row as AnyRow)
    }
  const events = new Map(base.schedule.save().entries.map(event => [event.id, event]))
  for (const [id, event] of byKind.get(SCHEDULE) ?? []) {
    if (event === null) events.delete(id)
    else events.set(id, event as PlannedEvent)
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

/** The state of a workspace besides its rows, as JSON. */
export function stateOf(
  { clock, ids, random, schedule }: Pick<SavedWorkspace, 'clock' | 'ids' | 'random' | 'schedule'>,
  machineAt: number,
): KeptState {
  return { clock, machineAt, seq: schedule.lastSeq, ids, random }
}
