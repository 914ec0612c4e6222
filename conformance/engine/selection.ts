/** Which scenarios a run of the suite is made of, and which requirements it answers for. */

import { requirements } from '../requirements/contract.ts'
import { TargetProblem } from '../target/problem.ts'
import type { Scenario } from './scenario.ts'

export interface Selection {
  scenarios: Scenario[]
  requirements: Set<string>
}

/** `only` names requirements or scenarios, whole (`TASK-07`) or by their beginning (`TASK`, `tasks/`). */
export function select(all: readonly Scenario[], only: readonly string[] = []): Selection {
  const known = requirements.map(requirement => requirement.id)
  if (only.length === 0) return { scenarios: [...all], requirements: new Set(known) }
  const wanted = (id: string) => only.some(it => id === it || id.startsWith(/[-/]$/.test(it) ? it : `${it}-`))
  const named = (id: string) => only.some(it => id === it || id.startsWith(it.endsWith('/') ? it : `${it}/`))
  const direct = all.filter(scenario => named(scenario.id))
  const chosen = new Set([...known.filter(wanted), ...direct.flatMap(scenario => scenario.requirements)])
  const scenarios = all.filter(scenario => direct.includes(scenario) || scenario.requirements.some(wanted))
  if (chosen.size === 0) {
    throw new TargetProblem(`nothing is called ${only.join(', ')}; --list shows requirements and scenarios`)
  }
  return { scenarios, requirements: chosen }
}
