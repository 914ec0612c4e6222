// Reads from the mock, once for all components that show the same, and again when it changed.
import { type Signal, signal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { ask, type Call, control, Refused, service } from '../calls/call.ts'
import type { Control, ControlId, Service, ServiceId, Wanted } from '../calls/types.ts'
import { place } from '../routes.ts'
import { type ChatEvent, exchanges, latest, onChanged, shownChat, whenFollowed } from './live.ts'

export interface Read<Data> {
  /** The last reply; it stays while it is read again. */
  readonly data: Data | undefined
  readonly error: Error | undefined
}

interface Cached {
  readonly state: Signal<Read<unknown>>
  readonly call: Call
  readonly on: Dependencies
  users: number
  isStale: boolean
  /** It waits for the stream, or for its reply. */
  reading: 'soon' | 'now' | false
  timer: ReturnType<typeof setTimeout> | undefined
}

/** How many replies are kept, so that Back shows at once what was there. */
const MAX_CACHED = 60
/** Changes within this time are read together. */
const PAUSE_MS = 120

const cache = new Map<string, Cached>()

onChanged((workspace, what) => {
  for (const one of cache.values()) {
    if (![workspace, workspaceOf(one.call)].includes('*') && workspace !== workspaceOf(one.call)) continue
    if (one.reading === 'soon' || !concerns(what, one.on)) continue
    if (one.users > 0) readSoon(one)
    else one.isStale = true
  }
})

/**
 * What a reading depends on: tables of the world in snake case, `exchanges`, `keys`, `control` and others that the
 * stream names. Default: all of them but `exchanges`, which come with every call of a client, and what is of the mock.
 */
type Dependencies = readonly string[] | undefined

const NOT_OF_WORLD = ['exchanges', 'workspaces', 'unknown_keys']

/** What the operations depend on that do not depend on the whole world. */
const dependencies: Partial<Record<ServiceId | ControlId, readonly string[]>> = {
  explainExchange: ['runs', 'tasks', 'approvals', 'workflow_runs'],
  findResource: ['control'],
  getControlDocument: [],
  getServiceDocument: [],
  getWorkspaceDocument: ['control'],
  lintClient: ['exchanges', 'control'],
  listAgents: ['agents', 'people', 'keys', 'control'],
  listConformanceRuns: ['conformance', 'control'],
  listExchanges: ['control'],
  listFaults: ['exchanges', 'control'],
  listGaps: [],
  listKeys: ['keys', 'people', 'control'],
  listKnowledgeFolders: [],
  listModels: [],
  listPeople: ['people', 'teams', 'control'],
  listUnmatchedRequests: ['unknown_keys'],
  listWorkspaces: ['workspaces'],
  readAudience: ['keys', 'people', 'agents', 'tasks', 'control'],
  readConformanceRun: ['conformance'],
  readCoverage: ['exchanges', 'runs', 'tasks', 'approvals', 'workflow_runs'],
  readExchange: [],
  readPolicy: ['policies', 'control'],
  replayExchanges: [],
}

function concerns(what: readonly string[], on: Dependencies): boolean {
  return what.some(name => name === '*' || (on ? on.includes(name) : !NOT_OF_WORLD.includes(name)))
}

/** Reads an operation of the service through the key of the address, and again when what it depends on changed. */
export function useService<Id extends ServiceId>(
  id: Id,
  wanted: Wanted<Service[Id]> | null,
  on?: Dependencies,
) {
  return useRead(wanted && service(id, wanted, viewer()), on)
}

/** Reads an operation of the control API. */
export function useControl<Id extends ControlId>(id: Id, wanted: Wanted<Control[Id]> | null) {
  return useRead(wanted && control(id, wanted))
}

/** The newest calls of the workspace, oldest first: those that were read, and those that the stream reported since. */
export function useExchanges({ limit = 400, text = '' } = {}) {
  const call = control('listExchanges', { query: { limit, console: true, text } })
  const data = useRead(call, text ? ['exchanges', 'control'] : undefined).data?.data
  const live = text ? [] : exchanges.value
  return data && latest([...data, ...live]).sort((a, b) => numberOf(a) - numberOf(b))
}

const NO_EVENTS: readonly ChatEvent[] = []

/** The events of a chat as they come. One chat is shown at a time. */
export function useChat(id: string | null): readonly ChatEvent[] {
  useEffect(() => {
    shownChat.value = id === null ? null : { id, events: [] }
    return () => {
      shownChat.value = null
    }
  }, [id])
  const chat = shownChat.value
  return chat?.id === id && chat ? chat.events : NO_EVENTS
}

/** The place of an exchange among all of its workspace. */
export function numberOf({ id }: { id: string }): number {
  return Number(id.slice(id.lastIndexOf('.') + 1))
}

/** The key that the console reads with; `*` sees everything. */
export function viewer(): string {
  return place.value.query.get('as') ?? '*'
}

const NOTHING: Read<never> = { data: undefined, error: undefined }

function useRead<Data>(call: Call<Data> | null, on?: Dependencies): Read<Data> {
  return useReads<Data>(call ? [call] : [], on)[0] ?? NOTHING
}

/** Reads several calls, and each again when what it depends on changed. */
export function useReads<Data>(calls: readonly Call<Data>[], on?: Dependencies): Read<Data>[] {
  const names = calls.map(
    ({ method, url, as, wanted }) => `${method} ${url} ${as ?? ''} ${JSON.stringify(wanted.body ?? '')}`,
  )
  const all = useMemo(() => calls.map((call, index) => cached(names[index]!, call, on)), [names.join('\n')])
  useEffect(() => {
    for (const one of all) {
      one.users += 1
      if (one.isStale) readSoon(one, 0)
    }
    return () => {
      for (const one of all) one.users -= 1
    }
  }, [all])
  return all.map(({ state }) => state.value as Read<Data>)
}

function cached(name: string, call: Call, on = dependencies[call.id as ServiceId]): Cached {
  const known = cache.get(name)
  if (known) {
    cache.delete(name)
    cache.set(name, known)
    return known
  }
  const state = signal<Read<unknown>>(NOTHING)
  const one: Cached = { state, call, on, users: 0, isStale: false, reading: false, timer: undefined }
  cache.set(name, one)
  for (const [old, { users }] of cache) {
    if (cache.size <= MAX_CACHED) break
    if (users === 0) cache.delete(old)
  }
  void read(one)
  return one
}

/** The workspace that a call reads; `*` where it is of the mock as a whole. */
function workspaceOf({ as, wanted: { path } }: Call): string {
  const { workspace_id = '*' }: { workspace_id?: string } = path ?? {}
  return as?.split('/')[0] ?? workspace_id
}

function readSoon(one: Cached, pause = PAUSE_MS): void {
  if (one.timer !== undefined) return
  one.timer = setTimeout(() => {
    one.timer = undefined
    void read(one)
  }, pause)
}

async function read(one: Cached): Promise<void> {
  if (one.reading) {
    one.isStale = true
    return
  }
  one.reading = 'soon'
  await whenFollowed(workspaceOf(one.call))
  one.reading = 'now'
  one.isStale = false
  try {
    const data = await ask(one.call)
    one.state.value = { data, error: undefined }
  } catch (error) {
    // While the mock is away, the last reply stays on the screen; a refusal replaces it.
    const { data } = one.state.value
    one.state.value = { data: error instanceof Refused ? undefined : data, error: error as Error }
  } finally {
    one.reading = false
    if (one.isStale && one.users > 0) readSoon(one)
  }
}

/** Reads everything shown again. */
export function readAgain(): void {
  for (const one of cache.values())
    if (one.users > 0) readSoon(one, 0)
    else one.isStale = true
}
