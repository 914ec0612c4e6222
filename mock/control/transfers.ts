// Moves between shards whose end one side has not heard of, so that a workspace ends on exactly one shard: the one that sent
// it keeps it until it knows of the arrival, and takes back what may have arrived.
import type { WorkspaceRegistry } from '../server/workspace-registry.ts'
import { afterMachineTime } from '../simulation/machine-time.ts'
import type { Peers } from './peers.ts'
import { ControlRefusal } from './refusal.ts'

export interface Transfer {
  readonly id: string
  readonly to: string
  /** When it was sent, in real epoch milliseconds, which tells one move of a workspace from another. */
  readonly sentAt: number
}

interface Kept {
  readonly open: readonly Transfer[]
  readonly arrived: Readonly<Record<string, number>>
}

/** The name of the setting in the kept file. */
const TRANSFERS = 'transfers between shards'

/** Milliseconds until a shard that did not answer is asked again. */
const RETRY_MS = 5_000

export class Transfers {
  readonly #registry: WorkspaceRegistry
  /** What this shard has sent without hearing that it arrived. */
  #open: readonly Transfer[] = []
  /** When what is here from other shards was sent. */
  readonly #arrived = new Map<string, number>()
  /** The last transfer of a workspace that was taken back, which may still be on its way. */
  readonly #takenBack = new Map<string, number>()

  #cancelRetry = () => {}

  constructor(registry: WorkspaceRegistry) {
    this.#registry = registry
  }

  restoreKept(): void {
    const { open = [], arrived = {} } = (this.#registry.keeper?.settings.get(TRANSFERS) ??
      {}) as Partial<Kept>
    this.#open = open
    for (const [id, sentAt] of Object.entries(arrived)) this.#arrived.set(id, sentAt)
  }

  /** Await the keeper before anything is sent: a restart must know what may have arrived elsewhere. */
  begin(transfer: Transfer): void {
    this.#open = [...this.#open, transfer]
    this.#keep()
  }

  /** The other shard has said that it has the workspace. */
  went(transfer: Transfer): void {
    this.#arrived.delete(transfer.id)
    this.#end(transfer)
  }

  arrived(id: string, sentAt: number): void {
    this.#arrived.set(id, sentAt)
    this.#keep()
  }

  /** Refuses what was taken back while it was on its way. */
  requireWanted(id: string, sentAt: number): void {
    if (sentAt !== this.#takenBack.get(id)) return
    throw new ControlRefusal('not_movable', `The workspace ${id} was taken back by the shard that sent it.`)
  }

  /** Whether the workspace that is here came with that transfer, which was taken back. */
  takeBack(id: string, sentAt: number): boolean {
    this.#takenBack.set(id, sentAt)
    if (this.#arrived.get(id) !== sentAt) return false
    this.#arrived.delete(id)
    this.#keep()
    return true
  }

  /** Takes back everything that may have arrived elsewhere; what a shard does not answer is tried again later. */
  async settle(peers: Peers): Promise<void> {
    this.#cancelRetry()
    for (const transfer of this.#open)
      if (await peers.takeBack(transfer.to, transfer.id, transfer.sentAt)) this.#end(transfer)
    if (this.#open.length === 0 || this.#registry.traffic.isStopping) return
    this.#cancelRetry()
    this.#cancelRetry = afterMachineTime(RETRY_MS, () => void this.settle(peers))
  }

  #end(transfer: Transfer): void {
    this.#open = this.#open.filter(open => open !== transfer)
    this.#keep()
  }

  #keep(): void {
    const kept: Kept = { open: this.#open, arrived: Object.fromEntries(this.#arrived) }
    this.#registry.keeper?.settings.set(TRANSFERS, kept)
  }
}
