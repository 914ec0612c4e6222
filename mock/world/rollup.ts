/** What is added up. */
export const MEASURES = ['micros', 'savedMicros', 'tokensIn', 'tokensOut'] as const
export type Totals = { [measure in (typeof MEASURES)[number]]: number } & { entries: number }

/** What rows can be grouped and filtered by. */
export type Dimension = 'kind' | 'agentId' | 'userId' | 'teamId' | 'modelId' | 'clientId'
export type Value = string | null
export type Values = { readonly [dimension in Dimension]?: Value }

/** What a rollup needs to know of a row. */
type Summand = { readonly at: number } & { readonly [dimension in Dimension]: Value } & {
  readonly [measure in (typeof MEASURES)[number]]: number
}

export const HOUR = 3_600_000

/**
 * The sums of all rows that have the same values, over time. `cells` holds, for each UTC hour with rows, the
 * hour and the sums of everything up to its end; so a stretch of any length is the difference of two cells.
 */
type Series = { readonly values: Values; readonly cells: number[] }

/** One cell: the hour, the measures, the number of rows. */
const STRIDE = 2 + MEASURES.length

/**
 * Running sums of the ledger for every combination of some dimensions that occurs. A query costs as much as
 * there are combinations, whether they stand for a thousand rows or a million.
 */
export class Rollup {
  readonly dimensions: readonly Dimension[]
  /** Shared with forks and never changed; what was written since stands in `#own` and goes before it. */
  #shared: ReadonlyMap<string, Series> = new Map()
  #own = new Map<string, Series>()

  constructor(dimensions: readonly Dimension[]) {
    this.dimensions = dimensions
  }

  fork(): Rollup {
    if (this.#own.size > 0) {
      this.#shared = new Map([...this.#shared, ...this.#own])
      this.#own = new Map()
    }
    const twin = new Rollup(this.dimensions)
    twin.#shared = this.#shared
    return twin
  }

  /** The number of combinations. */
  get size(): number {
    return Math.max(this.#shared.size, this.#own.size)
  }

  add(row: Summand): void {
    addRow(this.#seriesOf(row).cells, row)
  }

  /** Calls back with the sums of each combination, over the hours from one up to, without, another. */
  visit(fromHour: number, toHour: number, callback: (values: Values, sums: Totals) => void): void {
    for (const [key, series] of this.#shared)
      if (!this.#own.has(key)) visitSeries(series, fromHour, toHour, callback)
    for (const series of this.#own.values()) visitSeries(series, fromHour, toHour, callback)
  }

  #seriesOf(row: Summand): Series {
    let key = ''
    for (const dimension of this.dimensions) key += `${row[dimension] ?? ''}\n`
    let series = this.#own.get(key)
    if (series === undefined) {
      const shared = this.#shared.get(key)
      const values = shared?.values ?? Object.fromEntries(this.dimensions.map(name => [name, row[name]]))
      series = { values, cells: shared?.cells.slice() ?? [] }
      this.#own.set(key, series)
    }
    return series
  }
}

function addRow(cells: number[], row: Summand): void {
  const hour = Math.floor(row.at / HOUR)
  const start = firstCellFrom(cells, hour)
  if (cells[start] !== hour) {
    // A new cell starts with what there was before it. Nearly always it is the last one.
    const before = start === 0 ? new Array<number>(STRIDE).fill(0) : cells.slice(start - STRIDE, start)
    before[0] = hour
    if (start === cells.length) cells.push(...before)
    else cells.splice(start, 0, ...before)
  }
  for (let cell = start; cell < cells.length; cell += STRIDE) {
    for (let i = 0; i < MEASURES.length; i++) cells[cell + 1 + i]! += row[MEASURES[i]!]
    cells[cell + STRIDE - 1]! += 1
  }
}

function visitSeries(
  { values, cells }: Series,
  fromHour: number,
  toHour: number,
  callback: (values: Values, sums: Totals) => void,
): void {
  const first = firstCellFrom(cells, fromHour) - STRIDE
  const last = firstCellFrom(cells, toHour) - STRIDE
  if (last <= first) return
  const sum = (i: number) => cells[last + i]! - (first < 0 ? 0 : cells[first + i]!)
  callback(values, {
    micros: sum(1),
    savedMicros: sum(2),
    tokensIn: sum(3),
    tokensOut: sum(4),
    entries: sum(5),
  })
}

/** Where the first cell of that hour or a later one starts, or would. */
function firstCellFrom(cells: readonly number[], hour: number): number {
  let low = 0
  let high = cells.length / STRIDE
  while (low < high) {
    const middle = (low + high) >>> 1
    if (cells[middle * STRIDE]! < hour) low = middle + 1
    else high = middle
  }
  return low * STRIDE
}
