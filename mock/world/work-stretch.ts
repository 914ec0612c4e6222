// The cost of work as a function of time. There are no ticks: a read at any instant gets the sum that charging every
// second of work would have given.
import { SECOND } from '../simulation/duration.ts'
import type { ModelRow, TokenUse } from './models.ts'
import { priceOf } from './models.ts'

/** The tokens that an agent reads and writes while it works. */
export interface WorkRate {
  readonly tokensPerSecond: number
  /** The share of tokens that are read; the others are written. */
  readonly readShare: number
  /** The share of read tokens that come from the prompt cache. */
  readonly cachedShare: number
  /** Where in `PACE` the work begins, in seconds. Work at a declared speed has none: it is even. */
  readonly pace?: number
}

/** Uninterrupted work on one step of a run. */
export interface WorkStretch {
  /** When it started or was resumed. */
  readonly from: number
  /** Milliseconds of the step that were worked before. */
  readonly doneMs: number
  readonly rate: WorkRate
  /** The prices at its start. */
  readonly price: Pick<ModelRow, 'microsPerTokenIn' | 'microsPerTokenOut' | 'microsPerTokenCached'>
}

/** Money and tokens. */
export interface Use {
  readonly micros: number
  readonly savedMicros: number
  readonly tokensIn: number
  readonly tokensOut: number
}

/** The use of a stretch from its start to an instant. Only full seconds of the step count, and the `end` of the stretch. */
export function usedBy(stretch: WorkStretch, instant: number, end?: number): Use {
  const charged = chargedMs(stretch, instant, end)
  if (charged === stretch.doneMs) return NOTHING
  const now = upTo(charged, stretch)
  if (stretch.doneMs === 0) return now
  const before = upTo(stretch.doneMs, stretch)
  return {
    micros: now.micros - before.micros,
    savedMicros: now.savedMicros - before.savedMicros,
    tokensIn: now.tokensIn - before.tokensIn,
    tokensOut: now.tokensOut - before.tokensOut,
  }
}

const NOTHING: Use = { micros: 0, savedMicros: 0, tokensIn: 0, tokensOut: 0 }

/** Milliseconds of the step that are charged at an instant, including those before this stretch. */
export function chargedMs({ from, doneMs }: WorkStretch, instant: number, end?: number): number {
  if (instant <= from) return doneMs
  if (end !== undefined && instant >= end) return doneMs + (end - from)
  const whole = Math.floor((doneMs + (instant - from)) / SECOND) * SECOND
  return Math.max(doneMs, whole)
}

/** The first instant after this one at which more may be charged. */
export function nextCharge({ from, doneMs }: WorkStretch, instant: number): number {
  const worked = doneMs + Math.max(0, instant - from)
  return from - doneMs + (Math.floor(worked / SECOND) + 1) * SECOND
}

/** An upper bound of the cost of such work, in micro-euros per millisecond. */
export function maxMicrosPerMs({ rate, price }: WorkStretch): number {
  const { tokensPerSecond, readShare, cachedShare } = rate
  const { microsPerTokenIn, microsPerTokenOut, microsPerTokenCached } = price
  const read = (1 - cachedShare) * microsPerTokenIn + cachedShare * microsPerTokenCached
  const fastest = rate.pace === undefined ? 1 : Math.max(...PACE) / 10
  return (fastest * tokensPerSecond * (readShare * read + (1 - readShare) * microsPerTokenOut)) / SECOND
}

/** The use of the first milliseconds of a step, independent of interruptions. */
function upTo(doneMs: number, { rate, price }: WorkStretch): Use {
  const tokens = tokensOfWork(doneMs, rate)
  const { tokensIn, tokensOut } = tokens
  return { ...priceOf(price, tokens), tokensIn, tokensOut }
}

/** The tokens that are read and written in so many milliseconds of work. */
export function tokensOfWork(ms: number, rate: WorkRate): TokenUse {
  const { tokensPerSecond, pace } = rate
  const even = pace === undefined ? ms : paced(pace * SECOND + ms) - paced(pace * SECOND)
  const tokens = Math.floor((tokensPerSecond * even) / SECOND)
  const tokensIn = Math.round(tokens * rate.readShare)
  return { tokensIn, tokensOut: tokens - tokensIn, cachedTokens: Math.floor(tokensIn * rate.cachedShare) }
}

/** How fast an agent works in each second, in tenths of its average: it thinks, then reads and writes a lot. */
const PACE = [4, 16, 9, 18, 3, 5, 15, 10] as const

/** The tenths that come before each. */
const BEFORE = PACE.map((_, place) => PACE.slice(0, place).reduce((sum, tenths) => sum + tenths, 0))

/** The even milliseconds of work that so many uneven ones are worth. */
function paced(ms: number): number {
  const seconds = Math.floor(ms / SECOND)
  const place = seconds % PACE.length
  const before = (seconds - place) * 10 + BEFORE[place]!
  return (before * SECOND + (ms % SECOND) * PACE[place]!) / 10
}
