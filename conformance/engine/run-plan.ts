/** Plans a run before anything is sent: which scenarios run, their maximum cost, and what the target lacks. */

import { requirements } from '../requirements/contract.ts'
import { TargetProblem } from '../target/problem.ts'
import type { Target } from '../target/target.ts'
import { Keyring } from './keyring.ts'
import type { Scenario } from './scenario.ts'
import { missingFor } from './scheduler.ts'

export interface Selection {
  scenarios: Scenario[]
  requirements: Set<string>
}

/** `only` selects requirements or scenarios by id (`TASK-07`) or prefix (`TASK`, `tasks/`). */
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

export interface RunPlan {
  scenarios: { id: string; title: string; requirements: string[] }[]
  /** Requests to endpoints without a stated rate limit. */
  requests: number
  /** Requests to each analytics endpoint. */
  analytics: Record<string, number>
  runs: number
  /** The maximum, with every run using the rest of the budget. */
  euros: number
  minutes: number
  /** What will not be exercised, grouped by what is missing. */
  missing: Record<string, string[]>
}

export function planFor(
  target: Target,
  scenarios: readonly Scenario[],
  selected: ReadonlySet<string>,
  readOnly = false,
): RunPlan {
  const keys = new Keyring(target.keys)
  const missing = new Map<string, Set<string>>()
  const will: Scenario[] = []
  for (const scenario of scenarios) {
    const reason =
      readOnly && scenario.writes
        ? 'read-only: these checks create or change something'
        : missingFor(scenario, { target, keys })?.what
    if (reason === undefined) will.push(scenario)
    else
      for (const id of scenario.requirements) missing.set(reason, (missing.get(reason) ?? new Set()).add(id))
  }
  const covered = new Set(will.flatMap(scenario => scenario.requirements))
  const sum = (of: (scenario: Scenario) => number) =>
    will.reduce((total, scenario) => total + of(scenario), 0)
  const analytics: Record<string, number> = {}
  for (const scenario of will) {
    for (const [id, count] of Object.entries(scenario.cost?.analytics ?? {}))
      analytics[id] = (analytics[id] ?? 0) + count
  }
  const runs = Math.min(
    sum(one => one.cost?.runs ?? 0),
    target.budget.runs,
  )
  return {
    scenarios: will.map(({ id, title, requirements: ids }) => ({ id, title, requirements: [...ids] })),
    requests: sum(one => one.cost?.requests ?? 0),
    analytics,
    runs,
    euros: runs > 0 ? target.budget.euros : 0,
    minutes: minutesFor(target, will, analytics),
    missing: Object.fromEntries(
      [...missing].flatMap(([reason, ids]) => {
        const open = [...ids].filter(
          id => !covered.has(id) && selected.has(id) && requirements.some(row => row.id === id),
        )
        return open.length > 0 ? [[reason, open]] : []
      }),
    ),
  }
}

/** The longer of the slowest scenario and the slowest endpoint at its pace, plus scenarios that run alone or last. */
function minutesFor(target: Target, will: readonly Scenario[], analytics: Record<string, number>): number {
  const last = will.filter(scenario => scenario.last)
  const provoked = new Map(last.flatMap(scenario => Object.entries(scenario.cost?.analytics ?? {})))
  const paced = Object.entries(analytics).map(([id, count]) => {
    const own = count - (provoked.get(id) ?? 0)
    return (Math.ceil(own / target.pace.analyticsPerMinute) - 1) * 61
  })
  const stories = will.filter(scenario => !scenario.last).map(scenario => scenario.cost?.seconds ?? 0)
  const seconds =
    Math.max(0, ...paced, ...stories) + last.reduce((sum, one) => sum + (one.cost?.seconds ?? 0), 0)
  return Math.round((seconds / target.pace.clockScale / 60) * 10) / 10
}

export function planText(plan: RunPlan, target: Target): string {
  const lines = [`Plan for ${target.name} (${target.baseUrl})`, '']
  const group = Map.groupBy(plan.scenarios, scenario => scenario.id.split('/')[0] ?? '')
  for (const [name, scenarios] of group)
    lines.push(`  ${name}: ${scenarios.map(scenario => scenario.id.split('/')[1]).join(', ')}`)
  const most = Math.max(0, ...Object.values(plan.analytics))
  const total = Object.values(plan.analytics).reduce((sum, count) => sum + count, 0)
  lines.push(
    '',
    `  ${plan.scenarios.length} scenarios for ${new Set(plan.scenarios.flatMap(one => one.requirements)).size} requirements`,
    `  about ${plan.requests} requests on ordinary endpoints`,
    `  about ${total} on ${Object.keys(plan.analytics).length} analytics endpoints, at most ${most} on one, ${target.pace.analyticsPerMinute} a minute each`,
    `  up to ${plan.runs} paid runs or completions, ${plan.euros} euros at worst (the budget)`,
    `  at least ${plan.minutes} minutes, at most ${target.budget.minutes} (the budget)`,
  )
  const open = Object.entries(plan.missing)
  if (open.length > 0) lines.push('', 'Will not be exercised, because of')
  for (const [reason, ids] of open.toSorted((a, b) => b[1].length - a[1].length)) {
    lines.push(
      `  ${reason}: ${ids.slice(0, 8).join(', ')}${ids.length > 8 ? ` and ${ids.length - 8} more` : ''}`,
    )
  }
  return lines.join('\n')
}
