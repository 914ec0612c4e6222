// The latest exchanges of a workspace, bounded by count and by size.
import type { ExchangeFilter } from '../control/generated/control.gen.ts'
import type { Exchange, OpenExchange } from './exchange.ts'
import { matcher } from './filter.ts'

/** How much a journal keeps. */
export interface JournalBounds {
  /** The number of exchanges. Default: 1,000. */
  readonly entries: number
  /** The approximate size of bodies, paths and headers, in characters. Default: 8 MiB. */
  readonly bytes: number
}

const defaultBounds: JournalBounds = { entries: 1_000, bytes: 8 * 1024 * 1024 }

/** The size of an exchange without its bodies. */
const OVERHEAD = 800

/** How many numbers are reserved at a time. */
const RESERVED = 1_000

type Listener = (entry: Exchange) => void

/**
 * Keeps exchanges in order of arrival, and drops the oldest when it is full.
 *
 *     journal.open(request, workspace.now())
 *     journal.close(request, workspace.now())
 */
export class Journal {
  readonly bounds: JournalBounds
  /** The id of the workspace, with which the ids of its exchanges begin. */
  readonly owner: string
  /**
   * The exchanges that are kept, each at a place of its own until another takes it. An array that is cut again and again
   * would make the garbage collector keep what its old copies hold.
   */
  readonly #ring: (Exchange | OpenExchange | undefined)[] = []
  /** Their sizes, so that nothing of an old exchange has to be read to forget it. */
  readonly #sizes: number[] = []
  #count = 0
  /** The number of the oldest exchange that is kept. */
  #oldest = 1
  /** The numbers that were given before this journal. */
  #before = 0
  #bytes = 0
  /** Numbers up to this one may be given. */
  #reserved = Number.POSITIVE_INFINITY
  #reserve: (number: number) => void = () => {}
  readonly #listeners = new Set<Listener>()

  constructor(owner: string, bounds: Partial<JournalBounds> = {}) {
    this.owner = owner
    this.bounds = { ...defaultBounds, ...bounds }
  }

  /**
   * Numbers exchanges from `count` on. Before a number is given, `reserve` is called with a number that is at least as
   * high, so that a restart can continue behind all that were given.
   */
  continueFrom(count: number, reserve: (number: number) => void): void {
    this.#count = Math.max(this.#count, count)
    this.#oldest = this.#count + 1
    this.#before = this.#count
    this.#ring.length = 0
    this.#reserved = this.#count
    this.#reserve = reserve
  }

  /** Adds a request on arrival, and gives it its id. */
  open(request: OpenExchange, at: number): void {
    this.#count += 1
    if (this.#count > this.#reserved) {
      this.#reserved = this.#count + RESERVED
      this.#reserve(this.#reserved)
    }
    request.number = this.#count
    request.id = `${this.owner}.${this.#count}`
    request.at = at
    const place = this.#placeOf(this.#count)
    this.#ring[place] = request
    this.#sizes[place] = 0
    this.#grow(place, OVERHEAD + request.path.length + request.query.length)
  }

  /** Writes the exchange of a request that has ended. */
  close(request: OpenExchange, at: number): Exchange {
    const entry = request.exchange(at)
    if (entry.number >= this.#oldest) {
      const place = this.#placeOf(entry.number)
      this.#ring[place] = entry
      this.#grow(place, entry.requestText.length + entry.responseText.length)
    }
    for (const listener of this.#listeners) listener(entry)
    return entry
  }

  /** Notifies the listeners of progress: the stream has begun, or a fault was applied. */
  changed(request: OpenExchange): void {
    const entry = request.exchange(null)
    for (const listener of this.#listeners) listener(entry)
  }

  /** Every exchange kept, oldest first. */
  all(): Exchange[] {
    return Array.from({ length: this.size }, (_, i) => soFar(this.#ring[this.#placeOf(this.#oldest + i)]!))
  }

  /** Those that match, without what was done in the console unless the filter asks for it. */
  find(filter: ExchangeFilter): Exchange[] {
    return this.all().filter(matcher(filter))
  }

  get(id: string): Exchange | undefined {
    const entry = this.#ring[this.#placeOf(Number(id.slice(this.owner.length + 1)))]
    return entry?.id === id ? soFar(entry) : undefined
  }

  /** How many exchanges there were, including those that were dropped. */
  get count(): number {
    return this.#count
  }

  /** How many of them are kept. */
  get size(): number {
    return this.#count - this.#oldest + 1
  }

  get bytes(): number {
    return this.#bytes
  }

  /** Drops all exchanges; numbering continues. */
  clear(): void {
    this.#ring.fill(undefined)
    this.#oldest = this.#count + 1
    this.#bytes = 0
  }

  /** Calls back with exchanges on progress and at their end. Returns a function that unsubscribes. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  #placeOf(number: number): number {
    return (number - this.#before - 1) % (this.bounds.entries + 1)
  }

  #grow(place: number, bytes: number): void {
    this.#sizes[place]! += bytes
    this.#bytes += bytes
    while (this.size > this.bounds.entries || (this.#bytes > this.bounds.bytes && this.size > 1))
      this.#forgetOldest()
    // An exchange that is larger than the bound is kept without its bodies.
    if (this.#bytes <= this.bounds.bytes) return
    const lastPlace = this.#placeOf(this.#count)
    const last = this.#ring[lastPlace]
    if (!last) return
    if (hasEnded(last)) this.#ring[lastPlace] = { ...last, requestText: '', responseText: '' }
    this.#sizes[lastPlace] = OVERHEAD
    this.#bytes = OVERHEAD
  }

  #forgetOldest(): void {
    const place = this.#placeOf(this.#oldest)
    this.#ring[place] = undefined
    this.#oldest += 1
    this.#bytes -= this.#sizes[place]!
  }
}

function hasEnded(entry: Exchange | OpenExchange): entry is Exchange {
  return !('exchange' in entry)
}

function soFar(entry: Exchange | OpenExchange): Exchange {
  return hasEnded(entry) ? entry : entry.exchange(null)
}
