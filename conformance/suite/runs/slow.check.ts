/** Runs caught while they work: paused, resumed, cancelled, stopped, and all that is refused on the way. */

import type { CallOptions } from '../../engine/client.ts'
import { type Scenario, scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { Missing } from '../../ledger/missing.ts'
import { subjectsOf } from '../../ledger/subjects.ts'
import { refuses } from '../../negatives/refusals.ts'
import { mayWait } from '../../reading/run-status.ts'
import type { Key } from '../../target/target.ts'
import { accessRows, refusesOtherCallers } from '../access/refused-callers.ts'
import {
  act,
  awaitRun,
  look,
  type OwnRun,
  runSeenBy,
  SETTLE,
  startRun,
  wasReady,
  working,
} from './own-run.ts'
import { refusesMove, STOPPED, type State } from './refused-move.ts'
import { followsRetry, RETRY_ROWS } from './retry.ts'
import { runner } from './survey.ts'

const needs = { capability: 'runs', scopes: ['agents:run', 'runs:read'] } as const
const RUNNING: State = { name: 'a running run', holds: status => status === 'running' }
const PAUSED: State = { name: 'a paused run', holds: status => status === 'paused' }
const CANCELLED: State = { name: 'a cancelled run', holds: status => status === 'cancelled' }
const FOREIGN = ['VIS-05'] as const

/** How often a run is started anew because the one before had ended too soon. */
const TRIES = 4

/**
 * Agents may be quick: what needs a working run is tried on several, until one of these has a verdict. `hurry` says that
 * the run before had ended too soon: then only the one action is sent.
 */
async function onWorkingRuns(
  t: Trial,
  ids: readonly string[],
  story: (run: OwnRun, hurry: boolean) => Promise<void>,
): Promise<void> {
  const agent = await runner(t, 'agent-slow')
  for (let attempt = 1; ; attempt++) {
    const run = await startRun(t, agent)
    try {
      await story(run, attempt > 1)
    } catch (problem) {
      if (!(problem instanceof Missing) || attempt === TRIES) throw problem
    }
    const decided = ids.some(id => !t.wants(id) || t.isDecided(id))
    const over = (await look(t, run)).phase === 'ended'
    if (decided || !over || attempt === TRIES) return
  }
}

/** An action on a working run: first by those who may not, unless there is no time for them. */
function acts(t: Trial, operation: string, run: OwnRun, status: string, hurry: boolean) {
  const options = { path: { run_id: run.id, agent_id: run.agent } }
  return hurry
    ? t.call(operation, options)
    : refusesOtherCallers(t, operation, { options, ...unchanged(t, run, status) })
}

/** A refused move on a working run, on another one where it was too quick. */
async function refusedWhileWorking(
  t: Trial,
  id: string,
  run: OwnRun,
  move: string,
  options: CallOptions = {},
) {
  await refusesMove(t, id, run, move, RUNNING, options)
  for (let attempt = 1; attempt < TRIES && t.wants(id) && !t.isDecided(id); attempt++) {
    const other = await startRun(t, await runner(t, 'agent-slow'))
    const caught = await working(t, other).catch(() => undefined)
    if (caught) await refusesMove(t, id, other, move, RUNNING, options)
  }
}

/** Whether a call that must be refused changed the run. */
const unchanged = (t: Trial, run: OwnRun, status: string) => ({
  foreign: FOREIGN,
  unchanged: ['AUTH-07'],
  seenBy: (key: Key) => runSeenBy(t, key, run),
  changed: async () => {
    const now = await look(t, run)
    const endedByItself = now.summary !== undefined || /fail|error|timeout/i.test(now.status ?? '')
    if (now.status === status || endedByItself) return undefined
    if (status === 'running' && mayWait(now.status) && (await comesTo(t, now.status))) return undefined
    return `a refused call turned ${status} into ${now.status}`
  },
})

/** Whether a run of that agent that nobody touches comes to that status by itself, as one does that asks a question. */
async function comesTo(t: Trial, status: string | undefined): Promise<boolean> {
  const untouched = await startRun(t, await runner(t, 'agent-slow'))
  const seen = await t.until('an untouched run', t.target.pace.runSeconds, async () => {
    const now = await look(t, untouched)
    return now.status === status || now.phase === 'ended' ? now : undefined
  })
  return seen?.status === status
}

const pause = scenario({
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
  run: t => onWorkingRuns(t, ['RUN-10'], (run, hurry) => pauses(t, run, hurry)),
})

async function pauses(t: Trial, run: OwnRun, hurry: boolean) {
  const now = await look(t, run)
  const { waiting, running } = { waiting: now.phase === 'waiting', running: now.phase === 'running' }
  const found = `a read after the reply to the start finds the run ${now.status}`
  const named = t.target.fixtures.get('agent-slow')?.id === run.agent
  // It may ask at once, and one that nobody called slow may have finished.
  const quick = now.phase === 'paused' || (!named && now.phase === 'ended')
  if (quick) t.notExercised('START-16', `an agent that is slow enough: ${found}`, run.exchange, now.exchange)
  else t.expect('START-16', waiting || running, found, run.exchange, now.exchange)
  await calledRunning(t, run)
  const seen = await working(t, run).catch(async problem => {
    const end = await look(t, run)
    // It worked, for it has a summary, and was never called running.
    if (end.summary !== undefined && now.phase === 'unknown')
      t.violated('STATE-01', `a run that worked was ${now.status}, never running`, now.exchange, end.exchange)
    throw problem
  })
  t.met('STATE-01', 'the working run has the status running', seen.exchange)

  const paused = await acts(t, 'pauseRun', run, 'running', hurry)
  if (!(await wasReady(t, 'RUN-10', run, paused, 'running')) || !t.served('RUN-10', paused)) return
  const stored = await awaitRun(t, run, 'the run to be paused', one => one.status === 'paused', SETTLE)
  if (!stored) {
    const read = await look(t, run)
    if (read.summary !== undefined)
      return t.notExercised('STATE-02', 'a slower agent: the run had finished', read.exchange)
    return t.violated(
      'STATE-02',
      `after a pause that answered 200 the run is ${read.status}`,
      paused,
      read.exchange,
    )
  }
  t.met('STATE-02', 'the paused run is stored as paused', paused, stored.exchange)
  await refusesMove(t, 'STATE-05', run, 'pauseRun', PAUSED)
  await refusesMove(t, 'STATE-17', run, 'cancelRun', PAUSED)
  await refusesMove(t, 'STATE-29', run, 'retryRun', PAUSED)
  await refusesMove(t, 'STATE-47', run, 'respondToRun', PAUSED, { body: { answer: 'nobody asked' } })
  await staysPaused(t, run)
  if ((await look(t, run)).status !== 'paused') return

  const resumed = await acts(t, 'resumeRun', run, 'paused', false)
  if (!t.served('RUN-11', resumed)) return
  const works = await awaitRun(t, run, 'the run to work again', one => one.status !== 'paused', SETTLE)
  const read = works ?? (await look(t, run))
  const again = read.phase === 'running' || read.summary !== undefined || read.phase === 'waiting'
  if (
    !t.expect(
      'STATE-04',
      again,
      `after a resume that answered 200 the run is ${read.status}`,
      resumed,
      read.exchange,
    )
  )
    return
  const end = await awaitRun(
    t,
    run,
    'the resumed run to finish',
    one => one.phase === 'ended' || one.phase === 'paused',
  )
  if (end?.phase === 'paused') t.violated('STATE-04', 'the resumed run is paused again', end.exchange)
  else if (end) t.met('STATE-04', `the resumed run worked on until it was ${end.status}`, end.exchange)
}

/** A run that works under another word than the stated one never shows `running`. */
async function calledRunning(t: Trial, run: OwnRun) {
  const view = await awaitRun(
    t,
    run,
    'the run to work',
    one => one.status === 'running' || one.phase === 'ended',
    30,
  )
  const now = view ?? (await look(t, run))
  const works = /run|work|progress|process|active|execut|busy|live/i.test(now.status ?? '')
  if (now.status !== 'running' && now.phase === 'unknown' && works) {
    t.violated('STATE-01', `a working run has the status ${now.status}`, now.exchange)
  }
}

/** Long enough that the agent would have got on, had it worked. */
async function staysPaused(t: Trial, run: OwnRun) {
  if (!t.wants('STATE-03')) return
  const first = await look(t, run)
  const moved = await awaitRun(t, run, 'a paused run to stay paused', one => one.status !== 'paused', 12)
  const last = moved ?? (await look(t, run))
  t.expect(
    'STATE-03',
    moved === undefined,
    `left alone, the paused run is ${last.status}`,
    first.exchange,
    last.exchange,
  )
}

const cancel = scenario({
  id: 'runs/cancel',
  title: 'A running run is cancelled, and retried; the retry is stopped for good',
  requirements: [
    ...new Set([
      ...[
        'STATE-10',
        'STATE-28',
        'STATE-46',
        'CANCEL-03',
        'RUN-09',
        'CANCEL-01',
        'STATE-15',
        'STATE-16',
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
    await onWorkingRuns(t, ['RUN-09'], (run, hurry) => cancels(t, run, hurry))
    if (t.wants('RUN-08') && !t.isDecided('RUN-08'))
      await onWorkingRuns(t, ['RUN-08'], (run, hurry) => stopsForGood(t, run, hurry))
  },
})

async function cancels(t: Trial, run: OwnRun, hurry: boolean) {
  await working(t, run)
  if (!hurry) {
    await refusedWhileWorking(t, 'STATE-10', run, 'resumeRun')
    await refusedWhileWorking(t, 'STATE-28', run, 'retryRun')
    await refusedWhileWorking(t, 'STATE-46', run, 'respondToRun', { body: { answer: 'nobody asked' } })
    await wrongCancelBody(t, run)
  }
  const cancelled = await acts(t, 'cancelRun', run, 'running', hurry)
  const rows = ['RUN-09', 'CANCEL-01']
  if (!(await wasReady(t, rows, run, cancelled, 'running')) || !t.served(rows, cancelled)) return
  t.notExercised('STATE-16', 'a way to read the messages of a chat: the events of its stream are not stated')
  if (!(await isCancelled(t, run, cancelled))) return
  await refusesMove(t, 'STATE-08', run, 'pauseRun', CANCELLED)
  await refusesMove(t, 'STATE-13', run, 'resumeRun', CANCELLED)
  await refusesMove(t, 'STATE-20', run, 'cancelRun', CANCELLED)
  await refusesMove(t, 'STATE-37', run, 'stopRun', CANCELLED)
  const fresh = await followsRetry(t, run, 'STATE-23', unchanged(t, run, 'cancelled'))
  const still = await look(t, run)
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
    const now = await look(t, run)
    if (now.summary !== undefined)
      t.notExercised('STATE-15', 'a slower agent: the run had finished', now.exchange)
    else
      t.violated(
        'STATE-15',
        `after a cancel that answered 200 the run is ${now.status}`,
        cancelled,
        now.exchange,
      )
  }
  return read !== undefined
}

/** A list is no cancel body; the run must go on. */
async function wrongCancelBody(t: Trial, run: OwnRun) {
  const rows = subjectsOf('cancelRun').filter(row => row.id === 'CANCEL-03')
  await refuses(t, 'cancelRun', rows, {
    options: { path: { run_id: run.id } },
    accepted: () => true,
    holds: async () => (await look(t, run)).status === 'running',
  })
  if (!t.wants('CANCEL-03')) return
  const now = await look(t, run)
  if (now.status === 'cancelled')
    t.violated('CANCEL-03', 'the refused cancel cancelled the run', now.exchange)
}

async function stopsForGood(t: Trial, run: OwnRun, hurry: boolean) {
  const view = await awaitRun(t, run, 'the run to work', one => one.phase !== 'waiting', 60)
  if (view?.phase !== 'running') {
    return t.notExercised(
      ['STATE-32', 'RUN-08'],
      `a run that can be caught working: this one was ${view?.status}`,
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
      `after a stop that answered 200 the run is ${(await look(t, run)).status}`,
      stopped,
    )
  if (ended.summary !== undefined)
    return t.notExercised('STATE-32', 'a slower agent: the run had finished', ended.exchange)
  if (ended.status !== undefined) t.observe('run-status-names', `stopped: ${ended.status}`, ended.exchange)
  await t.sleep(3)
  const settled = await look(t, run)
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
  await t.sleep(5)
  const later = await look(t, run)
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

const stopPaused = scenario({
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
  await working(t, run)
  const cancelled = await act(t, 'cancelRun', run, { raw: 'null' })
  t.refusedByScope(cancelled)
  const now = cancelled.status === 200 ? undefined : await look(t, run)
  if (now && (now.summary !== undefined || mayWait(now.status)))
    return t.notExercised('CANCEL-02', 'a slower agent: the run was no longer running', cancelled)
  const sentence = `a cancel with null answered ${cancelled.status}`
  t.expect('CANCEL-02', cancelled.status === 200, sentence, cancelled)
}

async function stopsPaused(t: Trial, run: OwnRun) {
  await working(t, run)
  await act(t, 'pauseRun', run)
  const paused = await awaitRun(
    t,
    run,
    'the run to be paused',
    one => one.status === 'paused' || one.phase === 'ended',
    SETTLE,
  )
  if (paused?.status !== 'paused')
    return t.notExercised('STATE-33', `a paused run: it is ${(await look(t, run)).status}`)
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
  const later = await look(t, run)
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

export const slowScenarios: readonly Scenario[] = [pause, cancel, stopPaused]
