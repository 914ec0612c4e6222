import { Tree } from '../store/ordered-tree.ts'
import { type Difference, difference } from '../store/ordered-tree-difference.ts'
import type { Watcher } from '../store/table.ts'

/**
 * Something that will happen: data, never a closure, so that a schedule can be saved, forked and compared.
 * Whoever runs the simulation knows what to do for each `kind`.
 */
export type ScheduledEvent = {
  readonly id: string
  /** When it happens, in epoch milliseconds. */
  readonly due: number
  /** Counts up with every entry planned; what is due at the same instant happens in this order. */
  readonly seq: number
  readonly kind: string
  /** The id of the resource it happens to; all its entries can be cancelled at once. */
  readonly subject: string
  readonly payload: unknown
  /** Housekeeping that goes on for ever, such as a monthly fee: a world with nothing else to come is idle. */
  readonly background: boolean
}

/** A schedule as plain JSON, as far as the payloads are. */
export type ScheduleState = { readonly seq: number; readonly entries: readonly ScheduledEvent[] }

const FOREGROUND = 'foreground'
const BACKGROUND = 'background'

/** What is still to happen, in order of due time, then of planning. Forks cost nothing until written to. */
export class Schedule {
  #seq = 0
  #byId: Tree<ScheduledEvent>
  #byDue: Tree<ScheduledEvent>
  #bySubject: Tree<ScheduledEvent>
  /** What happens next (null: nothing); undefined when it has to be looked up. Asked for on every request. */
  #upcoming: ScheduledEvent | null | undefined = null
  readonly #watchers: Watcher<ScheduledEvent>[] = []

  constructor() {
    this.#byId = new Tree<ScheduledEvent>({ order: () => 0 })
    this.#byDue = new Tree<ScheduledEvent>({
      bucket: entry => (entry.background ? BACKGROUND : FOREGROUND),
      order: entry => entry.due,
    })
    this.#bySubject = new Tree<ScheduledEvent>({ bucket: entry => entry.subject, order: entry => entry.due })
  }

  static restore(state: ScheduleState): Schedule {
    const schedule = new Schedule()
    schedule.#seq = state.seq
    for (const tree of schedule.#trees()) tree.load(state.entries)
    schedule.#upcoming = undefined
    return schedule
  }

  save(): ScheduleState {
    return { seq: this.#seq, entries: this.entries() }
  }

  fork(): Schedule {
    const twin = new Schedule()
    twin.#seq = this.#seq
    twin.#byId = this.#byId.fork()
    twin.#byDue = this.#byDue.fork()
    twin.#bySubject = this.#bySubject.fork()
    twin.#upcoming = this.#upcoming
    return twin
  }

  get size(): number {
    return this.#byId.size
  }

  /** The `seq` of the entry planned last. */
  get lastSeq(): number {
    return this.#seq
  }

  has(id: string): boolean {
    return this.#byId.at('', { order: 0, id }) !== undefined
  }

  /** Calls back after every event that is planned, cancelled or taken off. Forks are not watched. */
  watch(watcher: Watcher<ScheduledEvent>): void {
    this.#watchers.push(watcher)
  }

  /** What changed from an older version of this schedule to this one. */
  changesSince(older: Schedule): Difference<ScheduledEvent> {
    return difference(older.#byId, this.#byId)
  }

  /** Notes that `kind` happens to `subject` at `due`, and returns the entry's id. */
  plan(due: number, kind: string, subject: string, payload: unknown = null, background = false): string {
    if (!Number.isFinite(due)) throw new RangeError(`cannot plan '${kind}' for ${subject} at ${due}`)
    this.#seq += 1
    // Ids sort as their numbers do, because an index breaks ties by id.
    const id = this.#seq.toString(36).padStart(9, '0')
    const entry: ScheduledEvent = {
      id,
      due: Math.ceil(due),
      seq: this.#seq,
      kind,
      subject,
      payload,
      background,
    }
    for (const tree of this.#trees()) tree.add(entry)
    for (const watcher of this.#watchers) watcher(undefined, entry)
    if (this.#upcoming === null || (this.#upcoming !== undefined && entry.due < this.#upcoming.due))
      this.#upcoming = entry
    return id
  }

  /** Takes an entry off again; false when it has happened or was cancelled before. */
  cancel(id: string): boolean {
    const entry = this.#byId.at('', { order: 0, id })
    if (entry === undefined) return false
    this.#remove(entry)
    return true
  }

  /** Cancels everything that is planned for the subject, or only one kind of it, and returns it. */
  cancelWhere(subject: string, kind?: string): ScheduledEvent[] {
    const entries = this.of(subject).filter(entry => kind === undefined || entry.kind === kind)
    for (const entry of entries) this.#remove(entry)
    return entries
  }

  /** What is to happen to the subject, the earliest first. */
  of(subject: string): ScheduledEvent[] {
    return this.#bySubject.slice(...this.#bySubject.span(subject))
  }

  /** All entries in the order in which they were planned. */
  entries(): ScheduledEvent[] {
    return this.#byId.slice()
  }

  /** When the next thing happens, or null. `foreground` leaves housekeeping aside. */
  nextDue(which: 'any' | 'foreground' = 'any'): number | null {
    const next = which === 'any' ? this.#next() : this.#first(FOREGROUND)
    return next?.due ?? null
  }

  /** Takes off and returns the next entry that is due at that instant or before. */
  takeDue(instant: number): ScheduledEvent | undefined {
    const entry = this.#next()
    if (entry === undefined || entry.due > instant) return undefined
    this.#remove(entry)
    return entry
  }

  #next(): ScheduledEvent | undefined {
    if (this.#upcoming === undefined) {
      const a = this.#first(FOREGROUND)
      const b = this.#first(BACKGROUND)
      const isFirst =
        b === undefined || (a !== undefined && (a.due < b.due || (a.due === b.due && a.seq < b.seq)))
      this.#upcoming = (isFirst ? a : b) ?? null
    }
    return this.#upcoming ?? undefined
  }

  #first(bucket: string): ScheduledEvent | undefined {
    const [start, end] = this.#byDue.span(bucket)
    return start < end ? this.#byDue.slice(start, start + 1)[0] : undefined
  }

  #remove(entry: ScheduledEvent): void {
    for (const tree of this.#trees()) tree.remove(entry)
    for (const watcher of this.#watchers) watcher(entry, undefined)
    if (this.#upcoming === entry) this.#upcoming = undefined
  }

  #trees(): Tree<ScheduledEvent>[] {
    return [this.#byId, this.#byDue, this.#bySubject]
  }
}
