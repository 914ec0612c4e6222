// The latest exchanges of a workspace, bounded by count and by size.
import type { Exchange } from './exchange.ts'

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

type Listener = (entry: Exchange) => void

/**
 * Keeps exchanges in order of arrival, and drops the oldest when it is full.
 *
 *     journal.open(entry, workspace.now(), machineNow())
 *     journal.close(entry, workspace.now())
 */
export class Journal {
  readonly bounds: JournalBounds
  readonly #owner: string
  /** Exchanges in order; those before `#first` are dropped already. */
  #entries: Exchange[] = []
  #first = 0
  #count = 0
  #bytes = 0
  readonly #listeners = new Set<Listener>()

  /** `owner` is the id of the workspace, with which the ids of its exchanges begin. */
  constructor(owner: string, bounds: Partial<JournalBounds> = {}) {
    this.#owner = owner
    this.bounds = { ...defaultBounds, ...bounds }
  }

  /** Adds an exchange when it arrives. */
  open(entry: Exchange, at: number, machineAt: number): void {
    this.#count += 1
    entry.number = this.#count
    entry.id = `${this.#owner}.${this.#count}`
    entry.at = at
    entry.machineAt = machineAt
    this.#entries.push(entry)
    this.#grow(OVERHEAD + entry.path.length + entry.query.length)
  }

  /** Closes an exchange when it ends. */
  close(entry: Exchange, at: number): void {
    entry.endedAt = at
    if (this.#holds(entry)) this.#grow(bodiesOf(entry))
    this.notify(entry)
  }

  /** Calls the listeners: when the stream of an exchange has begun, and when it ends. */
  notify(entry: Exchange): void {
    for (const listener of this.#listeners) listener(entry)
  }

  /** Every exchange kept, oldest first. */
  all(): Exchange[] {
    return this.#entries.slice(this.#first)
  }

  get(id: string): Exchange | undefined {
    const number = Number(id.slice(this.#owner.length + 1))
    const entry = this.#entries[this.#first + number - this.#oldest()]
    return entry?.id === id ? entry : undefined
  }

  /** How many exchanges there were, including those that were dropped. */
  get count(): number {
    return this.#count
  }

  /** How many of them are kept. */
  get size(): number {
    return this.#entries.length - this.#first
  }

  get bytes(): number {
    return this.#bytes
  }

  /** Drops all exchanges; numbering continues. */
  clear(): void {
    this.#entries = []
    this.#first = 0
    this.#bytes = 0
  }

  /** Calls back with exchanges; see `notify`. Returns a function that ends that. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  #oldest(): number {
    return this.#count - this.size + 1
  }

  #holds(entry: Exchange): boolean {
    return this.size > 0 && entry.number >= this.#oldest()
  }

  #grow(bytes: number): void {
    this.#bytes += bytes
    while (this.size > this.bounds.entries || (this.#bytes > this.bounds.bytes && this.size > 1))
      this.#forgetOldest()
    // An exchange that is larger than the bound is kept without its bodies.
    const last = this.#entries.at(-1)
    if (this.#bytes > this.bounds.bytes && last) {
      last.requestText = ''
      last.responseText = ''
      this.#bytes = OVERHEAD
    }
    if (this.#first > 256 && this.#first * 2 > this.#entries.length) {
      this.#entries = this.#entries.slice(this.#first)
      this.#first = 0
    }
  }

  #forgetOldest(): void {
    const entry = this.#entries[this.#first] as Exchange
    // Clears the place at once, or the exchange would stay in memory until the array is cut.
    this.#entries[this.#first] = undefined as unknown as Exchange
    this.#first += 1
    this.#bytes -= OVERHEAD + entry.path.length + entry.query.length
    if (entry.endedAt !== null) this.#bytes -= bodiesOf(entry)
  }
}

function bodiesOf({ requestText, responseText }: Exchange): number {
  return requestText.length + responseText.length
}
