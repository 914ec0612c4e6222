import type { Advice, Observation } from '../requirements/verdict.ts'
import type { Target } from '../target/target.ts'
import type { Budget } from './budget.ts'
import type { CleanupJournal } from './cleanup-journal.ts'
import type { Client } from './client.ts'
import type { Keyring } from './keyring.ts'
import type { ObservedReplies } from './observed-replies.ts'
import type { OwnRecords } from './own-records.ts'
import type { Ownership } from './ownership.ts'
import type { Recorder } from './recording.ts'
import type { Redactor } from './redactor.ts'
import type { Replay } from './replay.ts'

/** What all scenarios of one run of the suite share. */
export interface SuiteContext {
  target: Target
  client: Client
  budget: Budget
  journal: CleanupJournal
  ownership: Ownership
  ownRecords: OwnRecords
  redactor: Redactor
  keys: Keyring
  nonce: string
  /** When the run began. */
  today: Date
  /** Send nothing that creates, changes or spends anything. */
  readOnly: boolean
  /** The requirements of this run; scenarios may skip work for others. */
  selected: ReadonlySet<string>
  /** Memoized results, by name. */
  memory: Map<string, Promise<unknown>>
  observations: Observation[]
  advice: Advice[]
  observed: ObservedReplies
  /** Whether that scenario has ended, is not part of this run, or itself waits for all others. */
  isOver: (scenario: string) => boolean
  /** Records the inputs of the scenarios. */
  recorder?: Recorder | undefined
  /** The recording that replaces the deployment. */
  replay?: Replay | undefined
  /** Reports a long wait to the terminal. */
  waiting: (scenario: string, what: string) => void
}
