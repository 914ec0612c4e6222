import type { ResourceKind } from '../journal/event-log.ts'
import type { CurlLine } from './curl.ts'

/** One change of status. */
export interface HistoryLine {
  readonly at: string
  readonly from: string | null
  readonly to: string
  /** The call that made the change; null for what happened by itself or was done by a person in the app. */
  readonly by: { readonly exchange: string; readonly call: string; readonly key: string | null } | null
  /** Details, such as a question, an error, or who decided. */
  readonly note: string | null
}

/** A resource as it is now, with its history. */
export interface ResourceHistory {
  readonly kind:
    | ResourceKind
    | 'agent'
    | 'workflow'
    | 'chat'
    | 'board'
    | 'project'
    | 'person'
    | 'team'
    | 'client'
    | 'knowledge-base'
    | 'document'
    | 'model'
    | 'key'
  readonly id: string
  readonly status: string
  /** What it waits for, if anything. */
  readonly waits_for: string | null
  /** Whether the caller of the exchange may see it; null without a caller. */
  readonly note: string | null
  readonly history: HistoryLine[]
  /** The calls that are possible now. */
  readonly next: CurlLine[]
}
