// Makes up values where there are no worker threads: in a page, and at the edge.
import type { ValueOrder, ValueResult } from './made-up-value.ts'

/** Has a value made up. What that needs is loaded first, because few programs ask for it. */
export async function orderValue(order: ValueOrder): Promise<ValueResult> {
  const { madeUpValue } = await import('./made-up-value.ts')
  return madeUpValue(order)
}
