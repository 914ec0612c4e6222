/** Usage and spend by agent, user, team, model and day: rows, figures, windows, bounds, roles. */

import { type Scenario, scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { isNumber, isObject, type Json, type Place, places } from '../../extract/find-value.ts'
import { refuses } from '../../negatives/refusals.ts'
import { idsOf, refusalsOf } from '../../requirements/contract.ts'
import type { Exchange } from '../../requirements/exchange.ts'
import { lacks } from '../../requirements/missing.ts'
import type { Key } from '../../target/target.ts'
import { hasNoPlaceFor, judgeMembers, judgesNamed } from '../named-figures.ts'
import { dayOf, dayText } from './day-series.ts'
import { keyOf, labelOf, moneyOf, partsOf, rowsOf, runsOf, total } from './read-rows.ts'
import { ROWS, type RowEndpoint } from './row-endpoints.ts'
import { AGENT_STATS } from './stated-members.ts'

/** A key that sees the whole workspace; without a known admin, the first that is served. */
export const adminKey = (t: Trial): Key => {
  const keys = t.keys.home().filter(key => key.scopes.has('analytics:read'))
  return (
    keys.find(key => key.role === 'admin') ??
    keys.find(key => key.role === undefined) ??
    t.keys.role('admin', 'analytics:read')
  )
}

/** A refusal of a member or manager says nothing about the data: only a key that is served is judged. */
export function servedAsAdmin(t: Trial, id: string | string[], exchange: Exchange): boolean {
  const key = t.target.keys.find(one => one.name === exchange.key)
  if (exchange.status === 403 && key?.role !== 'admin') {
    t.notExercised(
      id,
      lacks.key('analytics:read', 'admin', `a key of an admin: ${exchange.key} is refused`),
      exchange,
    )
    return false
  }
  if (exchange.status === 403 && t.scenario.requirements.includes('ROLE-21'))
    t.violated('ROLE-21', `an admin is refused: ${exchange.operation} answered 403`, exchange)
  return t.answered(id, exchange)
}

interface Reading {
  rows: Json[]
  total: number
  exchange: Exchange
  /** The earlier value, where it grew while the compared reading was taken. */
  before?: number
}

type Measured = Pick<RowEndpoint, 'operation' | 'kind' | 'figure'>

const readingOf = (it: Measured, exchange: Exchange): Reading => {
  const rows = rowsOf(exchange.json, it.kind)
  return { rows, total: total(rows, it.figure), exchange }
}

const read = async (t: Trial, it: Measured, days: number, key: Key): Promise<Reading> =>
  readingOf(it, await t.read(it.operation, { key, query: { days } }))

/** Reads again, where the figures may have moved since the first reading. */
const reread = async (t: Trial, it: Measured, days: number, key: Key): Promise<Reading> =>
  readingOf(it, await t.call(it.operation, { key, query: { days } }))

const endpoints = ROWS.map(it =>
  scenario({
    id: `analytics/${it.operation}`,
    title: `${it.operation} shows figures by ${it.kind}, for a number of days`,
    requirements: [
      ...[it.rows, it.member, it.manager, 'ROLE-21', ...(it.split ? [it.split] : []), ...(it.bounds ?? [])],
      ...(it.operation === 'getAgentStats' ? AGENT_STATS.map(one => one.id) : []),
      ...idsOf(refusalsOf(it.operation, 'query')),
    ].filter((id, index, all) => all.indexOf(id) === index),
    needs: { capability: 'analytics', scopes: ['analytics:read'] },
    cost: { analytics: { [it.operation]: 7 } },
    async run(t) {
      const key = adminKey(t)
      if (t.wants(it.member)) await refusesMember(t, it.operation, it.member)
      const options = { key }
      if (t.wants(it.rows, it.split ?? '', it.manager, 'ROLE-21', ...AGENT_STATS.map(one => one.id)))
        await content(t, it, key)
      await refuses(t, it.operation, refusalsOf(it.operation, 'query'), { options })
    },
  }),
)

const FIGURES = { runs: runsOf, cost: moneyOf } as const

/** Members are refused with 403 although key scope and request are right. */
export async function refusesMember(t: Trial, operation: string, id: string) {
  const member = t.keys.home().find(key => key.role === 'member' && key.scopes.has('analytics:read'))
  if (!member) return t.notExercised(id, lacks.key('analytics:read', 'member'))
  const exchange = await t.read(operation, { key: member })
  if (!member.declared && exchange.status === 401)
    return t.notExercised(id, `key ${member.name} is refused with 401`, exchange)
  t.expect(id, exchange.status === 403, `a member got ${exchange.status}, 403 is stated`, exchange)
}

async function content(t: Trial, it: RowEndpoint, key: Key) {
  const { rows, exchange, total: whole } = await read(t, it, 90, key)
  if (exchange.status === 422 && !it.bounds)
    return t.notExercised([it.rows], 'a number of days that is accepted', exchange)
  if (exchange.status === 403 && key.role === 'admin') t.violated('ROLE-21', `an admin got 403`, exchange)
  if (!servedAsAdmin(t, it.rows, exchange)) return
  if (it.bounds) t.met(it.bounds[1], 'days=90 answered 200', exchange)
  await byRole(t, it, { rows, exchange, total: whole })
  const more = [
    ...(it.split ? [it.split] : []),
    ...(it.operation === 'getAgentStats' ? AGENT_STATS.map(one => one.id) : []),
  ]
  if (rows.length === 0) {
    for (const id of [it.rows, ...more])
      if (hasNoPlaceFor(t, id, exchange))
        t.violated(id, 'the reply has no rows, and no place for any', exchange)
      else t.notExercised(id, 'recorded history: there is no row', exchange)
    return
  }
  const labels = rows.flatMap(row => keyOf(row, it.kind) ?? [])
  const twice = twiceIn(labels)
  const days = it.kind === 'day' ? rows.flatMap(row => dayOf(row) ?? []) : []
  const halved = days.length === rows.length ? twiceIn(days) : undefined
  const few = tooFew(it, rows)
  if (twice !== undefined) t.violated(it.rows, `${it.kind} ${twice} comes twice`, exchange)
  else if (halved !== undefined)
    t.violated(it.rows, `two buckets are of one day, ${dayText(halved)}`, exchange)
  else if (few !== undefined) t.violated(it.rows, few, exchange)
  else if (!judgesNamed(t, it.rows, rows, exchange, ...it.figures.map(() => isNumber))) {
    const figures = [...new Set([it.figure, ...it.figures.map(what => FIGURES[what])])]
    const silent = figures.some(figure => rows.every(row => figure(row) === undefined))
    if (silent) t.notExercised(it.rows, lacks.member(it.rows, it.figures.join(' and ')), exchange)
    else t.met(it.rows, `${rows.length} rows with figures, each ${it.kind} once`, exchange)
  }
  if (it.split) splits(t, it.split, rows, exchange)
  if (it.operation !== 'getAgentStats') return
  judgeMembers(t, AGENT_STATS, rows, exchange)
  ratesAreShown(t, rows, exchange)
}

const twiceIn = <T>(all: readonly T[]): T | undefined => all.find((one, n) => all.indexOf(one) !== n)

/** Finds rows with fewer numbers, under any names, than the figures that they must show. */
function tooFew({ figures }: RowEndpoint, rows: readonly Json[]): string | undefined {
  const numbers = numbersIn(rows)
  if (numbers >= figures.length) return undefined
  return `${figures.join(' and ')} are stated, and the rows show ${numbers === 0 ? 'no number' : 'one number'}`
}

/** The number of names under which rows show a number. */
const numbersIn = (rows: readonly Json[]): number =>
  new Set(rows.flatMap(row => [...places(row)].filter(isOwnNumber).map(({ name }) => name))).size

/** Ids and ranks are not figures; an amount may include its currency. */
const isOwnNumber = ({ name, value }: Place): boolean =>
  !/id$|rank|position/i.test(name) && (isNumber(value) || (typeof value === 'string' && AMOUNT.test(value)))
const AMOUNT = /^\D{0,4}\d[\d.,]*\D{0,4}$/

/** Success rates exist only after a run has ended; among ten runs some have. */
function ratesAreShown(t: Trial, rows: Json[], exchange: Exchange) {
  const rates = rows.flatMap(row => Object.entries(row).filter(([name]) => /success/i.test(name)))
  const runs = total(rows, runsOf)
  if (rates.length > 0 && runs >= 10 && rates.every(([, rate]) => rate === null))
    t.violated('ANA-17', `of ${runs} runs no agent has a success rate`, exchange)
}

function splits(t: Trial, id: string, rows: Json[], exchange: Exchange) {
  judgesNamed(t, id, rows, exchange, value => Array.isArray(value) || isObject(value))
  let seen = 0
  for (const row of rows) {
    const parts = partsOf(row)
    if (!parts) continue
    if (parts.length > 0) seen++
    for (const [what, figure, slack] of [
      ['runs', runsOf, 0],
      ['cost', moneyOf, 0.006 * (parts.length + 1)],
    ] as const) {
      const whole = figure(row)
      const some = parts.map(figure)
      if (whole === undefined || parts.length === 0 || some.some(one => one === undefined)) continue
      const sum = some.reduce<number>((all, one) => all + (one ?? 0), 0)
      const sentence = `the ${what} of a row are ${whole}, those of its parts together ${Math.round(sum * 1e4) / 1e4}`
      if (!t.expect(id, Math.abs(whole - sum) <= slack + 1e-9, sentence, exchange)) return
    }
  }
  if (seen === 0) t.notExercised(id, lacks.member(id, 'the parts by agent, in a row'), exchange)
}

/** A manager sees a part of what an admin sees. */
async function byRole(t: Trial, it: RowEndpoint, admin: Reading) {
  if (!t.wants(it.manager, 'ROLE-21')) return
  const key = t.keys.home().find(one => one.role === 'manager' && one.scopes.has('analytics:read'))
  if (!key) return t.notExercised([it.manager, 'ROLE-21'], lacks.key('analytics:read', 'manager'))
  const manager = await read(t, it, 90, key)
  if (!t.answered(it.manager, manager.exchange)) return
  // Spend between the two reads may show only in the later one: the admin's figures are then read again.
  const later =
    manager.total > admin.total ? { ...(await reread(t, it, 90, adminKey(t))), before: admin.total } : admin
  await judgeRoles(t, it, later, manager, () => reread(t, it, 90, key))
}

export async function judgeRoles(
  t: Trial,
  it: Pick<RowEndpoint, 'kind' | 'manager' | 'figure'>,
  admin: Reading,
  manager: Reading,
  /** Reads the manager's figures again. */
  again?: () => Promise<Reading>,
) {
  const seen = manager.rows.flatMap(row => labelOf(row, it.kind) ?? [])
  const all = new Set(admin.rows.flatMap(row => labelOf(row, it.kind) ?? []))
  const foreign = t.target.fixtures.get('second-team')?.id
  const both = [admin.exchange, manager.exchange]
  // Rows of zeros may appear in one list only.
  const spent = manager.rows.filter(row => (moneyOf(row) ?? 0) > 0 || (runsOf(row) ?? 0) > 0)
  const beyond = spent.flatMap(row => labelOf(row, it.kind) ?? []).find(label => !all.has(label))
  if (beyond !== undefined)
    return t.violated('ROLE-21', `a manager sees the ${it.kind} ${beyond}, an admin does not`, ...both)
  if (manager.total > admin.total + 0.01)
    return t.violated(
      ['ROLE-21', it.manager],
      `a manager sees ${manager.total}, an admin ${admin.total}`,
      ...both,
    )
  const theirs = spent.some(row => labelOf(row, it.kind) === foreign)
  if (it.kind === 'team' && foreign && theirs) {
    return t.violated(it.manager, `a manager sees the team ${foreign}, which is not theirs`, ...both)
  }
  const less = manager.total < (admin.before ?? admin.total) - 1e-9 || new Set(seen).size < all.size
  const figures = `a manager sees ${seen.length} rows and ${round(manager.total)}, an admin ${all.size} and ${round(admin.total)}`
  const share = await shareOfManager(t)
  const own = it.figure === moneyOf ? share.money : share.runs
  const agrees = own > 0 && Math.abs(manager.total - own) <= 0.05 * own + 0.01
  if (less && !agrees && foreign !== undefined && again && (await isOfTeam(t, it, foreign, again))) {
    const sentence = `a manager sees ${round(manager.total)}: that is the team ${foreign}, which is not theirs; theirs has ${round(own)}`
    return t.violated(it.manager, sentence, ...both)
  }
  if (less && (agrees || it.kind === 'team')) {
    t.met(it.manager, figures, ...both)
    return wholeWorkspace(t, it.manager, figures, both)
  }
  if (less) {
    return t.notExercised(
      [it.manager, 'ROLE-21'],
      `figures of the manager's teams that agree: ${figures}, by team ${round(own)}`,
      ...both,
    )
  }
  if (foreign !== undefined && admin.total > 0) {
    const narrowed = agrees ? 'ROLE-21' : it.manager
    return t.violated(narrowed, `${figures}, though there is another team`, ...both)
  }
  t.notExercised(
    [it.manager, 'ROLE-21'],
    `two teams with history, of which the manager has one: ${figures}`,
    ...both,
  )
}

/**
 * Whether a manager's figures equal the admin's figures of that team, before and after. A few runs or cents may match
 * by chance.
 */
async function isOfTeam(
  t: Trial,
  it: Pick<RowEndpoint, 'figure'>,
  team: string,
  again: () => Promise<Reading>,
): Promise<boolean> {
  const operation = it.figure === moneyOf ? 'getSpendByTeam' : 'getUsageByTeam'
  const ofTeam = async () => {
    const { rows } = await reread(t, { operation, kind: 'team', figure: it.figure }, 90, adminKey(t))
    const row = rows.find(one => labelOf(one, 'team') === team)
    return (row && it.figure(row)) ?? 0
  }
  const before = await ofTeam()
  const { total: sum } = await again()
  const after = await ofTeam()
  const enough = it.figure === moneyOf ? 1 : 10
  return before >= enough && sum >= 0.99 * before && sum <= 1.01 * after && after <= 1.05 * before
}

/** A manager's figures by team: the reference for every other breakdown. */
const shareOfManager = (t: Trial): Promise<{ runs: number; money: number }> =>
  t.once('share-of-manager', async () => {
    const key = t.keys.home().find(one => one.role === 'manager' && one.scopes.has('analytics:read'))
    const of = async (operation: string) => {
      const it = ROWS.find(one => one.operation === operation)
      return key && it ? (await read(t, it, 90, key)).total : 0
    }
    return { runs: await of('getUsageByTeam'), money: await of('getSpendByTeam') }
  })

/** ROLE-21 covers all workspace-wide endpoints: met once an admin saw more than a manager on each of them. */
function wholeWorkspace(t: Trial, endpoint: string, figures: string, evidence: Exchange[]) {
  const seen = t.context.wholeFor.add(endpoint)
  if (seen.size >= ROWS.length + 2)
    t.met('ROLE-21', `on all ${seen.size} endpoints an admin sees more: ${figures}`, ...evidence)
  else
    t.notExercised(
      'ROLE-21',
      `the other workspace-wide endpoints: seen on ${seen.size} of ${ROWS.length + 2}`,
      ...evidence,
    )
}

const round = (value: number) => Math.round(value * 100) / 100

export const rowScenarios: readonly Scenario[] = endpoints

/** Whether some endpoint shows more spend than that of the last week. */
export const historyGrows = (t: Trial): Promise<boolean> =>
  t.once('history-grows', async () => {
    const over = ROWS.find(it => it.operation === 'getSpendOverTime')
    if (!over) return false
    // Longer window first: spend between the two reads can then only hide a difference, never create one.
    const quarter = await read(t, over, 90, adminKey(t))
    const week = await read(t, over, 7, adminKey(t))
    return (
      week.exchange.status === 200 && quarter.exchange.status === 200 && week.total < quarter.total - 1e-9
    )
  })
