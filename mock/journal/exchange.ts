// One request with its reply, as the journal keeps it: references to what was there anyway, so that keeping costs next to
// nothing. It is raw: whoever shows it redacts it first (`view.ts`, `har.ts`).
import type { OperationRow } from '#openapi'
import type { KeyRow, PersonRow } from '../world/people.ts'
import type { Refusal } from '../world/refusal.ts'

/** A fault that was applied: which one, and what it did, such as `status 503 before`. */
export interface AppliedFault {
  readonly id: string
  readonly effect: string
}

/** What went over a stream. */
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
  /** Whose key came, valid or not. */
  caller: { readonly key: KeyRow; readonly person: PersonRow } | undefined
  /** Whether the caller was let in by its scopes and its role. */
  letIn = false
  /** Whether it was done in the console, or by a tool, as somebody: then it does not count as the client's. */
  console = false
  /** 0 until the reply has begun, and for good where it never did. */
  status = 0
  responseHeaders: Readonly<Record<string, string | number>> = {}
  /** The body as it was sent back; of a stream, the beginning. */
  responseText = ''
  stream: StreamFacts | undefined
  /** Why the service said no, when it did. */
  refusal: Refusal | undefined
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
