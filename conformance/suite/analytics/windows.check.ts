/**
 * What a number of days, or a period, does to figures: a longer window covers the runs of the days that a shorter one
 * leaves out. Freshness is not stated, so of another endpoint's reply only what is older than statistics may be late is
 * compared. A window is blamed only where a run of the days between is on record, and its label does not show it in the
 * longer window, read after the shorter one.
 */

import { scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { mentions } from '../../extract/find-value.ts'
import { idsOf } from '../../requirements/contract.ts'
import { type Exchange, isForbidden } from '../../requirements/exchange.ts'
import { findFigure, type Member } from '../named-figures.ts'
import { adminKey, askAgain, tableOf } from './admin-key.ts'
import { beyond, type Days, daysMerged, daysOf, dayText, largerIn, latestOf, round, slackOf } from './days.ts'
import { judgeUnserved } from './failing-query.ts'
import { PERIODS, ROWS } from './figure-table.ts'
import { figureIn, needs, summaryFigures } from './figures.ts'
import { amountOf, type Kind, moneyOf, rowsOf, runsOf, type What } from './read-rows.ts'
import { sumOf } from './relations.ts'
import { between, type History, history, labelOfRun } from './runs-on-record.ts'
import { groupedBy } from './team-stats.check.ts'

/** One window of a reply, as figures by label. */
interface Reading {
  days: number
  exchange: Exchange
  figures: ReadonlyMap<string, number>
}

/** Amounts by day of the last 90 days, as one reply shows them. */
interface Series {
  days: Days
  exchange: Exchange
}

/** A reply that is read for several windows, the longest first: what is spent in between cannot make it show more. */
interface Source {
  id: string
  operation: string
  windows: readonly { days: number; query: Record<string, string | number> }[]
  figures: (t: Trial, exchange: Exchange, days: number) => ReadonlyMap<string, number>
  /** What its rows are by, and the figure that these show; a reply without rows has figures by what they are of. */
  kind?: Kind
  what?: What
  /** Whether the bounds of days are stated, so that none of the windows may be refused. */
  isBounded?: boolean
  /** The figures that split a row. */
  splits?: readonly Member[]
}

const byRow = (kind: Kind, more: Record<string, string> = {}) => ({
  kind,
  windows: [90, 30, 7].map(days => ({ days, query: { days, ...more } })),
  figures: (_: Trial, exchange: Exchange) => tableOf(exchange, kind).figures,
})

const SUMMARY: Source = {
  id: 'ANA-22',
  operation: 'getInsightsSummary',
  windows: PERIODS.toReversed().flatMap(({ period, days }) => (days ? [{ days, query: { period } }] : [])),
  figures: summaryFigures,
}

const WALLET: Source = {
  id: 'WALLET-02',
  operation: 'getWallet',
  windows: [30, 1].map(days => ({ days, query: {} })),
  figures(t, exchange, days) {
    const amount = amountOf(figureIn(t, days === 1 ? 'WALLET-01' : 'WALLET-02', exchange))
    return new Map(amount === undefined ? [] : [['cost', amount]])
  },
}

const SOURCES: readonly Source[] = [
  ...ROWS.map(({ window: id, operation, kind, figures: [what = 'cost'], bounds, more }) => {
    const splits = more.filter(({ fits }) => !fits(0))
    return { id, operation, what, isBounded: bounds.length > 0, splits, ...byRow(kind) }
  }),
  { id: 'SPEND-22', operation: 'getTeamStats', what: 'cost', ...byRow('day', { group_by: 'day' }) },
  SUMMARY,
  WALLET,
]

export const windowScenario = scenario({
  id: 'analytics/windows',
  title: 'A number of days decides which days the figures cover',
  requirements: [
    ...SOURCES.flatMap(({ id, splits = [] }) => [id, ...idsOf(splits)]),
    ...['WALLET-01', 'ANA-13'],
  ],
  needs,
  cost: {
    analytics: {
      ...Object.fromEntries(SOURCES.map(it => [it.operation, 3])),
      getAgentStats: 5,
      getInsightsSummary: 4,
      getSpendOverTime: 4,
      getTeamStats: 4,
      getWallet: 1,
    },
  },
  turn: 'closing',
  async run(t) {
    const summaries = await readAll(t, SUMMARY)
    const series = await spendOverTime(t)
    const past = await history(t, series?.days)
    for (const source of SOURCES)
      if (t.wants(source.id, ...idsOf(source.splits ?? []))) await judge(t, source, past)
    const wallet = await askAgain(t, await t.read('getWallet', { key: adminKey(t) }))
    const amounts = WALLET.windows.map(({ days }) => readingOf(t, WALLET, days, wallet))
    const after = series && (await spendOverTime(t, series))
    if (!series || !after) return
    if (summaries.some(one => amountIn(one) > spentIn(after, one.days)[1])) {
      const later = await readAll(t, SUMMARY, true)
      const last = await spendOverTime(t, series)
      if (last) inEuros(t, ['ANA-13'], later, after, last)
    }
    inEuros(t, ['WALLET-01', 'WALLET-02'], amounts, series, after)
  },
})

async function spendOverTime(t: Trial, before?: Series): Promise<Series | undefined> {
  const key = adminKey(t)
  const exchange = before
    ? await askAgain(t, before.exchange)
    : await t.read('getSpendOverTime', { key, query: { days: 90 } })
  const days = daysOf(tableOf(exchange, 'day').rows, moneyOf)
  return days && { days, exchange }
}

const readingOf = (t: Trial, source: Source, days: number, exchange: Exchange): Reading => ({
  days,
  exchange,
  figures: exchange.status === 200 ? source.figures(t, exchange, days) : new Map(),
})

/** What was read before is not asked again, unless what is newer is wanted. */
async function readAll(t: Trial, source: Source, isNew = false): Promise<Reading[]> {
  const readings: Reading[] = []
  for (const { days, query } of source.windows) {
    const options = { key: adminKey(t), query }
    const exchange = await (isNew ? t.call(source.operation, options) : t.read(source.operation, options))
    readings.push(readingOf(t, source, days, exchange))
    if (exchange.status !== 200) break
  }
  return readings
}

// ── Conclusions ─────────────────────────────────────────────────────────────────────────────────────────────────

async function judge(t: Trial, source: Source, past: History) {
  const { id, kind } = source
  const readings = await readAll(t, source)
  const longest = readings[0]
  for (const reading of readings) {
    const { days, exchange } = reading
    if (exchange.status !== 200) {
      if (source.isBounded && !isForbidden(exchange)) t.answered(id, exchange)
      else await judgeUnserved(t, id, `a window that is accepted: ${days} days are refused`, exchange)
      return
    }
    const span = kind === 'day' && beyond(tableOf(exchange, kind).days, days)
    // Where no bounds of days are stated, 7 may be raised to the least.
    if (!span || (days === 7 && longest && hasMore(longest, reading))) continue
    const sentence = `days=${days} shows amounts from ${span.first} to ${span.last}`
    return t.violated('inside-window', id, sentence, exchange)
  }
  splitsAlike(t, source, readings, past)
  const pairs = readings.flatMap(longer =>
    readings.flatMap(shorter => (shorter.days < longer.days ? [{ longer, shorter }] : [])),
  )
  for (const { longer, shorter } of pairs) {
    const [inner, outer] = [shorter, longer].map(one => tableOf(one.exchange, 'day').days) as [Days, Days]
    const days = kind === 'day' && daysMerged(inner, outer, t.target.pace.lateDays)
    if (!days) continue
    const sentence = `${longer.days} days show more than ${shorter.days}, or nothing, for each of ${days.length} days from ${days[0]}`
    return t.violated('inside-window', id, sentence, longer.exchange, shorter.exchange)
  }
  const shortest = readings.findLast(one => one.days <= 7)
  for (const { longer, shorter } of pairs) {
    const onlyIfEqual = longer.days < 30 || shorter !== shortest
    if (await showsNoMore(t, source, shorter, longer, past, onlyIfEqual)) return
  }
  if (source === SUMMARY && (await lacksOldRuns(t, readings))) return
  const exchanges = readings.map(({ exchange }) => exchange)
  for (const { longer, shorter } of pairs) {
    const label = largerIn(longer.figures, shorter.figures)
    if (label === undefined || longer.exchange.sent > shorter.exchange.sent) continue
    const sentence = `${longer.days} days show more for ${label} than ${shorter.days}`
    return t.met('window-matters', id, sentence, ...exchanges)
  }
  t.notExercised(id, whatLacks(t, readings, past), ...exchanges)
}

/** Why no reading shows what the number of days does. */
function whatLacks(t: Trial, readings: readonly Reading[], past: History): string {
  const [longest, shortest] = [readings[0]!, readings.at(-1)!]
  if (hasMore(longest, shortest))
    return `a shorter window after a longer one: ${shortest.days} days were asked for first`
  const isOld = between(t, past, shortest.days, longest.days).length > 0
  const runs = isOld
    ? 'whether they count the runs between them is not known'
    : 'no finished run with a cost between them is on record'
  return `figures that grow with the days: ${longest.days} days show no more than ${shortest.days}, and ${runs}`
}

/**
 * What splits the rows of a reply is in those of each window, or in none: blamed is a window in whose rows it is empty, though
 * another one names there who has a settled run on record in both.
 */
function splitsAlike(t: Trial, { kind, splits = [] }: Source, readings: readonly Reading[], past: History) {
  for (const member of splits) {
    const found = readings.map(({ days, exchange }) => {
      const rows = kind ? rowsOf(exchange.json, kind).filter(row => (runsOf(row) ?? 0) > 0) : []
      const parts = rows.flatMap(row => Object.values(findFigure(row, member)?.value ?? {}))
      return { days, exchange, parts, isEmpty: rows.length > 0 && parts.length === 0 }
    })
    for (const lacking of found.filter(one => one.isEmpty))
      for (const one of found) {
        const run = between(t, past, 0, Math.min(one.days, lacking.days)).find(({ row }) =>
          (['agent', 'user'] as const).some(who => {
            const label = labelOfRun(row, who)
            return label !== undefined && mentions(one.parts, label)
          }),
        )
        if (!run) continue
        const sentence = `${one.days} days show ${member.what} in rows, ${lacking.days} days in none`
        t.violated('stated-member', member.id, sentence, lacking.exchange, one.exchange, run.exchange)
      }
  }
}

/**
 * Whether a longer window shows no more than a shorter one, though a run on record lies between. Of most pairs only equal
 * ones are blamed, which show more of nothing at all: else caches of different ages may hide what lies between.
 */
async function showsNoMore(
  t: Trial,
  source: Source,
  shorter: Reading,
  longer: Reading,
  past: History,
  onlyIfEqual: boolean,
): Promise<boolean> {
  const { id, kind, isBounded } = source
  // Where no bounds of days are stated, 90 may be served as 30.
  const old = between(t, past, shorter.days, kind && !isBounded ? Math.min(longer.days, 30) : longer.days)
  let last: Reading | undefined
  const byLabel = kind
    ? Map.groupBy(old, ({ row }) => labelOfRun(row, kind) ?? '')
    : new Map(['runs', 'cost'].map(label => [label, old]))
  for (const [label, runs] of byLabel) {
    const [was, short] = [longer, shorter].map(one => one.figures.get(label) ?? 0) as [number, number]
    const what = source.what ?? label
    const added = what === 'runs' ? runs.length : sumOf(runs.map(({ cost }) => cost))
    if (label === '' || added === 0 || short <= 0 || was > short) continue
    last ??= readingOf(t, source, longer.days, await askAgain(t, longer.exchange))
    const is = last.figures.get(label)
    if (is === undefined || is >= short + added - slackOf([is, short, added])) continue
    // A reply from before the shorter one was made shows the same again, and may leave out what grew since.
    const isEqual = is === was && was === short
    if (is === was && !isEqual) continue
    // Where no bounds of days are stated, the shorter one may have been raised to the least.
    const mayBeRaised = kind && !isBounded
    if ((onlyIfEqual || mayBeRaised) && !(isEqual && !hasMore(longer, shorter))) continue
    const lies = what === 'runs' ? `${added} runs lie between` : `runs between cost ${round(added)}`
    const sentence = `${shorter.days} days show ${round(short)} for ${label}, ${longer.days} days ${round(is)}, though ${lies}`
    const records = [...new Set(runs.map(one => one.exchange))]
    t.violated('window-matters', id, sentence, longer.exchange, shorter.exchange, last.exchange, ...records)
    return true
  }
  return false
}

/**
 * 90 days of the summary are in all the same as 30, before and after, though by day the team statistics have runs of the
 * days between, and the agent statistics more runs in 80 days than in 40: ten days on each side are more than statistics may
 * be late.
 */
async function lacksOldRuns(t: Trial, readings: readonly Reading[]): Promise<boolean> {
  const [longer, shorter] = [90, 30].map(days => readings.find(one => one.days === days))
  const [from, to] = [80, 40]
  if (!longer || !shorter || hasMore(longer, shorter)) return false
  if (!shorter.figures.get('runs') || t.target.pace.lateDays >= to - shorter.days) return false
  const usage = await groupedBy(t, 'day')
  const days = daysOf(usage.rows, runsOf) ?? new Map<number, number>()
  const isBetween = (day: number) => day > latestOf(days) - from && day < latestOf(days) - to
  const day = [...days].find(([one, runs]) => runs > 0 && isBetween(one))?.[0]
  if (day === undefined) return false
  const stats: Exchange[] = []
  for (const one of [from, to])
    stats.push(await t.call('getAgentStats', { key: adminKey(t), query: { days: one } }))
  const [more = 0, less = 0] = stats.map(one => sumOf([...tableOf(one, 'agent').figures.values()]))
  if (less === 0 || more <= less) return false
  const again = async ({ days, exchange }: Reading) =>
    readingOf(t, SUMMARY, days, await askAgain(t, exchange))
  const [first, part, last] = [await again(longer), await again(shorter), await again(longer)]
  // Runs at work cost more by the moment; they are counted on their day.
  const still = ({ figures, ...reading }: Reading): Reading => {
    const counts = [...figures].filter(([label]) => label !== 'cost')
    return { ...reading, figures: counts.length > 1 ? new Map(counts) : figures }
  }
  const isSame = (one: Reading) => !hasMore(still(one), still(part)) && !hasMore(still(part), still(one))
  if (hasMore(first, part) || ![first, last].every(isSame)) return false
  const sentence = `90 days of the summary show all that 30 do, and no more, though agents have ${more} runs in ${from} days and ${less} in ${to}, and teams some of ${dayText(day)}`
  const evidence = [first, part, last].map(one => one.exchange).concat(stats, usage.exchange)
  t.violated('window-matters', 'ANA-22', sentence, ...evidence)
  return true
}

/** Whether the longer of two windows shows more of something, such as a day. */
const hasMore = (longer: Reading, shorter: Reading): boolean =>
  largerIn(longer.figures, shorter.figures) !== undefined

const amountIn = ({ figures }: Reading) => figures.get('cost') ?? 0

/** What the days of a window came to, at least and at most: the day at its edge may count or not, and each may be rounded. */
function spentIn({ days }: Series, window: number): readonly [least: number, most: number] {
  const first = latestOf(days) - window + 1
  const spent = (from: number, sign: number) => {
    const amounts = [...days].flatMap(([day, amount]) => (day >= from ? [amount] : []))
    return amounts.reduce((sum, one) => sum + one, sign * slackOf(amounts))
  }
  const edge = window > 1 ? 1 : 0
  return [spent(first + edge, -1), spent(first - edge, 1)]
}

/** Two amounts of one kind, each a hundred times what its days came to before and after, are in cents. */
function inEuros(t: Trial, ids: string[], amounts: readonly Reading[], before: Series, after: Series) {
  const inCents = amounts.filter(one => {
    const [[least], [, most]] = [spentIn(before, one.days), spentIn(after, one.days)]
    return 100 * least > most && amountIn(one) >= 100 * least && amountIn(one) <= 100 * most
  })
  const shown = inCents.map(amountIn)
  if (new Set(shown).size < 2) return
  const sentence = `${shown.join(', ')} are shown for ${inCents.map(one => one.days).join(', ')} days, each a hundred times what the days came to`
  t.violated('in-euros', ids, sentence, ...inCents.map(one => one.exchange), before.exchange, after.exchange)
}
