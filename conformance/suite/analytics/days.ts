/** Days and the precision of figures: what rows by day show, and how far rounding may reach. */
import { isNumber, isObject, type Json, places } from '../../extract/find-value.ts'
import { labelOf } from './read-rows.ts'

export const DAY_MS = 86_400_000

/** Days of the 90 that are asked for; the rest of these may have left the window by the next reply. */
export const STILL_SHOWN_DAYS = 80

/** The moment that a value names, in milliseconds; undefined where it names no day. */
function momentOf(value: unknown): number | undefined {
  if (typeof value === 'number' && value > 1e9) return value * (value < 1e11 ? 1000 : 1)
  const at = typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(at) ? undefined : at
}

/** The day that a value names, as days since 1970. */
export function dayNumber(value: unknown): number | undefined {
  const at = momentOf(value)
  return at === undefined ? undefined : Math.floor(at / DAY_MS)
}

/** Whether all moments of a record lie within these days, the first and the last included. */
export function liesWithin(record: Json, first: number, last: number): boolean {
  const days = [...places(record)].flatMap(({ value }) => dayNumber(value) ?? [])
  return days.length > 0 && days.every(day => day >= first && day <= last)
}

/** The moment at which the day of a row begins: from its label, else from any of its members. */
const beginOf = (row: Json): number | undefined =>
  [labelOf(row, 'day'), ...Object.values(row)].map(momentOf).find(at => at !== undefined)

export const dayOf = (row: Json): string | undefined => {
  const at = beginOf(row)
  return at === undefined ? undefined : dayText(Math.floor(at / DAY_MS))
}

export const dayText = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10)

/**
 * Two rows that begin less than 23 hours apart are of one day, whatever the time zone and its changes: where no member
 * tells the days apart, because some may show something else.
 */
export function halvedDay(rows: readonly Json[]): string | undefined {
  const halves = Object.keys(rows[0] ?? {}).flatMap(name => {
    const begins = rows.flatMap(row => momentOf(row[name]) ?? []).toSorted((a, b) => a - b)
    const at = begins.find((one, n) => n > 0 && one - (begins[n - 1] ?? 0) < 23 * 3_600_000)
    return begins.length === rows.length ? [at] : []
  })
  const [at] = halves
  return at === undefined || halves.includes(undefined) ? undefined : dayText(Math.floor(at / DAY_MS))
}

/** Amounts by day. */
export type Days = ReadonlyMap<number, number>

/** Undefined where a row lacks a day or a figure, and where there are no rows. */
export function daysOf(value: unknown, figure: (row: Json) => number | undefined): Days | undefined {
  const days = new Map<number, number>()
  const entries: [at: unknown, amount: unknown][] = isObject(value)
    ? Object.entries(value).map(([name, amount]) => [momentOf(name), amount])
    : (Array.isArray(value) ? value : []).map(row =>
        isObject(row) ? [beginOf(row), figure(row)] : [undefined, undefined],
      )
  for (const [at, amount] of entries) {
    if (typeof at !== 'number' || !isNumber(amount)) return undefined
    const day = Math.floor(at / DAY_MS)
    days.set(day, (days.get(day) ?? 0) + Number(amount))
  }
  return days.size === 0 ? undefined : days
}

/** A label under which the first figures are larger than the others. */
export const largerIn = <Label>(
  figures: ReadonlyMap<Label, number>,
  others: ReadonlyMap<Label, number>,
): Label | undefined => [...figures.keys()].find(label => figures.get(label)! > (others.get(label) ?? 0))

export const latestOf = (days: Days): number => Math.max(0, ...days.keys())

/** How many days the positive amounts span beyond a window of so many days, an edge at each side left out. */
export function beyond(days: Days, window: number): { first: string; last: string } | undefined {
  const shown = [...days].flatMap(([day, amount]) => (amount > 0 ? [day] : []))
  const [first, last] = [Math.min(...shown), Math.max(...shown)]
  return shown.length > 0 && last - first > window + 1
    ? { first: dayText(first), last: dayText(last) }
    : undefined
}

/**
 * The days that lie well inside two windows and are settled, where the longer one shows more for each, or nothing where others
 * stand for it: rows of one day are the same in both.
 */
export function daysMerged(short: Days, long: Days, lateDays: number): string[] | undefined {
  const first = Math.min(...short.keys()) + 2
  const last = Math.min(latestOf(short), latestOf(long)) - lateDays - 2
  const settled = [...short].flatMap(([day, amount]) => {
    const other = long.get(day) ?? 0
    const isMore = other > amount + slackOf([other, amount])
    return day >= first && day <= last && other + amount > 0
      ? [{ day, isMore, isOther: isMore || other === 0 }]
      : []
  })
  return settled.length > 3 &&
    settled.every(one => one.isOther) &&
    settled.filter(one => one.isMore).length > 1
    ? settled.map(({ day }) => dayText(day)).toSorted()
    : undefined
}

/** One unit of the last shown place of each figure: as much may rounding hide. A zero is as precise as the others. */
export function slackOf(figures: readonly number[]): number {
  const units = figures.filter(one => one !== 0).map(unitOf)
  const zeros = figures.length - units.length
  return units.reduce((sum, one) => sum + one, 1e-9) + zeros * Math.min(1, ...units)
}

/** As much of whole counts: one is exact, unless it ends in zeros. */
export const countSlackOf = (counts: readonly number[]): number =>
  counts.map(unitOf).reduce((sum, unit) => (unit > 1 ? sum + unit : sum), 1e-9)

/** Zeros at the end are not shown places: 1500 may stand for anything from 1400 to 1600. */
function unitOf(figure: number): number {
  const [, whole = '', digits = '', exponent = '0'] =
    /^-?(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(figure)) ?? []
  const zeros = digits === '' ? (/[1-9](0*)$/.exec(whole)?.[1]?.length ?? 0) : -digits.length
  return 10 ** (Number(exponent) + zeros)
}

/** The unit of a figure that is rounded as these are, to as many places or to as many digits. */
export function unitAmong(figure: number, figures: readonly number[]): number {
  const digitsOf = (one: number) => String(Math.abs(one)).replace(/e.*|^0\.0*|\./g, '').length
  const places = Math.min(...figures.map(unitOf))
  const digits = Math.max(...figures.map(digitsOf))
  return figure === 0
    ? places
    : Math.max(places, 10 ** (Math.floor(Math.log10(Math.abs(figure))) + 1 - digits))
}

export const round = (value: number): number => Math.round(value * 1e6) / 1e6
