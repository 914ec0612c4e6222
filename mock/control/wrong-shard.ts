import type { WorkspaceRegistry } from '../server/workspace-registry.ts'
import { ControlRefusal } from './refusal.ts'

/**
 * Refuses the name of something on another shard, and says which one. The proxy in front finds it by the name; whoever sees
 * this went around the proxy. A redirect would lose the key in many clients.
 */
export function requireOwnShard(registry: WorkspaceRegistry, name: string, what: string): void {
  const shard = registry.otherShard(name)
  if (shard === undefined) return
  throw new ControlRefusal(
    421,
    'wrong_shard',
    `${what} is on shard ${shard}; this is ${registry.shard}. Send the request to that shard, or to the proxy in front of them.`,
    { headers: { 'x-mock-shard': shard } },
  )
}
