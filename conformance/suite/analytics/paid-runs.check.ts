/** What runs cost and how they ended, as their own records show it, against the figures about them. */
import { type Scenario, scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import type { Exchange } from '../../ledger/exchange.ts'
import { findLike, type Json, places } from '../../reading/find-value.ts'
import { refIn } from '../../reading/record.ts'
import { beganAt, readRun } from '../../reading/run-status.ts'
import { FAILED } from '../runs/past-runs.ts'
import { DaySeries, unitOf } from './day-series.ts'
import {
  type Breakdown,
  FIGURE,
  type LedgerReadings,
  quarterOf,
  readLedger,
  round,
  shows,
  sumOf,
} from './ledger-readings.ts'
import { BALANCE } from './named-members.ts'
import {
  amountOf,
  figureIn,
  isAmount,
  isNumber,
  labelOf,
  moneyOf,
  rowsOf,
  runsOf,
  total,
} from './read-rows.ts'
import { adminKey } from './rows.check.ts'

const paidRuns = scenario({
  id: 'analytics/paid-runs',
  title: 'What runs cost, and how they ended, is found in the figures of their agents and of the workspace',
  requirements: [
    'ANA-08',
    'ANA-13',
    'ANA-16',
    'ANA-17',
    'ANA-18',
    'ANA-19',
    'ANA-23',
    'ANA-26',
    'SPEND-06',
    'WALLET-01',
    'WALLET-02',
    'WALLET-03',
  ],
  needs: { capability: 'analytics', scopes: ['analytics:read'] },
  cost: { requests: 8, analytics: { getWallet: 2, getAgentStats: 4, getSpendByAgent: 4 } },
  closing: true,
  async run(t) {
    const wallet = await t.read('getWallet', { key: adminKey(t) })
    const ledger = await readLedger(t)
    const records = recordsIn(ledger.runs.rows)
    costsOfAgents(t, ledger, records)
    costAtAll(t, ledger, records)
    rates(t, ledger, records)
    tokens(t, ledger)
    await spends(t, ledger, wallet)
    t.notExercised(t.scenario.requirements, 'figures that contradict the records of runs: none were seen')
  },
})

interface RunRecord {
  agent: string
  cost: number | undefined
  end: 'finished' | 'failed' | 'otherwise' | undefined
  /** When it began, where the record shows it. */
  began: number | undefined
}

function recordsIn(rows: readonly Json[]): RunRecord[] {
  return rows.flatMap(row => {
    // Its own id is none of its agent.
    const [agent, view] = [refIn(row, 'agent'), readRun(row)]
    if (agent === undefined || !view) return []
    const finished =
      /^(complete|finish|done|succe|ok$)/i.test(view.status ?? '') || view.summary !== undefined
    const end = FAILED.test(view.status ?? '') ? 'failed' : finished ? 'finished' : 'otherwise'
    return [{ agent, cost: view.cost, end, began: beganAt(row) }]
  })
}

const at = (ledger: LedgerReadings, operation: string): Breakdown | undefined =>
  ledger.stale.has(operation) ? undefined : ledger.breakdowns.get(operation)?.get(90)

const sum = (records: readonly RunRecord[]) => records.reduce((all, { cost = 0 }) => all + cost, 0)

/** Within the quarter that figures are asked for, and a minute ago: what is just over may be booked a moment later. */
function isBooked(t: Trial, ledger: LedgerReadings, { began, end }: RunRecord): boolean {
  const ended = end === 'finished' || end === 'failed'
  if (began === undefined) return ended
  const [reply] = [...(ledger.replies.values().next().value?.values() ?? [])]
  const now = (reply?.at ?? t.context.today).getTime()
  return ended && began > now - 85 * 86_400_000 && began < now - 60_000 / t.target.pace.clockScale
}

/** What the runs of an agent cost is the least that is shown for it, where the whole is no less than all of theirs. */
function costsOfAgents(t: Trial, ledger: LedgerReadings, records: readonly RunRecord[]) {
  const booked = Map.groupBy(
    records.filter(one => isBooked(t, ledger, one)),
    ({ agent }) => agent,
  )
  for (const [operation, id] of [
    ['getSpendByAgent', 'SPEND-06'],
    ['getAgentStats', 'ANA-18'],
  ] as const) {
    const one = at(ledger, operation)
    if (!one || !shows(one, 'cost')) continue
    const { value, slack } = sumOf(one, 'cost')
    if (sum([...booked.values()].flat()) > 1.02 * value + slack) continue
    for (const [agent, its] of booked) {
      const row = one.rows.find(it => labelOf(it, 'agent') === agent)
      const shown = (row && moneyOf(row)) ?? 0
      const paid = sum(its)
      if (paid > 1.05 * shown + slack + 0.001 * its.length)
        return t.violated(
          id,
          `${its.length} runs of the agent ${agent} cost ${round(paid)} in all, ${operation} shows ${round(shown)} for it`,
          one.exchange,
        )
    }
  }
  const stats = at(ledger, 'getAgentStats')
  if (!stats || !shows(stats, 'runs')) return
  const most = total(stats.rows, runsOf)
  if ([...booked.values()].flat().length > most + ledger.grown.runs) return
  for (const [agent, its] of booked) {
    const row = stats.rows.find(it => labelOf(it, 'agent') === agent)
    const shown = (row && runsOf(row)) ?? 0
    const [id, said] = row
      ? ['ANA-16', `shows ${shown} runs of it`]
      : (['ANA-23', 'does not show it'] as const)
    if (its.length > shown + 1 + 0.02 * its.length)
      return t.violated(
        id,
        `${its.length} runs of the agent ${agent} are over, getAgentStats ${said}`,
        stats.exchange,
      )
  }
}

/** Costs that are zero throughout, where the runs of earlier days cost something. */
function costAtAll(t: Trial, ledger: LedgerReadings, records: readonly RunRecord[]) {
  const hourAgo = t.context.today.getTime() - 3_600_000
  const earlier = records.filter(one => isBooked(t, ledger, one) && (one.began ?? Infinity) < hourAgo)
  const paid = sum(earlier)
  if (paid < 0.01) return
  const said = (what: string) =>
    `${earlier.length} runs of earlier hours cost ${round(paid)} in all, ${what} shows no cost`
  for (const [operation, id] of [
    ['getAgentStats', 'ANA-18'],
    ['getUsageByUser', 'ANA-26'],
  ] as const) {
    const one = ledger.breakdowns.get(operation)?.get(90)
    if (one && one.rows.length > 0 && shows(one, 'cost') && sumOf(one, 'cost').value === 0)
      t.violated(id, said(operation), one.exchange)
  }
  const summary = ledger.summaries.get('90d')
  if (summary?.cost === 0) t.violated('ANA-13', said('the summary'), summary.exchange)
}

/** Between what it is when all that did not finish counts against an agent, and when only failures do. */
function rates(t: Trial, ledger: LedgerReadings, records: readonly RunRecord[]) {
  rateOfWorkspace(t, ledger, records)
  const stats = at(ledger, 'getAgentStats')
  if (!stats || !ledger.runs.all) return
  const all = Map.groupBy(records, ({ agent }) => agent)
  const shared = sharedRate(stats.rows, all)
  if (shared !== undefined) t.violated('ANA-17', shared, stats.exchange)
  for (const row of stats.rows) {
    const agent = labelOf(row, 'agent') ?? ''
    const off = offRate(rateIn(row), all.get(agent) ?? [], runsOf(row))
    if (off !== undefined) return t.violated('ANA-17', `the agent ${agent} ${off}`, stats.exchange)
  }
  const summary = ledger.summaries.get('90d')
  if (!summary || ledger.stale.has('getInsightsSummary')) return
  const off = offRate(rateIn(summary.record), records, summary.runs)
  if (off !== undefined) t.violated('ANA-08', `the workspace ${off}`, summary.exchange)
}

/** Far from what the rates of all agents come to, where the records of runs that are seen agree with those. */
function rateOfWorkspace(t: Trial, ledger: LedgerReadings, records: readonly RunRecord[]) {
  const [stats, summary] = [quarterOf(ledger, 'getAgentStats'), ledger.summaries.get('90d')]
  const rate = summary && rateIn(summary.record)
  if (!stats || typeof rate !== 'number' || !summary?.runs) return
  const rated = stats.rows.flatMap(row => {
    const [share, runs] = [rateIn(row), runsOf(row) ?? 0]
    return typeof share === 'number' ? [{ share, runs }] : []
  })
  // Of a few minutes ago or of now: they speak of the same runs.
  const runs = rated.reduce((all, one) => all + one.runs, 0)
  if (Math.abs(runs - summary.runs) > 0.02 * summary.runs + ledger.grown.runs) return
  const mean = rated.reduce((all, one) => all + one.share * one.runs, 0) / runs
  const count = (end: RunRecord['end']) => records.filter(one => one.end === end).length
  const [finished, failed] = [count('finished'), count('failed')]
  if (finished + failed < 20) return
  // Of all runs, or of those that ended: which is not stated.
  const [least, most] = [finished / records.length - 0.1, finished / (finished + failed) + 0.1]
  const agrees = (share: number) => share >= least && share <= most
  if (Math.abs(rate - mean) <= 0.25 || !agrees(mean) || agrees(rate)) return
  const said = `the success rate of the workspace is ${round(rate)}, those of its agents come to ${round(mean)}, and of ${records.length} runs ${finished} finished and ${failed} failed`
  t.violated('ANA-08', said, summary.exchange, stats.exchange)
}

/** The same rate in every row, though the runs of one agent ended quite unlike those of another. */
function sharedRate(rows: readonly Json[], all: ReadonlyMap<string, RunRecord[]>): string | undefined {
  const rates = rows.map(rateIn)
  const [first] = rates
  if (rows.length < 2 || typeof first !== 'number' || rates.some(rate => rate !== first)) return undefined
  const shares = rows.flatMap(row => {
    const agent = labelOf(row, 'agent') ?? ''
    const ended = (all.get(agent) ?? []).filter(({ end }) => end === 'finished' || end === 'failed')
    const share = ended.filter(({ end }) => end === 'finished').length / ended.length
    return ended.length >= 5 ? [{ agent, share, ended: ended.length }] : []
  })
  const sorted = shares.toSorted((a, b) => a.share - b.share)
  const [worst, best] = [sorted[0], sorted.at(-1)]
  if (!worst || !best || best.share - worst.share < 0.25) return undefined
  return `every agent has a success rate of ${round(first)}; of the runs of ${worst.agent} ${round(worst.share)} finished, of those of ${best.agent} ${round(best.share)}`
}

const RATE = /success.*(rate|percent|ratio|share)|(rate|ratio).*success|^success$/i

/** As a share of one, whatever form it has; null where there is none. */
function rateIn(record: Json): number | null | undefined {
  const found = findLike(record, RATE, value => value === null || isNumber(value))
  if (found === undefined || found.value === null) return found === undefined ? undefined : null
  const value = Number(found.value)
  return value > 1 || /percent|pct/i.test(found.name) ? value / 100 : value
}

function offRate(
  rate: number | null | undefined,
  records: readonly RunRecord[],
  runs: number | undefined,
): string | undefined {
  const count = (end: RunRecord['end']) => records.filter(one => one.end === end).length
  const [finished, failed] = [count('finished'), count('failed')]
  // Only where both speak of the same runs.
  if (rate === undefined || runs === undefined || finished + failed < 3) return undefined
  if (Math.abs(runs - records.length) > 0.02 * runs) return undefined
  const said = `has ${records.length} runs, of which ${finished} finished and ${failed} failed`
  if (rate === null) return `${said}, and no success rate`
  const [least, most] = [finished / records.length, finished / (finished + failed)]
  return rate < least - 0.03 || rate > most + 0.03
    ? `${said}, and a success rate of ${round(rate)}`
    : undefined
}

/** Tokens that runs show are in the figures of their agents: none of their kinds is zero throughout. */
function tokens(t: Trial, ledger: LedgerReadings) {
  const stats = at(ledger, 'getAgentStats')
  const shown = (rows: readonly Json[]) => rows.flatMap(row => [...tokenFigures(row)])
  if (!stats) return
  const [ofRuns, ofAgents] = [
    shown(ledger.runs.rows),
    shown(stats.rows.filter(row => (runsOf(row) ?? 0) > 0)),
  ]
  for (const kind of ['input', 'output', 'all'] as const) {
    const used = ofRuns.filter(one => one.kind === kind && one.value > 0)
    const figures = ofAgents.filter(one => one.kind === kind)
    if (used.length < 3 || figures.length === 0 || figures.some(one => one.value > 0)) continue
    const said = `${used.length} runs show ${kind === 'all' ? '' : `${kind} `}tokens, ${figures[0]?.path} is 0 for every agent`
    return t.violated('ANA-19', said, stats.exchange)
  }
}

function* tokenFigures(row: Json) {
  for (const { path, value } of places(row, 3)) {
    if (!/token|usage/i.test(path) || !isNumber(value)) continue
    const kind = /out|completion/i.test(path)
      ? 'output'
      : /input|prompt|(^|[._])in($|[._])/i.test(path)
        ? 'input'
        : 'all'
    if (!/cach/i.test(path)) yield { kind, path, value: Number(value) }
  }
}

/** What was spent since the first reading: the spend of today grows by it, and the balance does not. */
async function spends(t: Trial, ledger: LedgerReadings, before: Exchange) {
  const after = await t.call('getWallet', { key: adminKey(t) })
  if (before.status !== 200 || after.status !== 200) return
  const early = await t.read('getSpendOverTime', { key: adminKey(t), query: { days: 90 } })
  const [was, is] = [rowsOf(early.json, 'day'), quarterOf(ledger, 'getSpendOverTime')?.rows ?? []].map(rows =>
    DaySeries.ofRows(rows, FIGURE.cost),
  )
  const figure = (exchange: Exchange, name: RegExp) =>
    amountOf(figureIn(exchange.json, name, isAmount)?.value)
  const pair = (name: RegExp) => [before, after].map(one => figure(one, name))
  const [[first, last], [start, end], [from, to]] = [pair(BALANCE), pair(/today/i), pair(/30|thirty/i)]
  // In the row of the day itself, where both series know it: then no midnight came between.
  const sameDay = was !== undefined && is !== undefined && was.latest === is.latest
  const grown = is && was ? is.last(2) - was.last(2) : 0
  const today = sameDay ? is.on(is.latest) - was.on(was.latest) : 0
  const least = Math.min(CENT, 5 * unitOf([start, end, from, to].filter(one => one !== undefined)))
  const risen = (last ?? 0) - (first ?? 0)
  const spent = end !== undefined && start !== undefined ? end - start : grown
  if (spent > 0.004 && risen > 0.004 && Math.abs(risen - spent) <= 0.1 * spent + 0.002)
    t.violated(
      'WALLET-03',
      `${round(spent)} was spent, and the balance rose by ${round(risen)}`,
      before,
      after,
    )
  const { euros } = t.context.budget
  const paid = Math.max(grown >= 0.02 ? grown : 0, today >= least ? today : 0)
  const shows = paid > 0 || (euros >= 0.02 && (is?.last(2) ?? 0) >= 0.5 * euros)
  if (shows && end === 0)
    t.violated(
      'WALLET-01',
      `runs of ${round(Math.max(euros, paid))} were just paid for, the spend over time shows ${round(is?.last(2) ?? 0)}, and nothing was spent today`,
      after,
    )
  const [ofToday, ofMonth] = [(end ?? 0) - (start ?? 0), (to ?? 0) - (from ?? 0)]
  // A wallet that follows what is spent does so in both figures.
  if (start !== undefined && from !== undefined && today >= least)
    for (const [id, mine, theirs] of [
      ['WALLET-01', ofToday, ofMonth],
      ['WALLET-02', ofMonth, ofToday],
    ] as const)
      if (mine >= 0 && mine <= 0.1 * theirs && theirs >= least && end !== 0)
        t.violated(
          id,
          `${round(today)} was spent meanwhile; the spend of today grew by ${round(ofToday)}, that of 30 days by ${round(ofMonth)}`,
          before,
          after,
        )
}

/** Rounded down to whole cents, something of it is left; finer figures show less. */
const CENT = 0.011

export const paidRunScenarios: readonly Scenario[] = [paidRuns]
