// Keeps workspaces in a file. All changes of one turn of the event loop are committed in one transaction, before any
// reply of that turn is sent. So everything a client has seen survives a crash, and a busy mock commits rarely.
import { afterThisTurn, machineDate } from '../simulation/machine-time.ts'
import type { Watcher } from '../store/table.ts'
import type { SavedWorkspace, Workspace } from '../world/workspace.ts'
import { damaged, keepProblem } from './keep-problem.ts'
import type { KeptFile, Owner } from './kept-file.ts'
import {
  hasRow,
  type KeptState,
  LEDGER,
  overlayOf,
  rowsOf,
  SCHEDULE,
  stateOf,
  worldOf,
  worldOn,
} from './saved-rows.ts'

/** The origin of a workspace. */
export interface Provenance {
  /** The generated world that it was forked from, directly or through other workspaces. */
  readonly base: SavedWorkspace
  /** What it was created from, such as `demo` or the id of a snapshot. */
  readonly origin: string
}

/** A part of a workspace that is stored as a whole, such as its faults. */
export interface KeptPart {
  /** The state as JSON. */
  save(): unknown
  /** Calls back whenever the state changes. */
  watch(onChange: () => void): void
}

/** A journal whose numbers continue after a restart. */
export interface NumberedJournal {
  readonly owner: string
  readonly count: number
  continueFrom(count: number, reserve: (number: number) => void): void
}

/** What is needed to keep a workspace. */
export interface Kept extends Provenance {
  /** The workspace as it was created, for `reset`. */
  readonly beginning: SavedWorkspace
  readonly faults: KeptPart
  /** The team and expiry, as JSON. */
  readonly lease: unknown
}

/** A workspace as read from the file. */
export interface RestoredWorkspace extends Provenance {
  readonly id: string
  readonly name: string
  readonly profile: unknown
  readonly saved: SavedWorkspace
  readonly beginning: SavedWorkspace
  /** The state that the part saved. */
  readonly faults: unknown
  readonly lease: unknown
}

export interface RestoredSnapshot {
  readonly view: unknown
  readonly base: SavedWorkspace
  readonly saved: SavedWorkspace
}

interface Followed extends Kept {
  readonly workspace: Workspace
  /** The rows changed since the last commit, by kind and id; null for deleted rows. */
  readonly changes: Map<string, Map<string, unknown>>
  /** True until all differences from the base have been written. */
  isNew: boolean
  /** The clock's count of moves at the last commit. */
  moves: number
  /** The instant of the clock at the last commit, from which a restart continues. */
  keptAt: number
}

export class Keeper {
  readonly #file: KeptFile
  readonly #bases = new Map<SavedWorkspace, number>()
  readonly #followed = new Map<string, Followed>()
  readonly #dirty = new Set<Followed>()
  /** Further writes for the next commit, in order. */
  #pending: (() => void)[] = []
  /** Bases written in the current transaction. */
  readonly #newBases: SavedWorkspace[] = []
  /** Whether something was deleted or replaced, so that a base may be unused now. */
  #hasLetGo = false
  #counts = new Map<string, unknown>()
  readonly #journals = new Map<string, NumberedJournal>()
  #turn: Promise<void> | undefined
  #problem: Error | undefined

  constructor(file: KeptFile) {
    this.#file = file
  }

  /** Why the last commit failed. While this is set, the workspaces are ahead of the file, and no reply may be sent. */
  get problem(): Error | undefined {
    return this.#problem
  }

  /**
   * Checks that the file is there, and retries a failed commit, so that the mock recovers without a request. Returns the
   * remaining problem.
   */
  check(): Error | undefined {
    try {
      this.#file.check()
      if (this.#problem) this.commit()
    } catch (error) {
      this.#problem = error as Error
    }
    return this.#problem
  }

  /** A counter that continues after a restart, such as that of workspaces. */
  count(name: string): number {
    return Number(this.#counts.get(name) ?? 0)
  }

  keepCount(name: string, count: number): void {
    this.#counts.set(name, count)
    this.write(file => file.setSetting(name, count))
  }

  /** Numbers the exchanges of a journal behind those from before a restart. */
  continueJournal(journal: NumberedJournal): void {
    const name = countOfExchanges(journal.owner)
    journal.continueFrom(this.count(name), number => this.keepCount(name, number))
    this.#journals.set(journal.owner, journal)
  }

  /** Reads everything from the file, which is written to from now on. */
  restore(): { workspaces: RestoredWorkspace[]; snapshots: RestoredSnapshot[] } {
    try {
      const restored = this.#file.isNew ? { workspaces: [], snapshots: [] } : this.#restore()
      this.#file.begin()
      this.#counts = this.#file.settings()
      return restored
    } catch (error) {
      this.#file.leave()
      throw keepProblem(this.#file.path, error)
    }
  }

  #restore(): { workspaces: RestoredWorkspace[]; snapshots: RestoredSnapshot[] } {
    const bases = new Map<number, SavedWorkspace>()
    for (const { id, state } of this.#file.bases()) {
      const base = worldOf(this.#file.rows(`base/${id}`), state as KeptState)
      bases.set(id, base)
      this.#bases.set(base, id)
    }
    const baseOf = (id: number) => {
      const base = bases.get(id)
      if (!base) throw damaged(this.#file.path, `the base ${id} is missing`)
      return base
    }
    const read = (owner: Owner, id: number, state: unknown, now: number | undefined) => {
      const base = baseOf(id)
      const saved = worldOn(base, this.#file.rows(owner), state as KeptState)
      return {
        base,
        saved: now === undefined ? saved : { ...saved, clock: clockNow(state as KeptState, now) },
      }
    }
    const now = machineDate()
    const workspaces = this.#file.workspaces().map(({ id, base, state, beginning, ...more }) => {
      const current = read(`workspace/${id}`, base, state, now)
      const began = read(`beginning/${id}`, base, beginning, undefined)
      return { ...more, id, ...current, beginning: began.saved }
    })
    const snapshots = this.#file
      .snapshots()
      .map(({ id, base, view, state }) => ({ view, ...read(`snapshot/${id}`, base, state, undefined) }))
    this.#file.requireAllRead()
    return { workspaces, snapshots }
  }

  /** Whether the workspace is kept. */
  keeps(id: string): boolean {
    return this.#followed.has(id)
  }

  /**
   * Keeps a workspace from now on, or replaces the kept state of one. `isKept` means that the file already has this
   * state.
   */
  follow(workspace: Workspace, kept: Kept, { isKept = false } = {}): void {
    const followed: Followed = {
      ...kept,
      workspace,
      changes: new Map(),
      isNew: !isKept,
      moves: -1,
      keptAt: Number.NEGATIVE_INFINITY,
    }
    this.#hasLetGo ||= this.#followed.has(workspace.id)
    this.#followed.set(workspace.id, followed)
    const watch =
      (kind: string): Watcher<{ readonly id: string }> =>
      (before, after) =>
        this.#note(followed, kind, (after ?? before)!.id, after ?? null)
    for (const [kind, table] of Object.entries(workspace.tables))
      (table as { watch(watcher: Watcher<{ readonly id: string }>): void }).watch(watch(kind))
    workspace.ledger.watch(watch(LEDGER))
    workspace.simulation.schedule.watch(watch(SCHEDULE))
    kept.faults.watch(() => {
      if (this.#followed.get(workspace.id) === followed) this.#touch(followed)
    })
    this.#touch(followed)
  }

  /** Deletes a workspace from the file. */
  forget(id: string): void {
    const followed = this.#followed.get(id)
    if (!followed) return
    this.#followed.delete(id)
    this.#dirty.delete(followed)
    this.#hasLetGo = true
    this.#journals.delete(id)
    this.write(file => {
      file.deleteWorkspace(id)
      file.setSetting(countOfExchanges(id), undefined)
    })
  }

  keepSnapshot(id: string, workspaceId: string, view: unknown, saved: SavedWorkspace): void {
    const base = this.#followed.get(workspaceId)?.base
    if (!base) return
    this.write(file => {
      const owner = `snapshot/${id}` as const
      file.deleteRows(owner)
      for (const [kind, rowId, row] of overlayOf(base, saved)) file.putRow(owner, kind, rowId, row)
      file.putSnapshot({ id, base: this.#idOf(base), view, state: stateOf(saved, machineDate()) })
    })
  }

  forgetSnapshot(id: string): void {
    this.#hasLetGo = true
    this.write(file => file.deleteSnapshot(id))
  }

  /** Queues a further write for the next commit. */
  write(act: (file: KeptFile) => void): void {
    this.#pending.push(() => act(this.#file))
    this.#schedule()
  }

  /**
   * Await this before a reply is sent; undefined if everything is committed. Rejects if the file cannot be written:
   * then the reply must not be sent.
   */
  beforeReply(workspace?: Workspace): Promise<void> | undefined {
    this.#touchMovedClocks(workspace)
    if (this.#dirty.size > 0 || this.#pending.length > 0) this.#schedule()
    return this.#turn
  }

  /** A stream that sends each part only after everything in it is committed. */
  async *before<Part>(stream: AsyncIterable<Part>, workspace?: Workspace): AsyncGenerator<Part> {
    for await (const part of stream) {
      await this.beforeReply(workspace)
      yield part
    }
  }

  /** Commits all changes. */
  commit(): void {
    if (this.#dirty.size === 0 && this.#pending.length === 0) return
    const now = machineDate()
    const pending = this.#pending
    try {
      this.#file.transaction(() => {
        for (const followed of this.#dirty) this.#writeWorkspace(followed, now)
        for (const act of pending) act()
        if (this.#hasLetGo) for (const id of this.#file.deleteUnusedBases()) this.#dropBase(id)
      })
    } catch (error) {
      // A rolled-back transaction wrote no bases, so the next one has to write them again.
      for (const base of this.#newBases) this.#bases.delete(base)
      this.#newBases.length = 0
      this.#problem = error as Error
      throw error
    }
    this.#problem = undefined
    this.#hasLetGo = false
    this.#newBases.length = 0
    this.#pending = this.#pending.slice(pending.length)
    for (const followed of this.#dirty) {
      followed.changes.clear()
      followed.isNew = false
      followed.moves = followed.workspace.simulation.clock.moves
    }
    this.#dirty.clear()
  }

  /** Commits all changes and closes the file, even if the commit fails. */
  close(): void {
    this.#touchMovedClocks()
    try {
      this.commit()
      this.#returnNumbers()
    } finally {
      this.abandon()
    }
  }

  /** Gives numbers back that were reserved and not given. Without it they are left out. */
  #returnNumbers(): void {
    for (const { owner, count } of this.#journals.values()) this.keepCount(countOfExchanges(owner), count)
    try {
      this.commit()
    } catch {
      // The file may have been deleted before the mock was stopped.
    }
  }

  /** Closes the file without committing. */
  abandon(): void {
    this.#dirty.clear()
    this.#pending = []
    this.#file.close()
  }

  #note(followed: Followed, kind: string, id: string, row: unknown): void {
    if (this.#followed.get(followed.workspace.id) !== followed) return
    const rows = followed.changes.get(kind) ?? new Map<string, unknown>()
    followed.changes.set(kind, rows.set(id, row))
    this.#touch(followed)
  }

  #touch(followed: Followed): void {
    this.#dirty.add(followed)
    this.#schedule()
  }

  #schedule(): void {
    if (this.#turn) return
    this.#turn = new Promise<void>((resolve, reject) =>
      afterThisTurn(() => {
        this.#turn = undefined
        try {
          this.commit()
          resolve()
        } catch (error) {
          reject(error)
        }
      }),
    )
    // Replies await this promise; a change without a reply is retried with the next commit.
    this.#turn.catch(() => {})
  }

  #touchMovedClocks(workspace?: Workspace): void {
    const followed = workspace && this.#followed.get(workspace.id)
    for (const one of followed ? [followed] : this.#followed.values())
      if (this.#hasClockMoved(one)) this.#touch(one)
  }

  /** A scaled clock moves all the time, and each reply may tell its instant. */
  #hasClockMoved({ workspace, moves, keptAt }: Followed): boolean {
    const { clock } = workspace.simulation
    return clock.moves !== moves || (clock.mode.kind === 'scaled' && clock.now() > keptAt)
  }

  #writeWorkspace(followed: Followed, now: number): void {
    const { workspace, base, changes, isNew } = followed
    const owner = `workspace/${workspace.id}` as const
    const clock = workspace.simulation.clock.save()
    followed.keptAt = clock.at
    const state = stateOf(
      {
        clock,
        schedule: workspace.simulation.schedule,
        ids: workspace.ids.save(),
        random: workspace.random.save(),
      },
      now,
    )
    const faults = followed.faults.save()
    if (isNew) {
      this.#writeWhole(followed, state, faults, now)
      return
    }
    for (const [kind, rows] of changes)
      for (const [id, row] of rows) {
        // A row that came and went since the base needs no entry.
        if (row === null && !hasRow(base, kind, id)) this.#file.deleteRow(owner, kind, id)
        else this.#file.putRow(owner, kind, id, row)
      }
    this.#file.putState(workspace.id, state, faults)
  }

  #writeWhole(
    { workspace, base, origin, beginning, lease }: Followed,
    state: KeptState,
    faults: unknown,
    now: number,
  ) {
    const { id, name, profile } = workspace
    for (const [owner, world] of [
      [`workspace/${id}`, workspace.save()],
      [`beginning/${id}`, beginning],
    ] as const) {
      this.#file.deleteRows(owner)
      for (const [kind, rowId, row] of overlayOf(base, world)) this.#file.putRow(owner, kind, rowId, row)
    }
    const began = stateOf(beginning, now)
    this.#file.putWorkspace({
      id,
      base: this.#idOf(base),
      origin,
      name,
      profile,
      state,
      faults,
      beginning: began,
      lease,
    })
  }

  /** The number of a base; written on first use. */
  #idOf(base: SavedWorkspace): number {
    const known = this.#bases.get(base)
    if (known !== undefined) return known
    const id = this.#file.addBase(stateOf(base, machineDate()))
    for (const [kind, rowId, row] of rowsOf(base)) this.#file.putRow(`base/${id}`, kind, rowId, row)
    this.#bases.set(base, id)
    this.#newBases.push(base)
    return id
  }

  #dropBase(id: number): void {
    for (const [base, known] of this.#bases) if (known === id) this.#bases.delete(base)
  }
}

/** The name of the counter in the file. */
function countOfExchanges(owner: string): string {
  return `exchanges of ${owner}`
}

/** The instant at which a kept clock continues: a running clock advances with real time, any other stays. */
function clockNow({ clock, machineAt }: KeptState, now: number): KeptState['clock'] {
  return clock.mode.kind === 'real' ? { ...clock, at: clock.at + Math.max(0, now - machineAt) } : clock
}
