// Sends recorded calls again, to this mock or to any deployment, and compares the statuses.
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

/**
 * Sends the calls one after the other. Ids that are called otherwise at the target are learnt from its replies and
 * used in the calls that follow. A call that had no reply of the service's own counts as the same whatever comes.
 */
export async function replay(calls: readonly RecordedCall[], target: ReplayTarget): Promise<Replay> {
  const renaming = new Renaming()
  const replayed: ReplayedCall[] = []
  let at = calls[0]?.at ?? 0
  for (const call of calls) {
    if (call.at > at) await target.pass?.(call.at - at)
    at = Math.max(at, call.at)
    const is = await send(call, target, renaming)
    const path = call.path + (call.query === '' ? '' : `?${call.query}`)
    const same = call.status === null || call.status === is
    replayed.push({ exchange: call.id, call: `${call.method} ${path}`, was: call.status, is, same })
  }
  const same = replayed.filter(call => call.same).length
  return { same, different: replayed.length - same, calls: replayed }
}

async function send(call: RecordedCall, target: ReplayTarget, renaming: Renaming): Promise<number | null> {
  const { baseUrl, keyFor } = target
  const query = call.query === '' ? '' : `?${renaming.apply(call.query)}`
  const key = keyFor(call)
  try {
    const response = await fetch(baseUrl + renaming.apply(call.path) + query, {
      method: call.method,
      redirect: 'manual',
      headers: { ...call.headers, ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) },
      ...(call.body === '' ? {} : { body: renaming.apply(call.body) }),
    })
    // A stream may go on for as long as nothing ends it; that it began is all there is to compare.
    if (response.headers.get('content-type')?.startsWith('text/event-stream')) await response.body?.cancel()
    else renaming.learn(call.reply, await response.text())
    return response.status
  } catch {
    return null
  }
}
