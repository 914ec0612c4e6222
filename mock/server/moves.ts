// Workspaces that have moved to another shard, or are on their way. Their names still say the old shard, which passes their
// requests on.

/** What a workspace is called by: its own id, its snapshots, and the secrets of its keys. */
type Names = readonly string[]

interface Moved {
  readonly to: string
  readonly names: Names
}

/** Moved workspaces by id, as JSON. */
export type MovesState = Readonly<Record<string, Moved>>

/** The name of the setting in the kept file. */
export const MOVES = 'moved workspaces'

export class Moves {
  readonly #moved = new Map<string, Moved>()
  readonly #shards = new Map<string, string>()
  readonly #held = new Map<string, Promise<void>>()

  get isEmpty(): boolean {
    return this.#shards.size === 0 && this.#held.size === 0
  }

  /** The shard of something with that name; undefined if it has not moved. */
  shardOf(name: string): string | undefined {
    return this.#shards.get(name)
  }

  /** Resolves when what has that name has arrived or stays; undefined if it is not on its way. */
  waitFor(name: string): Promise<void> | undefined {
    return this.#held.get(name)
  }

  /** Holds the requests for these names until the returned function is called. */
  hold(names: Names): () => void {
    const { promise, resolve } = Promise.withResolvers<void>()
    for (const name of names) this.#held.set(name, promise)
    return () => {
      for (const name of names) this.#held.delete(name)
      resolve()
    }
  }

  went(id: string, moved: Moved): void {
    this.#moved.set(id, moved)
    for (const name of moved.names) this.#shards.set(name, moved.to)
  }

  /** The workspace is here again. */
  came(id: string): void {
    for (const name of this.#moved.get(id)?.names ?? []) this.#shards.delete(name)
    this.#moved.delete(id)
  }

  save(): MovesState {
    return Object.fromEntries(this.#moved)
  }

  restore(state: MovesState): void {
    for (const [id, moved] of Object.entries(state)) this.went(id, moved)
  }
}
