/**
 * How the figures of one reply are related. Each relation holds for every right deployment, within one unit of the last
 * shown place of each figure, which is as much as rounding may hide.
 */
import { isNumber, isObject, type Json, places } from '../../extract/find-value.ts'
import type { RuleId } from '../../rules/rules.ts'
import { beyond, countSlackOf, type Days, latestOf, round, slackOf, unitAmong } from './days.ts'
import { amountOf, FIGURE, partsOf, runsOf, usersOf, type What } from './read-rows.ts'

/** A conclusion about one reply, right or wrong. Replies that do not show both sides have none. */
export type Relation = readonly [rule: RuleId, id: string, holds: boolean, says: string]

/** Parts are no more than their whole, but for what rounding may hide; with a negative sign, no less. */
function within(
  rule: RuleId,
  id: string,
  [whole, ...parts]: readonly (number | undefined)[],
  slack: (figures: readonly number[]) => number,
  says: string,
  sign = 1,
): Relation[] {
  const known = parts.filter(one => one !== undefined)
  if (whole === undefined || parts.length === 0 || known.length < parts.length) return []
  return [[rule, id, sign * (sumOf(known) - whole) <= slack([whole, ...known]), says]]
}

const SLACK = { runs: countSlackOf, cost: slackOf } as const

/**
 * Runs and cost of a row are split by agent. Agents that nobody sees may be left out: where a row has more than its parts,
 * nothing shows that rows are split right.
 */
export const splitsAddUp = (id: string) => (rows: readonly Json[]) => {
  const found = rows.flatMap(row => FIGURES.flatMap(what => splitOf(id, row, what)))
  return shortSplit(rows) === undefined ? found : found.filter(([, , holds]) => !holds)
}

/** What a row says that has more than its parts together: its parts are not at least the whole. */
export const shortSplit = (rows: readonly Json[]): string | undefined =>
  rows.flatMap(row => FIGURES.flatMap(what => splitOf('', row, what, -1))).find(([, , holds]) => !holds)?.[3]

const FIGURES = ['runs', 'cost'] as const

function splitOf(id: string, row: Json, what: What, sign = 1): Relation[] {
  const [whole, ...parts] = [row, ...(partsOf(row) ?? [])].map(FIGURE[what])
  const sum = round(sumOf(parts.map(one => one ?? 0)))
  const says = `the ${what} of a row ${what === 'runs' ? 'are' : 'is'} ${whole}, of its ${parts.length} parts together ${sum}`
  return within('parts-and-whole', id, [whole, ...parts], SLACK[what], says, sign)
}

/** What a top user has run of an agent, the agent has run. */
export const usersWithinAgent = (rows: readonly Json[]): Relation[] =>
  rows.flatMap(row =>
    (usersOf(row) ?? []).filter(isObject).flatMap(user => {
      const [all, own] = [row, user].map(runsOf)
      const says = `of ${all} runs of an agent a top user has ${own}`
      return within('contradicts-itself', 'ANA-20', [all, own], countSlackOf, says)
    }),
  )

/**
 * The runs per day of one summary: listed where there are settled ones, of the days of its window, and no more than all. A
 * total may be older than the days, and the first of these may begin before it: only days between count, if they are older
 * than `lateDays`.
 */
export function runsByDay(
  { runs, perDay, days = new Map() }: { runs?: number | undefined; perDay: unknown; days?: Days | undefined },
  window: number,
  hasSettled: boolean,
  lateDays: number,
): Relation[] {
  const found: Relation[] = []
  if (hasSettled && Number(runs) > 0 && typeof perDay === 'object' && perDay !== null) {
    const isEmpty = Object.keys(perDay).length === 0
    const says = `${runs} runs, and ${isEmpty ? 'no day is listed' : 'days are listed'}`
    found.push(['contradicts-itself', 'ANA-09', !isEmpty, says])
  }
  const shown = [...days].filter(([, amount]) => amount > 0).toSorted(([a], [b]) => a - b)
  const inner = shown.slice(1, -1).filter(([day]) => day < latestOf(days) - lateDays)
  const amounts = inner.map(([, amount]) => amount)
  const all = `${inner.length} days have ${sumOf(amounts)} runs, all days together ${runs}`
  found.push(...within('contradicts-itself', 'ANA-09', [runs, ...amounts], countSlackOf, all))
  const span = beyond(days, window)
  const says = `${window} days show runs from ${span?.first} to ${span?.last}`
  return span ? [...found, ['inside-window', 'ANA-22', false, says]] : found
}

const TOTAL =
  /^(?!.*(runs?|count|tokens?|users|agents|days)$).*(headline|^total|total_?(euros?|amount|cost)$|^sum$)/i
const LINE_AMOUNT = /amount|euro|cost|price|total|value/i

/** Every mix of what stands beside the lines is tried; a statement with more than this is not judged. */
const MAX_BESIDE = 6

/**
 * The lines of a statement come to its headline, apart from what stands beside it and is no part of it, such as a tax or
 * a credit. Some of the lines may say what others consist of, and a price may stand in a line beside its amount. The
 * headline of a month that is over may be what is left to pay: then the lines may come to more.
 */
export function linesAddUp(statement: Statement, isOver = false): Relation[] {
  const parts = amountsIn(...statement)
  if (!parts) return []
  const { wholes, columns, beside } = parts
  const extras = mixesOf(beside)
  const sums = columns.map(sumOf)
  const holds = columns.some((amounts, n) =>
    wholes.some(whole =>
      extras.some(extra => {
        const missing = whole - sums[n]! - extra
        return (isOver ? missing : Math.abs(missing)) <= slackOf([whole, ...amounts, ...beside])
      }),
    ),
  )
  if (!holds && columns.some(saysTwice)) return []
  const says = `the headline is ${wholes.join(' or ')}, its ${columns[0]?.length} lines come to ${sums.map(round).join(' or ')}`
  return [['parts-and-whole', 'WALLET-12', holds, says]]
}

/**
 * In a later reply about the same month the lines have grown by as much as the headline. Each may hide one unit of the last
 * place that figures of its kind show; a line that stays as it was hides no more, however it is rounded.
 */
export function linesGrowAlike(before: Statement, after: Statement): Relation[] {
  const [was, is] = [amountsIn(...before), amountsIn(...after)]
  const shapeOf = ({ wholes, columns, beside }: Amounts) =>
    [wholes, beside, ...columns].map(one => one.length)
  if (!was || !is || String(shapeOf(was)) !== String(shapeOf(is)) || is.columns.some(saysTwice)) return []
  const grown = (now: readonly number[], then: readonly number[]) => now.map((one, n) => one - (then[n] ?? 0))
  const hidden = (...all: readonly number[]) => sumOf(all.map(one => unitAmong(one, all)))
  const sums = is.columns.map((column, n) => sumOf(grown(column, was.columns[n] ?? [])))
  const extras = mixesOf(grown(is.beside, was.beside))
  const holds = is.columns.some((column, n) =>
    is.wholes.some((whole, at) => {
      const then = was.wholes[at] ?? 0
      const slack = hidden(whole, then) + hidden(...column, ...(was.columns[n] ?? [])) + slackOf(is.beside)
      return extras.some(extra => Math.abs(whole - then - (sums[n] ?? 0) - extra) <= slack)
    }),
  )
  const sides = ({ wholes, columns }: Amounts) =>
    `a headline of ${wholes.join(' or ')} with lines that come to ${columns.map(sumOf).map(round).join(' or ')}`
  const says = `one statement of the month has ${sides(was)}, a later one ${sides(is)}`
  return [['parts-and-whole', 'WALLET-12', holds, says]]
}

/** A headline, its lines, and the record in which they stand. */
export type Statement = readonly [headline: unknown, lines: unknown, record: Json]

interface Amounts {
  /** The amounts that may be the headline. */
  wholes: number[]
  /** The amounts of all lines under each name. */
  columns: number[][]
  /** What may be added to the lines or taken from them. */
  beside: number[]
}

function amountsIn(headline: unknown, lines: unknown, record: Json): Amounts | undefined {
  if (!Array.isArray(lines)) return undefined
  const all = lines.filter(isObject)
  const rows = all.filter(row => !isBeside(row))
  const heads = isObject(headline)
    ? [...places(headline)].filter(({ name }) => TOTAL.test(name)).map(({ value }) => value)
    : [headline]
  const wholes = heads.flatMap(one => amountOf(one) ?? [])
  const columns =
    rows.length === 0
      ? [[]]
      : Object.keys(rows[0] ?? {})
          .filter(name => LINE_AMOUNT.test(name))
          .map(name => rows.flatMap(row => amountOf(row[name]) ?? []))
          .filter(amounts => amounts.length === rows.length)
  if (wholes.length === 0 || columns.length === 0) return undefined
  const besideLines = all
    .filter(isBeside)
    .flatMap(row =>
      Object.entries(row).flatMap(([name, value]) => (LINE_AMOUNT.test(name) ? (amountOf(value) ?? []) : [])),
    )
  // What reads as a credit may be the line of something that is called so, which is taxed as well.
  const taxable = besideLines.length > 0 ? columns.flatMap(one => [one, [...one, ...besideLines]]) : columns
  const taxed = (rate: number) => taxable.map(amounts => (sumOf(amounts) * rate) / (rate < 1 ? 1 : 100))
  const beside = [
    ...[...places(record)].flatMap(({ path, name, value }) => {
      if (!isNumber(value) || /\.\d+(\.|$)/.test(path) || !BESIDE.test(name)) return []
      return /rate|percent|pct/i.test(name) ? taxed(Number(value)) : [Number(value)]
    }),
    ...besideLines,
  ]
  if (beside.length > MAX_BESIDE) return undefined
  return { wholes, columns, beside }
}

/** What may stand beside the lines: what is added, what is paid for otherwise, and what was open before. */
const BESIDE = /tax|vat|credit|discount|prepaid|refund|rebate|adjust|carried|previous|included/i

/** A line for a tax or a credit, or for a part of another one: the headline is stated to be of the others. */
const isBeside = (row: Json): boolean =>
  Object.entries(row).some(
    ([name, value]) =>
      !/agent|member|user|person|team|model/i.test(name) &&
      typeof value === 'string' &&
      /^(vat|((value[- ])?added|sales)? ?tax(es)?|credits?|discounts?|of which|thereof)\b/i.test(value),
  )

/** What some of these come to, each of them added or subtracted. */
const mixesOf = (amounts: readonly number[]): number[] =>
  amounts.reduce((all, one) => all.flatMap(sum => [sum, sum + one, sum - one]), [0])

/** One amount is the sum of those before it or after it, as that of a subtotal or of a group is. */
export const saysTwice = (amounts: readonly number[]): boolean =>
  amounts.some((one, at) =>
    [amounts.slice(0, at).toReversed(), amounts.slice(at + 1)].some(side =>
      side.some((_, n) => {
        const some = side.slice(0, n + 1)
        return one !== 0 && Math.abs(one - sumOf(some)) <= slackOf([one, ...some])
      }),
    ),
  )

export const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, one) => sum + one, 0)
