// A twin describes how one deployment answers: `answers` to gaps, and the `dialect` of its messages. It contains names
// and forms, never data.

import type { Dialect, TwinFile, Violation } from '../dialect/dialect.ts'
import type { Answers } from '../profile/profile.ts'
import { merged } from '../store/members.ts'

/** A twin as its file has it, or with its pace or violations in its dialect. */
export interface Twin extends Omit<TwinFile, 'of' | 'answers' | 'dialect' | 'unsure'> {
  readonly of?: {
    readonly name?: string
    readonly exchanges?: number
    readonly operations?: number
    readonly learned?: string
  }
  readonly answers?: Answers
  readonly dialect?: Dialect
  readonly unsure?: readonly Unsure[]
}

/** What the recording left undecided, with the evidence. */
export interface Unsure {
  readonly at: string
  readonly guess: string
  readonly because: string
  readonly seen: number
}

/** The profile that makes the mock answer like the deployment. Given answers take precedence over those of the twin. */
export function profileOfTwin({ twin, answers, dialect }: Twin, given: Answers = {}): Answers {
  if (twin !== 1) throw new TypeError('twin must be what readTwinFile returns; it has the version `twin: 1`')
  return { ...answers, ...(dialect === undefined ? {} : { dialect }), ...given }
}

/** The twin with its pace enabled: its replies take as long and its figures are as late as the deployment's, with its rate limits. */
export function withPace({ pace = {}, ...others }: Twin): Twin {
  return { ...others, dialect: { ...others.dialect, pace } }
}

/** The twin with its violations enabled: it violates the specification where the deployment does. */
export function withViolations(twin: Twin): Twin {
  const { violations = {}, ...others } = twin
  const all = Object.values(violations)
  if (all.length === 0) return twin
  const { dialect = {} } = twin
  const statuses = all.flatMap(one => Object.entries(one.refusals ?? {}))
  const refusals = merged(dialect.refusals, ...statuses.map(([code, status]) => ({ [code]: { status } })))
  const words = merged(dialect.words, ...all.map(one => one.words))
  const wrong: Dialect['wrong'] = {
    statuses: Object.assign({}, ...all.map(one => one.statuses)) as NonNullable<Violation['statuses']>,
    members: merged(...all.map(one => one.members)),
  }
  return { ...others, dialect: { ...dialect, refusals, words, wrong } }
}
