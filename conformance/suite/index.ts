/** All scenarios, by resource. */
import type { Scenario } from '../check.ts'

export const suite: readonly Scenario[] = []
