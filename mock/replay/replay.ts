// Sends recorded calls again, to this mock or to any deployment, and compares the statuses.
import { machineNow } from '../simulation/machine-time.ts'
import type { RecordedCall } from './recording.ts'
import { Renaming } from './renaming.ts'

/** Where calls are sent, and in whose name. */
export interface ReplayTarget {
  /** Without a slash at the end. */
  readonly baseUrl: string
  /** The secret to send for a call; undefined sends none. */
  readonly keyFor: (call: RecordedCall) => string | undefined
  /** Lets the time pass that had passed between two calls; without it, they follow at once. */
  readonly pass?: (ms: number) => void | Promise<void>
}

export interface ReplayedCall {
  readonly exchange: string
  /** Such as `POST /tasks`. */
  readonly call: string
  readonly was: number | null
  /** Null where there was no reply. */
  readonly is: number | null
  readonly same: boolean
}

export interface Replay {
  readonly same: number
  readonly different: number
  readonly calls: ReplayedCall[]
}

/** Real milliseconds that one call may take, and all of them. */
const MOST_MS_OF_A_CALL = 30_000
const MOST_MS_OF_ALL = 300_000
const MOST_BYTES_OF_A_REPLY = 8 * 1024 * 1024

/**
 * Sends the calls one after the other. Ids that are called otherwise at the target are learnt from its replies and
 * used in the calls that follow. A call that had no reply of the service's own counts as the same whatever comes.
 */
export async function replay(calls: readonly RecordedCall[], target: ReplayTarget): Promise<Replay> {
  const renaming = new Renaming()
  const replayed: ReplayedCall[] = []
  const deadline = machineNow() + MOST_MS_OF_ALL
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

async function send(
  call: RecordedCall,
  target: ReplayTarget,
  renaming: Renaming,
  deadline: number,
): Promise<number | null> {
  const { baseUrl, keyFor } = target
  const query = call.query === '' ? '' : `?${renaming.apply(call.query)}`
  const key = keyFor(call)
  const patience = Math.min(MOST_MS_OF_A_CALL, deadline - machineNow())
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
    // A stream may go on for as long as nothing ends it; that it began is all there is to compare.
    if (response.headers.get('content-type')?.startsWith('text/event-stream')) await response.body?.cancel()
    else renaming.learn(call.reply, await textOf(response))
    return response.status
  } catch {
    return null
  }
}

/** The URL of a recorded path, which an archive may have made up; undefined for one that leads elsewhere. */
function urlBelow(baseUrl: string, path: string): URL | undefined {
  const url = URL.parse(baseUrl + path)
  const base = new URL(baseUrl)
  const isBelow = path.startsWith('/') && url?.origin === base.origin && url.username === ''
  // The control API is no part of the service: a replay of replays would have no end.
  return url && isBelow && !/^\/_mock(\/|$)/.test(url.pathname.slice(base.pathname.replace(/\/$/, '').length))
    ? url
    : undefined
}

/** The body, as far as anybody would compare it. */
async function textOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += (chunk as Uint8Array).length
    if (size > MOST_BYTES_OF_A_REPLY) return ''
    chunks.push(chunk as Uint8Array)
  }
  return Buffer.concat(chunks).toString()
}
