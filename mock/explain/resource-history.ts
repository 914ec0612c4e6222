import type { ResourceKind } from '../journal/movements.ts'
import type { CurlLine } from './curl.ts'

/** One change of status. */
export interface HistoryLine {
  readonly at: string
  readonly from: string | null
  readonly to: string
  /** The call that did it; null for what happened by itself, or was done by a person in the app. */
  readonly by: { readonly exchange: string; readonly call: string; readonly key: string | null } | null
  /** What else is known: a question, an error, who decided. */
  readonly note: string | null
}

/** Something that a call was about, as it is now. */
export interface ResourceHistory {
  readonly kind: ResourceKind
  readonly id: string
  readonly status: string
  /** What it waits for, if for anything. */
  readonly waits_for: string | null
  /** Whether the caller of the exchange may see it; null without a caller. */
  readonly note: string | null
  readonly history: HistoryLine[]
  /** The calls that it takes now. */
  readonly next: CurlLine[]
}
