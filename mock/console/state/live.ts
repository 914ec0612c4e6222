// The state that the stream reports, as signals. Nothing here polls the mock.
import { batch, computed, effect, signal } from '@preact/signals'
import { mockRoot } from '../address.ts'
import { controlKey } from '../calls/call.ts'
import type { Schemas } from '../calls/types.ts'
import { workspaceId } from '../routes.ts'
import { type Follow, followStream, type StreamReport } from './follow-stream.ts'

export type Clock = Schemas['Clock']
export type ExchangeLine = Schemas['ExchangeLine']
export type ChatEvent = Schemas['ChatEvent']

/** How many exchanges are kept in the page. */
const MAX_LINES = 1_000
const REPAINT_MS = 100

export const connection = signal<
  { state: 'connecting' | 'live' } | { state: 'lost'; since: Date; status: number | null }
>({ state: 'connecting' })

export const connectionText = computed(
  () => ({ live: 'live', lost: 'not live', connecting: 'connecting' })[connection.value.state],
)

/** Differs after each start of the mock. */
let boot: string | undefined
/** Whether the mock was started again while this page was open. */
export const isAnotherWorld = signal(false)
let ownConsole: string | undefined
/** Whether the mock serves a newer console than this page. */
export const isOutdated = signal(false)
export const version = signal('')

interface WorkspaceLive {
  readonly clock: Clock
  /** When `clock` was received, by the page's own time. */
  readonly receivedAt: number
  readonly waiting: number
}

/** The state of each workspace that is followed. */
export const workspaces = signal<Readonly<Record<string, WorkspaceLive>>>({})
/** The state of the workspace shown; undefined until it is known. */
export const shownWorkspace = computed(() => workspaces.value[workspaceId.value ?? ''])

/** The newest exchanges of the workspace shown, oldest first. Screens repaint a few times a second however many come. */
export const exchanges = signal<readonly ExchangeLine[]>([])
let newest = exchanges.peek()
let repaint: ReturnType<typeof setTimeout> | undefined

function setExchanges(lines: readonly ExchangeLine[]): void {
  newest = lines
  if (repaint) return
  repaint = setTimeout(() => {
    repaint = undefined
    exchanges.value = newest
  }, REPAINT_MS)
}

export const forgetExchanges = () => setExchanges([])

/** Requests so far whose key no workspace has. */
export const unknownKeys = signal(0)

type OnChanged = (workspace: string, what: readonly string[]) => void
let tellOfChange: OnChanged = () => {}

/** Calls back with what changed: names of tables, `exchanges`, `control` and others; `*` for everything. */
export function onChanged(listener: OnChanged): void {
  tellOfChange = listener
}

/** The workspaces that the stream follows; null until it says so, and while it is lost. */
let followed: ReadonlySet<string> | null = null
let waiting: (() => void)[] = []

/** Waits until the stream reports the changes of a workspace, so that what is read from then on is never out of date. */
export async function whenFollowed(workspace: string): Promise<void> {
  while (connection.value.state !== 'lost' && !(followed && (workspace === '*' || followed.has(workspace))))
    await new Promise<void>(resolve => waiting.push(resolve))
}

function follows(workspaces: readonly string[] | null): void {
  followed = workspaces && new Set(workspaces)
  for (const resolve of waiting) resolve()
  waiting = []
}

/** The chat that is shown, with its events as they come. */
export const shownChat = signal<{ readonly id: string; readonly events: readonly ChatEvent[] } | null>(null)
const chatId = computed(() => shownChat.value?.id)

/** Starts to follow the workspace of the address, and does so again when what the stream depends on changes. */
export function startLive(): void {
  const port = openWorker()
  let stop: (() => void) | undefined
  effect(() => {
    const workspace = workspaceId.value
    const follow: Follow = {
      key: controlKey.value,
      workspaces: workspace === null ? [] : [workspace],
      chats: [chatId.value ?? []].flat(),
    }
    if (port) port.postMessage(follow)
    else {
      stop?.()
      stop = followStream(follow, onReport)
    }
  })
  effect(() => {
    void workspaceId.value
    forgetExchanges()
  })
}

function openWorker(): MessagePort | undefined {
  if (typeof SharedWorker === 'undefined') return undefined
  try {
    // Trusted Types (see the page's CSP) admit this one address as a worker.
    const address = new URL('stream-worker.js', import.meta.url).href
    const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
    const policy = trustedTypes?.createPolicy('agent-work-console', {
      createScriptURL: (_: string) => address,
    })
    const url = policy?.createScriptURL('') ?? address
    const { port } = new SharedWorker(url, { type: 'module', name: `agent-work-console ${mockRoot.href}` })
    port.onmessage = ({ data }: MessageEvent<StreamReport>) => onReport(data)
    addEventListener('pagehide', () => port.postMessage('bye'))
    return port
  } catch {
    return undefined
  }
}

interface TrustedTypes {
  createPolicy<Rules>(name: string, rules: Rules): Rules
}

function onReport(report: StreamReport): void {
  if (report.kind === 'live') connection.value = { state: 'live' }
  else if (report.kind === 'lost') {
    const before = connection.value
    connection.value = {
      state: 'lost',
      since: before.state === 'lost' ? before.since : new Date(),
      status: report.status,
    }
    follows(null)
  } else if (report.event === 'hello') onHello(report.data as Schemas['StreamHello'], report.workspaces)
  else if (report.event === 'chat') onChat(report.data as Schemas['ChatEvents'])
  else if (report.event === 'news') onEvents(report.data as Schemas['StreamEvents'])
}

function onHello(hello: Schemas['StreamHello'], names: readonly string[]): void {
  batch(() => {
    const isNew = boot !== undefined && boot !== hello.boot
    ownConsole ??= hello.console
    if (hello.console !== ownConsole) isOutdated.value = true
    boot = hello.boot
    version.value = hello.version
    unknownKeys.value = hello.unknown_keys
    for (const [id, { clock, waiting }] of Object.entries(hello.workspaces))
      setWorkspace(id, { clock, waiting })
    if (isNew) {
      forgetExchanges()
      isAnotherWorld.value = true
    }
  })
  // Whatever the stream did not report may have changed meanwhile.
  if (!hello.resumed || followed === null) tellOfChange('*', ['*'])
  else for (const name of names) if (!followed?.has(name)) tellOfChange(name, ['*'])
  follows(names)
}

function onEvents(message: Schemas['StreamEvents']): void {
  batch(() => {
    if (message.unknown_keys !== undefined) unknownKeys.value = message.unknown_keys
    for (const [id, part] of Object.entries(message.workspaces)) {
      setWorkspace(id, part)
      if (id === workspaceId.value && part.exchanges.length > 0)
        setExchanges(latest([...newest, ...part.exchanges]).slice(-MAX_LINES))
    }
  })
  for (const [id, { touched, exchanges }] of Object.entries(message.workspaces))
    tellOfChange(id, exchanges.length > 0 ? [...touched, 'exchanges'] : touched)
  if (message.listed) tellOfChange('*', ['workspaces'])
  if (message.unknown_keys !== undefined) tellOfChange('*', ['unknown_keys'])
}

/** An exchange with a stream is reported when the stream begins and when it is over; the later report counts. */
export function latest(lines: readonly ExchangeLine[]): ExchangeLine[] {
  return [...new Map(lines.map(line => [line.id, line])).values()]
}

function onChat({ chat_id: id, events }: Schemas['ChatEvents']): void {
  if (id !== shownChat.value?.id) return
  // After a break the stream begins again with events that are known.
  const from = events[0]?.sequence ?? 1
  const known = shownChat.value.events.filter(({ sequence }) => sequence < from)
  shownChat.value = { id, events: [...known, ...(events as ChatEvent[])] }
}

function setWorkspace(id: string, { clock, waiting }: { clock: Clock; waiting: number }): void {
  workspaces.value = { ...workspaces.value, [id]: { clock, waiting, receivedAt: performance.now() } }
}

/** Changes once a second while the page is visible. */
const tick = signal(0)
setInterval(() => {
  if (!document.hidden) tick.value += 1
}, 1_000)

/**
 * The time of the workspace shown in milliseconds; the machine's until its clock is known. Between two reports the page
 * goes on counting.
 */
export const now = computed(() => {
  void tick.value
  const live = shownWorkspace.value
  if (!live) return Date.now()
  const { now, mode, factor } = live.clock
  const passed = mode === 'frozen' ? 0 : (performance.now() - live.receivedAt) * (factor ?? 1)
  return Date.parse(now) + passed
})
