/** Stopping a run that is paused. */
import { scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { mayWait } from '../../extract/run-status.ts'
import { lacks, Missing } from '../../requirements/missing.ts'
import { act, awaitRun, currentRun, type OwnRun, SETTLE, seize } from './own-run.ts'
import { onWorkingRuns } from './working-runs.ts'

const needs = { capability: 'runs', scopes: ['agents:run', 'runs:read'] } as const

export const stopPaused = scenario({
  id: 'runs/stop-paused',
  title: 'A paused run is stopped; another is cancelled with null as body',
  requirements: ['STATE-33', 'CANCEL-02'],
  needs,
  cost: { requests: 24, runs: 2, seconds: 20 },
  writes: true,
  async run(t) {
    if (t.wants('CANCEL-02')) await onWorkingRuns(t, ['CANCEL-02'], run => cancelsWithNull(t, run))
    if (t.wants('STATE-33')) await onWorkingRuns(t, ['STATE-33'], run => stopsPaused(t, run))
  },
})

async function cancelsWithNull(t: Trial, run: OwnRun) {
  const cancelled = await seize(t, run, 'cancelRun', { raw: 'null' })
  if (!cancelled) throw new Missing(lacks.fixture('agent-slow', 'a run that can be caught working'))
  t.refusedByScope(cancelled)
  const now = cancelled.status === 200 ? undefined : await currentRun(t, run)
  if (now && (now.summary !== undefined || mayWait(now.status)))
    return t.notExercised(
      'CANCEL-02',
      lacks.fixture('agent-slow', 'a slower agent: the run was no longer running'),
      cancelled,
    )
  const sentence = `a cancel with null answered ${cancelled.status}`
  t.expect('CANCEL-02', cancelled.status === 200, sentence, cancelled)
}

async function stopsPaused(t: Trial, run: OwnRun) {
  await seize(t, run, 'pauseRun')
  const paused = await awaitRun(
    t,
    run,
    'the run to be paused',
    one => one.status === 'paused' || one.phase === 'ended',
    SETTLE,
  )
  if (paused?.status !== 'paused')
    return t.notExercised('STATE-33', `a paused run: it is ${(await currentRun(t, run)).status}`)
  const stopped = await act(t, 'stopRun', run)
  const sentence = `stopping a paused run answered ${stopped.status}`
  if (!t.expect('STATE-33', stopped.status === 200, sentence, stopped)) return
  const ended = await awaitRun(
    t,
    run,
    'the run to stop',
    one => one.status !== 'running' && one.status !== 'paused',
    SETTLE,
  )
  const resumed = await act(t, 'resumeRun', run)
  await t.sleep(4)
  const later = await currentRun(t, run)
  const gone = later.status !== 'running' && later.status !== 'paused'
  t.expect(
    'STATE-33',
    ended !== undefined && gone,
    `stopped while paused, then resumed (${resumed.status}), the run is ${later.status}`,
    stopped,
    resumed,
    later.exchange,
  )
}
