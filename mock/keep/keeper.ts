// Keeps workspaces in a file. The changes of one turn of the event loop, or of a few that follow each other, are committed in
// one transaction, before any of their replies is sent. So everything a client has seen survives a crash, and a busy mock
// commits rarely.
import { machineDate } from '../simulation/machine-time.ts'
import { inTurns, type Slices } from '../simulation/slices.ts'
import type { Watcher } from '../store/table.ts'
import type { SavedWorkspace, Workspace } from '../world/workspace.ts'
import { shrinkWhenIdle } from './idle-shrinking.ts'
import { keepProblem } from './keep-problem.ts'
import type { KeptFile } from './kept-file.ts'
import { KeptSettings } from './kept-settings.ts'
import { Layer, Layers } from './layer.ts'
import { type KeptState, SCHEDULE, stateOf } from './saved-rows.ts'
import { SharedTurn } from './shared-turn.ts'

/** A part of a workspace that is stored as a whole, such as its faults. */
export interface KeptPart {
  /** The state as JSON. */
  save(): unknown
  /** Calls back whenever the state changes. */
  watch(onChange: () => void): void
}

/** What is needed to keep a workspace. */
export interface Kept {
  /** What it was created from, such as `demo` or the id of a snapshot. */
  readonly origin: string
  /** The workspace as it was created, for `reset`. */
  readonly beginning: SavedWorkspace
  readonly faults: KeptPart
  /** The team and expiry, as JSON. */
  readonly lease: unknown
}

/** A workspace as read from the file. */
export interface RestoredWorkspace extends Omit<Kept, 'faults'> {
  readonly id: string
  readonly name: string
  readonly profile: unknown
  readonly saved: SavedWorkspace
  /** The state that the part saved. */
  readonly faults: unknown
}

export interface RestoredSnapshot {
  readonly view: unknown
  /** Read on first use: a start does not unpack what nobody asks for. */
  readonly saved: SavedWorkspace
}

/** What a workspace continues. */
export interface Continued {
  readonly state: SavedWorkspace
  /** What that state was made from; undefined if that is not known. */
  readonly from?: SavedWorkspace | undefined
  /** Whether the file has the state. */
  readonly isKept?: boolean
}

interface Followed extends Kept {
  readonly workspace: Workspace
  /** The layer that its changes go to. */
  top: Layer
  /** The layer at its creation. */
  readonly began: Layer
  /** True until its record has been written. */
  isNew: boolean
  /** The clock's count of moves at the last commit. */
  moves: number
  /** The instant of the clock at the last commit, from which a restart continues. */
  keptAt: number
}

export class Keeper {
  readonly settings = new KeptSettings(act => this.write(act))
  readonly #file: KeptFile
  readonly #layers: Layers
  readonly #followed = new Map<string, Followed>()
  readonly #dirty = new Set<Followed>()
  /** Further writes for the next commit, in order. */
  #pending: (() => void)[] = []
  readonly #turn = new SharedTurn(() => this.commit())
  #problem: Error | undefined
  #endShrinking = () => {}
  #renewal: Slices<void> | undefined

  constructor(file: KeptFile) {
    this.#file = file
    this.#layers = new Layers(file)
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

  /** Reads everything from the file, which is written to from now on. */
  restore(): { workspaces: RestoredWorkspace[]; snapshots: RestoredSnapshot[] } {
    try {
      const restored = this.#file.isNew ? { workspaces: [], snapshots: [] } : this.#restore()
      this.#file.begin()
      this.settings.read(this.#file)
      return restored
    } catch (error) {
      this.#file.leave()
      throw keepProblem(this.#file.path, error)
    }
  }

  #restore(): { workspaces: RestoredWorkspace[]; snapshots: RestoredSnapshot[] } {
    const now = machineDate()
    const layers = this.#layers
    layers.restore()
    const workspaces = this.#file.workspaces().map(({ layer, began, state, beginning, ...more }) => {
      const kept = state as KeptState
      const saved = layers.stateOf(layer, { ...kept, clock: clockNow(kept, now) })
      return { ...more, saved, beginning: layers.stateOf(began, beginning as KeptState) }
    })
    const snapshots = this.#file.snapshots().map(({ layer, view, state }): RestoredSnapshot => {
      layers.require(layer)
      let saved: SavedWorkspace | undefined
      return {
        view,
        get saved() {
          saved ??= layers.stateOf(layer, state as KeptState)
          return saved
        },
      }
    })
    layers.checkUnread()
    return { workspaces, snapshots }
  }

  /** Whether the workspace is kept. */
  keeps(id: string): boolean {
    return this.#followed.has(id)
  }

  /** Keeps a workspace from now on, or replaces the kept state of one. */
  follow(workspace: Workspace, kept: Kept, { state, from, isKept = false }: Continued): void {
    const began = this.#layers.of(kept.beginning, from)
    const known = this.#layers.of(state, from)
    const followed: Followed = {
      ...kept,
      workspace,
      began,
      top: isKept ? known : this.#layers.above(state, workspace.save()),
      isNew: !isKept,
      moves: -1,
      keptAt: Number.NEGATIVE_INFINITY,
    }
    if (this.#followed.has(workspace.id)) this.#layers.letGo()
    this.#followed.set(workspace.id, followed)
    const watch =
      (kind: string): Watcher<{ readonly id: string }> =>
      (before, after) =>
        this.#note(followed, kind, (after ?? before)!.id, after ?? null)
    for (const [kind, table] of Object.entries(workspace.tables))
      (table as { watch(watcher: Watcher<{ readonly id: string }>): void }).watch(watch(kind))
    workspace.simulation.schedule.watch(watch(SCHEDULE))
    kept.faults.watch(() => {
      if (this.#followed.get(workspace.id) === followed) this.#touch(followed)
    })
    this.#touch(followed)
  }

  /**
   * Writes the rows of a state before a workspace begins with it, in slices, so that nobody waits for that commit. Call the
   * result once the workspace is followed, or will not be.
   */
  writingAhead(state: SavedWorkspace): Slices<() => void> {
    return this.#layers.writingAhead(state)
  }

  /** Deletes a workspace from the file. */
  forget(id: string): void {
    const followed = this.#followed.get(id)
    if (!followed) return
    this.#followed.delete(id)
    this.#dirty.delete(followed)
    this.#layers.letGo()
    this.write(file => file.deleteWorkspace(id))
    this.settings.forgetJournal(id)
  }

  /**
   * Notes a saved state of a workspace that is kept, so that snapshots and forks of it cost nothing: later changes go to
   * another layer.
   */
  noteState(id: string, saved: SavedWorkspace): void {
    const followed = this.#followed.get(id)
    if (!followed) return
    const { top } = followed
    if (!top.hasRows && top.below) {
      this.#layers.set(saved, top.below)
      return
    }
    this.#layers.set(saved, top)
    followed.top = new Layer(top, undefined, false)
    followed.isNew = true
    this.#touch(followed)
  }

  /** `from` is what a state was made from that is not known yet. */
  keepSnapshot(
    id: string,
    workspaceId: string,
    view: unknown,
    saved: SavedWorkspace,
    from?: SavedWorkspace,
  ): void {
    if (!this.#followed.has(workspaceId)) return
    this.write(file => {
      const layer = this.#layers.write(this.#layers.of(saved, from))
      file.putSnapshot({ id, layer, view, state: stateOf(saved, machineDate()) })
    })
  }

  forgetSnapshot(id: string): void {
    this.#layers.letGo()
    this.write(file => file.deleteSnapshot(id))
  }

  /** Queues a further write for the next commit. */
  write(act: (file: KeptFile) => void): void {
    this.#pending.push(() => act(this.#file))
    this.#turn.ask()
  }

  /**
   * Await this before a reply is sent; undefined if everything is committed. Rejects if the file cannot be written:
   * then the reply must not be sent.
   */
  beforeReply(workspace?: Workspace): Promise<void> | undefined {
    this.#touchMovedClocks(workspace)
    const isBehind = this.#dirty.size > 0 || this.#pending.length > 0
    // After a commit that failed.
    if (isBehind && !this.#turn.done) this.#turn.ask()
    return this.#turn.done
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
    if (this.#dirty.size === 0 && this.#pending.length === 0 && !this.#layers.hasUnused) return
    const now = machineDate()
    const pending = this.#pending
    try {
      this.#file.transaction(() => {
        for (const followed of this.#dirty) this.#writeWorkspace(followed, now)
        for (const act of pending) act()
        this.#layers.deleteUnused()
      })
    } catch (error) {
      this.#layers.rolledBack()
      this.#problem = error as Error
      throw error
    }
    this.#problem = undefined
    this.#layers.committed()
    this.#pending = this.#pending.slice(pending.length)
    const committed = [...this.#dirty]
    this.#dirty.clear()
    for (const followed of committed) {
      followed.isNew = false
      followed.moves = followed.workspace.simulation.clock.moves
    }
    if (this.#layers.hasUnused) this.#turn.ask()
    this.#endShrinking()
    this.#endShrinking = shrinkWhenIdle(this.#file)
    for (const followed of committed)
      if (followed.top.isOverwritten(rowCount(followed.workspace))) this.#renew(followed)
  }

  /** Commits all changes and closes the file, even if the commit fails. */
  close(): void {
    this.#touchMovedClocks()
    try {
      this.commit()
      this.settings.returnNumbers()
      this.#commitIfPossible()
    } finally {
      this.abandon()
    }
  }

  #commitIfPossible(): void {
    try {
      this.commit()
    } catch {
      // The file may have been deleted before the mock was stopped.
    }
  }

  /** Closes the file without committing. */
  abandon(): void {
    this.#endShrinking()
    this.#renewal?.return()
    this.#dirty.clear()
    this.#pending = []
    this.#layers.abandon()
    this.#file.close()
  }

  /** Lets a workspace go on in a new layer with the rows that it has, in slices, one workspace at a time. */
  #renew(followed: Followed): void {
    if (this.#renewal) return
    this.#renewal = this.#renewing(followed)
    inTurns(this.#renewal)
      // If the file cannot be written, the next commit says so, and tries again.
      .catch(() => {})
      .finally(() => {
        this.#renewal = undefined
      })
  }

  *#renewing(followed: Followed): Slices<void> {
    const { workspace } = followed
    const state = workspace.save()
    const release = yield* this.#layers.writingAhead(state)
    if (this.#followed.get(workspace.id) === followed) {
      followed.top = this.#layers.above(state, workspace.save())
      followed.isNew = true
      this.#touch(followed)
    }
    release()
  }

  #note(followed: Followed, kind: string, id: string, row: unknown): void {
    if (this.#followed.get(followed.workspace.id) !== followed) return
    followed.top.note(kind, id, row)
    this.#touch(followed)
  }

  #touch(followed: Followed): void {
    this.#dirty.add(followed)
    this.#turn.ask()
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
    const { workspace, isNew, origin, beginning, lease } = followed
    const clock = workspace.simulation.clock.save()
    followed.keptAt = clock.at
    const { id, name, profile, ids, random } = workspace
    const { schedule } = workspace.simulation
    const state = stateOf({ clock, schedule, ids: ids.save(), random: random.save() }, now)
    const faults = followed.faults.save()
    const layer = this.#layers.write(followed.top)
    if (!isNew) {
      this.#file.putState(id, state, faults)
      return
    }
    const began = this.#layers.write(followed.began)
    const record = { id, layer, began, origin, name, profile, lease, state, faults }
    this.#file.putWorkspace({ ...record, beginning: stateOf(beginning, now) })
  }
}

/** The instant at which a kept clock continues: a running clock advances with real time, any other stays. */
function clockNow({ clock, machineAt }: KeptState, now: number): KeptState['clock'] {
  return clock.mode.kind === 'real' ? { ...clock, at: clock.at + Math.max(0, now - machineAt) } : clock
}

function rowCount({ tables, simulation }: Workspace): number {
  return Object.values(tables).reduce((sum, table) => sum + table.size, simulation.schedule.size)
}
