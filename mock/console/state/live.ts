// What the stream says, as signals. Nothing here asks the mock again and again.
import { batch, computed, effect, signal } from '@preact/signals'
import { mockRoot } from '../address.ts'
import { controlKey } from '../calls/call.ts'
import type { ControlComponents } from '../calls/types.ts'
import { place } from '../routes.ts'
import { type Follow, followStream, type StreamNews } from './follow-stream.ts'

type Schemas = ControlComponents['schemas']
export type Clock = Schemas['Clock']
export type ExchangeLine = Schemas['ExchangeLine']
export type Transition = Schemas['Transition']
export type ChatEvents = Schemas['ChatEvents']
type Hello = Schemas['StreamHello']
type StreamEvents = Schemas['StreamEvents']

/** How many lines of a journal and how many transitions are kept in the page. */
const MAX_LINES = 1_000

export const connection = signal<
  { state: 'connecting' | 'live' } | { state: 'lost'; since: Date; status: number | null }
>({
  state: 'connecting',
})

/** Tells one life of the mock from the next. */
const boot = signal<string | null>(null)
/** Whether the mock serves another console than this page by now. */
export const isOutdated = signal(false)
export const version = signal('')

export interface WorkspaceLive {
  readonly clock: Clock
  /** When `clock` was heard, by the page's own time. */
  readonly heardAt: number
  readonly waiting: number
}

/** What is known of each workspace that is followed. */
export const workspaces = signal<Readonly<Record<string, WorkspaceLive>>>({})

/** The newest exchanges and transitions of the workspace shown, oldest first; replaced, never changed. */
export const exchanges = signal<readonly ExchangeLine[]>([])
export const transitions = signal<readonly Transition[]>([])

/** Requests so far whose key no workspace has. */
export const unknownKeys = signal(0)

/** The workspace of the address. */
export const workspaceId = computed(() => {
  const [first] = place.value.path
  return first === undefined || first === 'workspaces' || first === 'unmatched' || first === 'go'
    ? null
    : first
})

type Touched = (workspace: string, what: ReadonlySet<string>) => void
const touchListeners = new Set<Touched>()

/** Calls back with what changed: names of tables, `faults`, `snapshots`, …; `*` for anything at all. */
export function onTouched(listener: Touched): () => void {
  touchListeners.add(listener)
  return () => void touchListeners.delete(listener)
}

function touch(workspace: string, what: readonly string[]): void {
  const set = new Set(what)
  for (const listener of touchListeners) listener(workspace, set)
}

const chatListeners = new Map<string, Set<(news: ChatEvents) => void>>()
const chats = signal<readonly string[]>([])

/** Follows a chat of a workspace, from its first event on. */
export function followChat(id: string, listener: (news: ChatEvents) => void): () => void {
  const listeners = chatListeners.get(id) ?? new Set()
  chatListeners.set(id, listeners.add(listener))
  chats.value = [...chatListeners.keys()]
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) chatListeners.delete(id)
    chats.value = [...chatListeners.keys()]
  }
}

/** Begins to follow; the address says which workspace. */
export function startLive(): void {
  const key = signal(controlKey.get())
  restart = () => {
    key.value = controlKey.get()
  }
  const port = openWorker()
  let stop: (() => void) | undefined
  effect(() => {
    const workspace = workspaceId.value
    const follow: Follow = {
      root: mockRoot.href,
      key: key.value,
      workspaces: workspace === null ? [] : [workspace],
      chats: chats.value,
    }
    if (port) port.postMessage(follow)
    else {
      stop?.()
      stop = followStream(follow, null, hear)
    }
  })
  let shown = workspaceId.value
  effect(() => {
    if (workspaceId.value === shown) return
    shown = workspaceId.value
    exchanges.value = []
    transitions.value = []
  })
}

let restart = () => {}

/** Reads the control key again. */
export function reconnect(): void {
  restart()
}

function openWorker(): MessagePort | undefined {
  if (typeof SharedWorker === 'undefined') return undefined
  try {
    // Its own file next to this one is all that may ever run as a worker.
    const address = new URL('stream-worker.js', import.meta.url).href
    const policy = trustedTypes()?.createPolicy('agent-work-console', { createScriptURL: () => address })
    const url = (policy?.createScriptURL('') ?? address) as string
    const { port } = new SharedWorker(url, { type: 'module', name: `agent-work-console ${mockRoot.href}` })
    port.onmessage = ({ data }: MessageEvent<StreamNews>) => hear(data)
    addEventListener('pagehide', () => port.postMessage('bye'))
    return port
  } catch {
    return undefined
  }
}

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (text: string) => string },
  ): { createScriptURL(text: string): unknown }
}

function trustedTypes(): TrustedTypes | undefined {
  return (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes
}

function hear(news: StreamNews): void {
  if (news.kind === 'live') connection.value = { state: 'live' }
  else if (news.kind === 'lost') {
    const before = connection.value
    connection.value = {
      state: 'lost',
      since: before.state === 'lost' ? before.since : new Date(),
      status: news.status,
    }
  } else if (news.event === 'hello') greet(news.data as Hello)
  else if (news.event === 'chat') {
    const chat = news.data as ChatEvents
    for (const listener of chatListeners.get(chat.chat_id) ?? []) listener(chat)
  } else if (news.event === 'news') take(news.data as StreamEvents)
}

function greet(hello: Hello): void {
  batch(() => {
    const isNew = boot.value !== null && boot.value !== hello.boot
    if (!isOwnConsole(hello.console)) isOutdated.value = true
    boot.value = hello.boot
    version.value = hello.version
    unknownKeys.value = hello.unknown_keys
    for (const [id, { clock, waiting }] of Object.entries(hello.workspaces)) know(id, { clock, waiting })
    if (isNew) {
      exchanges.value = []
      transitions.value = []
    }
  })
  if (!hello.resumed) for (const id of Object.keys(hello.workspaces)) touch(id, ['*'])
  touch('*', ['*'])
}

let ownConsole: string | undefined
function isOwnConsole(served: string): boolean {
  ownConsole ??= served
  return ownConsole === served
}

function take(news: StreamEvents): void {
  batch(() => {
    if (news.unknown_keys !== undefined) unknownKeys.value = news.unknown_keys
    for (const [id, part] of Object.entries(news.workspaces)) {
      know(id, part)
      if (id !== workspaceId.value) continue
      if (part.exchanges.length > 0) exchanges.value = merged(exchanges.value, part.exchanges)
      if (part.transitions.length > 0)
        transitions.value = [...transitions.value, ...part.transitions].slice(-MAX_LINES)
    }
  })
  for (const [id, { touched, exchanges }] of Object.entries(news.workspaces))
    touch(id, exchanges.length > 0 ? [...touched, 'exchanges'] : touched)
  if (news.listed) touch('*', ['workspaces'])
  if (news.unknown_keys !== undefined) touch('*', ['unknown_keys'])
}

/** An exchange comes once when its stream begins and once when it is over; the later one counts. */
function merged(known: readonly ExchangeLine[], more: readonly ExchangeLine[]): readonly ExchangeLine[] {
  const again = new Map(more.map(line => [line.id, line]))
  const tail = known.slice(-200)
  const isNews = !tail.some(line => again.has(line.id))
  const kept = isNews
    ? known
    : known.map(line => {
        const newer = again.get(line.id)
        if (newer) again.delete(line.id)
        return newer ?? line
      })
  return [...kept, ...again.values()].slice(-MAX_LINES)
}

function know(id: string, { clock, waiting }: { clock: Clock; waiting: number }): void {
  workspaces.value = { ...workspaces.value, [id]: { clock, waiting, heardAt: performance.now() } }
}

/** The workspace's time by now, in milliseconds: it runs on in the page from where it was last heard. */
function nowIn(live: WorkspaceLive): number {
  const { now, mode, factor } = live.clock
  const passed = mode === 'frozen' ? 0 : (performance.now() - live.heardAt) * (factor ?? 1)
  return Date.parse(now) + passed
}

/** Ticks once a second while somebody looks. */
const tick = signal(0)
setInterval(() => {
  if (!document.hidden) tick.value += 1
}, 1_000)

/** The time of the workspace shown; the machine's before anything is known of it. */
export const now = computed(() => {
  void tick.value
  const live = workspaces.value[workspaceId.value ?? '']
  return live ? nowIn(live) : Date.now()
})
