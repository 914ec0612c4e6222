import type { Contract } from '#openapi'
import type { EventLog } from '../journal/event-log.ts'
import type { Journal } from '../journal/journal.ts'
import type { Workspace } from '../world/workspace.ts'

/** What explanations need: a workspace with its recorded past. */
export interface ExplainContext {
  readonly workspace: Workspace
  readonly journal: Journal
  readonly events: EventLog
  /** The document that the workspace serves. */
  readonly contract: Contract
  /** The address of the service, for calls to try. */
  readonly baseUrl: string
  /** The name of another workspace that has this id. */
  readonly elsewhere: (id: string) => string | undefined
}
