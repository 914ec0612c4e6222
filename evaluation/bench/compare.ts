// What moved between two results, beyond what chance moves.
import { type Measure, measuresOf, type Results } from './results.ts'
import { median, uncertainty } from './statistics.ts'

export interface Move {
  readonly id: string
  readonly unit: string
  readonly before: number
  readonly after: number
  /** After by before. */
  readonly ratio: number
  readonly verdict: 'better' | 'worse' | 'other'
}

/** Smaller differences are not reported, however certain they are. */
const LEAST = 0.05

/** How many times the uncertainty of the difference it has to be. */
const SURE = 3

/** The assumed relative uncertainty of a single sample. */
const OF_ONE_SAMPLE = 0.15

/** The measures that moved, the largest move first, and how many did not. */
export function compare(before: Results, after: Results): { moves: Move[]; same: number; missing: string[] } {
  const [oldMeasures, freshMeasures] = [measuresOf(before), measuresOf(after)]
  const old = new Map(oldMeasures.map(measure => [measure.id, measure]))
  const fresh = new Set(freshMeasures.map(({ id }) => id))
  const pairs = freshMeasures.flatMap(measure => {
    const other = old.get(measure.id)
    return other ? [{ other, measure }] : []
  })
  const moves = pairs.flatMap(({ other, measure }) => moveOf(other, measure) ?? [])
  moves.sort((a, b) => Math.abs(Math.log(b.ratio)) - Math.abs(Math.log(a.ratio)))
  const missing = oldMeasures.map(({ id }) => id).filter(id => !fresh.has(id))
  return { moves, same: pairs.length - moves.length, missing }
}

function moveOf(old: Measure, fresh: Measure): Move | undefined {
  const [before, after] = [median(old.samples), median(fresh.samples)]
  const noise = Math.hypot(noiseOf(old, before), noiseOf(fresh, after))
  const difference = Math.abs(after - before)
  if (!(difference > SURE * noise && difference > LEAST * Math.abs(before))) return undefined
  const rose = after > before
  const verdict =
    fresh.better === 'neither' ? 'other' : rose === (fresh.better === 'more') ? 'better' : 'worse'
  return { id: fresh.id, unit: fresh.unit, before, after, ratio: after / before, verdict }
}

function noiseOf({ samples }: Measure, middle: number): number {
  return samples.length < 3 ? OF_ONE_SAMPLE * Math.abs(middle) : uncertainty(samples)
}
