// New API keys, and how the control API shows a key.
import { secretFor } from '../seed/index.ts'
import type { KeyRow } from '../world/people.ts'
import type { Workspace } from '../world/workspace.ts'
import type { Key, NewKey } from './generated/control.gen.ts'
import { personMeant } from './references.ts'
import { ControlRefusal } from './refusal.ts'
import { instantOf, iso } from './time.ts'

/** A key as the control API shows it, with its secret. */
export function keyView({ tables }: Workspace, key: KeyRow): Key {
  const person = tables.people.get(key.personId)
  return {
    id: key.id,
    name: key.name,
    secret: key.secret,
    person_id: key.personId,
    person_name: person?.name ?? '',
    role: person?.role ?? 'member',
    scopes: [...key.scopes],
    revoked_at: key.revokedAt === null ? null : iso(key.revokedAt),
  }
}

/** Creates a key, which works at once. */
export function createKey(workspace: Workspace, wanted: NewKey): Key {
  const { keys } = workspace.tables
  const name = wanted.name ?? nextName(workspace)
  if (keys.range('listed', null).some(key => key.name === name))
    throw new ControlRefusal(
      'key_name_taken',
      `There is a key ${name} already; choose another name.`,
      'body.name',
    )
  const key = keys.insert({
    id: freeId(workspace),
    secret: secretFor(workspace, name),
    name,
    personId: personMeant(workspace, wanted.person ?? 'admin').id,
    scopes: [...new Set(wanted.scopes)],
    createdAt: workspace.now(),
    revokedAt: wanted.revoked_at === undefined ? null : instantOf(wanted.revoked_at, 'revoked_at'),
  })
  return keyView(workspace, key)
}

/** Keys created after a snapshot survive its restore, so the restored ids may be taken already. */
function freeId({ ids, tables }: Workspace): string {
  let id = ids.next('key')
  while (tables.keys.get(id)) id = ids.next('key')
  return id
}

function nextName({ tables }: Workspace): string {
  const taken = new Set(tables.keys.range('listed', null).map(({ name }) => name))
  for (let number = 1; ; number++) if (!taken.has(`key-${number}`)) return `key-${number}`
}
