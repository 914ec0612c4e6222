// The secrets of a new workspace's keys. A key says which workspace a request is for, so no two workspaces share one.
import { secretFor } from '../seed/index.ts'
import type { WorkspaceRegistry } from '../server/workspace-registry.ts'
import { newApiKey } from '../simulation/ids.ts'
import { Random } from '../simulation/random.ts'
import { freshSecret } from '../simulation/secret.ts'
import { shardIn, shardPrefix } from '../world/shard.ts'
import type { Workspace } from '../world/workspace.ts'
import { ControlRefusal } from './refusal.ts'

/** Gives every key the secret that follows from the seed, or the one that its world file gives. */
export function renewSecrets(workspace: Workspace, registry: WorkspaceRegistry, usesGiven: boolean): void {
  const { keys, declarations } = workspace.tables
  for (const { id, name } of keys.range('listed', null)) {
    const given = usesGiven ? declarations.get(`keys/${name}`)?.declared.secret : undefined
    const holder = typeof given === 'string' ? registry.bySecret(given) : undefined
    if (holder)
      throw new ControlRefusal(
        409,
        'key_secret_taken',
        `The workspace ${holder.hosted.workspace.id} has a key with the secret ${String(given)}; leave the secret out, or choose another one.`,
        { param: 'body.from' },
      )
    keys.replace(id, { secret: typeof given === 'string' ? given : secretFor(workspace, name) })
  }
}

/** Gives every key a secret that does not follow from the seed, because whoever has the file has that, too. */
export function inventSecrets({ id: workspaceId, tables: { keys } }: Workspace): void {
  const prefix = shardPrefix(shardIn(workspaceId))
  for (const { id } of keys.all()) keys.replace(id, { secret: newApiKey(new Random(freshSecret()), prefix) })
}

/** Refuses a workspace with a key that another one has. */
export function requireFreeSecrets({ tables }: Workspace, registry: WorkspaceRegistry): void {
  const taken = tables.keys.all().find(({ secret }) => registry.bySecret(secret))
  if (!taken) return
  throw new ControlRefusal(
    409,
    'key_taken',
    `The file has the key ${taken.name}, which the workspace ${registry.bySecret(taken.secret)?.hosted.workspace.id} has as well. Save the file without keys, load it in another mock, or delete that workspace.`,
    { param: 'body.from.file' },
  )
}
