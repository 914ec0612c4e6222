/** Which requirements cannot be exercised for want of keys: for the plan, and for the verdict after a run. */
import type { Requirement } from '../requirements/contract.ts'
import type { Lack } from '../requirements/missing.ts'
import { missingKeys } from '../requirements/missing-keys.ts'
import type { Target } from '../target/target.ts'
import type { Scenario } from './scenario.ts'
import { missingFor } from './scheduler.ts'

/** By requirement: the keys that it lacks by the register, or that each of its scenarios lacks. */
export function unkeyedOf(
  rows: readonly Requirement[],
  scenarios: readonly Scenario[],
  target: Target,
): Map<string, Lack[]> {
  const lacks = new Map(scenarios.map(one => [one, onlyKeys(missingFor(one, target))]))
  return new Map(
    rows.flatMap(row => {
      const own = scenarios.filter(one => one.requirements.includes(row.id)).map(one => lacks.get(one) ?? [])
      const missing = [...missingKeys(row, target), ...(own.every(lack => lack.length > 0) ? own.flat() : [])]
      return missing.length > 0 ? [[row.id, missing] as const] : []
    }),
  )
}

function onlyKeys(lack: Lack | undefined): Lack[] {
  const add = lack?.add.filter(part => part.keys !== undefined) ?? []
  return lack && add.length > 0 ? [{ ...lack, add }] : []
}
