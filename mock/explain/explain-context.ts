import type { Contract } from '#openapi'
import type { Journal } from '../journal/journal.ts'
import type { Movements } from '../journal/movements.ts'
import type { Workspace } from '../world/workspace.ts'

/** Where an explanation plays: a workspace with what is known of its past. */
export interface ExplainContext {
  readonly workspace: Workspace
  readonly journal: Journal
  readonly movements: Movements
  /** The document that the workspace serves. */
  readonly contract: Contract
  /** Where the service is, for calls to try. */
  readonly baseUrl: string
  /** The name of another workspace that has something with this id. */
  readonly elsewhere: (id: string) => string | undefined
}
