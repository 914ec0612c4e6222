import type { WorkspaceRegistry } from '../server/workspace-registry.ts'
import { ControlRefusal } from './refusal.ts'

/**
 * Refuses a name of another shard, and names the shard. A proxy in front routes by name, so a caller who gets this
 * bypassed the proxy. There is no redirect, because many clients would drop the key.
 */
export function requireOwnShard(registry: WorkspaceRegistry, name: string, what: string): void {
  const shard = registry.otherShard(name)
  if (shard === undefined) return
  throw new ControlRefusal(
    'wrong_shard',
    `${what} is on shard ${shard}; this is ${registry.shard}. Send the request to that shard, or to the proxy in front of them.`,
    null,
    { headers: { 'x-mock-shard': shard } },
  )
}
