import type { Difference } from '../store/table.ts'
import { Queue } from './queue.ts'
import { byDue, type ScheduledEvent } from './scheduled-event.ts'

/** A schedule as plain JSON, provided that the payloads are. */
export type ScheduleState = { readonly seq: number; readonly entries: readonly ScheduledEvent[] }

/** Calls back after every event that is planned, without `before`, and after every one that is cancelled or taken. */
type Watcher = (before: ScheduledEvent | undefined, after: ScheduledEvent | undefined) => void

/**
 * Planned events in order of due time, then of planning. A fork shares them until one of the two is written to. They are in
 * no table: an event is planned and taken again for each step of each run, and nobody reads pages of them.
 */
export class Schedule {
  #seq = 0
  /** By id, in order of planning. */
  #entries = new Map<string, ScheduledEvent>()
  #isShared = false
  #watchers: readonly Watcher[] = []
  /** Queues are derived from the entries on first use and not saved. */
  #foreground: Queue | undefined
  #background: Queue | undefined
  #bySubject: Map<string, ScheduledEvent[]> | undefined
  /** The next event (null: none); undefined if it has to be looked up. Read after every write. */
  #upcoming: ScheduledEvent | null | undefined = null

  static restore({ seq, entries }: ScheduleState): Schedule {
    const schedule = new Schedule()
    schedule.#seq = seq
    for (const entry of entries.toSorted((a, b) => a.seq - b.seq)) schedule.#entries.set(entry.id, entry)
    schedule.#upcoming = undefined
    return schedule
  }

  save(): ScheduleState {
    return { seq: this.#seq, entries: this.entries() }
  }

  fork(): Schedule {
    const fork = new Schedule()
    fork.#seq = this.#seq
    fork.#entries = this.#entries
    fork.#isShared = this.#isShared = true
    fork.#upcoming = this.#upcoming
    return fork
  }

  get size(): number {
    return this.#entries.size
  }

  /** The `seq` of the newest entry. */
  get lastSeq(): number {
    return this.#seq
  }

  has(id: string): boolean {
    return this.#entries.has(id)
  }

  /** Forks are not watched. */
  watch(watcher: Watcher): void {
    this.#watchers = [...this.#watchers, watcher]
  }

  /** What was planned and what is gone since an older version of this schedule. */
  changesSince(older: Schedule): Difference<ScheduledEvent> {
    return {
      added: this.entries().filter(({ id }) => !older.has(id)),
      changed: [],
      removed: older.entries().filter(({ id }) => !this.has(id)),
    }
  }

  /** Plans `kind` for `subject` at `due`, and returns the entry's id. */
  plan(due: number, kind: string, subject: string, payload: unknown = null, background = false): string {
    if (!Number.isFinite(due)) throw new RangeError(`cannot plan '${kind}' for ${subject} at ${due}`)
    this.#seq += 1
    // Ids sort like their numbers, as those of rows do.
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
    this.#queueOf(entry)?.push(entry)
    if (this.#bySubject) addTo(this.#bySubject, entry)
    if (this.#upcoming === null || (this.#upcoming !== undefined && entry.due < this.#upcoming.due))
      this.#upcoming = entry
    this.#own().set(id, entry)
    for (const watcher of this.#watchers) watcher(undefined, entry)
    return id
  }

  /** Cancels an entry; false if it has already happened or was cancelled before. */
  cancel(id: string): boolean {
    const entry = this.#entries.get(id)
    if (entry === undefined) return false
    this.#cancel(entry)
    return true
  }

  /** Cancels all entries of the subject, or only those of one kind, and returns them. */
  cancelWhere(subject: string, kind?: string): ScheduledEvent[] {
    const entries = this.of(subject).filter(entry => kind === undefined || entry.kind === kind)
    for (const entry of entries) this.#cancel(entry)
    return entries
  }

  /** The entries of the subject, the earliest first. */
  of(subject: string): ScheduledEvent[] {
    if (this.#bySubject === undefined) {
      this.#bySubject = new Map()
      for (const entry of this.entries()) addTo(this.#bySubject, entry)
    }
    return this.#bySubject.get(subject)?.toSorted(byDue) ?? []
  }

  /** All entries in order of planning. */
  entries(): ScheduledEvent[] {
    return [...this.#entries.values()]
  }

  /** When the next event is due, or null. `foreground` ignores background events. */
  nextDue(which: 'any' | 'foreground' = 'any'): number | null {
    const next = which === 'any' ? this.#next() : this.#firstOf('foreground')
    return next?.due ?? null
  }

  /** Removes and returns the next entry that is due by that instant. */
  takeDue(instant: number): ScheduledEvent | undefined {
    const entry = this.#next()
    if (entry === undefined || entry.due > instant) return undefined
    this.#queueOf(entry)?.takeFirst()
    this.#remove(entry)
    return entry
  }

  #next(): ScheduledEvent | undefined {
    if (this.#upcoming === undefined) {
      const a = this.#firstOf('foreground')
      const b = this.#firstOf('background')
      const isFirst = b === undefined || (a !== undefined && byDue(a, b) < 0)
      this.#upcoming = (isFirst ? a : b) ?? null
    }
    return this.#upcoming ?? undefined
  }

  #firstOf(which: 'foreground' | 'background'): ScheduledEvent | undefined {
    // Rebuilds the queues once most of their events are gone.
    const held = (this.#foreground?.length ?? 0) + (this.#background?.length ?? 0)
    if (!this.#foreground || !this.#background || held > 2 * this.size + 64) {
      const { foreground = [], background = [] } = Object.groupBy(this.entries(), entry =>
        entry.background ? 'background' : 'foreground',
      )
      this.#foreground = new Queue(foreground)
      this.#background = new Queue(background)
    }
    return which === 'foreground' ? this.#foreground.first() : this.#background.first()
  }

  #queueOf({ background }: ScheduledEvent): Queue | undefined {
    return background ? this.#background : this.#foreground
  }

  #cancel(entry: ScheduledEvent): void {
    this.#queueOf(entry)?.cancel(entry)
    this.#remove(entry)
  }

  #remove(entry: ScheduledEvent): void {
    if (this.#upcoming === entry) this.#upcoming = undefined
    const entries = this.#bySubject?.get(entry.subject)
    if (entries?.length === 1) this.#bySubject?.delete(entry.subject)
    else entries?.splice(entries.indexOf(entry), 1)
    this.#own().delete(entry.id)
    for (const watcher of this.#watchers) watcher(entry, undefined)
  }

  /** The entries, for writing. */
  #own(): Map<string, ScheduledEvent> {
    if (this.#isShared) {
      this.#entries = new Map(this.#entries)
      this.#isShared = false
    }
    return this.#entries
  }
}

function addTo(bySubject: Map<string, ScheduledEvent[]>, entry: ScheduledEvent): void {
  const entries = bySubject.get(entry.subject)
  if (entries) entries.push(entry)
  else bySubject.set(entry.subject, [entry])
}
