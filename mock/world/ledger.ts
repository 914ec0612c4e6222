import { forEach, type Slices } from '../simulation/slices.ts'
import { daysIn } from '../simulation/time-zone.ts'
import type { Interval } from '../store/interval.ts'
import { cutIntoHours, Rollups, type Value } from '../store/rollup.ts'
import { Table } from '../store/table.ts'
import type { PlanId } from './plans.ts'

/** The measures that are summed. */
const MEASURES = ['micros', 'savedMicros', 'tokensIn', 'tokensOut'] as const
export type Totals = { [measure in (typeof MEASURES)[number]]: number } & { entries: number }

/** The fields by which rows can be grouped and filtered. */
export type Dimension = 'kind' | 'agentId' | 'userId' | 'teamId' | 'modelId' | 'clientId'
type Values = { readonly [dimension in Dimension]?: Value }

/** The kinds of spending, and `top-up`, the only kind that adds money. */
export type LedgerKind = 'run' | 'workflow' | 'chat-completion' | 'subscription' | 'adjustment' | 'top-up'

/** One charge or top-up. Rows are never changed or deleted. All amounts are whole numbers. */
export type LedgerRow = {
  readonly id: string
  /** When it happened. For the work of a run, when the run started, so that it and its cost are of one period. */
  readonly at: number
  readonly kind: LedgerKind
  /** Micro-euros that left the wallet; negative for top-ups, so the balance is minus their sum. */
  readonly micros: number
  /** Micro-euros saved by prompt caching. */
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
  /** The plan that a subscription fee was for. */
  readonly planId?: PlanId
}

/** Rows from `from` until before `to`, whose fields have the given value or one of the given values. */
export type LedgerQuery = {
  readonly from?: number | undefined
  readonly to?: number | undefined
  readonly where?:
    | ({ readonly [dimension in Dimension]?: Value | readonly Value[] | undefined } & {
        /** By a run, every row of the period is read; no view needs that. */
        readonly runId?: string | undefined
        readonly workflowRunId?: string | undefined
      })
    | undefined
}

/** The sums of one group: `{ key: { agentId: 'agt_1' }, micros, savedMicros, tokensIn, tokensOut, entries }`. */
export type Cell<By extends string> = Totals & { readonly key: { readonly [by in By]: Value } }

/**
 * The combinations of dimensions for which sums are kept. A query uses the smallest combination that has its
 * dimensions; without one, the rows are added up. `kind` is in all of them, because no view mixes spending with
 * top-ups.
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

const order = (row: LedgerRow) => row.at

const ORDERINGS = {
  time: { order },
  fees: { bucket: (row: LedgerRow) => (row.kind === 'subscription' ? 'all' : undefined), order },
}

type LedgerIndex = keyof typeof ORDERINGS

/**
 * Every cent and token of a workspace, recorded once. The wallet, statements, analytics and usage are sums over it, so
 * they always agree.
 *
 *     ledger.sum({ from: monthStart, where: { kind: 'run', clientId } }).micros
 *     ledger.groupBy(['date', 'agentId'], { from, to, where: { teamId: myTeams } })
 */
export class Ledger extends Table<LedgerRow, LedgerIndex> {
  #sums: Rollups<Pick<LedgerRow, Dimension>>
  /** The total of all rows, which is needed for each check of the balance. */
  readonly #all: Totals

  constructor(
    trees?: ConstructorParameters<typeof Table<LedgerRow, LedgerIndex>>[2],
    sums = noSums(),
    all = totals(),
  ) {
    super('ledger', ORDERINGS, trees)
    this.#sums = sums
    this.#all = { ...all }
  }

  override fork(): Ledger {
    return new Ledger(this.forkTrees(), this.#sums.fork(), this.#all)
  }

  override append(row: LedgerRow): LedgerRow {
    checkAmounts(row)
    super.append(row)
    const added = amounts(row)
    this.#sums.add(row, row.at, added)
    addTotals(this.#all, totals(added))
    return row
  }

  override *loading(rows: readonly LedgerRow[]): Slices<void> {
    for (const row of rows) checkAmounts(row)
    yield* super.loading(rows)
    for (const row of rows) addTotals(this.#all, totals(amounts(row)))
    // Sorted by time, so that every amount is added at the end of its series.
    this.#sums = noSums()
    yield* forEach(this.range('time', null), row => this.#sums.add(row, row.at, amounts(row)))
  }

  /** The rows in order of time. */
  rows(query: LedgerQuery = {}): LedgerRow[] {
    const { from, to, where = {} } = query
    const rows = this.range('time', null, { from, to })
    return Object.keys(where).length === 0 ? rows : rows.filter(filterFor(where))
  }

  /** The subscription fees of a period, in order of time. */
  fees(period: Interval): LedgerRow[] {
    return this.range('fees', 'all', period)
  }

  /** The totals. `open` are rows not in the ledger yet: work under way, up to now. */
  sum(query?: LedgerQuery, open: readonly LedgerRow[] = []): Totals {
    const total = query === undefined ? { ...this.#all } : totals()
    if (query === undefined) for (const row of open) addTotals(total, totals(amounts(row)))
    else this.#visit(extent(query), [], query.where ?? {}, open, (_, sums) => addTotals(total, sums))
    return total
  }

  /** The totals of each group that has rows, in order of the keys. */
  groupBy<By extends Dimension | 'date'>(
    by: readonly By[],
    query: LedgerQuery = {},
    open: readonly LedgerRow[] = [],
  ): Cell<By>[] {
    const dimensions = by.filter((name): name is By & Dimension => name !== 'date')
    const cells = new Map<string, Cell<By>>()
    const isByDay = by.some(name => name === 'date')
    const periods = isByDay ? this.#days(query, open) : [{ ...extent(query), date: null }]
    for (const { date, from, to } of periods)
      this.#visit({ from, to }, dimensions, query.where ?? {}, open, (values, sums) => {
        let text = ''
        // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- the compiler does not narrow `By` here
        for (const name of by) text += `${(name === 'date' ? date : values[name as Dimension]) ?? ''}\n`
        const cell = cells.get(text)
        if (cell === undefined) cells.set(text, { key: pickKey(by, values, date), ...sums })
        else addTotals(cell, sums)
      })
    return [...cells.keys()].sort().map(text => cells.get(text)!)
  }

  /** The days of the query's period, limited to the time with rows. */
  #days(query: LedgerQuery, open: readonly LedgerRow[]) {
    const { from, to } = extent(query)
    const [first] = this.range('time', null, { from, limit: 1 })
    const [last] = this.range('time', null, { to, limit: 1, descending: true })
    const times = [first, last, ...open].flatMap(row => row?.at ?? [])
    return daysIn({ from: Math.max(from, Math.min(...times)), to: Math.min(to, Math.max(...times) + 1) })
  }

  /** Calls back with partial sums that add up to all matching rows of the interval. */
  #visit(
    { from, to }: Interval,
    dimensions: readonly Dimension[],
    where: NonNullable<LedgerQuery['where']>,
    open: readonly LedgerRow[],
    callback: (values: Values, sums: Totals) => void,
  ): void {
    const [last] = this.range('time', null, { descending: true, limit: 1 })
    const sums = this.#sums.smallestWith([...dimensions, ...conditionsOf(where).map(([name]) => name)])
    const { fromHour, toHour, ends } = cutIntoHours({ from, to }, last?.at ?? Number.NEGATIVE_INFINITY)
    const isWanted = filterFor(where)
    sums?.visit(fromHour, toHour, (values, sums) => {
      if (isWanted(values)) callback(values, totals(sums))
    })
    for (const end of sums === undefined ? [{ from, to }] : ends)
      for (const row of this.rows({ ...end, where })) callback(row, totals(amounts(row)))
    for (const row of open)
      if (row.at >= from && row.at < to && isWanted(row)) callback(row, totals(amounts(row)))
  }
}

function noSums(): Rollups<Pick<LedgerRow, Dimension>> {
  return new Rollups(GROUPINGS, MEASURES.length + 1)
}

/** The fields that the filter restricts, with what it wants of each. */
function conditionsOf(where: NonNullable<LedgerQuery['where']>) {
  return Object.entries(where).filter(([, wanted]) => wanted !== undefined)
}

/** A test for the values that the filter wants. */
function filterFor(where: NonNullable<LedgerQuery['where']>) {
  const conditions = conditionsOf(where)
  return (values: { readonly [name: string]: unknown }): boolean => {
    for (const [name, wanted] of conditions) {
      const value = values[name]
      if (!(Array.isArray(wanted) ? wanted.includes(value) : wanted === value)) return false
    }
    return true
  }
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

function checkAmounts(row: LedgerRow): void {
  for (const measure of MEASURES)
    if (!Number.isSafeInteger(row[measure]))
      throw new TypeError(`${measure} of ledger row ${row.id} is ${row[measure]}; amounts are whole numbers`)
}

/** What a row adds to each total: its measures, and 1 entry. */
function amounts(row: LedgerRow): number[] {
  return [row.micros, row.savedMicros, row.tokensIn, row.tokensOut, 1]
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
