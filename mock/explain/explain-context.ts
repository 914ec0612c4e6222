import type { Explanation, ResourceHistory } from '../control/generated/control.gen.ts'
import type { EventLog } from '../journal/event-log.ts'
import type { Journal } from '../journal/journal.ts'
import type { Workspace } from '../world/workspace.ts'

/** The rule behind a refusal. */
export type ExplainedRule = NonNullable<Explanation['rule']>
/** One change of status. */
export type HistoryLine = ResourceHistory['history'][number]

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
