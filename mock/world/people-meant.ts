import type { PersonRow } from './people.ts'
import type { Workspace } from './workspace.ts'

/** The people that an id, a handle, the name of a key or a role may refer to, the most likely first. */
export function peopleMeantBy({ tables }: Workspace, reference: string): PersonRow[] {
  const listed = tables.people.range('listed', null)
  const exact = tables.people.get(reference) ?? listed.find(({ handle }) => handle === reference)
  if (exact) return [exact]
  const key = tables.keys.range('listed', null).find(({ name }) => name === reference)
  const owner = key ? tables.people.get(key.personId) : undefined
  const ofRole = listed.filter(({ role }) => role === reference)
  return owner ? [owner, ...ofRole] : ofRole
}
