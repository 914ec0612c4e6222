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
  for (const [name, times] of counts) total.set(name, (total.get(name) ?? 0) + times)
  return total
}

/** Calls of the same operation with the same key and the same status. */
interface Kind {
  readonly status: number
  /** None for calls that were not allowed. */
  readonly caller: Caller | undefined
  times: number
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
  readonly #calls = new Map<OperationRow, Kind[]>()
  events: Counts = new Map()
  readonly #moves: { readonly of: WorkspaceEvent; times: number }[] = []
  /** The latest resources that calls have created or changed, in two generations. Seeded history does not count. */
  #things = new Set<string>()
  #olderThings = new Set<string>()

  get replies(): Counts {
    return this.#counted((operation, { status }) => [`${operation.id} ${status}`])
  }

  get roles(): Counts {
    return this.#counted((_, { caller }) => (caller ? [caller.person.role] : []))
  }

  get scopes(): Counts {
    return this.#counted((operation, { caller }) => scopesUsed(operation, caller))
  }

  /** By the id of a key and a scope that a call of it needed. */
  get keyScopes(): Counts {
    return this.#counted((operation, { caller }) =>
      scopesUsed(operation, caller).map(scope => `${caller?.key.id} ${scope}`),
    )
  }

  get transitions(): Counts {
    return summed(
      this.#moves.map(({ of, times }) => [`${of.kind} ${of.from ?? 'new'} > ${of.to ?? 'deleted'}`, times]),
    )
  }

  /** Counts an exchange that has ended. */
  count(entry: Exchange): void {
    if (entry.endedAt === null) return
    const { operation, status, stream, refusal } = entry
    this.exchanges += 1
    if (stream) this.events = summed([...this.events, ...stream.kinds])
    if (!operation) return
    // A member who is refused because of the role has exercised what members get.
    const caller = entry.authorized || refusal?.code === 'role_insufficient' ? entry.caller : undefined
    this.#kindOf(operation, status, caller).times += 1
  }

  /** Counts an event of a resource that a call has created or changed. */
  addEvent(event: WorkspaceEvent): void {
    const { id, parent, exchange } = event
    const isOfOurs = exchange !== null || this.#has(id) || (parent !== null && this.#has(parent))
    if (!isOfOurs) return
    this.#moveOf(event).times += 1
    this.#things.add(id)
    if (this.#things.size < MAX_THINGS) return
    this.#olderThings = this.#things
    this.#things = new Set()
  }

  #has(id: string): boolean {
    return this.#things.has(id) || this.#olderThings.has(id)
  }

  #kindOf(operation: OperationRow, status: number, caller: Caller | undefined): Kind {
    const kinds = this.#calls.get(operation) ?? []
    if (kinds.length === 0) this.#calls.set(operation, kinds)
    const known = kinds.find(
      kind =>
        kind.status === status && kind.caller?.key === caller?.key && kind.caller?.person === caller?.person,
    )
    if (known) return known
    const kind = { status, caller, times: 0 }
    kinds.push(kind)
    return kind
  }

  /** There are few kinds of moves, so they are compared without making a name for each. */
  #moveOf(event: WorkspaceEvent): { times: number } {
    const { kind, from, to } = event
    for (const move of this.#moves)
      if (move.of.kind === kind && move.of.from === from && move.of.to === to) return move
    const move = { of: event, times: 0 }
    this.#moves.push(move)
    return move
  }

  #counted(namesOf: (operation: OperationRow, kind: Kind) => readonly string[]): Counts {
    const counts = [...this.#calls].flatMap(([operation, kinds]) =>
      kinds.flatMap(kind => namesOf(operation, kind).map(name => [name, kind.times] as const)),
    )
    return summed(counts)
  }
}

/** The scopes that allowed a call: those of the first alternative that the key has. */
function scopesUsed({ scopes }: OperationRow, caller: Caller | undefined): readonly string[] {
  const held: readonly string[] | undefined = caller?.key.scopes
  return (held && scopes.find(all => all.every(scope => held.includes(scope)))) ?? []
}
