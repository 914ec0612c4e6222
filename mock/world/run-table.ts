import { type RunField, type RunGroup, RunTally } from './run-tally.ts'
import type { RunRow } from './runs.ts'
import { Table, type TableDefinition } from './table.ts'
import type { Interval } from './time-zone.ts'

const HOUR = 3_600_000

/** The fields by which counts are kept: few for curves, all for tables. The smallest come first. */
const TALLIES: readonly (readonly RunField[])[] = [
  ['teamId', 'status'],
  ['teamId', 'status', 'agentId', 'startedBy'],
]

/** The runs, which can be counted by team, agent, person and status without being read. */
export class RunTable extends Table<RunRow, 'newest'> {
  readonly #tallies: readonly RunTally[]

  constructor(
    definition: TableDefinition<RunRow, 'newest'>,
    trees?: ConstructorParameters<typeof Table<RunRow, 'newest'>>[1],
    tallies = TALLIES.map(fields => new RunTally(fields)),
  ) {
    super(definition, trees)
    this.#tallies = tallies
  }

  override fork(): RunTable {
    return new RunTable(
      this.definition,
      this.forkTrees(),
      this.#tallies.map(tally => tally.fork()),
    )
  }

  override insert(row: RunRow): RunRow {
    super.insert(row)
    this.#count(row, 1)
    return row
  }

  override replace(id: string, patch: Partial<Omit<RunRow, 'id'>>): RunRow {
    const old = this.get(id)
    const row = super.replace(id, patch)
    if (old !== undefined && !countsAlike(old, row)) {
      this.#count(old, -1)
      this.#count(row, 1)
    }
    return row
  }

  override delete(id: string): RunRow | undefined {
    const row = super.delete(id)
    if (row !== undefined) this.#count(row, -1)
    return row
  }

  override load(rows: readonly RunRow[]): void {
    super.load(rows)
    // In order of time, so that every count is added at the end.
    for (const row of this.range('newest', 'all')) this.#count(row, 1)
  }

  /**
   * Calls back with groups of runs that were started in the interval, by these fields at least, and how many they
   * are. A group may come more than once; together they are all the runs, each counted once.
   */
  visitGroups<Field extends RunField>(
    { from, to }: Interval,
    fields: readonly Field[],
    callback: (group: RunGroup<Field>, runs: number) => void,
  ): void {
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
    const tally = this.#tallies.find(tally => fields.every(field => tally.fields.includes(field)))!
    tally.visit(fromHour, toHour, (group, runs) => callback(group as RunGroup<Field>, runs))
    if (toHour * HOUR < to) visitRows({ from: toHour * HOUR, to })
  }

  #count(run: RunRow, step: 1 | -1): void {
    for (const tally of this.#tallies) tally.count(run, step)
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
