// What is planned in the schedule of a workspace: the payload of each kind of event.
import type { Schemas } from '#openapi'
import type { ScheduledEvent } from '../simulation/scheduled-event.ts'
import type { Workspace } from './workspace.ts'

/** The decision of a person. `objected` rejects a gate but lets its workflow run continue (section 4.4). */
export type Outcome = Schemas['GateDecision']['outcome']

/** The payload of the event that follows a decision. */
export interface ApprovalDecided {
  readonly approvalId: string
  readonly outcome: Outcome
}

export interface OfRun {
  readonly runId: string
}

/** Something that people, schedules or programs of a company do. */
export interface CompanyAct {
  readonly what:
    | 'run'
    | 'scheduled-run'
    | 'retry'
    | 'cancel'
    | 'stop'
    | 'chat'
    | 'conversation'
    | 'turn'
    | 'workflow'
    | 'task'
    | 'care'
  /** The agent or workflow by its handle, or the id of what is already there. */
  readonly about: string
  /** The intended outcome of a workflow run; the result of a task or a retry. */
  readonly note?: string
}

/** The payloads by kind. */
export interface EventPayloads {
  'run.step': null
  'run.approval-decided': ApprovalDecided
  'chat.heartbeat': null
  'chat.progress': null
  'workflow.run-ended': OfRun
  'workflow.run-paused': OfRun
  'workflow.run-resumed': OfRun
  'workflow.gate-decided': ApprovalDecided
  'task.run-started': null
  'task.run-ended': OfRun
  /** Retries a held run; at most one per task. The person for whom the run is started. */
  'task.run-held': string
  'task.approval-decided': ApprovalDecided
  'task.budget-spent': null
  'wallet.check': null
  /** The first instant of a month in UTC; the seed plans the first one. */
  'wallet.month-begins': {
    /** Micro-euros that the company adds to the wallet each month. */
    readonly topUpMicros: number
  }
  'policy.decide': { readonly by: string; readonly outcome: Outcome; readonly comment: string | null }
  'policy.answer': { readonly questionId: string; readonly response: Schemas['_RunRespondRequest'] }
  'pace.tick': null
  /** A company plans its day. `inherits`: its people also plan the care for everything that its history left undone. */
  'company.morning': { readonly inherits: boolean }
  'company.act': CompanyAct
}

export type EventKind = keyof EventPayloads

/** A planned event of one kind. */
type EventOf<Kind extends EventKind> = ScheduledEvent & {
  readonly kind: Kind
  readonly payload: EventPayloads[Kind]
}

/** A planned event with the payload of its kind. */
export type PlannedEvent = { [Kind in EventKind]: EventOf<Kind> }[EventKind]

/** Handlers by the kind of planned event. */
export type EventHandlers = {
  readonly [Kind in EventKind]: (workspace: Workspace, event: EventOf<Kind>, instant: number) => void
}
