/** Every choice of every dimension alone, over the whole suite: any `violated` on one of them is an error of the suite. */
import { Random } from '#mock'
import { allDimensions } from './lawful/index.ts'
import type { Variant } from './variant.ts'

export const variants: readonly Variant[] = [
  { id: 'clean', what: 'the mock as it is', limits: true },
  ...allDimensions.flatMap(({ id, what, choices, limits }) =>
    Object.entries(choices).map(([name, choice]): Variant => {
      const { target, ...deviation } = choice(new Random(id))
      return {
        id: `${id}=${name}`,
        what: `${what}: ${name}`,
        deviation,
        ...(limits && { limits }),
        ...(target && { target }),
      }
    }),
  ),
]
