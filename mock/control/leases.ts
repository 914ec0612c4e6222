// Ownership and expiry of workspaces, for CI jobs that share a mock and do not always clean up.
import type { WorkspaceRegistry } from '../server/workspace-registry.ts'
import { afterMachineTime, machineDate, machineNow } from '../simulation/machine-time.ts'
import { ControlRefusal } from './refusal.ts'

export interface Lease {
  /** The team whose key made the workspace. */
  readonly team?: string | undefined
  /** How long it lives after its last call, in real milliseconds. */
  readonly expiresMs?: number | undefined
}

/** The minimum interval between checks for expired workspaces. */
const LEAST_MS = 1_000

export class Leases {
  readonly #leases = new Map<string, Lease>()
  readonly #remove: (id: string) => void
  readonly #registry: WorkspaceRegistry
  #isWatching = false

  constructor(registry: WorkspaceRegistry, remove: (id: string) => void) {
    this.#registry = registry
    this.#remove = remove
  }

  set(id: string, lease: Lease): void {
    if (lease.team === undefined && lease.expiresMs === undefined) return
    this.#leases.set(id, lease)
    if (lease.expiresMs !== undefined) this.#watch(lease.expiresMs)
  }

  get(id: string): Lease | undefined {
    return this.#leases.get(id)
  }

  delete(id: string): void {
    this.#leases.delete(id)
  }

  of(team: string): string[] {
    return [...this.#leases].filter(([, lease]) => lease.team === team).map(([id]) => id)
  }

  /** Refuses a new workspace of a team that has reached its limit of workspaces or rows. */
  requireQuota(team: string): void {
    const { teamWorkspaces, teamRows } = this.#registry.limits
    const ids = this.of(team)
    if (ids.length >= teamWorkspaces)
      throw exceeded(team, `${ids.length} workspaces, and may have ${teamWorkspaces}`, 'workspaces', ids)
    const tables = ids.flatMap(id => Object.values(this.#registry.get(id)!.workspace.tables))
    const rows = tables.reduce((sum, { size }) => sum + size, 0)
    if (rows >= teamRows)
      throw exceeded(team, `${rows} rows in its workspaces, and may have ${teamRows}`, 'rows', ids)
  }

  teams(): [team: string, count: number][] {
    const names = [...this.#leases.values()].map(({ team }) => team).filter(team => team !== undefined)
    return [...new Set(names)].map(team => [team, this.of(team).length])
  }

  /** When a workspace expires if nobody calls it, as a real date; undefined without an expiry. */
  endOf(id: string): number | undefined {
    const rest = this.#restOf(id)
    return rest === undefined ? undefined : machineDate() + rest
  }

  removeExpired(): void {
    if (this.#registry.traffic.isStopping) return
    for (const id of this.#leases.keys()) if ((this.#restOf(id) ?? 1) <= 0) this.#remove(id)
  }

  /** The remaining milliseconds; a workspace with open calls, such as a stream, has all of them. */
  #restOf(id: string): number | undefined {
    const ms = this.#leases.get(id)?.expiresMs
    const use = this.#registry.get(id)?.use
    if (ms === undefined || use === undefined) return undefined
    return use.open > 0 ? ms : use.at + ms - machineNow()
  }

  #watch(ms: number): void {
    if (this.#isWatching) return
    this.#isWatching = true
    afterMachineTime(Math.max(LEAST_MS, ms), () => {
      this.#isWatching = false
      this.removeExpired()
      const rests = [...this.#leases.keys()].map(id => this.#restOf(id)).filter(rest => rest !== undefined)
      if (rests.length > 0) this.#watch(Math.min(...rests))
    })
  }
}

function exceeded(team: string, has: string, what: string, ids: readonly string[]): ControlRefusal {
  const some = ids.slice(0, 5).join(', ')
  return new ControlRefusal(
    'quota_exceeded',
    `The team ${team} has ${has}. Delete some of ${some}${ids.length > 5 ? ' and others' : ''}, let them expire, or start the mock with --max-team-${what}.`,
  )
}
