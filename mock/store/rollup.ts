import type { Interval } from './interval.ts'

const HOUR = 3_600_000

export type Value = string | null
type Fields<Values> = readonly (keyof Values & string)[]

/**
 * Cumulative sums of all rows with the same values: for each period with rows, by default a UTC hour, `width` sums of
 * everything up to its end. The sum of any period is the difference of two entries.
 */
type Series<Values> = {
  readonly values: Partial<Values>
  readonly periods: number[]
  readonly sums: number[]
}

/**
 * Running sums for every combination of some fields' values that occurs. The cost of a query depends on the number of
 * combinations, not of rows.
 */
class Rollup<Values extends { readonly [field in keyof Values]: Value }> {
  readonly fields: Fields<Values>
  readonly #width: number
  /** Shared with forks and never changed; later writes are in `#own`, which takes precedence. */
  #shared: ReadonlyMap<string, Series<Values>> = new Map()
  #own = new Map<string, Series<Values>>()

  constructor(fields: Fields<Values>, width: number) {
    this.fields = fields
    this.#width = width
  }

  fork(): Rollup<Values> {
    if (this.#own.size > 0) {
      this.#shared = new Map([...this.#shared, ...this.#own])
      this.#own = new Map()
    }
    const fork = new Rollup(this.fields, this.#width)
    fork.#shared = this.#shared
    return fork
  }

  /** The number of combinations. */
  get size(): number {
    return Math.max(this.#shared.size, this.#own.size)
  }

  /** The series for rows with these values, copied first if a fork shares it. */
  seriesFor(values: Values): Series<Values> {
    const key = keyOf(this.fields, values)
    let series = this.#own.get(key)
    if (series === undefined) {
      const { periods, sums, ...shared } = this.#shared.get(key) ?? { periods: [], sums: [] }
      const selected = Object.fromEntries(this.fields.map(field => [field, values[field]])) as Partial<Values>
      series = { values: selected, ...shared, periods: periods.slice(), sums: sums.slice() }
      this.#own.set(key, series)
    }
    return series
  }

  /** Calls back with the sums of each combination between two periods (end exclusive). */
  visit(
    from: number,
    to: number,
    callback: (values: Partial<Values>, sums: readonly number[]) => void,
  ): void {
    for (const [key, series] of this.#shared)
      if (!this.#own.has(key)) this.#visitSeries(series, from, to, callback)
    for (const series of this.#own.values()) this.#visitSeries(series, from, to, callback)
  }

  #visitSeries(
    { values, periods, sums }: Series<Values>,
    from: number,
    to: number,
    callback: (values: Partial<Values>, sums: readonly number[]) => void,
  ): void {
    const first = firstFrom(periods, from)
    const end = firstFrom(periods, to)
    if (end <= first) return
    const width = this.#width
    const stretch: number[] = []
    for (let i = width; i > 0; i--)
      stretch.push(sums[end * width - i]! - (first === 0 ? 0 : sums[first * width - i]!))
    callback(values, stretch)
  }
}

/** What rows of a period with the same values add to the sums. */
interface Sum<Values> {
  readonly values: Values
  readonly period: number
  readonly amounts: number[]
}

/** Sums by period, then by the value of one field after the other. */
type Branch<Values> = Map<Value | number, Branch<Values> | Sum<Values>>

/** The maximum number of combinations that have yet to enter the sums, because each keeps a row alive. */
const MAX_PENDING = 2_048

/** Rollups, or how to make those that several begin with; they are made once, and nobody changes them. */
type Given<Values extends { readonly [field in keyof Values]: Value }> =
  | readonly Rollup<Values>[]
  | (() => readonly Rollup<Values>[])

/**
 * Several rollups of the same rows, by different fields; `width` is the number of amounts per row, `periodMs` the length of
 * a period in milliseconds. Rows are added up, and enter the rollups in bulk, when somebody queries them.
 */
export class Rollups<Values extends { readonly [field in keyof Values]: Value }> {
  readonly #groupings: readonly Fields<Values>[]
  readonly #fields: Fields<Values>
  readonly #width: number
  readonly #periodMs: number
  #rollups: Given<Values>
  /** What was added since the last query, and where to find it. */
  #pending: Sum<Values>[] = []
  #branches: Branch<Values> = new Map()

  constructor(
    groupings: readonly Fields<Values>[],
    width: number,
    periodMs = HOUR,
    rollups: Given<Values> = groupings.map(fields => new Rollup<Values>(fields, width)),
  ) {
    this.#groupings = groupings
    this.#fields = [...new Set(groupings.flat())]
    this.#width = width
    this.#periodMs = periodMs
    this.#rollups = rollups
  }

  fork(): Rollups<Values> {
    return new Rollups(this.#groupings, this.#width, this.#periodMs, this.#given())
  }

  /** The present sums for a fork. What is pending enters them when one of the two is queried, once for both. */
  #given(): Given<Values> {
    const [rollups, pending] = [this.#rollups, this.#pending]
    if (typeof rollups === 'function' && pending.length === 0) return rollups
    // If they are already some that are still to be made, at once: they must not pile up.
    if (typeof rollups === 'function' || pending.length === 0)
      return this.#current().map(rollup => rollup.fork())
    let isMade = false
    const make = () => {
      if (!isMade) enter(rollups, pending)
      isMade = true
      return rollups
    }
    this.#rollups = make
    this.#forgetPending()
    return make
  }

  /** Adds the amounts of a row, the first one at that place. They enter at the next query, or when too much is pending. */
  add(values: Values, at: number, amounts: readonly number[], place = 0): void {
    const sums = this.#sumsFor(values, Math.floor(at / this.#periodMs))
    for (let i = 0; i < amounts.length; i++) sums[place + i]! += amounts[i]!
    if (this.#pending.length >= MAX_PENDING) this.#current()
  }

  /** A map for each field, because a key of all values would have to be made and hashed for each row. */
  #sumsFor(values: Values, period: number): number[] {
    let branch = this.#branches
    let key: Value | number = period
    for (const field of this.#fields) {
      let next = branch.get(key) as Branch<Values> | undefined
      if (next === undefined) {
        next = new Map()
        branch.set(key, next)
      }
      branch = next
      key = values[field] ?? null
    }
    const known = branch.get(key) as Sum<Values> | undefined
    if (known) return known.amounts
    const sum = { values, period, amounts: Array<number>(this.#width).fill(0) }
    branch.set(key, sum)
    this.#pending.push(sum)
    return sum.amounts
  }

  /** The rollups with all rows. */
  #current(): readonly Rollup<Values>[] {
    const given = this.#rollups
    const rollups = typeof given === 'function' ? given().map(rollup => rollup.fork()) : given
    this.#rollups = rollups
    enter(rollups, this.#pending)
    if (this.#pending.length > 0) this.#forgetPending()
    return rollups
  }

  #forgetPending(): void {
    this.#pending = []
    this.#branches = new Map()
  }

  /** The rollup with the fewest combinations that has all of these fields. */
  smallestWith(fields: readonly string[]): Pick<Rollup<Values>, 'visit'> | undefined {
    let smallest: Rollup<Values> | undefined
    for (const rollup of this.#current())
      if (fields.every(field => (rollup.fields as readonly string[]).includes(field)))
        if (smallest === undefined || rollup.size < smallest.size) smallest = rollup
    return smallest
  }
}

/**
 * Splits an interval into whole hours, which rollups know, and the rest at both ends, whose rows have to be read.
 * Nothing comes after `lastAt`, so its hour counts as whole.
 */
export function cutIntoHours({ from, to }: Interval, lastAt: number) {
  const fromHour = Math.ceil(from / HOUR)
  const toHour = to > lastAt ? Number.POSITIVE_INFINITY : Math.floor(to / HOUR)
  if (fromHour >= toHour) return { fromHour, toHour: fromHour, ends: [{ from, to }] }
  const ends: Interval[] = []
  if (from < fromHour * HOUR) ends.push({ from, to: fromHour * HOUR })
  if (toHour * HOUR < to) ends.push({ from: toHour * HOUR, to })
  return { fromHour, toHour, ends }
}

function enter<Values extends { readonly [field in keyof Values]: Value }>(
  rollups: readonly Rollup<Values>[],
  pending: readonly Sum<Values>[],
): void {
  // Sorted by time, nearly every amount is added at the end of its series.
  for (const { values, period, amounts } of pending.toSorted((a, b) => a.period - b.period))
    for (const rollup of rollups) addTo(rollup.seriesFor(values), period, amounts)
}

function keyOf<Values>(fields: Fields<Values>, values: Values): string {
  let key = ''
  for (const field of fields) key += `${values[field] ?? ''}\n`
  return key
}

function addTo({ periods, sums }: Series<unknown>, period: number, amounts: readonly number[]): void {
  const width = amounts.length
  const place = firstFrom(periods, period)
  if (periods[place] !== period) {
    // A new period starts with the sums of the previous one. It is nearly always the last.
    const before = place === 0 ? amounts.map(() => 0) : sums.slice((place - 1) * width, place * width)
    if (place === periods.length) {
      periods.push(period)
      sums.push(...before)
    } else {
      periods.splice(place, 0, period)
      sums.splice(place * width, 0, ...before)
    }
  }
  for (let i = place * width; i < sums.length; i++) sums[i]! += amounts[i % width]!
}

/** The index of the first entry at or after a period. */
function firstFrom(periods: readonly number[], period: number): number {
  let low = 0
  let high = periods.length
  // What is added is nearly always the latest.
  if (period > periods[high - 1]!) return high
  while (low < high) {
    const middle = (low + high) >>> 1
    if (periods[middle]! < period) low = middle + 1
    else high = middle
  }
  return low
}
