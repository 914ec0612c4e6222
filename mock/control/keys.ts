import type { KeyRow } from '../world/people.ts'
import type { Workspace } from '../world/workspace.ts'
import type { ControlFunctions } from './control-function.ts'
import type { Key } from './generated/control.gen.ts'
import { createKey, keyView } from './new-key.ts'
import { ControlRefusal } from './refusal.ts'
import { instantOf } from './time.ts'

export const keys = {
  listKeys: (_, { hosted: { workspace } }) => ({
    data: workspace.tables.keys.range('listed', null).map(key => keyView(workspace, key)),
  }),

  createKey: ({ body }, { hosted }): Key => createKey(hosted.workspace, body),

  changeKey({ path, body }, { hosted }): Key {
    const { workspace } = hosted
    const { keys } = workspace.tables
    const key = requireKey(workspace, path.key_id)
    const changed = keys.replace(key.id, {
      ...(body.scopes === undefined ? {} : { scopes: [...new Set(body.scopes)] }),
      ...(body.revoked_at === undefined ? {} : { revokedAt: revocation(workspace, body.revoked_at) }),
    })
    return keyView(workspace, changed)
  },
} satisfies Partial<ControlFunctions>

function revocation(workspace: Workspace, at: string | null): number | null {
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
