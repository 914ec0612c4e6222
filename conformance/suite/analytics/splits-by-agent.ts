/** Usage by user and by team is split by agent: rows with runs name their agents (section 4.6). */
import type { Trial } from '../../engine/trial.ts'
import { asId, isObject, type Json, places } from '../../extract/find-value.ts'
import { type AnalyticsFigures, quarterOf } from './analytics-figures.ts'
import { labelOf, partsOf, runsOf } from './read-rows.ts'

export function splitsByAgent(t: Trial, analytics: AnalyticsFigures, agents: readonly Json[]) {
  const [users, teams] = [quarterOf(analytics, 'getUsageByUser'), quarterOf(analytics, 'getUsageByTeam')]
  const names = namesOfAgents([...agentRows(analytics), ...agents])
  for (const [one, other, id] of [
    [teams, users, 'ANA-31'],
    [users, teams, 'ANA-27'],
  ] as const) {
    const working = one?.rows.filter(row => (runsOf(row) ?? 0) > 0) ?? []
    const [first] = working
    if (!one || !first || working.some(row => (partsOf(row)?.length ?? 0) > 0)) continue
    const others = other?.rows.some(row => (partsOf(row)?.length ?? 0) > 0)
    const bare = working.every(row => Object.values(row).every(value => !Array.isArray(value)))
    if (namesAny(one.exchange.json, names) || !(others || bare)) continue
    const sentence = `the rows have runs, and nothing in the reply names an agent: ${t.quote(first, 120)}`
    t.violated(id, sentence, one.exchange)
  }
}

/** Rows about agents: those of breakdowns by agent, and the parts of other rows. */
const agentRows = (analytics: AnalyticsFigures): Json[] =>
  [...analytics.breakdowns.values()].flatMap(read =>
    [...read.values()].flatMap(({ it, rows }) =>
      it.kind === 'agent' ? rows : rows.flatMap(row => partsOf(row) ?? []),
    ),
  )

/** Every id and name by which a reply may refer to these agents. */
function namesOfAgents(rows: readonly Json[]): ReadonlySet<string> {
  const idsAndNames = (row: Json): string[] =>
    Object.entries(row).flatMap(([name, value]) => {
      if (isObject(value)) return /agent/i.test(name) ? idsAndNames(value) : []
      return NAME.test(name) ? (asId(value) ?? []) : []
    })
  return new Set(rows.flatMap(row => [...idsAndNames(row), ...[labelOf(row, 'agent') ?? []].flat()]))
}
const NAME = /agent|^id$|name|title|slug|label/i

/** A number identifies an agent only where its member says so. */
function namesAny(body: unknown, names: ReadonlySet<string>): boolean {
  for (const { name, value } of places(body, 8)) {
    if (names.has(name)) return true
    if ((typeof value === 'string' || NAME.test(name)) && names.has(asId(value) ?? '')) return true
  }
  return false
}
