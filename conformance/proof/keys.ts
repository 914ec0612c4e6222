/** Keys that a thorough target names and the seed does not have: those that lack a scope, or have a single one. */
import type { KeyInput } from '../target-schema.ts'
import { SCOPES } from '../target-schema.ts'
import type { World } from './stage.ts'

const EXTRA = {
  writing: SCOPES.filter(scope => !scope.endsWith(':read')),
  'only-run': ['agents:run'],
  'only-tasks': ['tasks:read'],
} as const satisfies Record<string, readonly (typeof SCOPES)[number][]>

export type ExtraKeys = Record<keyof typeof EXTRA, KeyInput>

/** Gives the admin of the workspace these keys; `learn` is told each of them. */
export function addKeys({ home, roles }: World, learn: (secret: string) => void): ExtraKeys {
  const owner = roles.people['person-admin']
  const made = Object.entries(EXTRA).map(([name, scopes]) => {
    const secret = `sk-${home.id}-${name}-0123456789abcdef`
    home.tables.keys.insert({
      id: `key_${name}`,
      secret,
      name,
      personId: owner,
      scopes,
      createdAt: home.now(),
      revokedAt: null,
    })
    learn(secret)
    return [name, { value: secret, role: 'admin', scopes: [...scopes], owner }] as const
  })
  return Object.fromEntries(made) as ExtraKeys
}
