/** Figures of one reply that derive from the same runs: new runs move all of them, unless the reply is stale. */

import type { Trial } from '../../engine/trial.ts'
import type { Json } from '../../extract/find-value.ts'
import { findLike, isNumber } from '../../extract/find-value.ts'
import type { Exchange } from '../../requirements/exchange.ts'
import {
  type AnalyticsFigures,
  memberOf,
  quarterOf,
  round,
  type Summary,
  summaryOf,
} from './analytics-figures.ts'
import { moneyOf, rowsOf, runsOf, total } from './read-rows.ts'

/** Growth by fewer runs may come from other users or from runs already at work. */
const LEAST = 8

interface Figures {
  runs: number
  cost: number
}

const IDS: Readonly<Record<string, Readonly<Record<keyof Figures, string>>>> = {
  getAgentStats: { runs: 'ANA-16', cost: 'ANA-18' },
  getUsageByUser: { runs: 'ANA-26', cost: 'ANA-26' },
  getUsageByTeam: { runs: 'ANA-30', cost: 'ANA-30' },
  getInsightsSummary: { runs: 'ANA-07', cost: 'ANA-13' },
}

interface Pair {
  operation: string
  grown: Figures
  was: Figures
  is: Figures
  evidence: readonly Exchange[]
}

export function movingFigures(t: Trial, analytics: AnalyticsFigures) {
  const pairs = ['getAgentStats', 'getUsageByUser', 'getUsageByTeam'].flatMap(operation => {
    const [first, last] = [analytics.early.get(operation), quarterOf(analytics, operation)]
    if (first?.status !== 200 || !last) return []
    const figuresIn = (rows: readonly Json[]): Figures => ({
      runs: total(rows, runsOf),
      cost: total(rows, moneyOf),
    })
    return pairOf(operation, figuresIn(rowsOf(first.json, last.it.kind)), figuresIn(last.rows), [
      first,
      last.exchange,
    ])
  })
  const [first, last] = [analytics.early.get('getInsightsSummary'), analytics.summaries.get('90d')]
  if (first?.status === 200 && last) {
    const figuresIn = ({ runs = 0, cost = 0 }: Summary): Figures => ({ runs, cost })
    pairs.push(
      pairOf('getInsightsSummary', figuresIn(summaryOf(first)), figuresIn(last), [first, last.exchange]),
    )
    messages(t, first, last)
  }
  for (const one of pairs) together(t, one, pairs)
}

const pairOf = (operation: string, was: Figures, is: Figures, evidence: readonly Exchange[]): Pair => ({
  operation,
  was,
  is,
  grown: { runs: is.runs - was.runs, cost: is.cost - was.cost },
  evidence,
})

/**
 * One figure of a reply moved and another did not, although it moved elsewhere: the reply is fresh, the figure is
 * wrong.
 */
function together(t: Trial, { operation, was, is, grown, evidence }: Pair, all: readonly Pair[]) {
  if (!(was.runs > 0 && was.cost > 0)) return
  const least: Figures = { runs: LEAST, cost: (LEAST * is.cost) / is.runs }
  const moves = (what: keyof Figures) =>
    all.some(one => one.operation !== operation && one.grown[what] >= least[what])
  const sentence = `from one reply of ${operation} to the next, the runs grew by ${grown.runs} and the cost by ${round(grown.cost)}`
  // A failed run may be free, and an earlier run adds cost while it works.
  if (grown.runs === 0 && grown.cost >= least.cost && moves('runs'))
    t.violated(IDS[operation]?.runs ?? '', sentence, ...evidence)
  if (grown.cost === 0 && grown.runs >= least.runs && moves('cost'))
    t.violated(IDS[operation]?.cost ?? '', sentence, ...evidence)
}

/** Cancelling a run writes a chat message (section 3). */
function messages(t: Trial, first: Exchange, last: Summary) {
  const member = memberOf('ANA-12')
  const figure = (body: unknown) => member && findLike(body, member.name, isNumber)
  const [was, is] = [figure(first.json), figure(last.record)]
  const cancelled = t.context.observed.acceptedAt.get('cancelRun')
  const runs = (last.runs ?? 0) - (summaryOf(first).runs ?? 0)
  if (!was || !is || was.path !== is.path || Number(was.value) !== Number(is.value)) return
  if (!cancelled || cancelled <= first.at || cancelled >= last.exchange.at || runs < LEAST) return
  const sentence = `${is.path} reads ${String(is.value)} before and after ${runs} runs, of which one was cancelled, which writes a message`
  t.violated('ANA-12', sentence, first, last.exchange)
}
