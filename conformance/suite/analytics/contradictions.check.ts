/** One history under many heads: figures of the same thing do not contradict each other. */
import { type Scenario, scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import type { Exchange } from '../../ledger/exchange.ts'
import { asId, isObject, type Json, places } from '../../reading/find-value.ts'
import { idOf, refIn } from '../../reading/record.ts'
import { agents } from '../discover.ts'
import { dayNumber } from './day-series.ts'
import { emptyTeams } from './empty-teams.ts'
import {
  type Breakdown,
  FIGURE,
  type LedgerReadings,
  memberOf,
  quarterOf,
  readLedger,
  round,
  shows,
  sumOf,
  type What,
} from './ledger-readings.ts'
import { mostUsedModels } from './most-used-models.ts'
import { figureIn, isNumber, type Kind, labelOf, partsOf, rowsOf, runsOf } from './read-rows.ts'
import { ROWS } from './row-endpoints.ts'
import { splitsByAgent } from './splits.ts'

const HEADS = ['getSpendByAgent', 'getSpendByModel', 'getSpendByUser'] as const

const contradictions = scenario({
  id: 'analytics/contradictions',
  title: 'Figures of the same agent, person, team or day are the same wherever they are shown',
  requirements: [
    ...ROWS.map(it => it.rows),
    ...[
      'ANA-07',
      'ANA-08',
      'ANA-09',
      'ANA-10',
      'ANA-11',
      'ANA-13',
      'ANA-15',
      'ANA-16',
      'ANA-18',
      'ANA-20',
      'ANA-27',
      'ANA-31',
    ],
    ...['SPEND-01', 'SPEND-02', 'SPEND-03', 'SPEND-04'],
  ],
  needs: { capability: 'analytics', scopes: ['analytics:read'] },
  cost: { analytics: { ...Object.fromEntries(ROWS.map(it => [it.operation, 4])), getInsightsSummary: 6 } },
  closing: true,
  async run(t) {
    const ledger = await readLedger(t)
    names(t, ledger)
    wholes(t, ledger)
    emptyTeams(t, ledger)
    for (const kind of ['agent', 'user', 'team'] as const)
      for (const what of ['runs', 'cost'] as const) byLabel(t, ledger, kind, what)
    summary(t, ledger)
    topUsers(t, ledger)
    await mostUsedModels(t, ledger)
    const known = await agents(t).catch(() => [])
    splitsByAgent(
      t,
      ledger,
      known.map(({ record }) => record),
    )
    await activeAgents(t, ledger, known.length)
    t.notExercised(t.scenario.requirements, 'figures that contradict each other: none were seen')
  },
})

/** The id that a row names outright, and not what else may stand for it. */
const idIn = (row: Json, kind: Kind): string | undefined =>
  refIn(row, kind) ??
  (kind === 'user' ? (refIn(row, 'member') ?? refIn(row, 'person')) : undefined) ??
  asId(row.id)

/** An agent, a person and a team have the same id in every breakdown. */
function names(t: Trial, ledger: LedgerReadings) {
  for (const kind of ['agent', 'user', 'team'] as const) {
    const found = ROWS.filter(it => it.kind === kind).flatMap(it => {
      const one = quarterOf(ledger, it.operation)
      const spending = one?.rows.filter(row => it.figures.some(what => (FIGURE[what](row) ?? 0) > 0)) ?? []
      const ids = spending.flatMap(row => idIn(row, kind) ?? [])
      return one && ids.length > 0 ? [{ it, one, ids, all: one.rows.flatMap(textsIn) }] : []
    })
    for (const mine of found) {
      const others = found.filter(one => one !== mine)
      const strange = others.filter(one => !one.ids.some(id => mine.ids.includes(id)))
      // Called by what is a name elsewhere: not other things, but the wrong members.
      const other = strange.find(one => one.ids.some(id => mine.all.includes(id)))
      if (!other || strange.length < Math.max(1, others.length - 1)) continue
      const said = `the ${kind}s have the ids ${mine.ids.slice(0, 3).join(', ')}, which ${other.it.operation} calls ${other.ids.slice(0, 3).join(', ')}`
      if (others.length > 1 || kind !== 'team') {
        t.violated(mine.it.rows, said, mine.one.exchange, other.one.exchange)
        return
      }
    }
  }
}

const textsIn = (row: Json): string[] => Object.values(row).flatMap(value => asId(value) ?? [])

/** The days hold everything: no head shows more than they do, where others agree with them. */
function wholes(t: Trial, ledger: LedgerReadings) {
  const over = quarterOf(ledger, 'getSpendOverTime')
  if (!over || !shows(over, 'cost') || ledger.stale.has('getSpendOverTime')) return
  const days = sumOf(over, 'cost')
  const heads = HEADS.flatMap(operation => {
    const one = quarterOf(ledger, operation)
    return one && shows(one, 'cost') && !ledger.stale.has(operation)
      ? [{ one, sum: sumOf(one, 'cost'), room: days.slack + sumOf(one, 'cost').slack + ledger.grown.cost }]
      : []
  })
  const agrees = (a: number, b: number, room: number) => Math.abs(a - b) <= 0.01 * Math.max(a, b) + room
  for (const { one, sum, room } of heads) {
    const alike = heads.filter(
      head => head.one !== one && agrees(head.sum.value, sum.value, room + head.room),
    )
    const withDays = heads.filter(
      head => head.one !== one && agrees(head.sum.value, days.value, room + head.room),
    )
    const said = `in 90 days the spend over time comes to ${round(days.value)}, ${one.it.operation} to ${round(sum.value)}`
    const more = sum.value > 1.02 * days.value + room
    if (more && alike.length > 0)
      return t.violated(
        'SPEND-18',
        `${said}, ${alike[0]?.one.it.operation} to ${round(alike[0]?.sum.value ?? 0)}`,
        over.exchange,
        one.exchange,
      )
    if (more && withDays.length > 0) t.violated(one.it.rows, said, one.exchange, over.exchange)
  }
}

interface Source {
  id: string
  name: string
  exchange: Exchange
  figures: Map<string, number>
  total: number
  unit: number
}

/** Where two heads come to the same whole, each of their parts is the same too. */
function byLabel(t: Trial, ledger: LedgerReadings, kind: 'agent' | 'user' | 'team', what: What) {
  const sources = sourcesOf(ledger, kind, what)
  for (const [n, one] of sources.entries())
    for (const other of sources.slice(n + 1)) {
      // What one of them leaves out altogether, all of it may be missing in one part.
      const apart = Math.abs(one.total - other.total)
      const room = one.unit + other.unit + ledger.grown[what] + apart
      if (one.total === 0 || apart > 0.02 * one.total + room - apart) continue
      const label = [...one.figures.keys(), ...other.figures.keys()].find(name =>
        differ(one.figures.get(name) ?? 0, other.figures.get(name) ?? 0, room),
      )
      if (label === undefined) continue
      // The one that a third agrees with is right.
      const third = sources.find(
        it =>
          it !== one &&
          it !== other &&
          it.figures.has(label) &&
          !differ(it.figures.get(label) ?? 0, other.figures.get(label) ?? 0, room + it.unit),
      )
      const [wrong, right] = third ? [one, other] : [other, one]
      const said = `${wrong.name} shows ${what} of ${round(wrong.figures.get(label) ?? 0)} for the ${kind} ${label}, ${right.name} ${round(right.figures.get(label) ?? 0)}, and both the same in all`
      return t.violated(wrong.id, said, wrong.exchange, right.exchange)
    }
}

const differ = (a: number, b: number, room: number): boolean => Math.abs(a - b) > 0.05 * Math.max(a, b) + room

/** Every reply that shows a figure of each agent (person, team), those that show it outright first. */
function sourcesOf(ledger: LedgerReadings, kind: 'agent' | 'user' | 'team', what: What): Source[] {
  const sources: Source[] = []
  const add = (id: string, name: string, one: Breakdown, rows: readonly Json[]) => {
    if (ledger.stale.has(one.it.operation)) return
    const figures = new Map<string, number>()
    for (const row of rows) {
      const [label, figure] = [idIn(row, kind) ?? labelOf(row, kind), FIGURE[what](row)]
      if (label === undefined || figure === undefined) return
      figures.set(label, (figures.get(label) ?? 0) + figure)
    }
    const { value, slack } = sumOf({ rows: [...rows] }, what)
    if (figures.size > 0)
      sources.push({ id, name, exchange: one.exchange, figures, total: value, unit: slack })
  }
  for (const it of ROWS) {
    const one = quarterOf(ledger, it.operation)
    if (!one) continue
    const id = it.operation === 'getAgentStats' ? (what === 'runs' ? 'ANA-16' : 'ANA-18') : it.rows
    if (it.kind === kind) add(id, it.operation, one, one.rows)
    else if (it.split && kind === 'agent' && it.kind === 'user') {
      const parts = one.rows.flatMap(row => partsOf(row) ?? [])
      add(it.split, `${it.operation}, split by agent,`, one, parts)
    }
  }
  return sources
}

/** The summary of a quarter: its days make up its runs, and its agents and users are those of the statistics. */
function summary(t: Trial, ledger: LedgerReadings) {
  const found = ledger.summaries.get('90d')
  if (!found) return
  daysOfRuns(t, found.record, found.exchange)
  successRate(t, found.record, found.exchange)
  const { perDay, runs, exchange } = found
  if (perDay && runs !== undefined && perDay.latest - perDay.earliest > 60) {
    // Where the first day begins, and what counts as a run of today, may differ.
    const [first, last] = [perDay.on(perDay.earliest), perDay.on(perDay.latest)]
    const room = 0.05 * runs + Math.max(first, perDay.last(1) - last, 1) + ledger.grown.runs
    const said = `the runs per day come to ${perDay.total}, the runs in all are ${runs}`
    if (Math.abs(perDay.total - runs) > room) t.violated('ANA-09', said, exchange)
  }
  runsOfAll(t, ledger)
  costOfAll(t, ledger)
  const by = (operation: string) =>
    quarterOf(ledger, operation)?.rows.filter(row => (runsOf(row) ?? 0) > 0).length
  const figure = (id: string) => {
    const member = memberOf(id)
    const value = member && figureIn(found.record, member.name, member.fits)?.value
    return isNumber(value) ? Number(value) : undefined
  }
  const [agents, users] = [figure('ANA-10'), figure('ANA-11')]
  const [withRuns, ofUsers] = [by('getAgentStats'), by('getUsageByUser')]
  if (agents === undefined || users === undefined || !withRuns || !ofUsers) return
  const evidence = [exchange, quarterOf(ledger, 'getAgentStats')?.exchange ?? exchange]
  if (withRuns !== ofUsers && agents === ofUsers && users === withRuns)
    t.violated(
      ['ANA-10', 'ANA-11'],
      `${agents} active agents and ${users} active users, while ${withRuns} agents have runs, of ${ofUsers} users`,
      ...evidence,
    )
  if (agents === 0) t.violated('ANA-10', `no active agent, while ${withRuns} agents have runs`, ...evidence)
  if (users === 0) t.violated('ANA-11', `no active user, while ${ofUsers} users have runs`, ...evidence)
}

/** The cost, whatever it is called, is what was spent in the same days: no figure that comes near it is none. */
function costOfAll(t: Trial, ledger: LedgerReadings) {
  const [found, over] = [ledger.summaries.get('90d'), quarterOf(ledger, 'getSpendOverTime')]
  const spent = over && sumOf(over, 'cost')
  if (!found || !spent || spent.value < 1 || found.cost !== undefined || t.target.members.has('ANA-13'))
    return
  const near = [...places(found.record)].some(({ value }) => {
    const amount = Number(typeof value === 'string' ? value.replaceAll(/[^\d.-]/g, '') : value)
    // In cents or in thousandths it is the same money.
    return [1, 100, 1000].some(unit => amount >= 0.5 * spent.value * unit && amount <= 2 * spent.value * unit)
  })
  const said = `in 90 days ${round(spent.value)} were spent, and no figure of the summary comes near`
  if (!near) t.violated('ANA-13', said, found.exchange, over.exchange)
}

/** Runs of agents and runs of users are runs of the workspace: where one sum exceeds two that agree, it counts twice. */
function runsOfAll(t: Trial, ledger: LedgerReadings) {
  const found = ledger.summaries.get('90d')
  const sums = (['getAgentStats', 'getUsageByUser'] as const).flatMap(operation => {
    const one = quarterOf(ledger, operation)
    return one ? [{ one, value: sumOf(one, 'runs').value }] : []
  })
  const whole = found?.runs
  if (!found || !whole || ledger.stale.size > 0) return
  for (const { one, value } of sums) {
    const other = sums.find(it => it.one !== one)
    if (!other || Math.abs(other.value - whole) > 0.03 * whole + ledger.grown.runs) continue
    // The first of 90 days may be a whole one here and a part of one there.
    if (value <= 1.08 * whole + 5 + ledger.grown.runs) continue
    const said = `${one.it.operation} comes to ${value} runs in 90 days, the summary to ${whole}, ${other.one.it.operation} to ${other.value}`
    t.violated(
      one.it.operation === 'getAgentStats' ? 'ANA-16' : one.it.rows,
      said,
      one.exchange,
      found.exchange,
    )
  }
}

/**
 * Whatever the share is of, all runs or those that ended: it is no less than the successes among all runs, and no more
 * than all that did not fail.
 */
function successRate(t: Trial, record: Json, exchange: Exchange) {
  const shown = Number(figureIn(record, /success.*rate/i, isNumber)?.value)
  const rate = shown > 1 ? shown / 100 : shown
  const counts = [record, ...Object.values(record)].filter(isObject).flatMap(one => {
    const named = Object.entries(one).filter(([, value]) => isNumber(value))
    const count = (name: RegExp) => Number(named.find(([key]) => name.test(key))?.[1])
    const all = count(/^(total|total_?runs|runs_?total)$/i)
    const good = count(/^(runs_?)?(succeeded|successful)(_?runs)?$/i)
    const bad = count(/^(runs_?)?failed(_?runs)?$/i)
    return all >= 20 && good + bad <= all ? [{ all, good, bad }] : []
  })
  const [first] = counts
  // 0 and 1 may be rounded, or percent.
  if (!first || !(rate > 0 && rate < 1)) return
  const [least, most] = [first.good / first.all, 1 - first.bad / first.all]
  const said = `the success rate is ${shown}, of ${first.all} runs ${first.good} succeeded and ${first.bad} failed`
  if (rate < least - 0.1 || rate > most + 0.1) t.violated('ANA-08', said, exchange)
}

/** An entry of the runs per day names its day. */
function daysOfRuns(t: Trial, record: Json, exchange: Exchange) {
  const member = memberOf('ANA-09')
  const list = member && figureIn(record, member.name, member.fits)?.value
  if (!Array.isArray(list) || list.length < 2 || !list.every(isObject)) return
  const entries: Json[] = list
  const day = (entry: Json) => Object.entries(entry).find(([, value]) => dayNumber(value) !== undefined)
  if (entries.every(entry => day(entry) === undefined) && !entries.some(hasWords))
    return t.violated('ANA-09', `no entry says which day it is of: ${t.quote(entries[0])}`, exchange)
  const misplaced = entries.every(entry => /^(num_?)?(runs?|count|total)$/i.test(day(entry)?.[0] ?? ''))
  if (misplaced)
    t.violated('ANA-09', `the day stands where the runs should: ${t.quote(entries[0])}`, exchange)
}

const hasWords = (entry: Json) =>
  Object.values(entry).some(value => isObject(value) || (typeof value === 'string' && !isNumber(value)))

/** Whatever an active agent is: there are no more of them than agents, however those are counted. */
async function activeAgents(t: Trial, ledger: LedgerReadings, listed: number) {
  const found = ledger.summaries.get('90d')
  const member = memberOf('ANA-10')
  const active = Number(found && member && figureIn(found.record, member.name, isNumber)?.value)
  const stats = quarterOf(ledger, 'getAgentStats')
  if (!found || !stats || !Number.isFinite(active)) return
  const dashboard = await t.read('getDashboardStats')
  const counted = Number(figureIn(dashboard.json, /agent/i, isNumber)?.value)
  if (dashboard.status !== 200 || !Number.isFinite(counted) || listed === 0) return
  const most = Math.max(counted, listed, stats.rows.length)
  if (active > most)
    t.violated(
      'ANA-10',
      `${active} active agents, where ${counted} are counted, ${listed} listed, and ${stats.rows.length} have figures`,
      found.exchange,
      dashboard,
    )
}

/** Who is shown as a top user of an agent has no fewer runs with it than who is not. */
function topUsers(t: Trial, ledger: LedgerReadings) {
  const [stats, usage] = [quarterOf(ledger, 'getAgentStats'), quarterOf(ledger, 'getUsageByUser')]
  if (!stats || !usage || ledger.stale.size > 0) return
  const runs = new Map<string, Map<string, number>>()
  const users = new Set(
    ['getUsageByUser', 'getSpendByUser'].flatMap(operation =>
      (quarterOf(ledger, operation)?.rows ?? []).flatMap(row => labelOf(row, 'user') ?? []),
    ),
  )
  for (const row of usage.rows)
    for (const part of partsOf(row) ?? []) {
      const [agent, user] = [labelOf(part, 'agent'), labelOf(row, 'user')]
      if (agent === undefined || user === undefined) return
      runs.set(agent, (runs.get(agent) ?? new Map()).set(user, runsOf(part) ?? 0))
    }
  for (const row of stats.rows) {
    const ofAgent = runs.get(labelOf(row, 'agent') ?? '')
    const list = figureIn(row, /user|member|people/i, Array.isArray)?.value as unknown[] | undefined
    const top = list?.map(one => (isObject(one) ? (labelOf(one, 'user') ?? idOf(one, 'user')) : asId(one)))
    if (!top || top.length === 0) continue
    const idle = top.find(one => users.has(one ?? '') && (ofAgent?.get(one ?? '') ?? 0) === 0)
    const all = [...(ofAgent?.values() ?? [])].reduce((sum, count) => sum + count, 0)
    if (idle !== undefined && all > 0 && all >= (runsOf(row) ?? Infinity) - ledger.grown.runs)
      return t.violated(
        'ANA-20',
        `${idle} is a top user of ${labelOf(row, 'agent')}, and has none of its ${all} runs by user`,
        stats.exchange,
        usage.exchange,
      )
    if (!ofAgent?.size || !top.every(one => ofAgent.has(one ?? ''))) continue
    const least = Math.min(...top.map(one => ofAgent.get(one ?? '') ?? 0))
    const beyond = [...ofAgent].find(
      ([user, count]) => !top.includes(user) && count > least + ledger.grown.runs,
    )
    if (beyond)
      return t.violated(
        'ANA-20',
        `${beyond[0]} has ${beyond[1]} runs with ${labelOf(row, 'agent')} and is none of its top users, ${top.join(', ')}, one of whom has ${least}`,
        stats.exchange,
        usage.exchange,
      )
  }
}

/** The same people under four groupings: three that agree are right. */
const groupings = scenario({
  id: 'analytics/groupings',
  title: 'The team statistics come to the same whichever way they are grouped',
  requirements: ['SPEND-01', 'SPEND-02', 'SPEND-03', 'SPEND-04', 'SPEND-12'],
  needs: { capability: 'analytics', scopes: ['analytics:read'] },
  cost: { analytics: { getTeamStats: 5 } },
  closing: true,
  async run(t) {
    const groups = [
      ['SPEND-01', 'member', 'user'],
      ['SPEND-02', 'agent', 'agent'],
      ['SPEND-03', 'team', 'team'],
      ['SPEND-04', 'day', 'day'],
      ['SPEND-01', 'member', 'user'],
    ] as const
    const read: { id: string; group: string; exchange: Exchange; rows: Json[] }[] = []
    for (const [id, group, kind] of groups) {
      const exchange = await t.call('getTeamStats', { query: { group_by: group, days: 90 } })
      if (exchange.status !== 200)
        return t.notExercised(t.scenario.requirements, `getTeamStats served for 90 days: ${exchange.status}`)
      read.push({ id, group, exchange, rows: rowsOf(exchange.json, kind) })
    }
    for (const what of ['runs', 'cost'] as const) {
      const sums = read.map(one => ({ ...one, ...sumOf(one, what) }))
      const [first, again] = [sums[0]?.value ?? 0, sums[4]?.value ?? 0]
      const named = sums.every(({ rows }) => rows.length === 0 || shows({ rows }, what))
      if (!named || first === 0) continue
      for (const one of sums.slice(0, 4)) {
        const others = sums.slice(0, 4).filter(it => it !== one)
        const room = Math.abs(again - first) + sums.reduce((sum, { slack }) => sum + slack, 0)
        const values = others.map(it => it.value)
        const [low, high] = [Math.min(...values), Math.max(...values)]
        const alike = high - low <= 0.01 * high + room
        const off = one.value < 0.95 * low - room || one.value > 1.05 * high + room
        // What no agent did (a chat completion) has no row by agent; who is in two teams stands in both.
        const lawful = one.group === 'agent' ? one.value < low : one.group === 'team' && one.value > high
        if (alike && off && !lawful)
          t.violated(
            one.id,
            `grouped by ${one.group} the ${what} come to ${round(one.value)}, grouped otherwise to ${round(high)}`,
            one.exchange,
            ...others.map(it => it.exchange).slice(0, 1),
          )
      }
    }
    await spendOfTeams(t, read[2]?.rows ?? [], read[2]?.exchange)
    t.notExercised(t.scenario.requirements, 'groupings that contradict each other: none were seen')
  },
})

/** Where the statistics by team come to all that was spent, the spend of each team is theirs. */
async function spendOfTeams(t: Trial, rows: readonly Json[], exchange: Exchange | undefined) {
  const ledger = await readLedger(t)
  const [teams, over] = [quarterOf(ledger, 'getSpendByTeam'), quarterOf(ledger, 'getSpendOverTime')]
  if (!teams || !over || !exchange || !shows({ rows: [...rows] }, 'cost') || !shows(teams, 'cost')) return
  const [stats, days, spend] = [sumOf({ rows: [...rows] }, 'cost'), sumOf(over, 'cost'), sumOf(teams, 'cost')]
  const room = stats.slack + spend.slack + days.slack + ledger.grown.cost
  if (days.value === 0 || Math.abs(stats.value - days.value) > 0.01 * days.value + room) return
  for (const row of rows) {
    const label = labelOf(row, 'team')
    const shown = teams.rows.find(one => labelOf(one, 'team') === label)
    const [mine, theirs] = [FIGURE.cost(row) ?? 0, (shown && FIGURE.cost(shown)) ?? 0]
    if (shown === undefined || Math.abs(mine - theirs) <= 0.02 * mine + room) continue
    const said = `the team ${label} spent ${round(theirs)} in 90 days, and ${round(mine)} by the team statistics`
    return t.violated('SPEND-12', said, teams.exchange, exchange)
  }
}

export const contradictionScenarios: readonly Scenario[] = [contradictions, groupings]
