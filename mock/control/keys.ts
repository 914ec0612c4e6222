// API keys, as people create, limit and revoke them in the settings of the workspace.
import { SCOPES, type Scope } from '#openapi'
import { secretFor } from '../seed/index.ts'
import type { WorkspaceRegistry } from '../server/workspace-registry.ts'
import type { KeyRow } from '../world/people.ts'
import type { Workspace } from '../world/workspace.ts'
import type { ControlSchemas } from './document.ts'
import { personMeant } from './person-reference.ts'
import { ControlRefusal, invalid } from './refusal.ts'
import { type Instant, instantOf, iso } from './time.ts'

export type Key = ControlSchemas['Key']

/** A key to create. */
export interface NewKey {
  /** A name that no other key of the workspace has. */
  readonly name?: string
  /** The person: an id, a handle, the name of a key, or a role. Default: the admin. */
  readonly person?: string
  readonly scopes: readonly Scope[]
  readonly revoked_at?: Instant
}

export interface KeyChange {
  readonly scopes?: readonly Scope[]
  /** `'now'`, an instant, or null for never. */
  readonly revoked_at?: Instant | null
}

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
export function createKey(registry: WorkspaceRegistry, workspace: Workspace, wanted: NewKey): Key {
  const { keys } = workspace.tables
  const name = wanted.name ?? nextName(workspace)
  if (keys.range('listed', null).some(key => key.name === name))
    throw new ControlRefusal(409, 'key_name_taken', `There is a key ${name} already; choose another name.`, {
      param: 'body.name',
    })
  const key = keys.insert({
    id: freeId(workspace),
    secret: secretFor(workspace, name),
    name,
    personId: personMeant(workspace, wanted.person ?? 'admin').id,
    scopes: known(wanted.scopes),
    createdAt: workspace.now(),
    revokedAt: wanted.revoked_at === undefined ? null : instantOf(wanted.revoked_at, 'revoked_at'),
  })
  registry.learnKey(workspace.id, key.secret)
  return keyView(workspace, key)
}

/** Keys created after a snapshot survive its restore, so the restored ids may be taken already. */
function freeId({ ids, tables }: Workspace): string {
  let id = ids.next('key')
  while (tables.keys.get(id)) id = ids.next('key')
  return id
}

/** Replaces the scopes of a key, revokes it, or undoes that. */
export function changeKey(workspace: Workspace, idOrName: string, change: KeyChange): Key {
  const { keys } = workspace.tables
  const key = requireKey(workspace, idOrName)
  const changed = keys.replace(key.id, {
    ...(change.scopes === undefined ? {} : { scopes: known(change.scopes) }),
    ...(change.revoked_at === undefined ? {} : { revokedAt: revocation(workspace, change.revoked_at) }),
  })
  return keyView(workspace, changed)
}

function revocation(workspace: Workspace, at: NonNullable<KeyChange['revoked_at']> | null): number | null {
  if (at === null) return null
  if (at === 'now') return workspace.now()
  return instantOf(at, 'revoked_at')
}

function requireKey({ tables }: Workspace, idOrName: string): KeyRow {
  const all = tables.keys.range('listed', null)
  const found = all.find(({ id, name }) => id === idOrName || name === idOrName)
  if (found) return found
  const names = all.map(({ name }) => name).join(', ')
  throw new ControlRefusal(404, 'key_not_found', `There is no key ${idOrName}; there are ${names}.`, {
    param: 'key_id',
  })
}

function known(scopes: readonly Scope[]): readonly Scope[] {
  const strange = scopes.find(scope => !SCOPES.includes(scope))
  if (strange !== undefined) throw invalid('scopes', `a list of ${SCOPES.join(', ')}`, strange)
  return [...new Set(scopes)]
}

function nextName({ tables }: Workspace): string {
  const taken = new Set(tables.keys.range('listed', null).map(({ name }) => name))
  for (let number = 1; ; number++) if (!taken.has(`key-${number}`)) return `key-${number}`
}
