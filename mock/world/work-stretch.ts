// What work costs, as a function of time. Nothing ticks: whoever asks at an instant gets what a charge for every
// second of work would have come to by then.
import { SECOND } from '../simulation/duration.ts'
import type { ModelRow } from './models.ts'
import { priceOf } from './models.ts'

/** What an agent reads and writes while it works. */
export interface WorkRate {
  readonly tokensPerSecond: number
  /** The share of the tokens that are read; the others are written. */
  readonly readShare: number
  /** The share of what is read that comes from the prompt cache. */
  readonly cachedShare: number
}

/** Work on one step of a run, from when it began or was resumed to when it ended or was interrupted. */
export interface WorkStretch {
  /** The instant at which it began. */
  readonly from: number
  /** The instant at which it ended; null while it goes on. */
  readonly to: number | null
  /** Milliseconds of the step that were worked before it. */
  readonly doneMs: number
  readonly rate: WorkRate
  /** The prices when it began. */
  readonly price: Pick<ModelRow, 'microsPerTokenIn' | 'microsPerTokenOut' | 'microsPerTokenCached'>
}

/** Money and tokens. */
export interface Use {
  readonly micros: number
  readonly savedMicros: number
  readonly tokensIn: number
  readonly tokensOut: number
}

/** What a stretch has used from its beginning up to an instant. Full seconds of the step count, and its end. */
export function usedBy(stretch: WorkStretch, instant: number): Use {
  const before = upTo(stretch.doneMs, stretch)
  const now = upTo(chargedMs(stretch, instant), stretch)
  return {
    micros: now.micros - before.micros,
    savedMicros: now.savedMicros - before.savedMicros,
    tokensIn: now.tokensIn - before.tokensIn,
    tokensOut: now.tokensOut - before.tokensOut,
  }
}

/** Milliseconds of the step that are worked and charged at an instant, those before the stretch included. */
export function chargedMs({ from, to, doneMs }: WorkStretch, instant: number): number {
  if (instant <= from) return doneMs
  if (to !== null && instant >= to) return doneMs + (to - from)
  const whole = Math.floor((doneMs + (instant - from)) / SECOND) * SECOND
  return Math.max(doneMs, whole)
}

/** An upper bound of the micro-euros that a millisecond of such work costs. */
export function maxMicrosPerMs({ rate, price }: WorkStretch): number {
  const { tokensPerSecond, readShare, cachedShare } = rate
  const { microsPerTokenIn, microsPerTokenOut, microsPerTokenCached } = price
  const read = (1 - cachedShare) * microsPerTokenIn + cachedShare * microsPerTokenCached
  return (tokensPerSecond * (readShare * read + (1 - readShare) * microsPerTokenOut)) / SECOND
}

/** What the first so many milliseconds of a step use, whatever interrupted them. */
function upTo(doneMs: number, { rate, price }: WorkStretch): Use {
  const tokens = Math.floor((rate.tokensPerSecond * doneMs) / SECOND)
  const tokensIn = Math.round(tokens * rate.readShare)
  const tokensOut = tokens - tokensIn
  const cachedTokens = Math.floor(tokensIn * rate.cachedShare)
  return { ...priceOf(price, { tokensIn, tokensOut, cachedTokens }), tokensIn, tokensOut }
}

/** Both together. */
export function addUse(a: Use, b: Use): Use {
  return {
    micros: a.micros + b.micros,
    savedMicros: a.savedMicros + b.savedMicros,
    tokensIn: a.tokensIn + b.tokensIn,
    tokensOut: a.tokensOut + b.tokensOut,
  }
}
