// Workspaces that have moved to another shard, or are on their way. Their names still say the old shard, which passes their
// requests on.
import { secretIn } from './authenticate.ts'

/** What a workspace is called by: its own id, its snapshots, and the secrets of its keys. */
type Names = readonly string[]

interface Moved {
  readonly to: string
  readonly names: Names
}

/** Moved workspaces by id, as JSON. */
export type MovesState = Readonly<Record<string, Moved>>

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

  /** Resolves when the workspace of a request has arrived or stays; undefined if it is not on its way. */
  waitFor(request: Addressed): Promise<void> | undefined {
    return this.#held.size === 0 ? undefined : this.#held.get(nameIn(request) ?? '')
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

interface Addressed {
  readonly url?: string | undefined
  readonly headers: {
    readonly authorization?: string | undefined
    readonly [name: string]: string | readonly string[] | undefined
  }
}

/** The name by which a request finds its workspace: in its path, in `X-Mock-As`, or its key. A proxy in front reads the same. */
export function nameIn({ url = '/', headers }: Addressed): string | undefined {
  const inPath = /^\/_mock\/(?:workspaces|explain|snapshots)\/((?:ws|snap)_s\d+_\w+)/.exec(url)?.[1]
  const followed = /^\/_mock\/events\?(?:.*&)?workspaces=(ws_s\d+_\w+)/.exec(url)?.[1]
  const as = headers['x-mock-as']
  return inPath ?? followed ?? (typeof as === 'string' ? as.split('/')[0] : secretIn(headers.authorization))
}
