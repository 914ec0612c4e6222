// Replays recorded calls against this mock or any deployment, and compares the statuses.
import type { Replay as ReplayOfKey } from '../control/generated/control.gen.ts'
import { machineNow } from '../simulation/machine-time.ts'
import type { RecordedCall } from './recording.ts'
import { Renaming } from './renaming.ts'
import { textOf } from './text-of.ts'

/** Where to send calls, and with which keys. */
export interface ReplayTarget {
  /** Without a trailing slash. */
  readonly baseUrl: string
  /** The secret for a call; undefined sends none. */
  readonly keyFor: (call: RecordedCall) => string | undefined
  /** Waits for the time between two calls. Default: calls follow at once. */
  readonly pass?: (ms: number) => void | Promise<void>
}

export type Replay = Omit<ReplayOfKey, 'as'>
export type ReplayedCall = Replay['calls'][number]

/** Limits in real milliseconds for one call, and for all together. */
const MAX_MS_OF_A_CALL = 30_000
const MAX_MS_OF_ALL = 300_000
const MAX_BYTES_OF_A_REPLY = 8 * 1024 * 1024

/**
 * Sends the calls one after the other. Ids that differ at the target are learned from its replies and used in later
 * calls. A call that had no reply of the service counts as the same, whatever the target answers.
 */
export async function replay(calls: readonly RecordedCall[], target: ReplayTarget): Promise<Replay> {
  const renaming = new Renaming()
  const replayed: ReplayedCall[] = []
  const deadline = machineNow() + MAX_MS_OF_ALL
  let at = calls[0]?.at ?? 0
  for (const call of calls) {
    if (call.at > at) await target.pass?.(call.at - at)
    at = Math.max(at, call.at)
    const is = await send(call, target, renaming, deadline)
    const path = call.path + (call.query === '' ? '' : `?${call.query}`)
    const same = call.status === null || call.status === is
    replayed.push({ exchange: call.id, call: `${call.method} ${path}`, was: call.status, is, same })
  }
  const same = replayed.filter(call => call.same).length
  return { same, different: replayed.length - same, calls: replayed }
}

async function send(call: RecordedCall, target: ReplayTarget, renaming: Renaming, deadline: number) {
  const { baseUrl, keyFor } = target
  const query = call.query === '' ? '' : `?${renaming.apply(call.query)}`
  const key = keyFor(call)
  const patience = Math.min(MAX_MS_OF_A_CALL, deadline - machineNow())
  if (patience <= 0) return null
  try {
    const url = urlBelow(baseUrl, renaming.apply(call.path) + query)
    if (!url) return null
    const response = await fetch(url, {
      method: call.method,
      redirect: 'manual',
      signal: AbortSignal.timeout(Math.ceil(patience)),
      headers: { ...call.headers, ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) },
      ...(call.body === '' ? {} : { body: renaming.apply(call.body) }),
    })
    // A stream may never end, so only its beginning is compared.
    if (response.headers.get('content-type')?.startsWith('text/event-stream')) await response.body?.cancel()
    else renaming.learn(call.reply, (await textOf(response, MAX_BYTES_OF_A_REPLY)) ?? '')
    return response.status
  } catch {
    return null
  }
}

/** The URL of a recorded path, which an archive may have forged; undefined if it leads elsewhere. */
function urlBelow(baseUrl: string, path: string): URL | undefined {
  const url = URL.parse(baseUrl + path)
  const base = new URL(baseUrl)
  const isBelow = path.startsWith('/') && url?.origin === base.origin && url.username === ''
  // The control API is not part of the service, and a replay of replays would never end.
  return url && isBelow && !/^\/_mock(\/|$)/.test(url.pathname.slice(base.pathname.replace(/\/$/, '').length))
    ? url
    : undefined
}
