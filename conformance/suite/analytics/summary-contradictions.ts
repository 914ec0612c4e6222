/** The workspace summary compared with the figures of agents, users and days of the same 90 days. */
import type { Trial } from '../../engine/trial.ts'
import { findLike, isNumber, isObject, type Json, places } from '../../extract/find-value.ts'
import { beganAt, endOf, readRun } from '../../extract/run-status.ts'
import type { Exchange } from '../../requirements/exchange.ts'
import {
  type AnalyticsFigures,
  memberOf,
  quarterOf,
  round,
  type Summary,
  sumOf,
} from './analytics-figures.ts'
import { runsOf } from './read-rows.ts'
import { runsPerDay } from './runs-per-day.ts'

export function summaryContradictions(t: Trial, analytics: AnalyticsFigures) {
  const found = analytics.summaries.get('90d')
  if (!found) return
  runsPerDay(t, analytics, found)
  messagesAtAll(t, analytics, found)
  successRate(t, found.record, found.exchange)
  runsOfAll(t, analytics)
  costOfAll(t, analytics)
  const by = (operation: string) =>
    quarterOf(analytics, operation)?.rows.filter(row => (runsOf(row) ?? 0) > 0).length
  const figure = (id: string) => {
    const member = memberOf(id)
    const value = member && findLike(found.record, member.name, member.fits)?.value
    return isNumber(value) ? Number(value) : undefined
  }
  const [agents, users] = [figure('ANA-10'), figure('ANA-11')]
  const [withRuns, ofUsers] = [by('getAgentStats'), by('getUsageByUser')]
  if (agents === undefined || users === undefined || !withRuns || !ofUsers) return
  const evidence = [found.exchange, quarterOf(analytics, 'getAgentStats')?.exchange ?? found.exchange]
  if (withRuns !== ofUsers && agents === ofUsers && users === withRuns)
    t.violated(
      ['ANA-10', 'ANA-11'],
      `${agents} active agents and ${users} active users, while ${withRuns} agents have runs, of ${ofUsers} users`,
      ...evidence,
    )
  if (agents === 0) t.violated('ANA-10', `no active agent, while ${withRuns} agents have runs`, ...evidence)
  if (users === 0) t.violated('ANA-11', `no active user, while ${ofUsers} users have runs`, ...evidence)
}

/** Cancelling a run writes a chat message (section 3): where runs were cancelled, messages were written. */
function messagesAtAll(t: Trial, analytics: AnalyticsFigures, { record, exchange }: Summary) {
  const member = memberOf('ANA-12')
  const found = member && findLike(record, member.name, member.fits)
  const hourAgo = exchange.at.getTime() - 3_600_000
  const cancelled = analytics.runs.rows.filter(row => {
    const began = beganAt(row)
    return (
      endOf(readRun(row)?.status) === 'cancelled' &&
      began !== undefined &&
      began < hourAgo &&
      began > hourAgo - QUARTER
    )
  })
  if (found && Number(found.value) === 0 && cancelled.length >= 3)
    t.violated(
      'ANA-12',
      `${found.path} reads 0 for 90 days, in which ${cancelled.length} runs were cancelled, each with a chat message`,
      exchange,
    )
}

const QUARTER = 85 * 86_400_000

/** The summary shows some figure near the spend of the same days, under any name. */
function costOfAll(t: Trial, analytics: AnalyticsFigures) {
  const [found, over] = [analytics.summaries.get('90d'), quarterOf(analytics, 'getSpendOverTime')]
  const spent = over && sumOf(over, 'cost')
  if (!found || !spent || spent.value < 1) return
  const inCents = found.cost !== undefined && Math.abs(found.cost / 100 - spent.value) <= 0.05 * spent.value
  if (inCents)
    t.violated(
      'ANA-13',
      `the cost reads ${found.cost}, a hundred times the ${round(spent.value)} that were spent: cents are no euros`,
      found.exchange,
      over.exchange,
    )
  if (found.cost !== undefined || t.target.members.has('ANA-13')) return
  const near = [...places(found.record)].some(({ value }) => {
    const amount = Number(typeof value === 'string' ? value.replaceAll(/[^\d.-]/g, '') : value)
    // The same money in euros, cents or thousandths.
    return [1, 100, 1000].some(unit => amount >= 0.5 * spent.value * unit && amount <= 2 * spent.value * unit)
  })
  const sentence = `in 90 days ${round(spent.value)} were spent, and no figure of the summary comes near`
  if (!near) t.violated('ANA-13', sentence, found.exchange, over.exchange)
}

/**
 * The runs of agents and the runs of users are the workspace's runs: a total above two sums that agree counts some
 * twice.
 */
function runsOfAll(t: Trial, analytics: AnalyticsFigures) {
  const found = analytics.summaries.get('90d')
  const sums = (['getAgentStats', 'getUsageByUser'] as const).flatMap(operation => {
    const one = quarterOf(analytics, operation)
    return one ? [{ one, value: sumOf(one, 'runs').value }] : []
  })
  const whole = found?.runs
  const compared = ['getInsightsSummary', 'getAgentStats', 'getUsageByUser']
  if (!found || !whole || compared.some(one => analytics.stale.has(one))) return
  for (const { one, value } of sums) {
    const other = sums.find(it => it.one !== one)
    if (!other || Math.abs(other.value - whole) > 0.03 * whole + analytics.grown.runs) continue
    // The first of 90 days may be whole in one reply and partial in the other.
    if (value <= 1.08 * whole + 5 + analytics.grown.runs) continue
    const sentence = `${one.it.operation} comes to ${value} runs in 90 days, the summary to ${whole}, ${other.one.it.operation} to ${other.value}`
    t.violated(
      one.it.operation === 'getAgentStats' ? 'ANA-16' : one.it.rows,
      sentence,
      one.exchange,
      found.exchange,
    )
  }
}

/**
 * Whether the rate is of all runs or of ended runs is not stated: it is at least the successes among all runs, and at
 * most the share of all runs that did not fail.
 */
function successRate(t: Trial, record: Json, exchange: Exchange) {
  const shown = Number(findLike(record, /success.*rate/i, isNumber)?.value)
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
  // 0 and 1 may be rounded or percentages.
  if (!first || !(rate > 0 && rate < 1)) return
  const [least, most] = [first.good / first.all, 1 - first.bad / first.all]
  const sentence = `the success rate is ${shown}, of ${first.all} runs ${first.good} succeeded and ${first.bad} failed`
  if (rate < least - 0.1 || rate > most + 0.1) t.violated('ANA-08', sentence, exchange)
}

/** There are no more active agents than agents, under any way of counting. */
export async function activeAgents(t: Trial, analytics: AnalyticsFigures, listed: number) {
  const found = analytics.summaries.get('90d')
  const member = memberOf('ANA-10')
  const active = Number(found && member && findLike(found.record, member.name, isNumber)?.value)
  const stats = quarterOf(analytics, 'getAgentStats')
  if (!found || !stats || !Number.isFinite(active)) return
  const dashboard = await t.read('getDashboardStats')
  const counted = Number(findLike(dashboard.json, /agent/i, isNumber)?.value)
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
