// One request with its reply, as the journal keeps it. It refers to data that exists anyway, so that keeping it costs next
// to nothing. It contains secrets: `view.ts` and `har.ts` redact what they show.
import type { OperationRow } from '#openapi'
import type { KeyRow, PersonRow } from '../world/people.ts'
import type { Refusal } from '../world/refusal.ts'

/** A fault that was applied: its id, and its effect, such as `reply 503 before`. */
export interface AppliedFault {
  readonly id: string
  readonly effect: string
}

/** What was sent on a stream. */
export interface StreamFacts {
  events: number
  bytes: number
  /** How many events of each kind; those without a kind count as `message`. */
  readonly kinds: Map<string, number>
  /** Whether the kept text is only the beginning. */
  truncated: boolean
}

/** What is known of a request when it arrives. */
interface RequestHead {
  readonly method?: string | undefined
  readonly url?: string | undefined
  readonly rawHeaders: readonly string[]
}

/** One exchange of a workspace, or one that belongs to none. It is filled in while the request is served. */
export class Exchange {
  /** Such as `ws_1.17`: the workspace and the number in its journal. Set by the journal, as are the four below. */
  id = ''
  number = 0
  /** When it arrived and when it ended, by the workspace's clock. */
  at = 0
  endedAt: number | null = null
  /** When it arrived by the machine's time; for how fast a client really is. */
  machineAt = 0
  readonly method: string
  /** The path without its query. */
  readonly path: string
  /** The query without its question mark. */
  readonly query: string
  /** Names and values in turn, as they were sent. */
  readonly requestHeaders: readonly string[]
  /** The body as it was sent; empty where nothing was. */
  requestText = ''
  operation: OperationRow | undefined
  pathParams: Readonly<Record<string, string | undefined>> = {}
  /** The key of the request, valid or not, and its person. */
  caller: { readonly key: KeyRow; readonly person: PersonRow } | undefined
  /** Whether scopes and role allowed the call. */
  letIn = false
  /** Whether the console or a tool made the request as somebody, so that it does not count as the client's. */
  console = false
  /** 0 before the reply has begun, and if it never does. */
  status = 0
  responseHeaders: Readonly<Record<string, string | number>> = {}
  /** The body of the reply; of a stream, the beginning. */
  responseText = ''
  stream: StreamFacts | undefined
  /** The refusal, if the request was refused. */
  refusal: Refusal | undefined
  /** The run that the request asked for and that has to wait: why, and what releases it. */
  held: string | undefined
  /** The faults that had an effect. */
  faults: readonly AppliedFault[] = []
  /** Whether the connection was broken off before the reply was whole. */
  brokenOff = false

  constructor({ method = 'GET', url = '/', rawHeaders }: RequestHead) {
    this.method = method
    const queryAt = url.indexOf('?')
    this.path = queryAt < 0 ? url : url.slice(0, queryAt)
    this.query = queryAt < 0 ? '' : url.slice(queryAt + 1)
    this.requestHeaders = rawHeaders
  }
}

/** Whether it is still being answered. */
export function isOpen(exchange: Exchange): boolean {
  return exchange.endedAt === null
}
