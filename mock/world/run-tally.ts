import type { RunRow } from './runs.ts'

const HOUR = 3_600_000

/** What runs can be counted by. */
export type RunField = 'teamId' | 'agentId' | 'startedBy' | 'status'

/** What the runs that are counted together have in common. */
export type RunGroup<Field extends RunField = RunField> = Pick<RunRow, Field>

/**
 * How many runs of a group were started, over time. `cells` holds, for each UTC hour with starts, the hour and
 * the number of all runs started up to its end; so any stretch is the difference of two cells.
 */
type Series = { readonly group: Partial<RunGroup>; readonly cells: number[] }

/**
 * Counts of runs by some fields. An index bucket for every such combination would be written
 * with each change of a run, and there are twenty of those in a run's life; here only a change of status costs
 * something, and a question costs as much as there are combinations, for a thousand runs or a million.
 */
export class RunTally {
  readonly fields: readonly RunField[]
  /** Shared with forks and never changed; what was written since stands in `#own` and goes before it. */
  #shared: ReadonlyMap<string, Series> = new Map()
  #own = new Map<string, Series>()

  constructor(fields: readonly RunField[]) {
    this.fields = fields
  }

  fork(): RunTally {
    if (this.#own.size > 0) {
      this.#shared = new Map([...this.#shared, ...this.#own])
      this.#own = new Map()
    }
    const twin = new RunTally(this.fields)
    twin.#shared = this.#shared
    return twin
  }

  /** Counts a run, or with -1 no longer counts it. */
  count(run: RunRow, step: 1 | -1): void {
    const { cells } = this.#seriesOf(run)
    const hour = Math.floor(run.createdAt / HOUR)
    const start = firstCellFrom(cells, hour)
    if (cells[start] !== hour) {
      const before = start === 0 ? 0 : cells[start - 1]!
      if (start === cells.length) cells.push(hour, before)
      else cells.splice(start, 0, hour, before)
    }
    for (let cell = start; cell < cells.length; cell += 2) cells[cell + 1]! += step
  }

  /** Calls back with the number of runs of each group that were started in these hours (the last not included). */
  visit(fromHour: number, toHour: number, callback: (group: Partial<RunGroup>, runs: number) => void): void {
    for (const [key, series] of this.#shared)
      if (!this.#own.has(key)) visitSeries(series, fromHour, toHour, callback)
    for (const series of this.#own.values()) visitSeries(series, fromHour, toHour, callback)
  }

  #seriesOf(run: RunRow): Series {
    let key = ''
    for (const field of this.fields) key += `${run[field] ?? ''} `
    let series = this.#own.get(key)
    if (series === undefined) {
      const shared = this.#shared.get(key)
      const group = shared?.group ?? Object.fromEntries(this.fields.map(field => [field, run[field]]))
      series = { group, cells: shared?.cells.slice() ?? [] }
      this.#own.set(key, series)
    }
    return series
  }
}

function visitSeries(
  { group, cells }: Series,
  fromHour: number,
  toHour: number,
  callback: (group: Partial<RunGroup>, runs: number) => void,
): void {
  const first = firstCellFrom(cells, fromHour)
  const end = firstCellFrom(cells, toHour)
  if (end <= first) return
  const runs = cells[end - 1]! - (first === 0 ? 0 : cells[first - 1]!)
  if (runs !== 0) callback(group, runs)
}

/** Where the first cell of that hour or a later one starts, or would. */
function firstCellFrom(cells: readonly number[], hour: number): number {
  let low = 0
  let high = cells.length / 2
  while (low < high) {
    const middle = (low + high) >>> 1
    if (cells[middle * 2]! < hour) low = middle + 1
    else high = middle
  }
  return low * 2
}
