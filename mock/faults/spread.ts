import { LONGEST_DURATION } from '../simulation/calendar.ts'
import { type Duration, millisecondsIn } from '../simulation/duration.ts'
import type { Random } from '../simulation/random.ts'
import type { Spread } from './fault.ts'

/** How long it takes this time, in milliseconds; never less than nothing. */
export function drawn(spread: Spread, random: Random): number {
  return Math.max(0, Math.min(LONGEST_DURATION, Math.round(value(spread, random))))
}

function value(spread: Spread, random: Random): number {
  if (typeof spread !== 'object') return ms(spread)
  if ('between' in spread) {
    const [least = 0, most = least] = spread.between
    return ms(least) + random.float() * (ms(most) - ms(least))
  }
  if ('normal' in spread) {
    const { mean, deviation } = spread.normal
    return ms(mean) + ms(deviation) * standardNormal(random)
  }
  if ('lognormal' in spread)
    return ms(spread.lognormal.median) * Math.exp(spread.lognormal.sigma * standardNormal(random))
  return atPercentile(spread.percentiles, random.float() * 100)
}

/** By the method of Box and Muller. */
function standardNormal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.float())) * Math.cos(2 * Math.PI * random.float())
}

/** Rises evenly from one given percentile to the next, from half the lowest value; beyond the highest it stays. */
function atPercentile(percentiles: Readonly<Record<string, Duration>>, wanted: number): number {
  const points = Object.entries(percentiles)
    .map(([percent, duration]) => ({ percent: Number(percent), ms: ms(duration) }))
    .sort((a, b) => a.percent - b.percent)
  const above = points.findIndex(({ percent }) => percent >= wanted)
  if (above < 0) return points.at(-1)?.ms ?? 0
  const to = points[above]!
  const from = points[above - 1] ?? { percent: 0, ms: to.ms / 2 }
  const share = to.percent === from.percent ? 1 : (wanted - from.percent) / (to.percent - from.percent)
  return from.ms + share * (to.ms - from.ms)
}

export function ms(duration: Duration): number {
  const ms = millisecondsIn(duration)
  if (Number.isNaN(ms))
    throw new RangeError(
      `'${duration}' is no length of time; say milliseconds, or 250ms, 90s or 2h, at most a hundred years`,
    )
  return ms
}
