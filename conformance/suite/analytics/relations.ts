/**
 * How the figures of one reply are related. Each relation holds for every right deployment, within one unit of the last
 * shown place of each figure, which is as much as rounding may hide.
 */
import { isNumber, isObject, type Json, places } from '../../extract/find-value.ts'
import { endOf } from '../../extract/run-status.ts'
import type { RuleId } from '../../rules/rules.ts'
import { beyond, countSlackOf, type Days, dayText, latestOf, round, slackOf } from './days.ts'
import { amountOf, moneyOf, partsOf, runsOf, usersOf } from './read-rows.ts'

/** A conclusion about one reply, right or wrong. Replies that do not show both sides have none. */
export type Relation = readonly [rule: RuleId, id: string, holds: boolean, says: string]

/** Runs and cost of a row are split by agent: the parts come to the whole. */
export function splitsAddUp(id: string, rows: readonly Json[]): Relation[] {
  return rows.flatMap(row => {
    const parts = partsOf(row) ?? []
    return ([runsOf, moneyOf] as const).flatMap(figure => {
      const [whole, some] = [figure(row), parts.flatMap(part => figure(part) ?? [])]
      if (whole === undefined || parts.length === 0 || some.length < parts.length) return []
      const sum = sumOf(some)
      const what = figure === runsOf ? 'runs' : 'cost'
      const says = `the ${what} of a row ${what === 'runs' ? 'are' : 'is'} ${whole}, of its ${parts.length} parts together ${round(sum)}`
      const slack = (figure === runsOf ? countSlackOf : slackOf)([whole, ...some])
      return [['parts-and-whole', id, Math.abs(whole - sum) <= slack, says] as const]
    })
  })
}

/** What a top user has run of an agent, the agent has run. */
export const usersWithinAgent = (rows: readonly Json[]): Relation[] =>
  rows.flatMap(row =>
    (usersOf(row) ?? []).filter(isObject).flatMap(user => {
      const [all, own] = [runsOf(row), runsOf(user)]
      if (all === undefined || own === undefined) return []
      const says = `of ${all} runs of an agent a top user has ${own}`
      return [['contradicts-itself', 'ANA-20', own <= all + countSlackOf([all, own]), says] as const]
    }),
  )

/** Today is one of the last 30 days. Where one of them is negative, credits may count as spend. */
export function todayIsInMonth(today: number | undefined, month: number | undefined): Relation[] {
  if (today === undefined || month === undefined || today < 0 || month < 0) return []
  const says = `${month} were spent in 30 days, ${today} of it today`
  return [['contradicts-itself', 'WALLET-02', today <= month + slackOf([today, month]), says]]
}

/** The runs per day and the total of one summary. */
export function daysAndTotal(
  runs: number | undefined,
  perDay: unknown,
  days: Days | undefined,
  window: number | undefined,
  lateDays: number,
): Relation[] {
  if (runs === undefined || typeof perDay !== 'object' || perDay === null) return []
  const found: Relation[] = []
  const isEmpty = Object.keys(perDay).length === 0
  const listed = `${runs} runs, and ${isEmpty ? 'no day is listed' : 'days are listed'}`
  found.push(['contradicts-itself', 'ANA-09', !(isEmpty && runs > 0), listed])
  const shown = [...(days ?? [])].filter(([, amount]) => amount > 0).toSorted(([a], [b]) => a - b)
  // The days at the edges may begin before the window or end after it.
  const inner = shown.slice(1, -1)
  // A total of ended runs leaves out what still works: only older days than `lateDays` are added up.
  const settled = inner.filter(([day]) => day < latestOf(days ?? new Map()) - lateDays)
  for (const some of [...inner.map(one => [one]), settled].filter(({ length }) => length > 0)) {
    const amounts = some.map(([, amount]) => amount)
    const sum = sumOf(amounts)
    const says = `${dayText(some[0]![0])} to ${dayText(some.at(-1)![0])} have ${sum} runs, all days together ${runs}`
    const holds = sum <= runs + countSlackOf([runs, ...amounts])
    found.push(['contradicts-itself', runs === 0 ? 'ANA-07' : 'ANA-09', holds, says])
  }
  const span = days && window !== undefined ? beyond(days, window) : undefined
  const says = `${window} days show runs from ${span?.first} to ${span?.last}`
  return span ? [...found, ['inside-window', 'ANA-22', false, says]] : found
}

/**
 * Whether the rate is of all runs or of ended ones is not stated: it is at least the successes among all runs, and at
 * most what is left of all runs without the failures.
 */
export function rateFitsCounts(rate: unknown, record: Json): Relation[] {
  if (!isNumber(rate)) return []
  const shown = Number(rate)
  return [record, ...Object.values(record).filter(isObject)].flatMap(one => {
    const count = (name: RegExp) =>
      Number(Object.entries(one).find(([key, value]) => name.test(key) && isNumber(value))?.[1])
    const all = count(/^(total|total_?runs|runs_?total)$/i)
    const good = count(/^(runs_?)?(succeeded|successful|success|finished|completed)(_?runs)?$/i)
    const bad = count(/^(runs_?)?failed(_?runs)?$/i)
    if (!(all > 0 && good + bad <= all)) return []
    const [least, most] = [good / all, 1 - bad / all]
    // One percent and one as a fraction look the same.
    const scales = shown > 1 ? [100] : [1, 100]
    // What looks like a count may be the rate again, in percent.
    const holds = scales.some(
      scale =>
        (shown >= scale * least - slackOf([shown]) && shown <= scale * most + slackOf([shown])) ||
        Math.abs(shown - (scale * good) / 100) <= slackOf([shown]),
    )
    const says = `the success rate is ${shown}; of ${all} runs ${good} succeeded and ${bad} failed`
    return [['contradicts-itself', 'ANA-08', holds, says] as const]
  })
}

const ALL_RUNS = /^(total|total_?runs|runs_?total|runs|run_?count)$/i
/** A success may be a rate, and what is finished or completed may have failed. */
const SUCCEEDED = /^(runs_?)?(succeeded|successful)(_?runs|_?count)?$/i
const FAILED = /^(runs_?)?failed(_?runs|_?count)?$/i
const BY_STATUS = /^(runs_?)?by_?status$/i

/** The fewest runs that a figure can mean beside a total: it may be a rounded share in percent. */
function fewest(figure: number, total: number): number {
  if (total >= 100 || figure > 100) return figure
  for (let of = 1; of <= total; of++)
    for (let part = 0; part <= of; part++)
      if (Math.abs((100 * part) / of - figure) < 1) return Math.min(figure, ((figure - 1) * total) / 100)
  return figure
}

/**
 * A run has one status: those that succeeded and those that failed are together no more than all. Runs at work may be
 * left out of the total.
 */
export function statusesWithinTotal(id: string, record: Json): Relation[] {
  const counts = (one: unknown) =>
    Object.entries(isObject(one) ? one : {}).flatMap(([name, value]) =>
      Number.isInteger(value) ? [[name, Number(value)] as const] : [],
    )
  const isOver = (name: string) => ['finished', 'failed'].includes(endOf(name) ?? '')
  return [record, ...Object.values(record).filter(isObject)].flatMap(one => {
    const all = counts(one).find(([name]) => ALL_RUNS.test(name))?.[1]
    if (all === undefined) return []
    const ended = [SUCCEEDED, FAILED].flatMap(word => {
      const found = counts(one).find(([name]) => word.test(name))
      return found ? [found] : []
    })
    const byStatus = Object.entries(one).flatMap(([name, value]) =>
      BY_STATUS.test(name) ? [counts(value).filter(([word]) => isOver(word))] : [],
    )
    return [ended, ...byStatus].flatMap(parts => {
      if (parts.length === 0) return []
      const amounts = parts.map(([, amount]) => amount)
      const says = `of ${all} runs ${parts.map(([name, amount]) => `${amount} are ${name}`).join(', ')}`
      const fewestOf = amounts.map(amount => fewest(amount, all))
      const holds = sumOf(fewestOf) <= all + countSlackOf([all, ...amounts])
      return [['contradicts-itself', id, holds, says] as const]
    })
  })
}

const TOTAL =
  /^(?!.*(runs?|count|tokens?|users|agents|days)$).*(headline|^total|total_?(euros?|amount|cost)$|^sum$)/i
const LINE_AMOUNT = /amount|euro|cost|price|total|value/i

/** Every mix of what stands beside the lines is tried; a statement with more than this is not judged. */
const MAX_BESIDE = 6

/**
 * The lines of a statement come to its headline, apart from what stands beside it and is no part of it, such as a tax or
 * a credit. Some of the lines may say what others consist of, and a price may stand in a line beside its amount.
 */
export function linesAddUp(
  headline: unknown,
  lines: unknown,
  record: Json,
  parts: ReadonlySet<string>,
): Relation[] {
  if (!Array.isArray(lines)) return []
  const rows = lines.filter(isObject)
  const heads = isObject(headline)
    ? [...places(headline)]
        .filter(({ name }) => TOTAL.test(name))
        .flatMap(({ value }) => amountOf(value) ?? [])
    : (amountOf(headline) ?? [])
  const wholes = [heads].flat()
  const columns =
    rows.length === 0
      ? [[]]
      : Object.keys(rows[0] ?? {})
          .filter(name => LINE_AMOUNT.test(name))
          .map(name => rows.flatMap(row => amountOf(row[name]) ?? []))
          .filter(amounts => amounts.length === rows.length)
  if (wholes.length === 0 || columns.length === 0) return []
  const beside = [...places(record)].flatMap(({ path, name, value }) =>
    isNumber(value) && !/\.\d+(\.|$)/.test(path) && !parts.has(path) && /tax|vat|credit|discount/i.test(name)
      ? [Number(value)]
      : [],
  )
  if (beside.length > MAX_BESIDE) return []
  const sums = columns.map(sumOf)
  const extras = mixesOf(beside)
  const holds = columns.some((amounts, n) =>
    wholes.some(whole =>
      extras.some(one => Math.abs(whole - sums[n]! - one) <= slackOf([whole, ...amounts, ...beside])),
    ),
  )
  if (!holds && columns.some(saysTwice)) return []
  const says = `the headline is ${wholes.join(' or ')}, its ${rows.length} lines come to ${sums.map(round).join(' or ')}`
  return [['parts-and-whole', 'WALLET-12', holds, says]]
}

/** A line is the sum of those before it or after it, as a subtotal is. */
const saysTwice = (amounts: readonly number[]): boolean =>
  amounts.some((one, at) =>
    [amounts.slice(0, at).toReversed(), amounts.slice(at + 1)].some(side =>
      side.some((_, n) => {
        const some = side.slice(0, n + 1)
        return one !== 0 && Math.abs(one - sumOf(some)) <= slackOf([one, ...some])
      }),
    ),
  )

export const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, one) => sum + one, 0)

/** Every sum in which each value is added, subtracted or left out. */
const mixesOf = (values: readonly number[]): number[] =>
  values.reduce((sums, one) => sums.flatMap(sum => [sum, sum + one, sum - one]), [0])
