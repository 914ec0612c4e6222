/** Every choice of every dimension alone, over the whole suite: any `violated` on one of them is an error of the suite. */
import { Random } from '#mock'
import { type Difference, partsOf } from './lawful/dimension.ts'
import { allDimensions } from './lawful/index.ts'

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
  ...allDimensions.flatMap(one =>
    partsOf(one, () => new Random(one.id)).map(({ id, make }) => ({
      id,
      what: `${one.what}: ${id.split('=')[1]}`,
      limits: one.limits ?? false,
      difference: make(),
    })),
  ),
]
