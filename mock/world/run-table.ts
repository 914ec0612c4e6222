import { words } from '#openapi'
import { forEach, type Slices } from '../simulation/slices.ts'
import type { Interval } from '../store/interval.ts'
import { cutIntoHours, Rollups } from '../store/rollup.ts'
import { Table } from '../store/table.ts'
import type { RunRow } from './runs.ts'

/** The fields, besides the status, by which runs can be counted. */
export type RunField = 'teamId' | 'agentId' | 'startedBy'

/** The values that a group of counted runs shares. */
export type RunGroup<Field extends RunField = RunField> = Pick<RunRow, Field>

const order = (run: RunRow) => run.createdAt

/** One index for each filter, so that one that nobody uses costs nothing. */
const ORDERINGS = {
  newest: { order },
  byStatus: { bucket: (run: RunRow) => run.status, order },
  byAgent: { bucket: (run: RunRow) => run.agentId, order },
  byAgentAndStatus: { bucket: (run: RunRow) => `${run.agentId}|${run.status}`, order },
  byTask: { bucket: (run: RunRow) => run.taskId ?? undefined, order },
  byWorkflowRun: { bucket: (run: RunRow) => run.workflowRunId ?? undefined, order },
}

export type RunIndex = keyof typeof ORDERINGS

/** The groupings for which counts are kept: a small one for curves, a full one for tables. */
const GROUPINGS: readonly (readonly RunField[])[] = [['teamId'], ['teamId', 'agentId', 'startedBy']]

/**
 * The runs, counted by team, agent, person and status without being read. Index buckets for these combinations would be
 * written with each change of a run, about twenty in its life; counts are written only when one of these fields
 * changes.
 */
export class RunTable extends Table<RunRow, RunIndex> {
  #counts: Rollups<RunGroup>

  constructor(trees?: ConstructorParameters<typeof Table<RunRow, RunIndex>>[2], counts = noCounts()) {
    super('runs', ORDERINGS, trees)
    this.#counts = counts
    this.watch((before, after) => {
      if (before && after && countsAlike(before, after)) return
      if (before) this.#count(before, -1)
      if (after) this.#count(after, 1)
    })
  }

  override fork(): RunTable {
    return new RunTable(this.forkTrees(), this.#counts.fork())
  }

  override *loading(rows: readonly RunRow[]): Slices<void> {
    yield* super.loading(rows)
    // Sorted by time, so that every count is added at the end of its series.
    this.#counts = noCounts()
    yield* forEach(this.range('newest', null), row => this.#count(row, 1))
  }

  /**
   * Calls back with groups of runs started in the interval, by at least these fields, and their counts by status, in the
   * order of the contract. A group may come more than once; each run is counted once in all.
   */
  visitGroups<Field extends RunField>(
    interval: Interval,
    fields: readonly Field[],
    callback: (group: RunGroup<Field>, runs: readonly number[]) => void,
  ): void {
    const [newest] = this.range('newest', null, { descending: true, limit: 1 })
    const { fromHour, toHour, ends } = cutIntoHours(interval, newest?.createdAt ?? Number.NEGATIVE_INFINITY)
    const counts = this.#counts.smallestWith(fields)
    counts?.visit(fromHour, toHour, (group, sums) => {
      // Zeros remain where all runs of a group were deleted or moved to another group.
      if (sums.some(runs => runs !== 0)) callback(group as RunGroup<Field>, sums)
    })
    for (const end of ends) for (const row of this.range('newest', null, end)) callback(row, countOf(row))
  }

  #count(run: RunRow, step: 1 | -1): void {
    this.#counts.add(run, run.createdAt, [step], words.RunStatus.indexOf(run.status))
  }
}

function noCounts(): Rollups<RunGroup> {
  return new Rollups(GROUPINGS, words.RunStatus.length)
}

/** The count of each status for one run. */
function countOf(run: RunRow): number[] {
  return words.RunStatus.map(status => (status === run.status ? 1 : 0))
}

function countsAlike(a: RunRow, b: RunRow): boolean {
  if (a.status !== b.status || a.createdAt !== b.createdAt) return false
  return a.agentId === b.agentId && a.startedBy === b.startedBy && a.teamId === b.teamId
}
