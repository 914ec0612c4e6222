import { type RunGroup, RunTally } from './run-tally.ts'
import type { RunRow } from './runs.ts'
import { Table, type TableDefinition } from './table.ts'
import type { Interval } from './time-zone.ts'

const HOUR = 3_600_000

/** The runs, which can be counted by team, agent, person and status without being read. */
export class RunTable extends Table<RunRow, 'newest'> {
  readonly #tally: RunTally

  constructor(
    definition: TableDefinition<RunRow, 'newest'>,
    trees?: ConstructorParameters<typeof Table<RunRow, 'newest'>>[1],
    tally = new RunTally(),
  ) {
    super(definition, trees)
    this.#tally = tally
  }

  override fork(): RunTable {
    return new RunTable(this.definition, this.forkTrees(), this.#tally.fork())
  }

  override insert(row: RunRow): RunRow {
    super.insert(row)
    this.#tally.count(row, 1)
    return row
  }

  override replace(id: string, patch: Partial<Omit<RunRow, 'id'>>): RunRow {
    const old = this.get(id)
    const row = super.replace(id, patch)
    if (old !== undefined && !countsAlike(old, row)) {
      this.#tally.count(old, -1)
      this.#tally.count(row, 1)
    }
    return row
  }

  override delete(id: string): RunRow | undefined {
    const row = super.delete(id)
    if (row !== undefined) this.#tally.count(row, -1)
    return row
  }

  override load(rows: readonly RunRow[]): void {
    super.load(rows)
    // In order of time, so that every count is added at the end.
    for (const row of this.range('newest', 'all')) this.#tally.count(row, 1)
  }

  /**
   * Calls back with groups of runs that were started in the interval, and how many they are. A group may come more
   * than once; together they are all the runs, each counted once.
   */
  visitGroups({ from, to }: Interval, callback: (group: RunGroup, runs: number) => void): void {
    const [newest] = this.range('newest', 'all', { descending: true, limit: 1 })
    const fromHour = Math.ceil(from / HOUR)
    // Runs end somewhere; up to there the last hour counts as whole.
    const toHour = to > (newest?.createdAt ?? from) ? Number.POSITIVE_INFINITY : Math.floor(to / HOUR)
    const visitRows = (stretch: Interval) => {
      for (const row of this.range('newest', 'all', stretch)) callback(row, 1)
    }
    if (fromHour >= toHour) {
      visitRows({ from, to })
      return
    }
    if (from < fromHour * HOUR) visitRows({ from, to: fromHour * HOUR })
    this.#tally.visit(fromHour, toHour, callback)
    if (toHour * HOUR < to) visitRows({ from: toHour * HOUR, to })
  }
}

function countsAlike(a: RunRow, b: RunRow): boolean {
  return (
    a.status === b.status &&
    a.createdAt === b.createdAt &&
    a.agentId === b.agentId &&
    a.startedBy === b.startedBy &&
    a.teamId === b.teamId
  )
}
