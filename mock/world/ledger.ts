import { HOUR } from '../simulation/duration.ts'
import { daysIn } from '../simulation/time-zone.ts'
import type { Interval } from '../store/interval.ts'
import { cutIntoHours, Rollups, type Value } from '../store/rollup.ts'
import { type Difference, Table, type Watcher } from '../store/table.ts'
import { type Use, usedBy, type WorkStretch } from './work-stretch.ts'

/** What is added up. */
const MEASURES = ['micros', 'savedMicros', 'tokensIn', 'tokensOut'] as const
export type Totals = { [measure in (typeof MEASURES)[number]]: number } & { entries: number }

/** What rows can be grouped and filtered by. */
export type Dimension = 'kind' | 'agentId' | 'userId' | 'teamId' | 'modelId' | 'clientId'
type Values = { readonly [dimension in Dimension]?: Value }

/** What money or tokens went into; `top-up` is the only kind by which money comes in. */
export type LedgerKind =
  | 'run'
  | 'workflow'
  | 'chat-completion'
  | 'knowledge-search'
  | 'subscription'
  | 'adjustment'
  | 'top-up'

/**
 * One spending (or top-up). Never changed, never taken out. All amounts are whole numbers. What work cost belongs to
 * the instants at which it was worked, from `from` to `at`; everything else happened at `at`.
 */
export type LedgerRow = {
  readonly id: string
  readonly at: number
  /** The first instant of the work, in the same UTC hour as `at`. */
  readonly from?: number
  /** The work; the row is what it used from `from` to `at`. */
  readonly work?: WorkStretch
  readonly kind: LedgerKind
  /** Micro-euros that left the wallet; below 0 for money that came in, so the balance is minus their sum. */
  readonly micros: number
  /** Micro-euros that it would have cost more without prompt caching. */
  readonly savedMicros: number
  readonly tokensIn: number
  readonly tokensOut: number
  readonly agentId: string | null
  readonly userId: string | null
  readonly teamId: string | null
  readonly modelId: string | null
  readonly clientId: string | null
  readonly runId: string | null
  readonly workflowRunId: string | null
}

/** Rows from `from` up to, without, `to` whose fields have the value given, or one of the values given. */
export type LedgerQuery = {
  readonly from?: number | undefined
  readonly to?: number | undefined
  readonly where?:
    | ({ readonly [dimension in Dimension]?: Value | readonly Value[] | undefined } & {
        readonly runId?: string | undefined
        readonly workflowRunId?: string | undefined
      })
    | undefined
  /** The time zone of `date`. Default: UTC. */
  readonly timeZone?: string | undefined
}

/** The sums of one group: `{ key: { agentId: 'agt_1' }, micros, savedMicros, tokensIn, tokensOut, entries }`. */
export type Cell<By extends string> = Totals & { readonly key: { readonly [by in By]: Value } }

/**
 * The combinations for which sums are kept. A query takes the smallest that has its dimensions; one that none
 * has is added up from the rows. Kind is in all of them, for no view mixes spending with top-ups.
 */
const GROUPINGS: readonly (readonly Dimension[])[] = [
  ['kind'],
  ['kind', 'agentId'],
  ['kind', 'userId'],
  ['kind', 'teamId'],
  ['kind', 'modelId'],
  ['kind', 'clientId', 'agentId'],
  ['kind', 'teamId', 'modelId', 'userId'],
  ['kind', 'teamId', 'agentId', 'userId'],
]

const DEFINITION = {
  name: 'ledger',
  indexes: {
    time: { order: (row: LedgerRow) => row.at },
    run: { bucket: (row: LedgerRow) => row.runId ?? undefined, order: (row: LedgerRow) => row.at },
    workflowRun: {
      bucket: (row: LedgerRow) => row.workflowRunId ?? undefined,
      order: (row: LedgerRow) => row.at,
    },
  },
}

/**
 * Every cent and token of a workspace, once. Wallet, statements, analytics and usage are sums over it, so they
 * agree with each other at any moment.
 *
 *     ledger.sum({ from: monthStart, where: { kind: 'run', clientId } }).micros
 *     ledger.groupBy(['date', 'agentId'], { from, to, where: { teamId: myTeams }, timeZone: 'Europe/Berlin' })
 */
export class Ledger {
  readonly #rows: Table<LedgerRow, 'time' | 'run' | 'workflowRun'>
  #sums: Rollups<Pick<LedgerRow, Dimension>>
  /** The sum of everything, which is asked for whenever something is to be paid. */
  readonly #all: Totals

  constructor(parts?: {
    rows: Table<LedgerRow, 'time' | 'run' | 'workflowRun'>
    sums: Rollups<Pick<LedgerRow, Dimension>>
    all: Totals
  }) {
    this.#all = { ...(parts?.all ?? totals()) }
    this.#rows = parts?.rows ?? new Table(DEFINITION)
    this.#sums = parts?.sums ?? noSums()
  }

  fork(): Ledger {
    return new Ledger({ rows: this.#rows.fork(), sums: this.#sums.fork(), all: this.#all })
  }

  get size(): number {
    return this.#rows.size
  }

  /** As `Table.version`. */
  get version(): number {
    return this.#rows.version
  }

  append(row: LedgerRow): LedgerRow {
    checkAmounts(row)
    this.#rows.insert(row)
    this.#sums.add(row, row.at, amounts(row))
    addTotals(this.#all, totals(amounts(row)))
    return row
  }

  /** Enters work that has ended: a row for each UTC hour in which it cost something. */
  appendWork(
    row: Omit<LedgerRow, 'id' | 'at' | keyof Use> & { readonly work: WorkStretch },
    id: () => string,
  ) {
    for (const part of hoursOf(row.work)) {
      const used = usedBetween(row.work, part)
      if (part.from === row.work.from || used.tokensIn + used.tokensOut > 0)
        this.append({ ...row, id: id(), from: part.from, at: part.to - 1, ...used })
    }
  }

  /** Puts many rows into the ledger at once. */
  load(rows: readonly LedgerRow[]): void {
    for (const row of rows) checkAmounts(row)
    this.#rows.load(rows)
    for (const row of rows) addTotals(this.#all, totals(amounts(row)))
    // All anew and in order of time, so that every amount is added at the end.
    this.#sums = noSums()
    for (const row of this.#rows.range('time', null)) this.#sums.add(row, row.at, amounts(row))
  }

  /** All rows as plain JSON, for `load`. */
  save(): LedgerRow[] {
    return this.#rows.save()
  }

  /** Calls back after every row that is appended. Forks are not watched. */
  watch(watcher: Watcher<LedgerRow>): void {
    this.#rows.watch(watcher)
  }

  changesSince(older: Ledger): Difference<LedgerRow> {
    return this.#rows.changesSince(older.#rows)
  }

  /** The rows themselves in order of time, for detail lines. */
  rows(query: Omit<LedgerQuery, 'timeZone'> = {}): LedgerRow[] {
    const { from, to, where = {} } = query
    const interval = { from, to }
    const rows =
      where.runId !== undefined
        ? this.#rows.range('run', where.runId, interval)
        : where.workflowRunId !== undefined
          ? this.#rows.range('workflowRun', where.workflowRunId, interval)
          : this.#rows.range('time', null, interval)
    return Object.keys(where).length === 0 ? rows : rows.filter(filterFor(where))
  }

  /** `open` is what belongs to the rows and is not entered yet: work under way, up to now. */
  sum(query?: LedgerQuery, open: readonly LedgerRow[] = []): Totals {
    const total = query === undefined ? { ...this.#all } : totals()
    if (query === undefined) for (const row of open) addTotals(total, totals(amounts(row)))
    else this.#visit(extent(query), [], query.where ?? {}, open, (_, sums) => addTotals(total, sums))
    return total
  }

  /** The sums of each group that has rows, in order of the groups' keys. */
  groupBy<By extends Dimension | 'date'>(
    by: readonly By[],
    query: LedgerQuery = {},
    open: readonly LedgerRow[] = [],
  ): Cell<By>[] {
    const dimensions = by.filter((name): name is By & Dimension => name !== 'date')
    const cells = new Map<string, Cell<By>>()
    for (const { date, from, to } of by.some(name => name === 'date')
      ? this.#days(query, open)
      : [dateless(query)]) {
      this.#visit({ from, to }, dimensions, query.where ?? {}, open, (values, sums) => {
        let text = ''
        // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- the compiler does not narrow `By` here
        for (const name of by) text += `${(name === 'date' ? date : values[name as Dimension]) ?? ''}\n`
        const cell = cells.get(text)
        if (cell === undefined) cells.set(text, { key: pickKey(by, values, date), ...sums })
        else addTotals(cell, sums)
      })
    }
    return [...cells.keys()].sort().map(text => cells.get(text)!)
  }

  /** The days that a query touches, cut to its ends, as far as there are rows. */
  #days(query: LedgerQuery, open: readonly LedgerRow[]): (Interval & { readonly date: string })[] {
    const { from, to } = extent(query)
    // Work lies within an hour, so whole hours around the rows hold all of it.
    const first = this.#rows.range('time', null, { from, limit: 1 })[0]
    const last = this.#rows.range('time', null, { to: endOfHour(to), limit: 1, descending: true })[0]
    const rows = [...(first ? [first] : []), ...(last ? [last] : []), ...open]
    const start = Math.max(from, Math.min(...rows.map(row => startOfHour(row.from ?? row.at))))
    const end = Math.min(to, Math.max(...rows.map(row => row.at + 1)))
    if (!(start < end)) return []
    const days = daysIn({ from: start, to: end }, query.timeZone ?? 'UTC')
    return days.map(day => ({ date: day.date, from: Math.max(day.from, from), to: Math.min(day.to, to) }))
  }

  /** Calls back with sums that together are those of all rows in the interval that the filter accepts. */
  #visit(
    { from, to }: Interval,
    dimensions: readonly Dimension[],
    where: NonNullable<LedgerQuery['where']>,
    open: readonly LedgerRow[],
    callback: (values: Values, sums: Totals) => void,
  ): void {
    const [last] = this.#rows.range('time', null, { descending: true, limit: 1 })
    const sums = this.#sums.smallestWith([...dimensions, ...filtered(where)])
    const { fromHour, toHour, ends } = cutIntoHours({ from, to }, last?.at ?? Number.NEGATIVE_INFINITY)
    const isWanted = filterFor(where)
    const visitRow = (row: LedgerRow, within: Interval) => {
      const part = isWanted(row) ? amountsWithin(row, within) : undefined
      if (part) callback(row, totals(part))
    }
    sums?.visit(fromHour, toHour, (values, sums) => {
      if (isWanted(values)) callback(values, totals(sums))
    })
    for (const end of sums === undefined ? [{ from, to }] : ends)
      for (const row of this.rows({ from: end.from, to: endOfHour(end.to), where })) visitRow(row, end)
    for (const row of open) visitRow(row, { from, to })
  }
}

/** The end of the hour in which an interval ends: work that reaches into the interval has ended by then. */
function endOfHour(to: number): number {
  return Number.isFinite(to) ? Math.ceil(to / HOUR) * HOUR : to
}

function startOfHour(instant: number): number {
  return Math.floor(instant / HOUR) * HOUR
}

/** The UTC hours of a stretch of work that has ended, each from its first instant up to, without, the next one's. */
function hoursOf({ from, to }: WorkStretch): Interval[] {
  const end = (to ?? from) + 1
  const hours: Interval[] = []
  for (let start = from; start < end; start = hours.at(-1)!.to)
    hours.push({ from: start, to: Math.min(end, endOfHour(start + 1)) })
  return hours
}

/** What a stretch of work used at the instants of an interval. */
function usedBetween(work: WorkStretch, { from, to }: Interval): Use {
  const [before, after] = [usedBy(work, from - 1), usedBy(work, to - 1)]
  return {
    micros: after.micros - before.micros,
    savedMicros: after.savedMicros - before.savedMicros,
    tokensIn: after.tokensIn - before.tokensIn,
    tokensOut: after.tokensOut - before.tokensOut,
  }
}

/** What a row adds to the totals of an interval; undefined when it lies outside. */
function amountsWithin(row: LedgerRow, { from, to }: Interval): number[] | undefined {
  const first = row.from ?? row.at
  if (first >= to || row.at < from) return undefined
  if (!row.work || (from <= first && row.at < to)) return amounts(row)
  const { micros, savedMicros, tokensIn, tokensOut } = usedBetween(row.work, {
    from: Math.max(from, first),
    to: Math.min(to, row.at + 1),
  })
  return [micros, savedMicros, tokensIn, tokensOut, from <= first ? entriesOf(row) : 0]
}

function noSums(): Rollups<Pick<LedgerRow, Dimension>> {
  return new Rollups(GROUPINGS, MEASURES.length + 1)
}

/** Whether something has the values that are wanted. */
function filterFor(where: NonNullable<LedgerQuery['where']>) {
  const conditions = Object.entries(where).filter(([, wanted]) => wanted !== undefined)
  return (values: { readonly [name: string]: unknown }): boolean => {
    for (const [name, wanted] of conditions) {
      const value = values[name]
      if (!(Array.isArray(wanted) ? wanted.includes(value) : wanted === value)) return false
    }
    return true
  }
}

/** The names of fields that the filter restricts. */
function filtered(where: NonNullable<LedgerQuery['where']>): string[] {
  return Object.entries(where).flatMap(([name, wanted]) => (wanted === undefined ? [] : [name]))
}

function extent({ from, to }: LedgerQuery): Interval {
  return { from: from ?? Number.NEGATIVE_INFINITY, to: to ?? Number.POSITIVE_INFINITY }
}

function pickKey<By extends Dimension | 'date'>(
  by: readonly By[],
  values: Values,
  date: string | null,
): Cell<By>['key'] {
  // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- the compiler does not narrow `By` here
  const entries = by.map(name => [name, name === 'date' ? date : values[name as Dimension]])
  return Object.fromEntries(entries) as Cell<By>['key']
}

function dateless(query: LedgerQuery): Interval & { readonly date: null } {
  return { ...extent(query), date: null }
}

function checkAmounts(row: LedgerRow): void {
  for (const measure of MEASURES)
    if (!Number.isSafeInteger(row[measure]))
      throw new TypeError(`${measure} of ledger row ${row.id} is ${row[measure]}; amounts are whole numbers`)
}

/** What a row adds to each total: the measures, and itself. */
function amounts(row: LedgerRow): number[] {
  return [row.micros, row.savedMicros, row.tokensIn, row.tokensOut, entriesOf(row)]
}

/** Work counts as one entry, however many hours it took. */
function entriesOf({ from, work }: LedgerRow): 0 | 1 {
  return work === undefined || from === work.from ? 1 : 0
}

function totals(sums: readonly number[] = []): Totals {
  const [micros = 0, savedMicros = 0, tokensIn = 0, tokensOut = 0, entries = 0] = sums
  return { micros, savedMicros, tokensIn, tokensOut, entries }
}

function addTotals(into: Totals, sums: Totals): void {
  into.micros += sums.micros
  into.savedMicros += sums.savedMicros
  into.tokensIn += sums.tokensIn
  into.tokensOut += sums.tokensOut
  into.entries += sums.entries
}
