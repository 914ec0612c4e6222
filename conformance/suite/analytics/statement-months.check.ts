/** Statements of closed months, compared with the daily spend and the runs of the same months. */
import { scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { isNumber, isObject, type Place, places } from '../../extract/find-value.ts'
import { beganAt, readRun } from '../../extract/run-status.ts'
import type { Exchange } from '../../requirements/exchange.ts'
import { type AnalyticsFigures, FIGURE, quarterOf, readAnalytics, round } from './analytics-figures.ts'
import { DaySeries, unitOf } from './day-series.ts'
import { adminKey } from './rows.check.ts'
import { STATEMENT } from './stated-members.ts'
import { month, monthIn } from './statement-month.ts'

export const statementMonths = scenario({
  id: 'wallet/statement-months',
  title: 'The statement of a month holds what the days of that month hold',
  requirements: ['WALLET-08', 'WALLET-11'],
  needs: { capability: 'analytics', scopes: ['analytics:read'] },
  cost: { analytics: { getMonthlyStatement: 6 } },
  closing: true,
  async run(t) {
    const analytics = await readAnalytics(t)
    const key = adminKey(t)
    const statements: Statement[] = []
    for (const ago of [1, 2]) {
      const exchange = await t.read('getMonthlyStatement', { key, query: { month: month(t, ago) } })
      if (exchange.status !== 200) return
      statements.push({ ago, exchange, figures: figuresOf(exchange) })
    }
    sameDays(t, analytics, statements)
    for (const one of statements) runsOf(t, analytics, one)
    await namedMonth(t)
    t.notExercised(
      t.scenario.requirements,
      'statements that contradict the days of their months: none were seen',
    )
  },
})

interface Statement {
  ago: number
  exchange: Exchange
  /** Figures of the statement that may be the month's spend, by name. */
  figures: ReadonlyMap<string, number>
}

const [SUBSCRIPTION, USAGE, RUNS] = STATEMENT.map(({ name }) => name) as [RegExp, RegExp, RegExp]
const WHOLE = /headline|total|sum/i

/** The figures outside the lines, and their sum without the subscription, which is not part of the daily spend. */
function figuresOf({ json }: Exchange): ReadonlyMap<string, number> {
  const beside = headOf(json)
  const named = (name: RegExp) => beside.find(place => name.test(place.name) && !WHOLE.test(place.name))
  const [subscription, usage, runs] = [SUBSCRIPTION, USAGE, RUNS].map(named)
  const whole = beside.find(place => WHOLE.test(place.name))
  const value = (place: Place | undefined) => Number(place?.value)
  const figures = new Map(beside.map(place => [place.path, value(place)]))
  if (whole && subscription)
    figures.set(`${whole.path} without ${subscription.path}`, value(whole) - value(subscription))
  if (usage && runs && usage !== runs)
    figures.set(`${usage.path} and ${runs.path}`, value(usage) + value(runs))
  return figures
}

/** Numbers outside of lists. */
const headOf = (json: unknown): Place[] =>
  [...places(json)].filter(
    ({ path, name, value }) => isNumber(value) && !/\.\d+(\.|$)/.test(path) && !/id$|year|month/i.test(name),
  )

interface Span {
  from: number
  until: number
}

/** The days of a month, counted from 1970. */
function monthAgo(t: Trial, ago: number): Span {
  const at = (months: number) =>
    Date.UTC(t.context.today.getUTCFullYear(), t.context.today.getUTCMonth() - months, 1) / 86_400_000
  return { from: at(ago), until: at(ago - 1) - 1 }
}

/** Periods that a statement may cover by mistake. */
const OTHERS: readonly {
  what: string
  span: (own: Span, t: Trial, ago: number) => Span
  /** How many statements must show the mistake. */
  least: 1 | 2
}[] = [
  // Spend may be billed a month later, so it may appear in the next statement, never in an earlier one.
  { what: 'the month after', span: (_, t, ago) => monthAgo(t, ago - 1), least: 1 },
  {
    what: 'all days since it began',
    span: ({ from }) => ({ from, until: Number.POSITIVE_INFINITY }),
    least: 1,
  },
  // A day more or less may be a matter of time zone, where little was spent.
  { what: 'its days but the last', span: ({ from, until }) => ({ from, until: until - 1 }), least: 2 },
  { what: 'its days but the first', span: ({ from, until }) => ({ from: from + 1, until }), least: 2 },
]

/**
 * Whether a statement contains all spend is not stated. But a figure that equals the spend of another period in two
 * consecutive statements, while no figure equals that of its own month, is of the wrong period.
 */
function sameDays(t: Trial, analytics: AnalyticsFigures, statements: readonly Statement[]) {
  const over = quarterOf(analytics, 'getSpendOverTime')
  const series = over && DaySeries.ofRows(over.rows, FIGURE.cost)
  if (!over || !series) return
  const first = series.latest - 89
  const sum = ({ from, until }: Span): { value: number; slack: number } => {
    const days = [...series.amounts].filter(([day]) => day >= from && day <= until)
    const value = days.reduce((all, [, amount]) => all + amount, 0)
    return { value, slack: unitOf(days.map(([, amount]) => amount)) * (days.length + 1) }
  }
  const seen = statements.filter(({ ago }) => monthAgo(t, ago).from >= first)
  const [late, early] = statements
  const sumOf = ({ ago }: Statement) => sum(monthAgo(t, ago))
  const near = (a: number, b: { value: number; slack: number }) =>
    Math.abs(a - b.value) <= b.slack + unitOf([a])
  const isRight = (one: Statement) => [...one.figures.values()].some(value => near(value, sumOf(one)))
  if (!late || !early || seen.length === 0 || seen.some(isRight)) return
  const isApart = (one: Statement, other: { value: number; slack: number }) =>
    Math.abs(sumOf(one).value - other.value) > 10 * (other.slack + 0.0001)
  const evidence = [...seen.map(one => one.exchange), over.exchange]
  const sentence = (name: string, one: Statement, what: string) =>
    `${name} of ${month(t, one.ago)} reads ${round(one.figures.get(name) ?? 0)}, its days come to ${round(sumOf(one).value)}, and ${what}`
  for (const name of late.figures.keys())
    for (const { what, span: other, least } of OTHERS) {
      const isOf = (one: Statement) => {
        const span = other(monthAgo(t, one.ago), t, one.ago)
        const theirs = sum(span)
        return span.from >= first && near(one.figures.get(name) ?? Number.NaN, theirs) && isApart(one, theirs)
      }
      if (seen.length >= least && seen.every(isOf))
        return t.violated('WALLET-08', sentence(name, late, `${what} to just that`), ...evidence)
    }
  // Each statement contains its predecessor's figure plus its own days.
  for (const [name, value] of late.figures) {
    const before = early.figures.get(name)
    if (
      before !== undefined &&
      before > 0.01 &&
      near(value - before, sumOf(late)) &&
      isApart(late, { value, slack: 0 })
    )
      return t.violated(
        'WALLET-08',
        sentence(name, late, `it reads as much more than that of ${month(t, early.ago)}`),
        ...evidence,
      )
  }
}

/** Runs with cost appear in the statement of their month, where other usage does. */
function runsOf(t: Trial, analytics: AnalyticsFigures, { ago, exchange }: Statement) {
  const [{ from, until }, beside] = [monthAgo(t, ago), headOf(exchange.json)]
  const spent = beside.filter(({ name, path }) => !SUBSCRIPTION.test(path) && !WHOLE.test(name))
  const shown = spent.find(({ path }) => RUNS.test(path))
  const lines = [...places(exchange.json)].flatMap(({ value }) =>
    Array.isArray(value) ? value.filter(isObject) : [],
  )
  const ofRuns = lines.filter(line =>
    Object.values(line).some(value => typeof value === 'string' && RUNS.test(value)),
  )
  const isZero = ({ value }: Place) => Number(value) === 0
  if (
    !shown ||
    !isZero(shown) ||
    ofRuns.some(line => [...places(line)].some(it => isNumber(it.value) && !isZero(it)))
  )
    return
  const runs = analytics.runs.rows.filter(row => {
    const day = (beganAt(row) ?? 0) / 86_400_000
    return day > from + 1 && day < until - 1 && (readRun(row)?.cost ?? 0) > 0
  })
  const cost = runs.reduce((sum, row) => sum + (readRun(row)?.cost ?? 0), 0)
  // A plan may include all runs: then nothing else is charged either.
  const others = spent.filter(place => place !== shown && !isZero(place))
  if (cost < 0.02 || others.length === 0 || others.some(({ value }) => Number(value) >= 0.9 * cost)) return
  const sentence = `${shown.path} of ${month(t, ago)} reads 0, and ${runs.length} runs of that month cost ${round(cost)} in all`
  t.violated('WALLET-11', sentence, exchange)
}

/** The default statement names its month: requesting that month returns the same figures. */
async function namedMonth(t: Trial) {
  const key = adminKey(t)
  const read = (query: Record<string, string>) => t.call('getMonthlyStatement', { key, query })
  if (!t.isFree('getMonthlyStatement')) return
  const before = await read({})
  const named = monthIn(before)
  if (before.status !== 200 || named === undefined || !/^\d{4}-\d\d$/.test(named)) return
  const [asked, after] = [await read({ month: named }), await read({})]
  if (asked.status !== 200 || after.status !== 200) return
  const [one, other, last] = [before, asked, after].map(({ json }) => figuresOf({ json } as Exchange))
  const moved = [...(one ?? [])].find(
    ([path, value]) => last?.get(path) === value && other?.has(path) && other.get(path) !== value,
  )
  if (moved)
    t.violated(
      'WALLET-08',
      `without a month the statement is of ${named} and ${moved[0]} reads ${moved[1]}; with month=${named} it reads ${other?.get(moved[0])}`,
      before,
      asked,
      after,
    )
}
