// The workspaces of one server, found by the keys that belong to them.

import type { Workspace } from '../world/workspace.ts'
import { RateWindows } from './rate-windows.ts'

/** A workspace with what the server keeps beside it. */
export interface Tenancy {
  readonly workspace: Workspace
  readonly windows: RateWindows
}

export class Hub {
  readonly #tenancies = new Map<string, Tenancy>()
  readonly #bySecret = new Map<string, Tenancy>()

  /** Takes a workspace in, with all its keys. */
  add(workspace: Workspace): Tenancy {
    const tenancy: Tenancy = { workspace, windows: new RateWindows() }
    this.#tenancies.set(workspace.id, tenancy)
    for (const key of workspace.tables.keys.all()) this.#bySecret.set(key.secret, tenancy)
    return tenancy
  }

  /** Makes a key known that was made after its workspace. */
  learnKey(workspaceId: string, secret: string): void {
    const tenancy = this.#tenancies.get(workspaceId)
    if (tenancy) this.#bySecret.set(secret, tenancy)
  }

  bySecret(secret: string): Tenancy | undefined {
    return this.#bySecret.get(secret)
  }

  get(id: string): Tenancy | undefined {
    return this.#tenancies.get(id)
  }

  all(): Tenancy[] {
    return [...this.#tenancies.values()]
  }

  /** Lets a workspace go; its keys are unknown from then on. */
  remove(id: string): boolean {
    const tenancy = this.#tenancies.get(id)
    if (!tenancy) return false
    for (const key of tenancy.workspace.tables.keys.all()) this.#bySecret.delete(key.secret)
    return this.#tenancies.delete(id)
  }
}
