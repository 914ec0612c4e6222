// A request with its reply in the journal. It refers to existing data, so keeping it costs little. It contains secrets:
// `view.ts` and `har.ts` redact what they show.

import type { OperationRow } from '#openapi'
import type { ExchangeHead } from '../control/generated/control.gen.ts'
import type { Caller } from '../service/handler.ts'
import type { Refusal } from '../world/refusal.ts'

/** A fault that was applied: its id, and its effect, such as `reply 503 before`. */
export type AppliedFault = ExchangeHead['faults'][number]

/** What was sent on a stream. */
export interface StreamFacts {
  events: number
  bytes: number
  /** How many events of each kind; those without a kind count as `message`. */
  readonly kinds: Map<string, number>
  /** Whether the kept text is only the beginning. */
  truncated: boolean
}

/** The workspace in the id of an exchange; undefined for one that belongs to none, such as `server.1`. */
export function ownerIn(id: string): string | undefined {
  const owner = id.slice(0, Math.max(0, id.lastIndexOf('.')))
  return owner === '' || (owner.endsWith('server') && /^(ws_s\d+_)?server$/.test(owner)) ? undefined : owner
}

/** One exchange of a workspace, or one that belongs to none. It is written once, when it ends. */
export interface Exchange {
  /** Such as `ws_1.17`: the workspace and the number in its journal. */
  readonly id: string
  readonly number: number
  /** When it arrived and ended, by the workspace's clock; null while it is open. */
  readonly at: number
  readonly endedAt: number | null
  /** When it arrived, in real time. */
  readonly machineAt: number
  readonly method: string
  /** The path without its query. */
  readonly path: string
  /** The query without its question mark. */
  readonly query: string
  /** Names and values alternating, as sent. */
  readonly requestHeaders: readonly string[]
  /** The body as it was sent; empty where nothing was. */
  readonly requestText: string
  readonly operation: OperationRow | undefined
  readonly pathParams: Readonly<Record<string, string | undefined>>
  /** The key of the request, valid or not, and its person. */
  readonly caller: Caller | undefined
  /** Whether the key's scopes and the person's role allowed the call. */
  readonly authorized: boolean
  /** Whether the console or a tool sent the request with `X-Mock-As`, so that it does not count as the client's. */
  readonly console: boolean
  /** 0 until the reply has begun. */
  readonly status: number
  readonly responseHeaders: Readonly<Record<string, string | number>>
  /** The body of the reply; of a stream, the beginning. */
  readonly responseText: string
  readonly stream: StreamFacts | undefined
  /** The refusal, if the request was refused. */
  readonly refusal: Refusal | undefined
  /** The run that the request asked for and that is held: why, and what releases it. */
  readonly held: string | undefined
  /** The faults that had an effect. */
  readonly faults: readonly AppliedFault[]
  /** Whether the connection broke off before the reply was complete. */
  readonly brokenOff: boolean
}

/** A request that is being served. */
export interface OpenExchange {
  /** Set by the journal, as are the two below; see `Exchange`. */
  id: string
  number: number
  at: number
  readonly path: string
  readonly query: string
  /** The exchange as far as it has come; `endedAt` is null while it is still being answered. */
  exchange(endedAt: number | null): Exchange
}

/** The headers of the request as pairs. */
export function sentHeaders({ requestHeaders }: Exchange): (readonly [string, string])[] {
  const pairs: (readonly [string, string])[] = []
  for (let i = 0; i < requestHeaders.length; i += 2) pairs.push([requestHeaders[i]!, requestHeaders[i + 1]!])
  return pairs
}
