// What the journal keeps of an exchange: references to what was there anyway, so that keeping costs next to nothing.
// It is raw: whoever shows it redacts it first (`view.ts`, `har.ts`).
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

/** One exchange of a workspace, or one that belongs to none. */
export interface Exchange {
  /** Such as `ws_1.17`: the workspace and the number in its journal. */
  id: string
  number: number
  /** When it arrived and when it was done with, by the workspace's clock. */
  at: number
  endedAt: number | null
  /** When it arrived by the machine's time; for how fast a client really is. */
  machineAt: number
  readonly method: string
  readonly path: string
  readonly query: string
  /** Names and values in turn, as they were sent. */
  readonly requestHeaders: readonly string[]
  requestText: string
  operation: OperationRow | undefined
  pathParams: Readonly<Record<string, string | undefined>>
  /** Whose key came, valid or not, and whether it was let in: by its scopes and the role behind it. */
  caller: { readonly key: KeyRow; readonly person: PersonRow } | undefined
  letIn: boolean
  /** 0 until the reply has begun, and for good where it never did. */
  status: number
  responseHeaders: Readonly<Record<string, string | number>>
  responseText: string
  stream: StreamFacts | undefined
  refusal: Refusal | undefined
  faults: readonly AppliedFault[]
  /** Whether the connection was broken off before the reply was whole. */
  brokenOff: boolean
}

/** Whether it is still being answered. */
export function isOpen(entry: Exchange): boolean {
  return entry.endedAt === null
}
