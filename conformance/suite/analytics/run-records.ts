/** Runs as the list of runs shows them. */
import type { Json } from '../../extract/find-value.ts'
import { refIn } from '../../extract/record.ts'
import { beganAt, endOf, readRun } from '../../extract/run-status.ts'

export interface RunRecord {
  agent: string
  cost: number | undefined
  end: 'finished' | 'failed' | 'otherwise' | undefined
  /** When the run began, where the record shows it. */
  began: number | undefined
}

export function recordsIn(rows: readonly Json[]): RunRecord[] {
  return rows.flatMap(row => {
    // The run's own id must not be taken for the agent's.
    const [agent, view] = [refIn(row, 'agent'), readRun(row)]
    if (agent === undefined || !view) return []
    const ended = endOf(view.status)
    const end =
      ended === 'failed'
        ? 'failed'
        : ended === 'finished' || view.summary !== undefined
          ? 'finished'
          : 'otherwise'
    return [{ agent, cost: view.cost, end, began: beganAt(row) }]
  })
}
