// Counts what is exercised as it happens, because the journal drops old exchanges.
import type { OperationRow } from '#openapi'
import type { WorkspaceEvent } from '../journal/event-log.ts'
import type { Exchange } from '../journal/exchange.ts'
import type { Caller } from '../service/handler.ts'

/** A call is credited with what happens by itself to at least so many resources, and to at most twice as many. */
const MAX_THINGS = 5_000

/** Counts by name. */
export type Counts = ReadonlyMap<string, number>

/** Adds up counts of the same name. */
export function summed(counts: Iterable<readonly [name: string, times: number]>): Map<string, number> {
  const total = new Map<string, number>()
  for (const [name, times] of counts) add(total, name, times)
  return total
}

function add(counts: Map<string, number>, name: string, times = 1): void {
  counts.set(name, (counts.get(name) ?? 0) + times)
}

/** Counts of everything exercised. */
export interface Exercised {
  /** How many exchanges were counted. */
  readonly exchanges: number
  /** By operation and status: `createTask 201`. */
  readonly replies: Counts
  readonly roles: Counts
  readonly scopes: Counts
  /** Kinds of events that were sent. */
  readonly events: Counts
  /** By kind of resource and statuses: `run running > paused`. */
  readonly transitions: Counts
}

/** The sum of several tallies. */
export function together(all: readonly Exercised[]): Exercised {
  const sum = (counts: (one: Exercised) => Counts) => summed(all.flatMap(one => [...counts(one)]))
  return {
    exchanges: all.reduce((total, { exchanges }) => total + exchanges, 0),
    replies: sum(({ replies }) => replies),
    roles: sum(({ roles }) => roles),
    scopes: sum(({ scopes }) => scopes),
    events: sum(({ events }) => events),
    transitions: sum(({ transitions }) => transitions),
  }
}

/** What requests to one workspace have exercised. */
export class CoverageTally implements Exercised {
  exchanges = 0
  readonly replies = new Map<string, number>()
  readonly roles = new Map<string, number>()
  readonly scopes = new Map<string, number>()
  readonly events = new Map<string, number>()
  readonly transitions = new Map<string, number>()
  /** By the id of a key and a scope that a call of it needed. */
  readonly keyScopes = new Map<string, number>()
  /** The latest resources that calls have created or changed, in two generations. Seeded history does not count. */
  #things = new Set<string>()
  #olderThings = new Set<string>()

  /** Counts an exchange that has ended. */
  count(entry: Exchange): void {
    if (entry.endedAt === null) return
    const { operation, status, stream, refusal, caller } = entry
    this.exchanges += 1
    for (const [kind, times] of stream?.kinds ?? []) add(this.events, kind, times)
    if (!operation) return
    add(this.replies, `${operation.id} ${status}`)
    // A member who is refused because of the role has exercised what members get.
    if (!caller || !(entry.authorized || refusal?.code === 'role_insufficient')) return
    add(this.roles, caller.person.role)
    for (const scope of scopesUsed(operation, caller)) {
      add(this.scopes, scope)
      add(this.keyScopes, `${caller.key.id} ${scope}`)
    }
  }

  /** Counts an event of a resource that a call has created or changed. */
  addEvent({ id, parent, exchange, kind, from, to }: WorkspaceEvent): void {
    const isOfOurs = exchange !== null || this.#has(id) || (parent !== null && this.#has(parent))
    if (!isOfOurs) return
    add(this.transitions, `${kind} ${from ?? 'new'} > ${to ?? 'deleted'}`)
    this.#things.add(id)
    if (this.#things.size < MAX_THINGS) return
    this.#olderThings = this.#things
    this.#things = new Set()
  }

  #has(id: string): boolean {
    return this.#things.has(id) || this.#olderThings.has(id)
  }
}

/** The scopes that allowed a call: those of the first alternative that the key has. */
function scopesUsed({ scopes }: OperationRow, { key }: Caller): readonly string[] {
  const held: readonly string[] = key.scopes
  return scopes.find(all => all.every(scope => held.includes(scope))) ?? []
}
