/** Draws lawful deployments at random, each reproducible by its seed. */
import { Random } from '#mock'
import type { TargetInput } from '../../../conformance/index.ts'
import { suite } from '../../../conformance/suite/index.ts'
import type { Deployment } from '../deployment.ts'
import { together } from '../together.ts'
import { type Difference, type Part, partsOf } from './dimension.ts'
import { allDimensions } from './index.ts'

export interface Composition {
  readonly seed: number
  readonly parts: readonly Part[]
  /** The ids of the scenarios to run. */
  readonly scenarios: readonly string[]
  /** Whether the clocks run slowly, so that less of their time passes between requests. */
  readonly isSlow: boolean
}

/** Chances of a dimension to come up: few differences at a time are easy to see, many meet each other. */
const FEW = 0.03
const SOME = 0.12
const MANY = 0.35

/** Shares of the scenarios: the fewer, the more deployments; sometimes all, because scenarios affect each other. */
const SHARES = [
  [0.08, 6],
  [0.2, 2],
  [1, 0.2],
] as const

/** The composition of a seed; with `only`, without its other parts. */
export function compositionOf(seed: number, only?: readonly string[]): Composition {
  const random = new Random(`lawful ${seed}`)
  const [ofGaps, ofOthers] = [random.pick([0, FEW, SOME, MANY]), random.pick([FEW, SOME, SOME, MANY])]
  const parts = allDimensions.flatMap(one => {
    const own = random.fork(one.id)
    const chance = one.id.startsWith('gap/') ? ofGaps : ofOthers
    const isDrawn = own.chance(Math.min(1, chance * (one.weight ?? 1)))
    return isDrawn ? [own.pick(partsOf(one, name => own.fork(name)))] : []
  })
  const share = random.weighted(SHARES)
  const scenarios = suite
    .filter(one => one.turn !== 'last' && random.fork(one.id).chance(share))
    .map(({ id }) => id)
  const kept = only ? parts.filter(({ id }) => only.some(name => id.startsWith(name))) : parts
  return { seed, parts: kept, scenarios, isSlow: random.chance(0.3) }
}

/** A deployment with the parts of a composition, each made anew. */
export function differenceOf(parts: readonly Part[]): Difference {
  const made = parts.map(({ make }) => make())
  const targets = made.flatMap(({ target }) => target ?? [])
  return {
    ...together(...made),
    target: (target: TargetInput, deployment: Deployment) =>
      targets.reduce((changed, change) => change(changed, deployment), target),
  }
}

/** The composition in one line. */
export function lineOf({ seed, parts, scenarios, isSlow }: Composition): string {
  const names = parts.map(({ id }) => id)
  return `${seed}: ${names.join(', ') || 'the mock as it is'}; ${scenarios.length} scenarios${isSlow ? ', slow clock' : ''}`
}
