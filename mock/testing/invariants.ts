// Invariants of every world.
import type { OperationId } from '#openapi'
import type { RunRow, RunStatus } from '../world/runs.ts'
import type { Tables } from '../world/tables.ts'
import { forkTables } from '../world/tables.ts'
import type { Workspace } from '../world/workspace.ts'

const ENDED: readonly RunStatus[] = ['completed', 'failed', 'cancelled', 'stopped']

/** Watches a workspace from call to call. */
export class Invariants {
  readonly #workspace: Workspace
  #before: Tables
  #microsOfRuns: number

  constructor(workspace: Workspace) {
    this.#workspace = workspace
    this.#before = forkTables(workspace.tables)
    this.#microsOfRuns = workspace.tables.runs.all().reduce((sum, run) => sum + run.micros, 0)
  }

  /** What does not hold after an operation, in words; empty when all is well. */
  check(operation: OperationId | null): string[] {
    const { tables, ledger } = this.#workspace
    const changes = tables.runs.changesSince(this.#before.runs)
    const problems = changes.removed.map(run => `the run ${run.id} is gone`)
    for (const { before, after } of changes.changed) problems.push(...this.#moved(before, after, operation))
    for (const run of changes.added) this.#microsOfRuns += run.micros
    for (const { before, after } of changes.changed) this.#microsOfRuns += after.micros - before.micros
    const spent = ledger.sum({ where: { kind: ['run', 'workflow'] } }).micros
    if (spent !== this.#microsOfRuns)
      problems.push(`the ledger has ${spent} micro-euros of runs, the runs have ${this.#microsOfRuns}`)
    for (const run of [...changes.added, ...changes.changed.map(change => change.after)]) {
      const own = ledger.sum({ where: { runId: run.id } }).micros
      if (own !== run.micros) problems.push(`${run.id} has cost ${run.micros}, the ledger says ${own}`)
    }
    this.#before = forkTables(tables)
    return problems
  }

  #moved(before: RunRow, after: RunRow, operation: OperationId | null): string[] {
    const where = `${before.id} went from ${before.status} to ${after.status} by ${operation ?? 'itself'}`
    const problems: string[] = []
    if (ENDED.includes(before.status)) problems.push(`${where}, but it had ended`)
    if (after.micros < before.micros || after.workedMs < before.workedMs)
      problems.push(`${where} and became cheaper`)
    // A paused run is cancelled by nothing: the table lists cancelling for running runs alone.
    if (after.status === 'cancelled' && before.status !== 'running') problems.push(where)
    if (after.status === 'cancelled' && operation !== 'cancelRun') problems.push(where)
    if (
      before.status === 'paused' &&
      after.status === 'paused' &&
      after.micros !== before.micros &&
      operation === null
    )
      problems.push(`${where} and cost something while it was paused`)
    return problems
  }
}

/** Every id of a workspace, to be looked for where it must not be. */
export function idsOf({ tables }: Workspace): Set<string> {
  return new Set(Object.values(tables).flatMap(table => table.all().map((row: { id: string }) => row.id)))
}

/** The ids among them that a text contains. */
export function foundIn(text: string, ids: ReadonlySet<string>): string[] {
  return [...new Set(text.match(/[a-z]+_[0-9a-z]{20,}/g))].filter(id => ids.has(id))
}
