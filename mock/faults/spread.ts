import type { Random } from '../simulation/random.ts'
import type { Spread } from './fault.ts'

/** How long it takes this time, in milliseconds; never less than nothing. */
export function drawn(spread: Spread, random: Random): number {
  return Math.max(0, Math.round(value(spread, random)))
}

function value(spread: Spread, random: Random): number {
  if ('ms' in spread) return spread.ms
  if ('between' in spread) {
    const [least, most] = spread.between
    return least + random.float() * (most - least)
  }
  if ('normal' in spread) return spread.normal.mean + spread.normal.deviation * standardNormal(random)
  if ('lognormal' in spread)
    return spread.lognormal.median * Math.exp(spread.lognormal.sigma * standardNormal(random))
  return atPercentile(spread.percentiles, random.float() * 100)
}

/** By the method of Box and Muller. */
function standardNormal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.float())) * Math.cos(2 * Math.PI * random.float())
}

/** Rises evenly from one given percentile to the next, from half the lowest value; beyond the highest it stays. */
function atPercentile(percentiles: Readonly<Record<string, number>>, wanted: number): number {
  const points = Object.entries(percentiles)
    .map(([percent, ms]) => ({ percent: Number(percent), ms }))
    .sort((a, b) => a.percent - b.percent)
  const above = points.findIndex(({ percent }) => percent >= wanted)
  if (above < 0) return points.at(-1)?.ms ?? 0
  const to = points[above]!
  const from = points[above - 1] ?? { percent: 0, ms: to.ms / 2 }
  const share = to.percent === from.percent ? 1 : (wanted - from.percent) / (to.percent - from.percent)
  return from.ms + share * (to.ms - from.ms)
}
