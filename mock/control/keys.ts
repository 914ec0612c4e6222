// API keys, as people create, limit and revoke them in the settings of the workspace.
import type { Scope } from '#openapi'
import type { KeyRow } from '../world/people.ts'
import type { Workspace } from '../world/workspace.ts'
import type { ControlContext, ControlFunctions } from './control-function.ts'
import { createKey, type Key, keyView, knownScopes, type NewKey } from './new-key.ts'
import { ControlRefusal } from './refusal.ts'
import { type Instant, instantOf } from './time.ts'

/** New scopes, or when the key is revoked: `'now'`, an instant, or null for never. */
export interface KeyChange {
  readonly scopes?: readonly Scope[]
  readonly revoked_at?: Instant | null
}

export const keys = {
  listKeys: (_, { hosted: { workspace } }) => ({
    data: workspace.tables.keys.range('listed', null).map(key => keyView(workspace, key)),
  }),

  createKey: ({ body }: { body: NewKey }, { workspaces, hosted }: ControlContext): Key =>
    createKey(workspaces.registry, hosted.workspace, body),

  changeKey({ path, body }: { path: { key_id: string }; body: KeyChange }, { hosted }: ControlContext): Key {
    const { workspace } = hosted
    const { keys } = workspace.tables
    const key = requireKey(workspace, path.key_id)
    const changed = keys.replace(key.id, {
      ...(body.scopes === undefined ? {} : { scopes: knownScopes(body.scopes) }),
      ...(body.revoked_at === undefined ? {} : { revokedAt: revocation(workspace, body.revoked_at) }),
    })
    return keyView(workspace, changed)
  },
} satisfies Partial<ControlFunctions>

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
  throw new ControlRefusal('key_not_found', `There is no key ${idOrName}; there are ${names}.`, 'key_id')
}
