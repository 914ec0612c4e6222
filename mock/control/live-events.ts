// All events of a mock as one stream, for consoles and command lines. Costs nothing without followers.

import type { StreamPart } from '../dialect/stream-part.ts'
import type { WorkspaceRegistry } from '../server/workspace-registry.ts'
import { Wakeup } from '../service/wakeup.ts'
import { afterMachineTime, machineDate } from '../simulation/machine-time.ts'
import { ownVersion } from '../version.ts'
import { eventsOf } from '../work/chat-events.ts'
import { FollowedWorkspace } from './followed-workspace.ts'
import type { StreamEvents, StreamHello } from './generated/control.gen.ts'

export interface FollowOptions {
  readonly workspaces: readonly string[]
  readonly chats: readonly string[]
  readonly lastId: string | undefined
  /** Calls back when the client has left. */
  readonly onClose: (listener: () => void) => void
}

/** The signals to the stream of a client: something is due, or a sign of life, or the client has left. */
type Signal = 'due' | 'beat' | 'gone'

/** The key for all workspaces. */
const ALL = '*'

/** How long events are collected before they are sent, and the interval for figures of running runs. */
const BATCH_MS = 50
const WORKING_MS = 250
const SHOWN_MS = 1_000
/** How many messages are kept for clients that reconnect, and for how long. */
const MAX_KEPT = 2_000
const KEPT_MS = 30_000
const HEARTBEAT_MS = 15_000

export class LiveEvents {
  /** The version of the console; empty if none is served. */
  consoleVersion = () => ''
  readonly #registry: WorkspaceRegistry
  readonly #boot = machineDate().toString(36)
  readonly #followed = new Map<string, FollowedWorkspace>()
  /** The streams, with what each of them follows. */
  readonly #readers = new Map<Wakeup<Signal>, Pick<FollowOptions, 'workspaces' | 'chats'>>()
  #worked = 0
  /** The newest messages; the first has the number `#sent - #kept.length + 1`. */
  #kept: StreamEvents[] = []
  #sent = 0
  #isListed = false
  #isStrange = false
  #flushing: (() => void) | undefined
  #working: (() => void) | undefined
  #cancelRelease: (() => void) | undefined
  #stop: (() => void)[] = []

  constructor(registry: WorkspaceRegistry) {
    this.#registry = registry
  }

  /** The stream of one client. */
  async *follow({ workspaces, chats, lastId, onClose }: FollowOptions): AsyncGenerator<StreamPart> {
    const wakeup = new Wakeup<Signal>()
    onClose(() => wakeup.notify('gone'))
    this.#join(wakeup, { workspaces, chats })
    let stopHeart = () => {}
    const startHeart = () => {
      stopHeart = afterMachineTime(HEARTBEAT_MS, () => {
        startHeart()
        wakeup.notify('beat')
      })
    }
    const conversations = chats.map(id => this.#chatOf(id, workspaces, () => wakeup.notify('due')))
    try {
      const missed = this.#missedSince(lastId, workspaces)
      let last = missed ?? this.#sent
      yield this.#part('hello', this.#hello(workspaces, missed !== undefined), last)
      startHeart()
      for (let signal: Signal = 'due'; signal !== 'gone'; signal = await wakeup.next()) {
        // A client that is too slow gets the whole state again.
        if (last < this.#sent - this.#kept.length) {
          last = this.#sent
          yield this.#part('hello', this.#hello(workspaces, false), last)
        }
        while (last < this.#sent) {
          last += 1
          const part = this.#partFor(this.#kept[this.#kept.length - 1 - (this.#sent - last)]!, workspaces)
          if (part) yield this.#part('news', part, last)
        }
        for (const chat of conversations) {
          const events = chat?.next() ?? []
          if (events.length > 0) yield { event: 'chat', data: { chat_id: chat!.id, events } }
        }
        if (signal === 'beat') yield { comment: 'still here' }
      }
    } finally {
      stopHeart()
      for (const chat of conversations) chat?.stop()
      this.#leave(wakeup)
    }
  }

  /** Announces a change outside of tables. */
  touch(workspaceId: string, what: string): void {
    this.#followed.get(workspaceId)?.touch(what)
  }

  #part(event: string, data: unknown, number: number): StreamPart {
    return { event, id: `${this.#boot}.${number}`, data }
  }

  #hello(ids: readonly string[], resumed: boolean): StreamHello {
    const states = this.#named(ids).flatMap(id => {
      const followed = this.#followed.get(id)
      return followed ? [[id, followed.state()] as const] : []
    })
    return {
      boot: this.#boot,
      version: ownVersion(),
      console: this.consoleVersion(),
      resumed,
      unknown_keys: this.#registry.journal.count,
      workspaces: Object.fromEntries(states),
    }
  }

  /** The number after which a client continues; undefined if it has missed messages that are no longer kept. */
  #missedSince(lastId: string | undefined, ids: readonly string[]): number | undefined {
    const [boot, text] = lastId?.split('.') ?? []
    const number = Number(text)
    const oldest = this.#sent - this.#kept.length
    if (boot !== this.#boot || !(number >= oldest && number <= this.#sent)) return undefined
    const isWhole = (id: string) => (this.#followed.get(id)?.since ?? 0) <= number
    return this.#named(ids).every(isWhole) ? number : undefined
  }

  #partFor({ workspaces, ...rest }: StreamEvents, ids: readonly string[]): StreamEvents | undefined {
    const mine = Object.entries(workspaces).filter(([id]) => ids.includes(ALL) || ids.includes(id))
    if (mine.length === 0 && Object.keys(rest).length === 0) return undefined
    return { ...rest, workspaces: Object.fromEntries(mine) }
  }

  #join(wakeup: Wakeup<Signal>, followed: Pick<FollowOptions, 'workspaces' | 'chats'>): void {
    this.#cancelRelease?.()
    this.#cancelRelease = undefined
    if (this.#readers.size === 0 && this.#stop.length === 0) this.#begin()
    this.#readers.set(wakeup, followed)
    for (const id of this.#named(followed.workspaces)) this.#followWorkspace(id)
    this.#tellOfWork()
  }

  #leave(wakeup: Wakeup<Signal>): void {
    this.#readers.delete(wakeup)
    if (this.#readers.size > 0) return
    this.#working?.()
    this.#working = undefined
    this.#cancelRelease = afterMachineTime(KEPT_MS, () => this.#end())
  }

  #begin(): void {
    const registry = this.#registry
    this.#stop.push(
      registry.onChange(id => {
        this.#isListed = true
        this.#renew(id)
        this.#flushSoon()
      }),
      registry.journal.listen(() => {
        this.#isStrange = true
        this.#flushSoon()
      }),
    )
  }

  #end(): void {
    this.#flushing?.()
    this.#flushing = undefined
    for (const stop of this.#stop) stop()
    for (const followed of this.#followed.values()) followed.stop()
    this.#stop = []
    this.#followed.clear()
    this.#kept = []
  }

  /** Follows a workspace; `since` is the number of the last message before. */
  #followWorkspace(id: string, since = this.#sent): FollowedWorkspace | undefined {
    const hosted = this.#registry.get(id)
    if (this.#followed.has(id) || !hosted) return undefined
    const followed = new FollowedWorkspace(hosted, since, () => this.#flushSoon())
    this.#followed.set(id, followed)
    return followed
  }

  /** The ids of the workspaces that a client named. */
  #named(ids: readonly string[]): readonly string[] {
    return ids.includes(ALL) ? this.#registry.all().map(({ workspace }) => workspace.id) : ids
  }

  /** Called when a workspace is created, replaced or deleted. */
  #renew(id: string): void {
    const before = this.#followed.get(id)
    before?.stop()
    this.#followed.delete(id)
    if (before) this.#followWorkspace(id, before.since)?.touch('*')
    // A new workspace has no earlier messages.
    else if ([...this.#readers.values()].some(({ workspaces }) => workspaces.includes(ALL)))
      this.#followWorkspace(id, 0)
  }

  #flushSoon(): void {
    this.#flushing ??= afterMachineTime(BATCH_MS, () => {
      this.#flushing = undefined
      this.#flush()
    })
  }

  #flush(): void {
    const workspaces = [...this.#followed].flatMap(([id, followed]) => {
      const events = followed.take()
      return events ? [[id, events] as const] : []
    })
    const batch: StreamEvents = {
      workspaces: Object.fromEntries(workspaces),
      ...(this.#isListed ? { listed: true } : {}),
      ...(this.#isStrange ? { unknown_keys: this.#registry.journal.count } : {}),
    }
    this.#isListed = false
    this.#isStrange = false
    if (workspaces.length === 0 && Object.keys(batch).length === 1) return
    this.#kept.push(batch)
    if (this.#kept.length > MAX_KEPT) this.#kept.shift()
    this.#sent += 1
    for (const wakeup of this.#readers.keys()) wakeup.notify('due')
  }

  /** Sends costs of running runs, which grow with the clock without a change in any table. */
  #tellOfWork(): void {
    this.#working ??= afterMachineTime(WORKING_MS, () => {
      this.#working = undefined
      this.#worked += WORKING_MS
      // A message of a chat grows word by word, without a change in any table.
      for (const [wakeup, { chats }] of this.#readers) if (chats.length > 0) wakeup.notify('due')
      this.#tellOfWork()
      if (this.#worked % SHOWN_MS !== 0) return
      for (const followed of this.#followed.values()) {
        const { simulation, tables } = followed.workspace
        const isRunning = tables.runs.count('byStatus', 'running') > 0
        if (simulation.clock.mode.kind !== 'frozen' && isRunning) followed.touch('running')
      }
    })
  }

  #chatOf(id: string, workspaces: readonly string[], ring: () => void) {
    const workspace = this.#named(workspaces)
      .map(workspaceId => this.#registry.get(workspaceId)?.workspace)
      .find(one => one?.tables.chats.get(id))
    if (!workspace) return undefined
    let last = 0
    const next = () => {
      workspace.simulation.settle()
      const chat = workspace.tables.chats.get(id)
      const events = chat ? eventsOf(workspace, chat, last + 1) : []
      last = events.at(-1)?.sequence ?? last
      return events
    }
    return { id, next, stop: workspace.feed.listen(id, ring) }
  }
}
