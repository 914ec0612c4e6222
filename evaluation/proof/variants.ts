/** Every choice of every dimension alone, over the whole suite: any `violated` on one of them is an error of the suite. */
import { Random } from '#mock'
import { allDimensions, type Difference } from './lawful/index.ts'

/** A lawful deployment that differs from the usual one. */
export interface Variant {
  readonly id: string
  readonly what: string
  /** Also runs the check that uses up a rate limit, which takes a while. */
  readonly limits?: boolean
  readonly difference: Difference
}

export const variants: readonly Variant[] = [
  { id: 'clean', what: 'the mock as it is', limits: true, difference: {} },
  ...allDimensions.flatMap(({ id, what, choices, limits = false }) =>
    Object.entries(choices).map(([name, choice]) => ({
      id: `${id}=${name}`,
      what: `${what}: ${name}`,
      limits,
      difference: choice(new Random(id)),
    })),
  ),
]
