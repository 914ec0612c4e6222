// What is read from the mock, once for all who show it, and again when something that it shows was touched.
import { type ReadonlySignal, type Signal, signal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { bodyOf, type Call, control, make, Refused, service } from '../calls/call.ts'
import type { Control, ControlId, Given, Service, ServiceId, Wanted } from '../calls/types.ts'
import { place } from '../routes.ts'
import { onTouched, workspaceId } from './live.ts'

export interface Read<Data> {
  /** The last reply; it stays while it is read again. */
  readonly data: Data | undefined
  readonly error: Error | undefined
  readonly isLoading: boolean
}

interface Kept {
  readonly state: Signal<Read<unknown>>
  readonly call: Call
  readonly workspace: string
  readonly on: ReadonlySet<string>
  users: number
  isStale: boolean
  reading: boolean
  timer: ReturnType<typeof setTimeout> | undefined
}

/** Replies are kept for so many addresses, so that Back finds what was there. */
const MAX_KEPT = 60
/** Many changes at once are one reading. */
const PAUSE = 120

const kept = new Map<string, Kept>()

onTouched((workspace, what) => {
  for (const one of kept.values()) {
    if (workspace !== '*' && one.workspace !== '*' && workspace !== one.workspace) continue
    if (!what.has('*') && !one.on.has('*') && [...one.on].every(name => !what.has(name))) continue
    if (one.users > 0) readSoon(one)
    else one.isStale = true
  }
})

/** Reads an operation of the service through the key of the address, and again when one of `on` was touched. */
export function useService<Id extends ServiceId>(
  id: Id,
  wanted: Wanted<Service[Id]> | null,
  on: readonly string[],
): Read<Given<Service[Id]>> {
  return useRead(wanted && service(id, wanted, lookedThrough()), workspaceId.value ?? '*', on)
}

/** Reads an operation of the control API. */
export function useControl<Id extends ControlId>(
  id: Id,
  wanted: Wanted<Control[Id]> | null,
  on: readonly string[],
): Read<Given<Control[Id]>> {
  return useRead(wanted && control(id, wanted), workspaceId.value ?? '*', on)
}

/** `<workspace>/<key>`: whose eyes are looked through; `*` sees everything. */
export function lookedThrough(): string {
  return `${workspaceId.value ?? 'demo'}/${place.value.query.get('as') ?? '*'}`
}

const nothing: ReadonlySignal<Read<never>> = signal({ data: undefined, error: undefined, isLoading: false })

function useRead<Data>(call: Call | null, workspace: string, on: readonly string[]): Read<Data> {
  const name = call && `${call.method} ${call.url} ${call.as ?? ''} ${JSON.stringify(call.wanted.body ?? '')}`
  const one = useMemo(() => (call && name ? keep(name, call, workspace, on) : undefined), [name])
  useEffect(() => {
    if (!one) return
    one.users += 1
    if (one.isStale) readSoon(one, 0)
    return () => {
      one.users -= 1
    }
  }, [one])
  return (one?.state ?? nothing).value as Read<Data>
}

function keep(name: string, call: Call, workspace: string, on: readonly string[]): Kept {
  const known = kept.get(name)
  if (known) {
    kept.delete(name)
    kept.set(name, known)
    return known
  }
  const state = signal<Read<unknown>>({ data: undefined, error: undefined, isLoading: true })
  const one: Kept = {
    state,
    call,
    workspace,
    on: new Set(on),
    users: 0,
    isStale: false,
    reading: false,
    timer: undefined,
  }
  kept.set(name, one)
  for (const [old, { users }] of kept) {
    if (kept.size <= MAX_KEPT) break
    if (users === 0) kept.delete(old)
  }
  void read(one)
  return one
}

function readSoon(one: Kept, pause = PAUSE): void {
  if (one.timer !== undefined) return
  one.timer = setTimeout(() => {
    one.timer = undefined
    void read(one)
  }, pause)
}

async function read(one: Kept): Promise<void> {
  if (one.reading) {
    one.isStale = true
    return
  }
  one.reading = true
  one.isStale = false
  try {
    const data = await make(one.call).then(bodyOf)
    one.state.value = { data, error: undefined, isLoading: false }
  } catch (error) {
    // What was there stays on the screen while the mock is away; a refusal takes its place.
    const { data } = one.state.value
    one.state.value = {
      data: error instanceof Refused ? undefined : data,
      error: error as Error,
      isLoading: false,
    }
  } finally {
    one.reading = false
    if (one.isStale && one.users > 0) readSoon(one)
  }
}

/** Reads everything shown again. */
export function readAgain(): void {
  for (const one of kept.values())
    if (one.users > 0) readSoon(one, 0)
    else one.isStale = true
}
