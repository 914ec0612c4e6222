// Keeps workspaces in a file. Whatever changes in one turn of the event loop is committed in one transaction, before any
// reply of that turn is sent. So what a client was told is true after a crash, and a busy mock commits rarely.
import { afterThisTurn, machineDate } from '../simulation/machine-time.ts'
import type { Watcher } from '../store/table.ts'
import type { SavedWorkspace, Workspace } from '../world/workspace.ts'
import { type KeptFile, keepProblem, type Owner } from './kept-file.ts'
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

/**
 * How far ahead of a scaled clock its kept instant runs, in milliseconds of the machine. A restart goes on from the kept
 * instant, so no client sees time go back.
 */
const CLOCK_LEAD_MS = 2_000

/** Where a workspace comes from. */
export interface Provenance {
  /** The generated world that it was forked from, directly or by way of other workspaces. */
  readonly base: SavedWorkspace
  /** What it was made from, such as `demo` or the id of a snapshot. */
  readonly origin: string
}

/** What belongs to a workspace and is kept as a whole, such as its faults. */
export interface KeptPart {
  /** What it is, as JSON. */
  save(): unknown
  /** Calls back whenever that has changed. */
  watch(onChange: () => void): void
}

/** How a workspace is kept. */
export interface Kept extends Provenance {
  /** What it was when it was made. */
  readonly beginning: SavedWorkspace
  readonly faults: KeptPart
  /** Its team and its expiry, as JSON. */
  readonly lease: unknown
}

/** A workspace as the file has it. */
export interface RestoredWorkspace extends Provenance {
  readonly id: string
  readonly name: string
  readonly profile: unknown
  readonly saved: SavedWorkspace
  readonly beginning: SavedWorkspace
  /** As the part saved them. */
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
  /** The rows that changed since the last commit, by kind and id; null for rows that are gone. */
  readonly changes: Map<string, Map<string, unknown>>
  /** True until everything that differs from the base has been written once. */
  isNew: boolean
  /** The clock's count of moves at the last commit. */
  moves: number
  /** The kept instant of a scaled clock. */
  keptUntil: number
}

export class Keeper {
  readonly #file: KeptFile
  readonly #bases = new Map<SavedWorkspace, number>()
  readonly #followed = new Map<string, Followed>()
  readonly #dirty = new Set<Followed>()
  /** Other things to write with the next commit, in order. */
  #pending: (() => void)[] = []
  /** Bases that the transaction under way has written. */
  readonly #newBases: SavedWorkspace[] = []
  /** Whether something was deleted or replaced, so that a base may be unused now. */
  #hasLetGo = false
  #turn: Promise<void> | undefined
  #problem: Error | undefined

  constructor(file: KeptFile) {
    this.#file = file
  }

  /** Why the last commit failed. While it is set, the world is ahead of the file, and nobody may be told about it. */
  get problem(): Error | undefined {
    return this.#problem
  }

  /** Tries again when the last commit failed, so that the mock recovers without a request. Returns what is wrong still. */
  check(): Error | undefined {
    if (this.#problem)
      try {
        this.commit()
      } catch {
        // `problem` has it.
      }
    return this.#problem
  }

  /** A number that goes on after a restart, such as that of the last workspace. */
  count(name: string): number {
    return Number(this.#file.settings().get(name) ?? 0)
  }

  keepCount(name: string, count: number): void {
    this.write(file => file.setSetting(name, count))
  }

  /** Everything that the file holds. */
  restore(): { workspaces: RestoredWorkspace[]; snapshots: RestoredSnapshot[] } {
    try {
      return this.#restore()
    } catch (error) {
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
      if (!base) throw new Error(`${this.#file.path} has no base ${id}`)
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
    return {
      workspaces: this.#file.workspaces().map(({ id, base, state, beginning, ...more }) => {
        const current = read(`workspace/${id}`, base, state, now)
        const began = beginning === null ? current : read(`beginning/${id}`, base, beginning, undefined)
        return { ...more, id, ...current, beginning: began.saved }
      }),
      snapshots: this.#file
        .snapshots()
        .map(({ id, base, view, state }) => ({ view, ...read(`snapshot/${id}`, base, state, undefined) })),
    }
  }

  /** Whether the workspace is kept. */
  keeps(id: string): boolean {
    return this.#followed.has(id)
  }

  /**
   * Keeps a workspace from now on; again for another state of a workspace that it keeps already. `isKept` says that the
   * file has this very state.
   */
  follow(workspace: Workspace, kept: Kept, { isKept = false } = {}): void {
    const followed: Followed = {
      ...kept,
      workspace,
      changes: new Map(),
      isNew: !isKept,
      moves: -1,
      keptUntil: Number.NEGATIVE_INFINITY,
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
    this.write(file => file.deleteWorkspace(id))
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

  /** Writes something else with the next commit. */
  write(act: (file: KeptFile) => void): void {
    this.#pending.push(() => act(this.#file))
    this.#schedule()
  }

  /**
   * What has to be awaited before a reply is sent; undefined when everything is kept. The promise rejects when the file
   * cannot be written: then the reply must not be sent.
   */
  beforeReply(workspace?: Workspace): Promise<void> | undefined {
    this.#touchMovedClocks(workspace)
    if (this.#dirty.size > 0 || this.#pending.length > 0) this.#schedule()
    return this.#turn
  }

  /** A stream that sends a part only when everything in it is kept. */
  async *before<Part>(stream: AsyncIterable<Part>, workspace?: Workspace): AsyncGenerator<Part> {
    for await (const part of stream) {
      await this.beforeReply(workspace)
      yield part
    }
  }

  /** Writes what is not written yet. */
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
      // Whatever was not written is written with the next commit, bases included.
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

  /** Writes what is not written yet and closes the file, also when that cannot be written. */
  close(): void {
    this.#touchMovedClocks()
    try {
      this.commit()
    } finally {
      this.abandon()
    }
  }

  /** Closes the file without writing. */
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
    // Whoever replies awaits it; a change that nobody waits for is written with the next commit.
    this.#turn.catch(() => {})
  }

  #touchMovedClocks(workspace?: Workspace): void {
    const followed = workspace && this.#followed.get(workspace.id)
    for (const one of followed ? [followed] : this.#followed.values())
      if (this.#hasClockMoved(one)) this.#touch(one)
  }

  #hasClockMoved({ workspace, moves, keptUntil }: Followed): boolean {
    const { clock } = workspace.simulation
    return clock.moves !== moves || (clock.mode.kind === 'scaled' && workspace.now() > keptUntil)
  }

  #writeWorkspace(followed: Followed, now: number): void {
    const { workspace, base, changes, isNew } = followed
    const owner = `workspace/${workspace.id}` as const
    const { mode, at } = workspace.simulation.clock.save()
    followed.keptUntil = mode.kind === 'scaled' ? at + CLOCK_LEAD_MS * mode.factor : at
    const state = stateOf(
      {
        clock: { mode, at: followed.keptUntil },
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
        // What came and went since the base leaves nothing behind.
        if (row === null && !hasRow(base, kind, id)) this.#file.deleteRow(owner, kind, id)
        else this.#file.putRow(owner, kind, id, row)
      }
    this.#file.updateWorkspace(workspace.id, state, faults)
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

  /** The number of a base; it is written when first asked for. */
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

/** Where a kept clock goes on: a running one has gone on with the machine's, any other stands where it was. */
function clockNow({ clock, machineAt }: KeptState, now: number): KeptState['clock'] {
  return clock.mode.kind === 'real' ? { ...clock, at: clock.at + Math.max(0, now - machineAt) } : clock
}
