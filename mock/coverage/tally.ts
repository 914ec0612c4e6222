// What was exercised, counted as it happens: the journal forgets, and the tests of a whole night should count.
import type { OperationRow } from '#openapi'
import { type Entry, isOpen } from '../journal/entry.ts'
import type { Movement } from '../journal/movements.ts'
import type { Role } from '../world/people.ts'

/** Counts by name. */
export class Counts {
  readonly #counts = new Map<string, number>()

  add(name: string, by = 1): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + by)
  }

  of(name: string): number {
    return this.#counts.get(name) ?? 0
  }

  all(): ReadonlyMap<string, number> {
    return this.#counts
  }
}

/** What the calls to one workspace, or to all of them, have exercised. */
export class Tally {
  exchanges = 0
  /** By operation and status: `createTask 201`. */
  readonly replies = new Counts()
  readonly roles = new Counts()
  /** By operation and role, for calls that were let in: `getUsageByTeam manager`. */
  readonly callers = new Counts()
  readonly scopes = new Counts()
  /** By the id of a key and a scope that a call of it needed. */
  readonly keyScopes = new Counts()
  /** Kinds of events that were sent. */
  readonly events = new Counts()
  /** By kind of thing and statuses: `run running > paused`. */
  readonly transitions = new Counts()
  readonly refusals = new Counts()
  readonly #total: Tally | undefined
  /** What calls have made or moved, and what came of it; the past that a workspace is seeded with moves uncounted. */
  readonly #things = new Set<string>()

  /** `total` counts everything as well. */
  constructor(total?: Tally) {
    this.#total = total
  }

  /** Counts an exchange that is done with. */
  count(entry: Entry): void {
    if (isOpen(entry)) return
    this.#total?.count(entry)
    const { operation, caller, letIn, status, stream, refusal } = entry
    this.exchanges += 1
    if (refusal) this.refusals.add(refusal.code)
    for (const [kind, count] of stream?.kinds ?? []) this.events.add(kind, count)
    if (!operation) return
    this.replies.add(`${operation.id} ${status}`)
    // A member who is refused for the role behind the key has shown what members get.
    if (!caller || (!letIn && refusal?.code !== 'role_insufficient')) return
    this.roles.add(caller.person.role)
    this.callers.add(`${operation.id} ${caller.person.role satisfies Role}`)
    for (const scope of scopesUsed(operation, caller.key.scopes)) {
      this.scopes.add(scope)
      this.keyScopes.add(`${caller.key.id} ${scope}`)
    }
  }

  /** Counts a movement, if it is one of a thing that a call has made or moved. */
  move(movement: Movement): void {
    this.#total?.move(movement)
    const { kind, id, parent, from, to, exchange } = movement
    const isOfOurs = exchange !== null || (parent !== null && this.#things.has(parent))
    if (isOfOurs) this.#things.add(id)
    if (!this.#things.has(id)) return
    this.transitions.add(`${kind} ${from ?? 'new'} > ${to ?? 'deleted'}`)
    if (to === null) this.#things.delete(id)
  }
}

/** The scopes by which a key was let in: those of the first alternative that it has. */
function scopesUsed({ scopes }: OperationRow, held: readonly string[]): readonly string[] {
  return scopes.find(all => all.every(scope => held.includes(scope))) ?? []
}
