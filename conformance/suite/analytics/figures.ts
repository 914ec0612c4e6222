/** What the checks of figures share: who may ask, how figures are judged, and where a record shows them. */
import { type Scenario, scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { isNumber, isObject, type Json, type Place, places } from '../../extract/find-value.ts'
import { recordIn, wordIn } from '../../extract/record.ts'
import { endOf } from '../../extract/run-status.ts'
import { refuses } from '../../negatives/refusals.ts'
import { idsOf, refusalsOf, roleRequirements } from '../../requirements/contract.ts'
import { type Exchange, queryOf } from '../../requirements/exchange.ts'
import { at, findFigure } from '../named-figures.ts'
import { pastRuns } from '../runs/find-agents.ts'
import { adminKey, keyOf, refusesMember } from './admin-key.ts'
import { DAY_MS, daysOf, dayText, liesWithin, STILL_SHOWN_DAYS } from './days.ts'
import { figuresOf } from './figure-table.ts'
import { amountOf, runsOf } from './read-rows.ts'
import type { Relation } from './relations.ts'

export const needs = { capability: 'analytics', scopes: ['analytics:read'] } as const

/** Gives the verdict of each requirement: what is wrong first, else what was found right last. */
export function judge(t: Trial, found: readonly Relation[], ...evidence: Exchange[]) {
  for (const all of Map.groupBy(found, ([, id]) => id).values()) {
    const one = all.find(([, , holds]) => !holds) ?? all.at(-1)
    if (one) t.expect(...one, ...evidence)
  }
}

/** A workspace-wide reply, which a member is refused; what its parameters may not be is refused to everyone. */
export function workspaceScenario(operationId: string, it: Omit<Scenario, 'needs'>): Scenario {
  const refusals = refusalsOf(operationId, 'query')
  const member = roleRequirements.member.get(operationId) ?? ''
  return scenario({
    ...it,
    requirements: [...it.requirements, member, 'ROLE-21', ...idsOf(refusals)],
    needs,
    async run(t) {
      // An admin first: what was served to one is not kept for a member.
      const own = t.keys.home('analytics:read').find(({ role }) => role === 'admin')
      if (t.wants(member) && own) await t.read(operationId, { key: own })
      if (t.wants(member)) await refusesMember(t, operationId, member)
      await it.run(t)
      if (!t.wants(...idsOf(refusals))) return
      const key = adminKey(t)
      const query = queryOf(await t.read(operationId, { key }))
      await refuses(t, operationId, refusals, { options: { key, query } })
      // A manager may be read by another branch. Each endpoint takes few requests a minute.
      const manager = keyOf(t, 'manager')
      const met = refusals.filter(({ id }) => t.isDecided(id) && !t.isViolated(id))
      const bound = met.filter(({ subject }) => subject.case === 'bound-high')
      if (manager) await refuses(t, operationId, bound, { options: { key: manager, query } })
    },
  })
}

/**
 * Whether there are runs that have come to their end and that statistics must know. Which runs a rate is of, and how fresh
 * it is, is not stated: it must be there for these.
 */
export const hasHistory = (t: Trial): Promise<boolean> =>
  t.once('runs that statistics must know', async () => {
    const hasEnded = (row: Json) => ['finished', 'failed'].includes(endOf(wordIn(row)) ?? '')
    const past = t.keys.has('runs:read') ? await pastRuns(t) : []
    return past.some(row => hasEnded(row) && mustBeKnown(t, row))
  })

/** Whether a run is older than statistics may be late, and lies in days that they still cover. */
export function mustBeKnown(t: Trial, run: Json): boolean {
  const settled = Math.floor(t.context.today.getTime() / DAY_MS) - t.target.pace.lateDays - 1
  return liesWithin(run, settled - STILL_SHOWN_DAYS + 1, settled - 1)
}

/** The value of a figure under the name from the target, else under a recognised one. */
export function figureIn(t: Trial, id: string, exchange: Exchange): unknown {
  const record = recordIn(exchange.json)
  const path = t.target.members.get(id)?.[0]
  const figure = figuresOf(exchange.operation).find(one => one.id === id)
  return path === undefined ? figure && findFigure(record, figure)?.value : at(record, path)
}

/** Runs and cost of a summary, as they are called, and its runs by day. */
export function summaryFigures(t: Trial, exchange: Exchange): ReadonlyMap<string, number> {
  if (exchange.status !== 200) return new Map()
  const { runs, cost, days = [] } = summaryOf(t, exchange)
  const byDay = [...days].map(([day, one]) => [dayText(day), one] as const)
  const totals = Object.entries({ runs, cost }).flatMap(([label, one]) =>
    one === undefined ? [] : [[label, one] as const],
  )
  return new Map([...totals, ...byDay])
}

/** What the summary of a period shows, as far as it is recognised. */
export function summaryOf(t: Trial, exchange: Exchange) {
  const record = recordIn(exchange.json) ?? {}
  const perDay = figureIn(t, 'ANA-09', exchange)
  return {
    runs: totalIn(t, record),
    cost: amountOf(figureIn(t, 'ANA-13', exchange)),
    perDay,
    days: daysOf(perDay, runsOf),
  }
}

/** The total, or that of its parts; other figures about runs are not taken for it. */
function totalIn(t: Trial, record: Json): number | undefined {
  const path = t.target.members.get('ANA-07')?.[0]
  const isIt = ({ path: at, name }: Place) => (path === undefined ? TOTAL_RUNS.test(name) : at === path)
  const found = [...places(record, 3)].find(one => isIt(one) && (isNumber(one.value) || isObject(one.value)))
  const inner = isObject(found?.value) ? (found.value.total ?? found.value.all) : found?.value
  return isNumber(inner) ? Number(inner) : undefined
}
const TOTAL_RUNS = /^(total_?runs|runs_?total|run_?count|runs)$/i
