// Compares two points in the life of a workspace, table by table and field by field.
import type { Fields } from '#openapi'
import { isEqual } from '../store/is-equal.ts'
import type { Difference as RowDifference } from '../store/table.ts'
import { euros } from '../world/money.ts'
import type { SavedWorkspace, Workspace } from '../world/workspace.ts'
import { resourcesById } from './find.ts'
import type { Difference, TableDifference } from './generated/control.gen.ts'
import { snakeCase } from './snake-case.ts'
import { iso } from './time.ts'
import type { Workspaces } from './workspace-store.ts'

type Row = { readonly id: string }

/**
 * What was added, changed or removed between a snapshot and another one, or now. Lists `limit` rows of each kind for each
 * table.
 */
export function difference(
  { snapshots }: Workspaces,
  workspace: Workspace,
  since: string,
  { to, limit }: { readonly to: string; readonly limit: number },
): Difference {
  const from = snapshots.require(workspace.id, since).saved
  const until = to === 'now' ? workspace.save() : snapshots.require(workspace.id, to).saved
  const found = changes(from, until)
  const sum = (of: keyof RowDifference<Row>) => found.reduce((count, { rows }) => count + rows[of].length, 0)
  const tables = found.map(({ table, rows }) => listed(table, rows, limit))
  return {
    from: { id: since, at: iso(from.clock.at) },
    to: { id: to, at: iso(until.clock.at) },
    added: sum('added'),
    changed: sum('changed'),
    removed: sum('removed'),
    tables,
    names: namesIn(workspace, tables),
  }
}

/** The names of what the rows are and of what their fields refer to. */
function namesIn(workspace: Workspace, tables: readonly TableDifference[]): Record<string, string> {
  const values = tables.flatMap(({ added, changed, removed }) => [
    ...[...added, ...removed].flatMap(row => Object.values(row)),
    ...changed.flatMap(({ id, fields }) => [id, ...fields.flatMap(one => [one.before, one.after])]),
  ])
  const ids = new Set(values.filter(value => typeof value === 'string'))
  const named = [...ids].flatMap(id => resourcesById(workspace, id).filter(one => one.id === id))
  return Object.fromEntries(named.map(({ id, name }) => [id, name]))
}

function changes(before: SavedWorkspace, after: SavedWorkspace) {
  const found = (Object.keys(after.tables) as (keyof SavedWorkspace['tables'])[]).map(name => {
    // Two tables of one name have rows of one type, which the compiler cannot know here.
    const table = after.tables[name] as { changesSince(older: unknown): RowDifference<Row> }
    return { table: snakeCase(name), rows: table.changesSince(before.tables[name]) }
  })
  return found.filter(({ rows }) => rows.added.length + rows.changed.length + rows.removed.length > 0)
}

function listed(table: string, rows: RowDifference<Row>, limit: number): TableDifference {
  const { added, changed, removed } = rows
  const beyond = (list: readonly unknown[]) => Math.max(0, list.length - limit)
  return {
    table,
    added: added.slice(0, limit).map(shown),
    changed: changed.slice(0, limit).map(({ before, after }) => ({
      id: after.id,
      fields: changedFields(shown(before), shown(after)),
    })),
    removed: removed.slice(0, limit).map(shown),
    left_out: beyond(added) + beyond(changed) + beyond(removed),
  }
}

function changedFields(before: Fields, after: Fields) {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names
    .filter(name => !isEqual(before[name], after[name]))
    .map(field => ({ field, before: before[field] ?? null, after: after[field] ?? null }))
}

/** A row in the style of the service: names with underscores, ISO 8601 times, euros. Never contains secrets. */
function shown(row: Row): Row & Fields {
  const fields: Fields = {}
  for (const [name, value] of Object.entries(row)) {
    if (name === 'secret') continue
    else if (name === 'micros') fields.euros = amountIn(value)
    else if (name.endsWith('Micros')) fields[`${snakeCase(name.slice(0, -6))}_euros`] = amountIn(value)
    else if (name.endsWith('At') && typeof value === 'number') fields[snakeCase(name)] = iso(value)
    else fields[snakeCase(name)] = value
  }
  return fields as Row & Fields
}

function amountIn(value: unknown): unknown {
  return typeof value === 'number' ? euros(value) : value
}
