/** The phase of a run, from the stated status words and from what its record shows. */
import { findLike, isObject, type Json, type Place, places } from './find-value.ts'
import { momentOf } from './moment.ts'
import { recordIn, wordIn } from './record.ts'

/** Common words for a run that has not begun to work; none is stated. */
const WAITING =
  /^(queued|pending|created|starting|started|scheduled|accepted|waiting|initiali[sz]ing|new|submitted|preparing|ready|in_queue)$/i
const ENDED =
  /^(complete|completed|finished|done|success|succeeded|successful|ok|failed|failure|error|errored|crashed|cancelled|canceled|stopped|terminated|aborted|killed|ended|halted|closed|expired|timed_out|timeout)$/i

/** How a run ended; only some of the words are stated (section 3). */
export type End = 'finished' | 'failed' | 'cancelled' | 'stopped'

const ENDS: readonly [End, RegExp][] = [
  ['failed', /fail|error|crash|fault|timed?_?out/i],
  ['finished', /^(complete|completed|finished|done|success|succeeded|successful|ok)(?![a-z])/i],
  ['cancelled', /^cancell?ed$/i],
  ['stopped', /^(stopped|terminated|aborted)$/i],
]

/** How a run or workflow run with that status ended; undefined while it goes on, and for unknown words. */
export const endOf = (status: string | undefined): End | undefined =>
  ENDS.find(([, words]) => words.test(status ?? ''))?.[0]

/** Words for something that is still going on, or to begin: `running`, `pausing`, `queued`, `waiting_for_input`. */
export const goesOn = (status = ''): boolean =>
  /ing$|^((in_)?queued?|scheduled|submitted)$/i.test(status) || saysItWaits(status)

export type Phase = 'waiting' | 'running' | 'paused' | 'ended' | 'unknown'

/** Words for a run that waits for a person: `paused` is stated, others may distinguish reasons. */
const ASKING =
  /paus|ask|input|wait|await|hold|block|question|approv|review|action|confirm|need|requir|human|suspend/i

/** Whether the status may mean that the run waits for a person. */
export const mayWait = (status: string | undefined): boolean =>
  status !== undefined &&
  status !== 'running' &&
  ASKING.test(status) &&
  !/^(queued|pending)$|tool/i.test(status)

/** Whether the status says that the run waits, for whatever it may be: then it has not ended. */
export const saysItWaits = (status = ''): boolean => /wait|tool/i.test(status)

export type RunView = NonNullable<ReturnType<typeof readRun>>

export function readRun(body: unknown) {
  const record = recordIn(body, ['run', 'agent_run', 'agentRun'])
  if (!record) return undefined
  const status = wordIn(record)
  // The text (or object) that a finished run has. A run at work may show one as well: how far it has come, or what it asks.
  const isAtWork = status === 'paused' || goesOn(status)
  const summary = isAtWork || isEmpty(record.summary) ? undefined : record.summary
  return { record, status, summary, cost: costOf(record), phase: phaseOf(status, summary !== undefined) }
}

export function phaseOf(status: string | undefined, hasSummary: boolean): Phase {
  if (status === 'running') return 'running'
  if (status === 'paused') return 'paused'
  if (hasSummary && !goesOn(status)) return 'ended'
  if (status === undefined) return 'unknown'
  if (ENDED.test(status)) return 'ended'
  return WAITING.test(status) ? 'waiting' : 'unknown'
}

/** `cost_euros` is stated; a decimal number as text is accepted. */
export function costOf(record: Json): number | undefined {
  const value = record.cost_euros
  if (typeof value === 'number') return value
  return typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value))
    ? Number(value)
    : undefined
}

const isFigure = (value: unknown): boolean =>
  typeof value === 'number' ||
  (typeof value === 'string' && /^\d+(\.\d+)?$/.test(value)) ||
  (isObject(value) && Object.values(value).some(isFigure))

/** The tokens used: the member's name is not stated, so any common name is accepted. */
export const tokensOf = (record: Json) => findLike(record, /token|usage|consum/i, isFigure)

const SPAN =
  /^(?!.*(time_?out|time_?zone|time_?stamp|_at$|_by$)).*(time|duration|elapsed|took|latency|seconds|secs|millis|_ms$|Ms$)/i
const isSpan = (value: unknown): boolean =>
  typeof value === 'number' ||
  (typeof value === 'string' &&
    /^(P(?=.)[\dYMWDTHS.,]*|\d+(\.\d+)?( ?[a-zµ]+)?|\d+:\d{2}(:\d{2})?(\.\d+)?)$/i.test(value.trim())) ||
  (isObject(value) && Object.values(value).some(isSpan))

const MOMENT = /_at$|[a-z]At$|time|date|started|created|finished|ended|completed/i

/** The time taken: a duration, or a start and an end. */
export function timeOf(record: Json): Place | undefined {
  const span = findLike(record, SPAN, isSpan)
  if (span) return span
  const ends = [...places(record)].filter(
    ({ name, value }) => MOMENT.test(name) && momentOf(value) !== undefined,
  )
  return ends.length > 1 ? ends.at(-1) : undefined
}

export const isEmpty = (value: unknown) =>
  value === undefined ||
  value === null ||
  value === '' ||
  (isObject(value) && Object.keys(value).length === 0)
