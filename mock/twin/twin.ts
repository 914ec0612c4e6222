// A twin describes how one deployment answers: `answers` to gaps, and the `dialect` of its messages. It contains names
// and forms, never data.

import type { GapId, OperationId } from '#openapi'
import type { Dialect } from '../dialect/dialect.ts'
import type { Pace } from '../dialect/pace.ts'
import type { Violation, Violations } from '../dialect/violations.ts'
import type { Answers } from '../profile/profile.ts'

export interface Twin {
  readonly twin: 1
  readonly of?: {
    readonly name?: string
    readonly exchanges?: number
    readonly operations?: number
    readonly learned?: string
  }
  readonly answers?: Answers
  /** For an answer, and for a default answer that was seen, the call that shows it. */
  readonly because?: Readonly<Partial<Record<GapId, string>>>
  /** Gaps that no recorded call shows: the default answers stand. */
  readonly undecided?: readonly GapId[]
  /** Operations that no recorded call shows: their replies in the dialect have the style of the others. */
  readonly unseen?: readonly OperationId[]
  readonly dialect?: Dialect
  /** The deployment's violations of the specification; served only after `withViolations`. */
  readonly violations?: Violations
  /** How long the deployment's replies take, how late its figures are, and its rate limits; kept to only after `withPace`. */
  readonly pace?: Pace
  /** What the recording left undecided, with the evidence. */
  readonly unsure?: readonly Unsure[]
  /** Paths in this file that were edited by hand; `learn --update` keeps them. */
  readonly hand?: readonly string[]
}

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

/** Maps of objects as one; objects of the same name are put together. */
function merged<One extends object>(...maps: readonly (Readonly<Record<string, One>> | undefined)[]) {
  const all: Record<string, One> = {}
  for (const [name, one] of maps.flatMap(map => Object.entries(map ?? {})))
    all[name] = { ...all[name], ...one }
  return all
}
