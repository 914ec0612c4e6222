/** Analytics replies with rows: each row once, with the figures that are stated for it, and how these are related. */
import { type Paging, pagesOf } from '../../engine/list-pages.ts'
import type { Scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { asId, isNumber, isObject, type Json, type Place, places } from '../../extract/find-value.ts'
import { recordIn, refIn, wordIn } from '../../extract/record.ts'
import { endOf } from '../../extract/run-status.ts'
import { idsOf } from '../../requirements/contract.ts'
import { type Exchange, isForbidden } from '../../requirements/exchange.ts'
import { lacks } from '../../requirements/missing.ts'
import { at, findFigure, hasNoPlaceFor, judgeMembers, judgesNamed, shownAlike } from '../named-figures.ts'
import { adminKey, idlePerson, readTable, servedAsAdmin } from './admin-key.ts'
import { dayNumber, halvedDay } from './days.ts'
import { ROWS, type RowEndpoint } from './figure-table.ts'
import { hasHistory, judge, mustBeKnown, workspaceScenario } from './figures.ts'
import { FIGURE, keyOf, labelOf, moneyOf, namedIn, runsOf, usersOf } from './read-rows.ts'
import { shortSplit } from './relations.ts'

export const rowFigureScenarios: readonly Scenario[] = ROWS.map(it =>
  workspaceScenario(it.operation, {
    id: `analytics/${it.operation}`,
    title: `${it.operation} shows figures by ${it.kind}, for a number of days`,
    requirements: [it.rows, ...idsOf(it.more)],
    cost: { analytics: { [it.operation]: 7 } },
    async run(t) {
      if (t.wants(it.rows, 'ROLE-21', ...idsOf(it.more))) await content(t, it)
      for (const { id, days } of it.bounds) {
        if (!t.wants(id)) continue
        const exchange = await t.read(it.operation, { key: adminKey(t), query: { days } })
        if (isForbidden(exchange)) continue
        const sentence = `days=${days} answered ${exchange.status}`
        t.expect('accepts-value', id, exchange.status === 200, sentence, exchange)
      }
    },
  }),
)

async function content(t: Trial, it: RowEndpoint) {
  const { exchange, rows } = await readTable(t, it.operation, it.kind, { days: 90 })
  if (exchange.status === 422 && it.bounds.length === 0)
    return t.notExercised(it.rows, 'a number of days that is accepted', exchange)
  if (!servedAsAdmin(t, it.rows, exchange)) return
  if (rows.length === 0) {
    for (const id of [it.rows, ...idsOf(it.more)])
      if (hasNoPlaceFor(t, id, exchange) || (it.kind === 'day' && isOneAmount(exchange.json)))
        t.violated('stated-member', id, 'the reply has no rows, and no place for any', exchange)
      else t.notExercised(id, 'recorded history: there is no row', exchange)
    return
  }
  if (areOfAgents(it.kind, rows))
    t.violated('stated-member', it.rows, `the rows are of agents, and none says which ${it.kind}`, exchange)
  else if (eachOnce(t, it.rows, it.kind, rows, exchange)) await shows(t, it, rows, exchange)
  const split = it.more.find(({ fits }) => !fits(0) && it.operation !== 'getAgentStats')
  const isSplit = split && rows.every(row => namedIn(row, 'agent') !== undefined)
  if (isSplit) t.met('stated-member', split.id, 'there is a row for each agent', exchange)
  const short = isSplit ? undefined : split && shortSplit(rows)
  if (short !== undefined) t.notExercised(split!.id, `a split that comes to the whole: ${short}`, exchange)
  // A list or an object beside the rows may hold what belongs to each of them.
  const beside = Object.entries(recordIn(exchange.json) ?? {}).filter(
    ([, one]) => isObject(one) || (Array.isArray(one) && one.length !== rows.length),
  )
  const labelled = rows.filter(row => labelOf(row, it.kind) !== undefined)
  const stated = it.more.filter(one => one !== split || !(isSplit || short !== undefined))
  const members = shownAlike(t, stated, labelled, exchange)
  judgeMembers(t, members, [...rows, Object.fromEntries(beside)], exchange, await hasHistory(t))
  judge(t, it.relations?.(rows) ?? [], exchange)
  if (it.operation !== 'getAgentStats') return
  idleTopUser(t, rows, exchange)
  const rates = rows.map(row => rateIn(t, row))
  // Of percents, one is little.
  const full = rates.some(one => one > 1) ? 100 : 1
  for (const row of rows.filter((_, n) => rates[n] === full).slice(0, 8))
    if (await neverSucceeded(t, row, exchange)) return
}

/** Whether rows that are to be of persons, teams or models say in words of which agents they are, and nothing else. */
const areOfAgents = (kind: RowEndpoint['kind'], rows: readonly Json[]): boolean =>
  kind !== 'agent' &&
  kind !== 'day' &&
  rows.every(row => {
    const texts = [...places(row)].filter(({ value }) => typeof value === 'string' && !isNumber(value))
    const isNamed = labelOf(row, kind) !== undefined
    return !isNamed && texts.length > 0 && texts.every(({ name }) => /agent/i.test(name))
  })

/** What was spent was spent on some day: an amount beside which no list, no map and no day stands is not shown by day. */
const isOneAmount = (body: unknown): boolean =>
  isObject(body) &&
  (moneyOf(body) ?? 0) > 0 &&
  !Object.entries(body).some(
    ([name, one]) => typeof one === 'object' || dayNumber(name) !== undefined || dayNumber(one) !== undefined,
  )

/** One row for each member of the group; without a verdict where the rows are right. */
export function eachOnce(
  t: Trial,
  id: string,
  kind: RowEndpoint['kind'],
  rows: readonly Json[],
  exchange: Exchange,
): boolean {
  const labelled = rows.filter(row => labelOf(row, kind) !== undefined && !isByName(row, kind))
  const keys = labelled.map(row => keyOf(row, kind))
  const again = labelled.find((_, n) => keys.indexOf(keys[n]!) !== n)
  const twice = (again && labelOf(again, kind)) ?? (kind === 'day' ? halvedDay(rows) : undefined)
  if (twice !== undefined) t.violated('row-once', id, `the ${kind} ${twice} has two rows`, exchange)
  return twice === undefined
}

/** Whether a row says by a name alone of whom or what it is: others may be called so. */
const isByName = (row: Json, kind: RowEndpoint['kind']): boolean =>
  kind !== 'model' &&
  kind !== 'day' &&
  [...places(row, 2)].some(({ name, value }) => /name|label/i.test(name) && value === labelOf(row, kind))

/** Each row shows the figures that are stated for it, under some name. */
async function shows(t: Trial, it: RowEndpoint, rows: readonly Json[], exchange: Exchange) {
  const names = new Set(rows.flatMap(row => [...places(row)].filter(isOwnNumber).map(({ name }) => name)))
  if (names.size < it.figures.length) {
    const isNull = (row: Json) => Object.values(row).includes(null)
    if (rows.some(isNull) && !(await hasHistory(t)))
      return t.notExercised(it.rows, 'recorded history: figures are null', exchange)
    const sentence = `${it.figures.join(' and ')} are stated, and the rows show ${names.size === 0 ? 'no number' : 'one number'}`
    return t.violated('stated-member', it.rows, sentence, exchange)
  }
  if (judgesNamed(t, it.rows, rows, exchange, ...it.figures.map(() => isNumber))) return
  if (it.figures.some(what => rows.every(row => FIGURE[what](row) === undefined)))
    return t.notExercised(it.rows, lacks.member(it.rows, it.figures.join(' and ')), exchange)
  t.met('row-once', it.rows, `${rows.length} rows with figures, each ${it.kind} once`, exchange)
}

/** Ids and ranks are not figures; an amount may include its currency. */
const isOwnNumber = ({ name, value }: Place): boolean =>
  !/id$|rank|position/i.test(name) && (isNumber(value) || (typeof value === 'string' && AMOUNT.test(value)))
const AMOUNT = /^\D{0,8}\d[\d.,'’\s]*\D{0,8}$/

const SUCCESS = { name: /success.*rate/i, fits: isNumber }
const rateIn = (t: Trial, row: Json): number => {
  const [path] = t.target.members.get('ANA-17') ?? []
  return Number(path === undefined ? findFigure(row, SUCCESS)?.value : at(row, path))
}

/**
 * An agent of which every run on record has failed, and no more are counted: whichever of these the rate is of, none was a
 * success. Of those that statistics must know, there is one at least.
 */
async function neverSucceeded(t: Trial, row: Json, exchange: Exchange): Promise<boolean> {
  const [key, agent_id, counted] = [adminKey(t), labelOf(row, 'agent'), runsOf(row)]
  if (key.role !== 'admin' || !key.scopes.has('runs:read') || agent_id === undefined) return false
  if (counted === undefined || t.target.absent.has('runs')) return false
  const [listed, evidence]: [Json[], Exchange[]] = [[], []]
  const ask = (paging: Paging) => t.call('listRuns', { key, query: { agent_id, ...paging } })
  for await (const page of pagesOf(20, ask)) {
    listed.push(...page.rows)
    evidence.push(page.exchange)
    const isOther = (one: Json) => endOf(wordIn(one)) !== 'failed' || refIn(one, 'agent') !== agent_id
    if (page.exchange.status !== 200 || page.rows.some(isOther)) return false
    if (!page.isLast) continue
    const known = listed.filter(one => mustBeKnown(t, one))
    if (known.length === 0 || counted < known.length || counted > listed.length) return false
    const sentence = `all ${listed.length} runs of ${agent_id} have failed, and its ${counted} runs have a full success rate`
    t.violated('possible-figure', 'ANA-17', sentence, exchange, ...evidence)
    return true
  }
  return false
}

/** A person who is declared to have used nothing is no top user, unless with zero. */
function idleTopUser(t: Trial, rows: readonly Json[], exchange: Exchange) {
  const idle = idlePerson(t)
  // Without figures, whoever is named is meant.
  const hasUsed = (one: unknown) =>
    !isObject(one) || (runsOf(one) ?? moneyOf(one) ?? (Object.values(one).includes(null) ? 0 : 1)) > 0
  const isIdle = (one: unknown) => (isObject(one) ? labelOf(one, 'user') : asId(one)) === idle
  const agent = idle && rows.find(row => usersOf(row)?.some(one => isIdle(one) && hasUsed(one)))
  if (!agent) return
  const sentence = `${idle}, who spent nothing, is a top user of ${labelOf(agent, 'agent')}`
  t.violated('own-figures', 'ANA-20', sentence, exchange)
}
