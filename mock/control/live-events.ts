// Everything that happens in a mock, as one stream for consoles and command lines. Without followers it costs nothing.

import type { StreamPart } from '../dialect/stream-part.ts'
import type { WorkspaceEvent } from '../journal/event-log.ts'
import type { Exchange } from '../journal/exchange.ts'
import { summaryOf } from '../journal/view.ts'
import type { WorkspaceRegistry } from '../server/workspace-registry.ts'
import { Wakeup } from '../service/wakeup.ts'
import { afterMachineTime, machineDate } from '../simulation/machine-time.ts'
import { ownVersion } from '../version.ts'
import { eventsOf } from '../work/chat-events.ts'
import type { Workspace } from '../world/workspace.ts'
import type { ControlSchemas } from './document.ts'
import { eventView } from './event-views.ts'
import { clockView } from './set-clock.ts'
import { snakeCase } from './snake-case.ts'
import { listWaiting } from './waiting.ts'

type Hello = ControlSchemas['StreamHello']
type StreamEvents = ControlSchemas['StreamEvents']
type WorkspaceEvents = ControlSchemas['WorkspaceEvents']

export interface FollowOptions {
  readonly workspaces: readonly string[]
  readonly chats: readonly string[]
  readonly lastId: string | undefined
  /** Which version of the console the mock serves. */
  readonly consoleVersion: string
  /** Calls back when the client has left. */
  readonly onClose: (listener: () => void) => void
}

/** What wakes the stream of a client: something is due to be sent, or the client has left. */
type Signal = 'due' | 'gone'

/** Stands for every workspace. */
const ALL = '*'

/** How long events are collected before they are sent, and how often the figures of running runs are sent. */
const BATCH_MS = 50
const WORKING_MS = 250
const SHOWN_MS = 1_000
/** How many messages a client may miss while its connection is lost, and for how long they are kept. */
const MAX_KEPT = 2_000
const KEPT_MS = 30_000
/** Lines of a workspace in one message. */
const MAX_LINES = 100
const HEARTBEAT_MS = 15_000

/** A followed workspace, with the events that were not sent yet. */
interface Followed {
  readonly id: string
  /** The number of the last message before it was followed. */
  readonly since: number
  workspace: Workspace
  waiting: number
  readonly touched: Set<string>
  exchanges: Exchange[]
  events: WorkspaceEvent[]
  leftOut: number
  readonly stop: (() => void)[]
}

export class LiveEvents {
  readonly #registry: WorkspaceRegistry
  readonly #boot = machineDate().toString(36)
  readonly #followed = new Map<string, Followed>()
  readonly #readers = new Set<Wakeup<Signal>>()
  /** Those of them that follow every workspace. */
  readonly #allReaders = new Set<Wakeup<Signal>>()
  /** Those of them that follow a chat. */
  readonly #chatReaders = new Set<Wakeup<Signal>>()
  #worked = 0
  /** The last messages; the first has the number `#sent - #kept.length + 1`. */
  #kept: StreamEvents[] = []
  #sent = 0
  #isListed = false
  #isStrange = false
  #flushing: (() => void) | undefined
  #working: (() => void) | undefined
  #letGo: (() => void) | undefined
  #stop: (() => void)[] = []
  /** Workspaces whose tables are watched already. */
  readonly #watched = new WeakSet<Workspace>()

  constructor(registry: WorkspaceRegistry) {
    this.#registry = registry
  }

  /** The stream of one client. */
  async *follow({
    workspaces,
    chats,
    lastId,
    consoleVersion,
    onClose,
  }: FollowOptions): AsyncGenerator<StreamPart> {
    const wakeup = new Wakeup<Signal>()
    onClose(() => wakeup.notify('gone'))
    this.#join(wakeup, workspaces)
    if (chats.length > 0) this.#chatReaders.add(wakeup)
    const heartbeat = { stop: () => {}, isDue: false }
    const conversations = chats.map(id => this.#chatOf(id, workspaces, () => wakeup.notify('due')))
    try {
      const missed = this.#missedSince(lastId, workspaces)
      let last = missed ?? this.#sent
      yield this.#part('hello', this.#hello(workspaces, missed !== undefined, consoleVersion), last)
      const startHeart = () => {
        heartbeat.stop = afterMachineTime(HEARTBEAT_MS, () => {
          heartbeat.isDue = true
          startHeart()
          wakeup.notify('due')
        })
      }
      startHeart()
      for (;;) {
        // A client that is too slow starts anew.
        if (last < this.#sent - this.#kept.length) {
          last = this.#sent
          yield this.#part('hello', this.#hello(workspaces, false, consoleVersion), last)
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
        if (heartbeat.isDue) yield { comment: 'still here' }
        heartbeat.isDue = false
        if ((await wakeup.next()) === 'gone') return
      }
    } finally {
      heartbeat.stop()
      for (const chat of conversations) chat?.stop()
      this.#leave(wakeup)
    }
  }

  /** Announces that something in a workspace may have changed that no table shows. */
  touch(workspaceId: string, what: string): void {
    const followed = this.#followed.get(workspaceId)
    if (!followed) return
    followed.touched.add(what)
    this.#flushSoon()
  }

  #part(event: string, data: unknown, number: number): StreamPart {
    return { event, id: `${this.#boot}.${number}`, data }
  }

  #hello(ids: readonly string[], resumed: boolean, consoleVersion: string): Hello {
    const states = this.#named(ids).flatMap(id => {
      const followed = this.#followed.get(id)
      return followed ? [[id, stateOf(followed)] as const] : []
    })
    return {
      boot: this.#boot,
      version: ownVersion(),
      console: consoleVersion,
      resumed,
      unknown_keys: this.#registry.journal.count,
      workspaces: Object.fromEntries(states),
    }
  }

  /** The number after which a client continues; undefined when it has missed messages that are not kept. */
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

  #join(wakeup: Wakeup<Signal>, ids: readonly string[]): void {
    this.#letGo?.()
    this.#letGo = undefined
    if (this.#readers.size === 0 && this.#stop.length === 0) this.#begin()
    this.#readers.add(wakeup)
    if (ids.includes(ALL)) this.#allReaders.add(wakeup)
    for (const id of this.#named(ids)) this.#followWorkspace(id)
    this.#tellOfWork()
  }

  #leave(wakeup: Wakeup<Signal>): void {
    this.#readers.delete(wakeup)
    this.#allReaders.delete(wakeup)
    this.#chatReaders.delete(wakeup)
    if (this.#readers.size > 0) return
    this.#working?.()
    this.#working = undefined
    this.#letGo = afterMachineTime(KEPT_MS, () => this.#end())
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
    for (const { stop } of this.#followed.values()) for (const one of stop) one()
    this.#stop = []
    this.#followed.clear()
    this.#kept = []
  }

  #followWorkspace(id: string): void {
    const hosted = this.#registry.get(id)
    if (this.#followed.has(id) || !hosted) return
    const { workspace, journal, events } = hosted
    workspace.simulation.settle()
    const followed: Followed = {
      id,
      since: this.#sent,
      workspace,
      waiting: countWaiting(workspace),
      touched: new Set(),
      exchanges: [],
      events: [],
      leftOut: 0,
      stop: [],
    }
    this.#followed.set(id, followed)
    const flushSoon = () => this.#flushSoon()
    followed.stop.push(
      workspace.simulation.listen(),
      journal.listen(entry => {
        followed.exchanges.push(entry)
        if (followed.exchanges.length > 2 * MAX_LINES)
          followed.leftOut += followed.exchanges.splice(0, MAX_LINES).length
        flushSoon()
      }),
      events.listen(event => {
        followed.events.push(event)
        if (followed.events.length > 2 * MAX_LINES)
          followed.leftOut += followed.events.splice(0, MAX_LINES).length
        flushSoon()
      }),
    )
    this.#watch(workspace)
  }

  /** Watches the tables of a workspace while it is followed. */
  #watch(workspace: Workspace): void {
    if (this.#watched.has(workspace)) return
    this.#watched.add(workspace)
    const { chats: _, chatEvents: __, ...tables } = workspace.tables
    for (const [name, table] of Object.entries(tables)) {
      const touched = snakeCase(name)
      table.watch(() => {
        const followed = this.#followed.get(workspace.id)
        if (followed?.workspace !== workspace) return
        followed.touched.add(touched)
        this.#flushSoon()
      })
    }
  }

  /** The ids of the workspaces that a client named. */
  #named(ids: readonly string[]): readonly string[] {
    return ids.includes(ALL) ? this.#registry.all().map(({ workspace }) => workspace.id) : ids
  }

  /** Called when a workspace is created, replaced or deleted. */
  #renew(id: string): void {
    const followed = this.#followed.get(id)
    if (!followed) {
      if (this.#allReaders.size > 0) this.#followWorkspace(id)
      const added = this.#followed.get(id)
      // Nothing came before its creation.
      if (added) Object.assign(added, { since: 0 })
      return
    }
    for (const stop of followed.stop) stop()
    this.#followed.delete(id)
    this.#followWorkspace(id)
    const renewed = this.#followed.get(id)
    if (renewed) Object.assign(renewed, { since: followed.since }).touched.add('*')
  }

  #flushSoon(): void {
    this.#flushing ??= afterMachineTime(BATCH_MS, () => {
      this.#flushing = undefined
      this.#flush()
    })
  }

  #flush(): void {
    const workspaces = [...this.#followed.values()].flatMap(followed => {
      const events = unsentEvents(followed)
      return events ? [[followed.id, events] as const] : []
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
    for (const wakeup of this.#readers) wakeup.notify('due')
  }

  /** The cost of a running run grows with the clock, without a change in any table. */
  #tellOfWork(): void {
    this.#working ??= afterMachineTime(WORKING_MS, () => {
      this.#working = undefined
      this.#worked += WORKING_MS
      // A message comes word by word.
      for (const wakeup of this.#chatReaders) wakeup.notify('due')
      if (this.#worked % SHOWN_MS === 0) this.#tellOfFigures()
      this.#tellOfWork()
    })
  }

  #tellOfFigures(): void {
    for (const { id, workspace } of this.#followed.values())
      if (
        workspace.simulation.clock.mode.kind !== 'frozen' &&
        workspace.tables.runs.count('newest', 'status:running') > 0
      )
        this.touch(id, 'running')
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

function stateOf({ workspace, waiting }: Followed) {
  return { clock: clockView(workspace), waiting }
}

/** Takes the events of a workspace that were not sent yet. */
function unsentEvents(followed: Followed): WorkspaceEvents | undefined {
  const { workspace, touched, exchanges, events } = followed
  if (touched.size === 0 && exchanges.length === 0 && events.length === 0) return undefined
  if (['approvals', 'runs', '*'].some(name => touched.has(name))) followed.waiting = countWaiting(workspace)
  const keys = workspace.tables.keys.range('listed', null)
  // The journal reports an exchange when its stream begins and when it ends; once is enough.
  const lines = [...new Map(exchanges.map(entry => [entry.id, entry])).values()]
  const left = Math.max(0, lines.length - MAX_LINES) + Math.max(0, events.length - MAX_LINES)
  const batch: WorkspaceEvents = {
    ...stateOf(followed),
    touched: [...touched],
    exchanges: lines.slice(-MAX_LINES).map(entry => summaryOf(entry, keys)),
    transitions: events.slice(-MAX_LINES).map(event => eventView(workspace, event)),
    left_out: followed.leftOut + left,
  }
  touched.clear()
  followed.exchanges = []
  followed.events = []
  followed.leftOut = 0
  return batch
}

function countWaiting(workspace: Workspace): number {
  const { approvals, questions } = listWaiting(workspace)
  return approvals.length + questions.length
}
