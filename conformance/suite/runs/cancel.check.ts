/** Cancelling a run at work, and what ends with it. */

import { scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { refuses } from '../../negatives/refusals.ts'
import { subjectsOf } from '../../requirements/contract.ts'
import { lacks } from '../../requirements/missing.ts'
import { accessRows } from '../access/refused-callers.ts'
import { type act, awaitRun, currentRun, type OwnRun, SETTLE, wasReady, working } from './own-run.ts'
import { refusesAnswers, refusesMove, STOPPED, type State } from './refused-move.ts'
import { followsRetry, RETRY_ROWS } from './retry.ts'
import {
  acts,
  CANCELLED,
  caught,
  FOREIGN,
  finished,
  onWorkingRuns,
  refusedWhileWorking,
  repliedTooSoon,
  unchanged,
  wentOn,
} from './working-runs.ts'

const needs = { capability: 'runs', scopes: ['agents:run', 'runs:read'] } as const

export const cancel = scenario({
  id: 'runs/cancel',
  title: 'A running run is cancelled, and retried; the retry is stopped for good',
  requirements: [
    ...new Set([
      ...[
        'STATE-10',
        'STATE-28',
        'STATE-46',
        'STATE-48',
        'CANCEL-03',
        'RUN-09',
        'CANCEL-01',
        'STATE-15',
        'AUTH-07',
      ],
      ...['STATE-08', 'STATE-13', 'STATE-20', 'STATE-37', 'STATE-23', ...RETRY_ROWS],
      ...['RUN-08', 'STATE-32', 'STATE-34', 'STATE-09', 'STATE-14', 'STATE-21', 'STATE-31', 'STATE-38'],
      ...accessRows('cancelRun', ...FOREIGN),
      ...accessRows('stopRun', ...FOREIGN),
      ...accessRows('retryRun'),
    ]),
  ],
  needs,
  cost: { requests: 90, runs: 2, seconds: 30 },
  writes: true,
  async run(t) {
    await caught(t, 'RUN-09', () =>
      onWorkingRuns(t, ['RUN-09', 'STATE-15'], (run, hurry) => cancels(t, run, hurry)),
    )
    if (t.wants('RUN-08') && !t.isDecided('RUN-08'))
      await onWorkingRuns(t, ['RUN-08'], (run, hurry) => stopsForGood(t, run, hurry))
  },
})

async function cancels(t: Trial, run: OwnRun, hurry: boolean) {
  if (!hurry) {
    await working(t, run)
    await refusedWhileWorking(t, 'STATE-10', run, 'resumeRun')
    await refusedWhileWorking(t, 'STATE-28', run, 'retryRun')
    await refusedWhileWorking(t, 'STATE-46', run, 'respondToRun', { body: { answer: 'nobody asked' } })
    await wrongCancelBody(t, run)
  }
  const cancelled = await acts(t, 'cancelRun', run, 'running', hurry)
  const rows = ['RUN-09', 'CANCEL-01']
  if (!(await wasReady(t, rows, run, cancelled, 'running')) || !t.served(rows, cancelled)) return
  if (!(await isCancelled(t, run, cancelled))) return
  await refusesMove(t, 'STATE-08', run, 'pauseRun', CANCELLED)
  await refusesMove(t, 'STATE-13', run, 'resumeRun', CANCELLED)
  await refusesMove(t, 'STATE-20', run, 'cancelRun', CANCELLED)
  await refusesMove(t, 'STATE-37', run, 'stopRun', CANCELLED)
  await refusesAnswers(t, run, CANCELLED)
  const fresh = await followsRetry(t, run, 'STATE-23', unchanged(t, run, 'cancelled'))
  const still = await currentRun(t, run)
  t.expect(
    'STATE-15',
    still.status === 'cancelled',
    `later the cancelled run is ${still.status}`,
    still.exchange,
  )
  if (fresh) await stopsForGood(t, fresh, false)
}

async function isCancelled(
  t: Trial,
  run: OwnRun,
  cancelled: Awaited<ReturnType<typeof act>>,
): Promise<boolean> {
  const read = await awaitRun(t, run, 'the run to be cancelled', one => one.status === 'cancelled', SETTLE)
  if (read) t.met('STATE-15', 'the cancelled run has the status cancelled', cancelled, read.exchange)
  else {
    const now = await currentRun(t, run)
    if (now.summary !== undefined && !wentOn(t, run, cancelled))
      finished(t, 'STATE-15', run, cancelled, now.exchange)
    else
      t.violated(
        'STATE-15',
        `after a cancel that answered 200 the run is ${now.status}`,
        cancelled,
        now.exchange,
      )
  }
  if (read) repliedTooSoon(t, 'STATE-15', run, cancelled)
  return read !== undefined
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
  if (now.status === 'cancelled')
    t.violated('CANCEL-03', 'the refused cancel cancelled the run', now.exchange)
}

async function stopsForGood(t: Trial, run: OwnRun, hurry: boolean) {
  const view = hurry
    ? undefined
    : await awaitRun(t, run, 'the run to work', one => one.phase !== 'waiting', 60)
  if (!hurry && view?.phase !== 'running') {
    return t.notExercised(
      ['STATE-32', 'RUN-08'],
      lacks.fixture('agent-slow', `a run that can be caught working: this one was ${view?.status}`),
    )
  }
  const stopped = await acts(t, 'stopRun', run, 'running', hurry)
  if (!(await wasReady(t, 'RUN-08', run, stopped, 'running')) || !t.served('RUN-08', stopped)) return
  const ended = await awaitRun(
    t,
    run,
    'the run to stop',
    one => one.status !== 'running' && one.status !== 'paused',
    SETTLE,
  )
  if (!ended)
    return t.violated(
      'STATE-32',
      `after a stop that answered 200 the run is ${(await currentRun(t, run)).status}`,
      stopped,
    )
  if (ended.summary !== undefined && wentOn(t, run, stopped))
    return t.violated(
      'STATE-32',
      'stopped with 200, the run worked on until it had finished',
      stopped,
      ended.exchange,
    )
  if (ended.summary !== undefined)
    return t.notExercised(
      'STATE-32',
      lacks.fixture('agent-slow', 'a slower agent: the run had finished'),
      ended.exchange,
    )
  repliedTooSoon(t, 'STATE-32', run, stopped)
  if (ended.status !== undefined) t.observe('run-status-names', `stopped: ${ended.status}`, ended.exchange)
  await t.sleep(3)
  const settled = await currentRun(t, run)
  const word = settled.status
  const state: State = { name: STOPPED, holds: status => status === word }
  await refusesMove(t, 'STATE-14', run, 'resumeRun', state)
  await refusesMove(t, 'STATE-09', run, 'pauseRun', state)
  if (word !== 'cancelled') await refusesMove(t, 'STATE-21', run, 'cancelRun', state)
  else t.notExercised('STATE-21', 'a word for stopped runs of its own: here they are cancelled')
  if (word === 'cancelled' || /fail|error/i.test(word ?? '') || word === t.target.words.failed) {
    t.notExercised('STATE-31', `a word for stopped runs of its own: ${word} may be retried`)
  } else await refusesMove(t, 'STATE-31', run, 'retryRun', state)
  await refusesMove(t, 'STATE-38', run, 'stopRun', state)
  await refusesAnswers(t, run, state)
  await t.sleep(5)
  const later = await currentRun(t, run)
  const gone = later.status !== 'running' && later.status !== 'paused'
  t.expect('STATE-32', gone, `stopped, the run is ${later.status} later`, stopped, later.exchange)
  if (settled.cost === undefined || later.cost === undefined)
    t.notExercised('STATE-34', 'the record shows no cost_euros', later.exchange)
  else
    t.expect(
      'STATE-34',
      settled.cost === later.cost,
      `stopped, it cost ${settled.cost} and later ${later.cost}`,
      settled.exchange,
      later.exchange,
    )
}
