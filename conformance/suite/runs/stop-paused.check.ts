/** Stopping a run that is paused, by a call or on a question. */

import { scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { mayWait } from '../../extract/run-status.ts'
import { Missing } from '../../requirements/missing.ts'
import { isServed } from '../../rules/stated-status.ts'
import { accessRows } from '../access/refused-callers.ts'
import { runner } from './find-agents.ts'
import {
  act,
  awaitSoon,
  type CurrentRun,
  currentRun,
  isCalled,
  type OwnRun,
  seize,
  tooQuick,
  working,
} from './own-run.ts'
import { refusesMoves } from './refused-move.ts'
import { asking } from './run-questions.check.ts'
import { refusalsIn } from './state-table.ts'
import { judgeStopped, STOPPED_ROWS } from './stopped-run.ts'
import { acts, arrives, cancelsOtherwise, endsAlone, FOREIGN, onWorkingRuns } from './working-runs.ts'

const needs = { capability: 'runs', scopes: ['agents:run', 'runs:read'] } as const

export const stopPaused = scenario({
  id: 'runs/stop-paused',
  title: 'A paused run is stopped; another is cancelled with null as body',
  requirements: [
    ...['STATE-33', 'CANCEL-02', 'AUTH-07', ...STOPPED_ROWS],
    ...accessRows('stopRun', ...FOREIGN),
  ],
  needs,
  cost: { requests: 60, runs: 2, seconds: 30 },
  async run(t) {
    if (t.wants('CANCEL-02'))
      await onWorkingRuns(t, ['CANCEL-02'], (run, hurry) => cancelsWithNull(t, run, hurry))
    await onWorkingRuns(t, ['STATE-33'], run => stopsPaused(t, run))
  },
})

async function cancelsWithNull(t: Trial, run: OwnRun, hurry: boolean) {
  // A run that has not begun may be cancelled without a move.
  if (!hurry) await working(t, run)
  const cancelled = await seize(t, run, 'cancelRun', { raw: 'null' })
  t.refusedByScope(cancelled)
  const sentence = `a cancel with null answered ${cancelled.status}`
  const what = 'the run to be cancelled'
  if (isServed(cancelled))
    await arrives(t, 'CANCEL-02', run, cancelled, what, isCalled('cancelled'), endsAlone(t, run))
  else if (!isServed(await cancelsOtherwise(t, 'CANCEL-02', run, cancelled)))
    tooQuick(t, 'CANCEL-02', sentence, cancelled)
}

/** A paused run holds still: who may not stop it is refused before it is stopped. */
async function stopsPaused(t: Trial, run: OwnRun) {
  await seize(t, run, 'pauseRun')
  const isThere = ({ status, phase }: CurrentRun) => status === 'paused' || phase === 'ended'
  const paused = await awaitSoon(t, run, 'the run to be paused', isThere)
  if (paused?.status !== 'paused')
    return t.notExercised('STATE-33', `a paused run: it is ${(await currentRun(t, run)).status}`)
  const stopped = await acts(t, 'stopRun', run, 'paused', false)
  await judgeStopped(t, 'STATE-33', run, stopped, 'paused')
}

export const askedScenario = scenario({
  id: 'runs/asked',
  title: 'A run that waits for an answer is not paused, cancelled or retried; it is stopped for good',
  requirements: [...refusalsIn('asks'), 'STATE-33', 'RUN-15', ...STOPPED_ROWS],
  needs,
  cost: { requests: 40, runs: 1, seconds: 20 },
  async run(t) {
    const { run, word } = await asking(t, await runner(t, 'agent-asks-text'))
    if (!mayWait(word)) throw new Missing(`a run that asks: it is ${word}`)
    await refusesMoves(t, run, { is: 'asks', word })
    await judgeStopped(t, 'STATE-33', run, await act(t, 'stopRun', run), word)
  },
})
