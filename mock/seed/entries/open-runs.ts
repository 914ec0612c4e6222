// Unfinished runs that use an entry.
import { isEnded } from '../../work/run-moves.ts'
import { moveRun } from '../../work/runs.ts'
import type { RunRow } from '../../world/runs.ts'
import type { Workspace } from '../../world/workspace.ts'
import type { User } from './entry-kind.ts'

/** Removing the reference stops the run. */
export function openRuns(workspace: Workspace, uses: (run: RunRow) => boolean): User[] {
  const { runs } = workspace.tables
  return ['running', 'paused']
    .flatMap(status => runs.range('byStatus', status))
    .filter(uses)
    .map(({ id }) => ({ name: `run ${id}`, release: () => stopRun(workspace, id) }))
}

/** Runs that use a model. They end by themselves; no other model can replace it. */
export function openRunsWith(workspace: Workspace, model: string): User[] {
  return workspace.tables.runs
    .range('newest', null)
    .filter(run => run.model === model && !isEnded(run))
    .map(({ id }) => ({ name: `run ${id}` }))
}

function stopRun(workspace: Workspace, id: string): void {
  const run = workspace.tables.runs.get(id)
  if (run && !isEnded(run)) moveRun(workspace, run, 'stop')
  workspace.simulation.settle()
}
