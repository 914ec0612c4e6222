/** Results that the scenarios of a run of the suite share. */

import { setImmediate } from 'node:timers/promises'
import type { SuiteContext } from './suite-context.ts'

/** Evaluates once for a run of the suite; a failure is kept as well. */
export function memoized<T>(
  context: SuiteContext,
  scenario: string,
  name: string,
  evaluate: () => Promise<T>,
): Promise<T> {
  const { memory, replay, recorder } = context
  const known = memory.get(name)
  if (known) return known as Promise<T>
  const recorded = replay?.evaluatedBy(name) ?? []
  const [first] = recorded
  if (first !== undefined && !recorded.includes(scenario))
    return evaluatedAfter(context, first, name, evaluate)
  recorder?.memoized(name)
  const value = evaluate()
  memory.set(name, value)
  value.catch(() => {})
  return value
}

/** In a replay, the scenario that evaluated the value when recording does so again: the replies are recorded under it. */
async function evaluatedAfter<T>(
  { memory, isOver }: SuiteContext,
  scenario: string,
  name: string,
  evaluate: () => Promise<T>,
): Promise<T> {
  while (!memory.has(name) && !isOver(scenario)) await setImmediate()
  return (memory.get(name) as Promise<T> | undefined) ?? evaluate()
}
