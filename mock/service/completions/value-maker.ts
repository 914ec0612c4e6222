// Makes up values where there are no worker threads: in browsers and edge runtimes.
import type { ValueOrder, ValueResult } from './made-up-value.ts'

/** Makes up a value. The generators are loaded on first use, because few programs need them. */
export async function orderValue(order: ValueOrder): Promise<ValueResult> {
  const { madeUpValue } = await import('./made-up-value.ts')
  return madeUpValue(order)
}
