import type { components } from '../control/generated/control.gen.ts'
import type { EventLog } from '../journal/event-log.ts'
import type { Journal } from '../journal/journal.ts'
import type { Workspace } from '../world/workspace.ts'

type Schemas = components['schemas']

/** Why an exchange ended as it did. */
export type Explanation = Schemas['Explanation']
/** The rule behind a refusal. */
export type ExplainedRule = NonNullable<Explanation['rule']>
/** A resource as it is now, with its history. */
export type ResourceHistory = Schemas['ResourceHistory']
/** One change of status. */
export type HistoryLine = ResourceHistory['history'][number]
/** A call to paste into a shell. */
export type CurlLine = Schemas['Call']

/** What explanations need: a workspace with its recorded past. */
export interface ExplainContext {
  readonly workspace: Workspace
  readonly journal: Journal
  readonly events: EventLog
  /** The address of the service, for calls to try. */
  readonly baseUrl: string
  /** The name of another workspace that has this id. */
  readonly elsewhere: (id: string) => string | undefined
}
