import { type Dimension, HOUR, MEASURES, Rollup, type Totals, type Value, type Values } from './rollup.ts'
import { type Difference, Table } from './table.ts'
import { daysIn, type Interval } from './time-zone.ts'

export type { Dimension, Totals } from './rollup.ts'

/** What money or tokens went into; `top-up` is the only kind by which money comes in. */
export type LedgerKind =
  | 'run'
  | 'workflow'
  | 'agent-completion'
  | 'chat-completion'
  | 'knowledge-search'
  | 'subscription'
  | 'adjustment'
  | 'top-up'

/** One spending (or top-up) at one instant. Never changed, never taken out. All amounts are whole numbers. */
export type LedgerRow = {
  readonly id: string
  readonly at: number
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
  /** Whose days `date` means; UTC unless told. */
  readonly timeZone?: string | undefined
}

/** The sums of one group: `{ key: { agentId: 'agt_1' }, micros, savedMicros, tokensIn, tokensOut, entries }`. */
export type Cell<By extends string> = Totals & { readonly key: { readonly [by in By]: Value } }

/**
 * The combinations for which sums are kept. A query takes the smallest that has its dimensions; one that none
 * has is added up from the rows. Kind is in all of them, for no view mixes spending with top-ups.
 */
const ROLLUPS: readonly (readonly Dimension[])[] = [
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
  readonly #rollups: readonly Rollup[]
  /** The sum of everything, which is asked for whenever something is to be paid. */
  readonly #all: Totals

  constructor(parts?: {
    rows: Table<LedgerRow, 'time' | 'run' | 'workflowRun'>
    rollups: readonly Rollup[]
    all: Totals
  }) {
    this.#all = { ...(parts?.all ?? noTotals()) }
    this.#rows = parts?.rows ?? new Table(DEFINITION)
    this.#rollups = parts?.rollups ?? ROLLUPS.map(dimensions => new Rollup(dimensions))
  }

  fork(): Ledger {
    return new Ledger({
      rows: this.#rows.fork(),
      rollups: this.#rollups.map(rollup => rollup.fork()),
      all: this.#all,
    })
  }

  get size(): number {
    return this.#rows.size
  }

  append(row: LedgerRow): LedgerRow {
    checkAmounts(row)
    this.#rows.insert(row)
    this.#count(row)
    return row
  }

  /** Puts many rows into an empty ledger at once. */
  load(rows: readonly LedgerRow[]): void {
    for (const row of rows) checkAmounts(row)
    this.#rows.load(rows)
    for (const row of this.#rows.range('time', null)) this.#count(row)
  }

  /** All rows as plain JSON, for `load`. */
  save(): LedgerRow[] {
    return this.#rows.save()
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
    return Object.keys(where).length === 0 ? rows : rows.filter(row => matches(row, where))
  }

  sum(query?: LedgerQuery): Totals {
    if (query === undefined) return { ...this.#all }
    const total = noTotals()
    this.#visit(extent(query), [], query.where ?? {}, (_, sums) => addTotals(total, sums))
    return total
  }

  /** The sums of each group that has rows, in order of the groups' keys. */
  groupBy<By extends Dimension | 'date'>(by: readonly By[], query: LedgerQuery = {}): Cell<By>[] {
    const dimensions = by.filter((name): name is By & Dimension => name !== 'date')
    const cells = new Map<string, Cell<By>>()
    for (const { date, from, to } of by.some(name => name === 'date')
      ? this.#days(query)
      : [dateless(query)]) {
      this.#visit({ from, to }, dimensions, query.where ?? {}, (values, sums) => {
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

  #count(row: LedgerRow): void {
    for (const rollup of this.#rollups) rollup.add(row)
    addTotals(this.#all, { ...amounts(row), entries: 1 })
  }

  /** The days that a query touches, cut to its ends, as far as there are rows. */
  #days(query: LedgerQuery): (Interval & { readonly date: string })[] {
    const { from, to } = extent(query)
    const first = this.#rows.range('time', null, { from, limit: 1 })[0]
    const last = this.#rows.range('time', null, { to, limit: 1, descending: true })[0]
    if (first === undefined || last === undefined) return []
    const days = daysIn({ from: first.at, to: last.at + 1 }, query.timeZone ?? 'UTC')
    return days.map(day => ({ date: day.date, from: Math.max(day.from, from), to: Math.min(day.to, to) }))
  }

  /** Calls back with sums that together are those of all rows in the interval that the filter accepts. */
  #visit(
    { from, to }: Interval,
    dimensions: readonly Dimension[],
    where: NonNullable<LedgerQuery['where']>,
    callback: (values: Values, sums: Totals) => void,
  ): void {
    const visitRows = (from: number, to: number) => {
      for (const row of this.rows({ from, to, where })) callback(row, { ...amounts(row), entries: 1 })
    }
    const rollup = this.#smallestWith([...dimensions, ...filtered(where)])
    const fromHour = Math.ceil(from / HOUR)
    // Rows end somewhere; up to there the last hour counts as whole.
    const lastAt = this.#rows.range('time', null, { descending: true, limit: 1 })[0]?.at ?? from
    const toHour = to > lastAt ? Number.POSITIVE_INFINITY : Math.floor(to / HOUR)
    if (rollup === undefined || fromHour >= toHour) {
      visitRows(from, to)
      return
    }
    if (from < fromHour * HOUR) visitRows(from, fromHour * HOUR)
    rollup.visit(fromHour, toHour, (values, sums) => {
      if (matches(values, where)) callback(values, sums)
    })
    if (toHour * HOUR < to) visitRows(toHour * HOUR, to)
  }

  #smallestWith(names: readonly string[]): Rollup | undefined {
    const fit = this.#rollups.filter(rollup =>
      names.every(name => (rollup.dimensions as readonly string[]).includes(name)),
    )
    return fit.sort((a, b) => a.size - b.size)[0]
  }
}

function matches(
  values: { readonly [name: string]: unknown },
  where: NonNullable<LedgerQuery['where']>,
): boolean {
  for (const [name, wanted] of Object.entries(where)) {
    const value = values[name]
    if (wanted !== undefined && !(Array.isArray(wanted) ? wanted.includes(value) : wanted === value))
      return false
  }
  return true
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

function noTotals(): Totals {
  return { micros: 0, savedMicros: 0, tokensIn: 0, tokensOut: 0, entries: 0 }
}

function amounts({ micros, savedMicros, tokensIn, tokensOut }: LedgerRow): Omit<Totals, 'entries'> {
  return { micros, savedMicros, tokensIn, tokensOut }
}

function addTotals(into: Totals, sums: Totals): void {
  for (const measure of [...MEASURES, 'entries'] as const) into[measure] += sums[measure]
}
