// The secrets of a new workspace's keys. Secrets are unique over all workspaces, because they select the workspace of a
// request.

import { freshSecret } from '../../platform/secret.ts'
import { secretFor } from '../seed/index.ts'
import type { WorkspaceRegistry } from '../server/workspace-registry.ts'
import { newApiKey } from '../simulation/ids.ts'
import { Random } from '../simulation/random.ts'
import { shardPrefix } from '../world/shard.ts'
import type { Workspace } from '../world/workspace.ts'
import { ControlRefusal } from './refusal.ts'

/** Gives every key its secret: derived from the seed, or taken from the world file. */
export function renewSecrets(workspace: Workspace, registry: WorkspaceRegistry, usesGiven: boolean): void {
  const { keys, declarations } = workspace.tables
  for (const { id, name } of keys.range('listed', null)) {
    const given = usesGiven ? declarations.get(`keys/${name}`)?.declared.secret : undefined
    const holder = typeof given === 'string' ? registry.bySecret(given) : undefined
    if (holder)
      throw new ControlRefusal(
        'key_secret_taken',
        `The workspace ${holder.hosted.workspace.id} has a key with the secret ${String(given)}; leave the secret out, or choose another one.`,
        'body.from',
      )
    keys.replace(id, { secret: typeof given === 'string' ? given : secretFor(workspace, name) })
  }
}

/** Gives every key a random secret, because one derived from the seed could be computed by anyone who has the file. */
export function inventSecrets({ shard, tables: { keys } }: Workspace): void {
  const prefix = shardPrefix(shard)
  for (const { id } of keys.all()) keys.replace(id, { secret: newApiKey(new Random(freshSecret()), prefix) })
}

/** Refuses a workspace with a key that another workspace has. */
export function requireFreeSecrets({ tables }: Workspace, registry: WorkspaceRegistry): void {
  const taken = tables.keys.all().find(({ secret }) => registry.bySecret(secret))
  if (!taken) return
  throw new ControlRefusal(
    'key_taken',
    `The file has the key ${taken.name}, which the workspace ${registry.bySecret(taken.secret)?.hosted.workspace.id} has as well. Save the file without keys, load it in another mock, or delete that workspace.`,
    'body.from.file',
  )
}
