/** Runs as the list of runs shows them. */
import type { Json } from '../../extract/find-value.ts'
import { refIn } from '../../extract/record.ts'
import { beganAt, readRun } from '../../extract/run-status.ts'
import { FAILED } from '../runs/past-runs.ts'

export interface RunRecord {
  agent: string
  cost: number | undefined
  end: 'finished' | 'failed' | 'otherwise' | undefined
  /** When it began, where the record shows it. */
  began: number | undefined
}

export function recordsIn(rows: readonly Json[]): RunRecord[] {
  return rows.flatMap(row => {
    // The id of the run is not that of its agent.
    const [agent, view] = [refIn(row, 'agent'), readRun(row)]
    if (agent === undefined || !view) return []
    const finished =
      /^(complete|finish|done|succe|ok$)/i.test(view.status ?? '') || view.summary !== undefined
    const end = FAILED.test(view.status ?? '') ? 'failed' : finished ? 'finished' : 'otherwise'
    return [{ agent, cost: view.cost, end, began: beganAt(row) }]
  })
}
