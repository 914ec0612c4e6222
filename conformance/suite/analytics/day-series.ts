/** Amounts by day, read from a list of days or an object keyed by day, and sums over the last days. */
import { isNumber, isObject, type Json } from '../../extract/find-value.ts'
import { labelOf } from './read-rows.ts'

const DAY_MS = 86_400_000

/** The day that a value names, as days since 1970; undefined where it names none. */
export function dayNumber(value: unknown): number | undefined {
  if (typeof value === 'number' && value > 1e9)
    return Math.floor((value * (value < 1e11 ? 1000 : 1)) / DAY_MS)
  const text = typeof value === 'string' ? /^\d{4}-\d\d-\d\d/.exec(value)?.[0] : undefined
  const at = text === undefined ? Number.NaN : Date.parse(text)
  return Number.isNaN(at) ? undefined : Math.floor(at / DAY_MS)
}

/** The day of a row: from its label, else from any of its members. */
export function dayOf(row: Json): number | undefined {
  const named = dayNumber(labelOf(row, 'day'))
  return (
    named ??
    Object.values(row)
      .map(dayNumber)
      .find(day => day !== undefined)
  )
}

/** The rounding unit of the figures: 0.01 for cents. */
export function unitOf(figures: readonly number[]): number {
  const digits = figures.map(one => /\.(\d+)$/.exec(one.toFixed(8).replace(/0+$/, ''))?.[1]?.length ?? 0)
  return 10 ** -Math.max(2, ...digits)
}

export class DaySeries {
  readonly amounts: ReadonlyMap<number, number>
  /** The error that rounding each day may add up to. */
  readonly slack: number

  constructor(amounts: ReadonlyMap<number, number>) {
    this.amounts = amounts
    this.slack = unitOf([...amounts.values()]) * (amounts.size + 1)
  }

  /** Undefined where a row lacks a day or a figure, and where there are no rows. */
  static ofRows(rows: readonly Json[], figure: (row: Json) => number | undefined): DaySeries | undefined {
    const amounts = new Map<number, number>()
    for (const row of rows) {
      const [day, amount] = [dayOf(row), figure(row)]
      if (day === undefined || amount === undefined) return undefined
      amounts.set(day, (amounts.get(day) ?? 0) + amount)
    }
    return amounts.size === 0 ? undefined : new DaySeries(amounts)
  }

  /** Reads an object such as `{"2026-06-17": 3}`. */
  static ofObject(value: unknown): DaySeries | undefined {
    if (!isObject(value)) return undefined
    const amounts = new Map<number, number>()
    for (const [name, amount] of Object.entries(value)) {
      const day = dayNumber(name)
      if (day === undefined || !isNumber(amount)) return undefined
      amounts.set(day, Number(amount))
    }
    return amounts.size === 0 ? undefined : new DaySeries(amounts)
  }

  get latest(): number {
    return Math.max(...this.amounts.keys())
  }

  get earliest(): number {
    return Math.min(...this.amounts.keys())
  }

  get total(): number {
    return this.last(Number.POSITIVE_INFINITY)
  }

  /**
   * The sum over the given number of days up to `until`. Days without an amount may be missing, so the latest day is
   * not always today.
   */
  last(days: number, until = this.latest): number {
    let sum = 0
    for (const [day, amount] of this.amounts) if (day > until - days) sum += amount
    return sum
  }

  on(day: number): number {
    return this.amounts.get(day) ?? 0
  }
}

/** Today, or the latest day of the series if that is later: the deployment's clock may be ahead. */
export const presentDay = (series: DaySeries, now: Date): number =>
  Math.max(series.latest, Math.floor(now.getTime() / DAY_MS))

/** The day in ISO form, for the report: `2026-06-17`. */
export const dayText = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10)
