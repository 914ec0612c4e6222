/** Cancelling a run at work, and what ends with it. */

import { scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { refuses } from '../../negatives/refusals.ts'
import { subjectsOf } from '../../requirements/contract.ts'
import { ignoreMissing } from '../../requirements/missing.ts'
import { isServed } from '../../rules/stated-status.ts'
import { accessRows } from '../access/refused-callers.ts'
import { isSilent } from './chat-stream.check.ts'
import { awaitSoon, currentRun, isCalled, type OwnRun, seize, servedInTime, working } from './own-run.ts'
import { refusesMoves } from './refused-move.ts'
import { followsRetry, RETRY_ROWS, retriesAgain, retriesTheRetry } from './retry.ts'
import { refusalsIn } from './state-table.ts'
import { judgeStopped, STOPPED_ROWS } from './stopped-run.ts'
import {
  acts,
  arrives,
  cancelsOtherwise,
  endsAlone,
  FOREIGN,
  onWorkingRuns,
  unchanged,
  unlessCaught,
  wasResumed,
} from './working-runs.ts'

export const cancel = scenario({
  id: 'runs/cancel',
  title: 'A running run is cancelled, and retried; the retry is stopped for good',
  requirements: [
    ...['CANCEL-03', 'RUN-09', 'CANCEL-01', 'STATE-15', 'AUTH-07', 'STATE-23', 'STATE-32'],
    ...refusalsIn('running', 'cancelled'),
    ...RETRY_ROWS,
    ...STOPPED_ROWS,
    ...accessRows('cancelRun', ...FOREIGN),
    ...accessRows('retryRun'),
  ],
  needs: { capability: 'runs', scopes: ['agents:run', 'runs:read'] },
  cost: { requests: 135, runs: 4, seconds: 35 },
  async run(t) {
    unlessCaught(t, 'cancelRun')
    await onWorkingRuns(t, ['RUN-09', 'STATE-15'], (run, hurry) => cancels(t, run, hurry))
    const open = WHILE_WORKING.filter(id => t.wants(id) && !t.isDecided(id))
    if (open.length > 0) await onWorkingRuns(t, open, run => whileItWorks(t, run))
    if (t.wants('RUN-08') && !t.isDecided('RUN-08'))
      await onWorkingRuns(t, ['RUN-08'], run => stopsForGood(t, run))
  },
})

async function cancels(t: Trial, run: OwnRun, hurry: boolean) {
  // The callers who may not cancel come first, because they all need one run that still works.
  if (!hurry) await working(t, run)
  const bare = await acts(t, 'cancelRun', run, 'running', hurry)
  const cancelled = await cancelsOtherwise(t, 'CANCEL-01', run, bare)
  const rows = cancelled === bare ? ['RUN-09', 'CANCEL-01'] : ['RUN-09']
  if (!(await servedInTime(t, rows, run, cancelled, 'running'))) return
  const what = 'the run to be cancelled'
  if (!(await arrives(t, 'STATE-15', run, cancelled, what, isCalled('cancelled'), endsAlone(t, run)))) return
  const state = { is: 'cancelled', word: 'cancelled' } as const
  await refusesMoves(t, run, state)
  const fresh = await followsRetry(t, run, 'STATE-23', 'cancelled', unchanged(t, run, 'cancelled'))
  // The original is a cancelled run as before.
  if (fresh) await refusesMoves(t, run, state)
  if (!fresh) return
  await whileItWorks(t, fresh)
  await stopsForGood(t, fresh)
  const second = await retriesAgain(t, run, fresh, 'STATE-23')
  if (!second) return
  const isFollowed = second.chatId !== undefined && !t.target.absent.has('streams') && t.wants('EVENT-04')
  if (isFollowed) await isSilent(t, second)
  await cancelsResumed(t, second, run).catch(ignoreMissing)
}

/** What has been paused and resumed before is cancelled as any other run: then it is over, and can be retried. */
async function cancelsResumed(t: Trial, run: OwnRun, original: OwnRun) {
  await working(t, run)
  if (!(await wasResumed(t, run))) return
  await working(t, run)
  if (!isServed(await seize(t, run, 'cancelRun'))) return
  if (!(await awaitSoon(t, run, 'the run to be cancelled', isCalled('cancelled')))) return
  await refusesMoves(t, run, { is: 'cancelled', word: 'cancelled' })
  await retriesTheRetry(t, run, original)
}

const WHILE_WORKING = ['CANCEL-03', ...refusalsIn('running')]

/** What a running run refuses, where no other run has shown it. */
async function whileItWorks(t: Trial, run: OwnRun) {
  await awaitSoon(t, run, 'the run to work', one => one.phase !== 'waiting')
  await refusesMoves(t, run, { is: 'running', word: 'running' }, id => !t.isDecided(id))
  if (!t.isDecided('CANCEL-03')) await wrongCancelBody(t, run)
}

/** A cancel body that is a list is invalid, so the run must continue. */
async function wrongCancelBody(t: Trial, run: OwnRun) {
  const rows = subjectsOf('cancelRun').filter(row => row.id === 'CANCEL-03')
  await refuses(t, 'cancelRun', rows, {
    options: { path: { run_id: run.id } },
    accepted: () => true,
    holds: async () => (await currentRun(t, run)).status === 'running',
  })
  if (!t.wants('CANCEL-03')) return
  const now = await currentRun(t, run)
  const sentence = 'the refused cancel cancelled the run'
  if (now.status === 'cancelled') t.violated('refusal-without-effect', 'CANCEL-03', sentence, now.exchange)
}

async function stopsForGood(t: Trial, run: OwnRun) {
  await judgeStopped(t, 'STATE-32', run, await seize(t, run, 'stopRun'), 'running')
}
