import type { Distribution } from '../control/generated/control.gen.ts'
import { type Duration, MAX_DURATION, millisecondsIn } from '../simulation/duration.ts'
import type { Random } from '../simulation/random.ts'

/** Draws a length of time in milliseconds, at least 0. */
export function draw(distribution: Distribution, random: Random): number {
  return Math.max(0, Math.min(MAX_DURATION, Math.round(value(distribution, random))))
}

function value(distribution: Distribution, random: Random): number {
  if (typeof distribution !== 'object') return ms(distribution)
  if ('between' in distribution) {
    const [least = 0, most = least] = distribution.between
    return ms(least) + random.float() * (ms(most) - ms(least))
  }
  if ('normal' in distribution) {
    const { mean, deviation } = distribution.normal
    return ms(mean) + ms(deviation) * standardNormal(random)
  }
  if ('lognormal' in distribution)
    return ms(distribution.lognormal.median) * Math.exp(distribution.lognormal.sigma * standardNormal(random))
  return atPercentile(distribution.percentiles, random.float() * 100)
}

/** By the Box-Muller method. */
function standardNormal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.float())) * Math.cos(2 * Math.PI * random.float())
}

/** Linear between the given percentiles; starts at half the lowest value and stays at the highest. */
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
      `'${duration}' is not a length of time; use milliseconds, or 250ms, 90s or 2h, at most a hundred years`,
    )
  return ms
}
