import { resourceOf } from '../dialect/resource-kinds.ts'
import type { Tables } from './tables.ts'

/** The rows that requests name, by the kind in the name of a parameter or member; undefined for what is no kind of thing. */
export function rowsNamed(tables: Tables, kind: string): readonly { readonly id: string }[] | undefined {
  const resource = resourceOf(kind)
  return resource && tables[resource.table].all()
}
