/** Plans a run before anything is sent: which scenarios run, their maximum cost, and what the target lacks. */

import { didYouMean } from '../../flags/did-you-mean.ts'
import { idsOf, type Requirement, requirements } from '../requirements/contract.ts'
import { targetLines } from '../requirements/missing.ts'
import { countKeys } from '../requirements/missing-keys.ts'
import { TargetProblem } from '../target/problem.ts'
import type { Target } from '../target/target.ts'
import { FIXTURES } from '../target/target-schema.ts'
import type { Scenario } from './scenario.ts'
import { missingFor } from './scheduler.ts'
import { unkeyedOf } from './unkeyed.ts'

export type Selection = ReturnType<typeof select>

/** `only` selects requirements or scenarios by id (`TASK-07`) or prefix (`TASK`, `tasks/`). */
export function select(all: readonly Scenario[], only: readonly string[] = []) {
  const known = requirements.map(requirement => requirement.id)
  if (only.length === 0) return { scenarios: [...all], requirements: new Set(known) }
  const isRequirement = (id: string, it: string) =>
    id === it || id.startsWith(/[-/]$/.test(it) ? it : `${it}-`)
  const isScenario = (id: string, it: string) => id === it || id.startsWith(it.endsWith('/') ? it : `${it}/`)
  const wanted = (id: string) => only.some(it => isRequirement(id, it))
  const named = (id: string) => only.some(it => isScenario(id, it))
  const direct = all.filter(scenario => named(scenario.id))
  const chosen = new Set([...known.filter(wanted), ...direct.flatMap(scenario => scenario.requirements)])
  const scenarios = all.filter(scenario => direct.includes(scenario) || scenario.requirements.some(wanted))
  const names = [...known, ...all.map(scenario => scenario.id)]
  const unknown = only.find(
    it => !known.some(id => isRequirement(id, it)) && !all.some(({ id }) => isScenario(id, it)),
  )
  if (unknown !== undefined)
    throw new TargetProblem(
      `nothing is called ${unknown}${didYouMean(unknown, names) || '; agent-work conformance list shows requirements and scenarios'}`,
    )
  return { scenarios, requirements: chosen }
}

type RunPlan = ReturnType<typeof planFor>

/** Requirements that depend on one thing. */
type Group = ReturnType<typeof groupsBy>[number]

export function planFor(
  target: Target,
  scenarios: readonly Scenario[],
  selected: ReadonlySet<string>,
  readOnly = false,
) {
  const will: Scenario[] = []
  const reasons = new Map<string, string>()
  for (const scenario of scenarios) {
    const reason =
      readOnly && scenario.writes
        ? 'read-only: these checks create or change something'
        : missingFor(scenario, target)?.what
    if (reason === undefined) will.push(scenario)
    else for (const id of scenario.requirements) if (!reasons.has(id)) reasons.set(id, reason)
  }
  const covered = new Set(will.flatMap(scenario => scenario.requirements))
  const rows = requirements.filter(row => selected.has(row.id))
  const unkeyed = unkeyedOf(rows, scenarios, target)
  const keyed = rows.filter(row => !unkeyed.has(row.id))
  const unnamed = ({ needs }: Requirement) =>
    FIXTURES.find(name => needs?.fixtures?.includes(name) && !target.fixtures.has(name))
  const isOpen = (row: Requirement) => !covered.has(row.id) && unnamed(row) === undefined
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
    scenarios: will.map(({ id, requirements: ids }) => ({
      id,
      requirements: ids.filter(id => selected.has(id)),
    })),
    /** To endpoints without a stated rate limit. */
    requests: sum(one => one.cost?.requests ?? 0),
    /** Requests to each analytics endpoint. */
    analytics,
    runs,
    /** The maximum, with every run using the rest of the budget. */
    euros: runs > 0 ? target.budget.euros : 0,
    minutes: minutesFor(target, will, analytics),
    selected: rows.length,
    /** How many keys are missing, and what cannot be exercised without them, by the line for the target file. */
    keys: {
      missing: countKeys(unkeyed.values()),
      groups: groupsBy(rows, row => unkeyed.get(row.id)?.[0]?.add.flatMap(targetLines)[0]),
    },
    /** What cannot be exercised for other reasons. */
    others: groupsBy(keyed.filter(isOpen), row => reasons.get(row.id) ?? 'no check of this run is about it'),
    /** What needs fixtures that the target does not name; the suite looks for them. */
    fixtures: groupsBy(keyed, unnamed),
  }
}

/** The largest group first; what depends on nothing is left out. */
function groupsBy(rows: readonly Requirement[], on: (row: Requirement) => string | undefined) {
  return [...Map.groupBy(rows, on)]
    .flatMap(([what, some]) => (what === undefined ? [] : [{ on: what, requirements: idsOf(some) }]))
    .toSorted((a, b) => b.requirements.length - a.requirements.length)
}

/** The longer of the slowest scenario and the slowest endpoint at its pace, plus scenarios that run alone or last. */
function minutesFor(target: Target, will: readonly Scenario[], analytics: Record<string, number>): number {
  const last = will.filter(({ turn }) => turn === 'last')
  const provoked = new Map(last.flatMap(scenario => Object.entries(scenario.cost?.analytics ?? {})))
  const paced = Object.entries(analytics).map(([id, count]) => {
    const own = count - (provoked.get(id) ?? 0)
    return (Math.ceil(own / target.pace.analyticsPerMinute) - 1) * 61
  })
  const stories = will.filter(({ turn }) => turn !== 'last').map(scenario => scenario.cost?.seconds ?? 0)
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
    `  scenarios: ${plan.scenarios.length}; requirements: ${new Set(plan.scenarios.flatMap(one => one.requirements)).size}`,
    `  about ${plan.requests} requests on ordinary endpoints`,
    `  about ${total} on ${Object.keys(plan.analytics).length} analytics endpoints, at most ${most} on one, ${target.pace.analyticsPerMinute} a minute each`,
    `  up to ${plan.runs} paid runs or completions; none begins after ${plan.euros} euros (the budget), those at work finish`,
    `  at least ${plan.minutes} minutes, at most ${target.budget.minutes} (the budget)`,
  )
  const { keys, others, fixtures, selected } = plan
  if (keys.missing > 0) {
    const open = keys.groups.reduce((sum, group) => sum + group.requirements.length, 0)
    lines.push(
      '',
      `Missing keys: ${keys.missing}. ${open} of ${selected} requirements cannot be exercised without them; add to the target`,
      ...keys.groups.flatMap(groupText),
    )
  }
  if (fixtures.length > 0) {
    const counts = fixtures.map(({ on, requirements: ids }) => `${on} ${ids.length}`)
    lines.push(
      '',
      'Fixtures that the target does not name, with the number of requirements that need them; the suite looks for them',
      `  ${counts.join(', ')}`,
    )
  }
  if (others.length > 0) lines.push('', 'Not exercised, because of', ...others.flatMap(groupText))
  return lines.join('\n')
}

function groupText({ on, requirements: ids }: Group): string[] {
  const more = ids.length > 8 ? ` and ${ids.length - 8} more` : ''
  return [`  ${on}`, `    ${ids.length}: ${ids.slice(0, 8).join(', ')}${more}`]
}
