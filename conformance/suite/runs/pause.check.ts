/** Pausing and resuming a run at work, and what is refused meanwhile. */

import { scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import type { Exchange } from '../../requirements/exchange.ts'
import { lacks } from '../../requirements/missing.ts'
import { accessRows } from '../access/refused-callers.ts'
import {
  act,
  awaitRun,
  currentRun,
  type OwnRun,
  SETTLE,
  seize,
  startRun,
  wasReady,
  working,
} from './own-run.ts'
import { comesTo, refusesMove } from './refused-move.ts'
import {
  acts,
  caught,
  FOREIGN,
  finished,
  onWorkingRuns,
  PAUSED,
  repliedTooSoon,
  wentOn,
} from './working-runs.ts'

const needs = { capability: 'runs', scopes: ['agents:run', 'runs:read'] } as const

export const pause = scenario({
  id: 'runs/pause',
  title: 'A running run is paused, stays paused, and is resumed',
  requirements: [
    ...new Set([
      ...[
        'START-16',
        'STATE-01',
        'RUN-10',
        'STATE-02',
        'STATE-03',
        'STATE-05',
        'STATE-17',
        'STATE-29',
        'STATE-47',
      ],
      ...['RUN-11', 'STATE-04', 'AUTH-07'],
      ...accessRows('pauseRun', ...FOREIGN),
      ...accessRows('resumeRun'),
    ]),
  ],
  needs,
  cost: { requests: 60, runs: 2, seconds: 40 },
  writes: true,
  run: t =>
    caught(t, 'RUN-10', () =>
      onWorkingRuns(t, ['RUN-10', 'STATE-02'], (run, hurry) => pauses(t, run, hurry)),
    ),
})

async function pauses(t: Trial, run: OwnRun, hurry: boolean) {
  if (!hurry) await begins(t, run)
  const paused = await acts(t, 'pauseRun', run, 'running', hurry)
  if (!(await wasReady(t, 'RUN-10', run, paused, 'running')) || !t.served('RUN-10', paused)) return
  await isPaused(t, run, paused)
}

/** The statuses from the start until the run works. */
async function begins(t: Trial, run: OwnRun) {
  const now = await currentRun(t, run)
  const { waiting, running } = { waiting: now.phase === 'waiting', running: now.phase === 'running' }
  const found = `a read after the reply to the start finds the run ${now.status}`
  const named = t.target.fixtures.get('agent-slow')?.id === run.agent
  // An agent may ask at once, and one that the target does not call slow may already have finished.
  const quick = now.phase === 'paused' || (!named && now.phase === 'ended')
  if (quick)
    t.notExercised(
      'START-16',
      lacks.fixture('agent-slow', `an agent that is slow enough: ${found}`),
      run.exchange,
      now.exchange,
    )
  else t.expect('START-16', waiting || running, found, run.exchange, now.exchange)
  await calledRunning(t, run)
  const seen = await working(t, run).catch(async problem => {
    const end = await currentRun(t, run)
    // The summary shows that it worked, yet its status was never `running`.
    if (end.summary !== undefined && now.phase === 'unknown')
      t.violated('STATE-01', `a run that worked was ${now.status}, never running`, now.exchange, end.exchange)
    throw problem
  })
  t.met('STATE-01', 'the working run has the status running', seen.exchange)
}

async function isPaused(t: Trial, run: OwnRun, paused: Exchange) {
  const stored = await awaitRun(t, run, 'the run to be paused', one => one.status === 'paused', SETTLE)
  if (!stored) {
    const read = await currentRun(t, run)
    if (read.summary !== undefined && !wentOn(t, run, paused))
      return finished(t, 'STATE-02', run, paused, read.exchange)
    return t.violated(
      'STATE-02',
      `after a pause that answered 200 the run is ${read.status}`,
      paused,
      read.exchange,
    )
  }
  t.met('STATE-02', 'the paused run is stored as paused', paused, stored.exchange)
  repliedTooSoon(t, 'STATE-02', run, paused)
  await refusesMove(t, 'STATE-05', run, 'pauseRun', PAUSED)
  await refusesMove(t, 'STATE-17', run, 'cancelRun', PAUSED)
  await refusesMove(t, 'STATE-29', run, 'retryRun', PAUSED)
  await refusesMove(t, 'STATE-47', run, 'respondToRun', PAUSED, { body: { answer: 'nobody asked' } })
  await staysPaused(t, run)
  if ((await currentRun(t, run)).status !== 'paused') return

  const resumed = await acts(t, 'resumeRun', run, 'paused', false)
  if (!t.served('RUN-11', resumed)) return
  const works = await awaitRun(t, run, 'the run to work again', one => one.status !== 'paused', SETTLE)
  const read = works ?? (await currentRun(t, run))
  const again = read.phase === 'running' || read.summary !== undefined || read.phase === 'waiting'
  const sentence = `after a resume that answered 200 the run is ${read.status}`
  if (!t.expect('STATE-04', again, sentence, resumed, read.exchange)) return
  if (read.phase === 'ended' && (await endsAtOnce(t, run)))
    return t.violated(
      'STATE-04',
      `${sentence}, and so is another one, by the first reading`,
      resumed,
      read.exchange,
    )
  const end = await awaitRun(
    t,
    run,
    'the resumed run to finish',
    one => one.phase === 'ended' || one.phase === 'paused',
  )
  if (end?.phase === 'paused' && (await comesTo(t, end.status)))
    t.notExercised('STATE-04', 'an agent that does not pause by itself', end.exchange)
  else if (end?.phase === 'paused') t.violated('STATE-04', 'the resumed run is paused again', end.exchange)
  else if (end) t.met('STATE-04', `the resumed run worked on until it was ${end.status}`, end.exchange)
}

/** The agent is declared slow and paused early, yet its run has ended by the first read after a resume. */
async function endsAtOnce(t: Trial, { agent }: OwnRun): Promise<boolean> {
  if (t.target.fixtures.get('agent-slow')?.id !== agent) return false
  const run = await startRun(t, t.fixture('agent-slow'))
  const paused = await seize(t, run, 'pauseRun')
  if (paused?.status !== 200 || (await currentRun(t, run)).status !== 'paused') return false
  const resumed = await act(t, 'resumeRun', run)
  return resumed.status === 200 && (await currentRun(t, run)).phase === 'ended'
}

/** A run that works under another status word never shows `running`. */
async function calledRunning(t: Trial, run: OwnRun) {
  const view = await awaitRun(
    t,
    run,
    'the run to work',
    one => one.status === 'running' || one.phase === 'ended',
    30,
  )
  const now = view ?? (await currentRun(t, run))
  const works = /run|work|progress|process|active|execut|busy|live/i.test(now.status ?? '')
  if (now.status !== 'running' && now.phase === 'unknown' && works) {
    t.violated('STATE-01', `a working run has the status ${now.status}`, now.exchange)
  }
}

/** Waits long enough for a working agent to make progress. */
async function staysPaused(t: Trial, run: OwnRun) {
  if (!t.wants('STATE-03')) return
  const first = await currentRun(t, run)
  const moved = await awaitRun(t, run, 'a paused run to stay paused', one => one.status !== 'paused', 12)
  const last = moved ?? (await currentRun(t, run))
  t.expect(
    'STATE-03',
    moved === undefined,
    `left alone, the paused run is ${last.status}`,
    first.exchange,
    last.exchange,
  )
}
