// The rows of each kind of resource, and the calls that read them.
import type { OperationRow } from '#openapi'
import { RESOURCES, type ResourceKind, resourceOf } from '../dialect/resource-kinds.ts'
import type { Table } from '../store/table.ts'
import type { Tables } from './tables.ts'

type TableOf = { readonly [Kind in ResourceKind]: Tables[(typeof RESOURCES)[Kind]['table']] }
type Rows = { readonly [Kind in ResourceKind]: TableOf[Kind] extends Table<infer Row, infer _> ? Row : never }
export type RowOf<Kind extends ResourceKind> = Rows[Kind]

/** The row of that kind with an id; a task is found by its reference as well. */
export function rowWith<Kind extends ResourceKind>(
  tables: Tables,
  kind: Kind,
  id: string,
): RowOf<Kind> | undefined {
  const row: unknown = tables[RESOURCES[kind].table].get(id)
  const found = row ?? (kind === 'task' ? tables.tasks.range('byReference', id, { limit: 1 })[0] : undefined)
  return found as RowOf<Kind> | undefined
}

/** The rows that requests name, by the kind in the name of a parameter or member; undefined for what is no kind of thing. */
export function rowsNamed(tables: Tables, kind: string): readonly { readonly id: string }[] | undefined {
  const resource = resourceOf(kind)
  return resource && tables[resource.table].all()
}

/** The parameters of a path to a row: the last one is its id, the others are fields of it, such as `agentId`. */
export function pathTo({ path }: OperationRow, row: { readonly id: string }): Record<string, string> {
  const names = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => name)
  const fields = row as unknown as Readonly<Record<string, string>>
  return Object.fromEntries(
    names.map((name, at) => [name, at === names.length - 1 ? row.id : fields[name.replace('_id', 'Id')]!]),
  )
}
