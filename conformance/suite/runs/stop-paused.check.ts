/** Stopping a run that is paused. */

import { scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { lacks, Missing } from '../../requirements/missing.ts'
import { isServed } from '../../rules/stated-status.ts'
import { accessRows } from '../access/refused-callers.ts'
import { act, awaitRun, currentRun, type OwnRun, seize, wasReady } from './own-run.ts'
import { judgeStopped, STOPPED_ROWS } from './stopped-run.ts'
import { acts, FOREIGN, onWorkingRuns } from './working-runs.ts'

export const stopPaused = scenario({
  id: 'runs/stop-paused',
  title: 'A paused run is stopped; another is cancelled with null as body',
  requirements: [
    ...['STATE-33', 'CANCEL-02', 'RUN-08', 'AUTH-07', ...STOPPED_ROWS],
    ...accessRows('stopRun', ...FOREIGN),
  ],
  needs: { capability: 'runs', scopes: ['agents:run', 'runs:read'] },
  cost: { requests: 60, runs: 2, seconds: 30 },
  writes: true,
  async run(t) {
    if (t.wants('CANCEL-02')) await onWorkingRuns(t, ['CANCEL-02'], run => cancelsWithNull(t, run))
    await onWorkingRuns(t, ['STATE-33'], run => stopsPaused(t, run))
  },
})

async function cancelsWithNull(t: Trial, run: OwnRun) {
  const cancelled = await seize(t, run, 'cancelRun', { raw: 'null' })
  if (!cancelled) throw new Missing(lacks.fixture('agent-slow', 'a run that can be caught working'))
  t.refusedByScope(cancelled)
  const sentence = `a cancel with null answered ${cancelled.status}`
  if (isServed(cancelled)) return t.met('accepts-value', 'CANCEL-02', sentence, cancelled)
  const plain = await act(t, 'cancelRun', run)
  const beside = `${sentence}, without a body ${plain.status}`
  if (isServed(plain)) t.violated('accepts-value', 'CANCEL-02', beside, cancelled, plain)
  else t.notExercised('CANCEL-02', lacks.fixture('agent-slow', `a slower agent: ${beside}`), cancelled, plain)
}

/** A paused run holds still: who may not stop it is refused before it is stopped. */
async function stopsPaused(t: Trial, run: OwnRun) {
  await seize(t, run, 'pauseRun')
  const paused = await awaitRun(
    t,
    run,
    'the run to be paused',
    one => one.status === 'paused' || one.phase === 'ended',
    t.target.pace.lateSeconds,
  )
  if (paused?.status !== 'paused')
    return t.notExercised('STATE-33', `a paused run: it is ${(await currentRun(t, run)).status}`)
  const stopped = await acts(t, 'stopRun', run, 'paused', false)
  const rows = ['STATE-33', 'RUN-08']
  if (!(await wasReady(t, rows, run, stopped, 'paused')) || !t.served(rows, stopped)) return
  await judgeStopped(t, 'STATE-33', run, stopped, 'paused')
}
