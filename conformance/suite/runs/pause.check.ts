/** Pausing and resuming a run at work, and what is refused meanwhile. */

import { scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { recordIn, wordIn } from '../../extract/record.ts'
import { type Exchange, isRefusal } from '../../requirements/exchange.ts'
import { ignoreMissing } from '../../requirements/missing.ts'
import { isServed, ROUNDS } from '../../rules/stated-status.ts'
import { accessRows } from '../access/refused-callers.ts'
import { comesTo, mayBeItself } from './find-agents.ts'
import { finisher } from './finished-run.ts'
import { listedUnder } from './listed-under.ts'
import {
  act,
  awaitRun,
  awaitSoon,
  type CurrentRun,
  currentRun,
  hasEnded,
  isCalled,
  leftAlone,
  type OwnRun,
  onceUnlocked,
  seize,
  servedBesideStarts,
  servedInTime,
  settledRun,
  startRun,
  tooQuick,
  working,
} from './own-run.ts'
import { refusesFinished, refusesMoves } from './refused-move.ts'
import { refusalsIn } from './state-table.ts'
import {
  acts,
  arrives,
  endsAlone,
  FOREIGN,
  onWorkingRuns,
  UNPAUSED,
  unlessCaught,
  wasResumed,
} from './working-runs.ts'

export const pause = scenario({
  id: 'runs/pause',
  title: 'A running run is paused, stays paused, and is resumed',
  requirements: [
    ...['START-16', 'STATE-01', 'RUN-10', 'STATE-02', 'STATE-03', 'RUN-11', 'STATE-04', 'AUTH-07', 'RUN-15'],
    ...refusalsIn('running', 'paused', 'finished'),
    ...accessRows('pauseRun', ...FOREIGN),
    ...accessRows('resumeRun'),
  ],
  needs: { capability: 'runs', scopes: ['agents:run', 'runs:read'] },
  cost: { requests: 110, runs: 3, seconds: 60 },
  async run(t) {
    await finishesResumed(t).catch(ignoreMissing)
    unlessCaught(t, 'pauseRun')
    await onWorkingRuns(t, ['RUN-10', 'STATE-02'], (run, hurry) => pauses(t, run, hurry))
  },
})

async function pauses(t: Trial, run: OwnRun, hurry: boolean) {
  if (!hurry && !t.isDecided('STATE-01')) await begins(t, run)
  const paused = await acts(t, 'pauseRun', run, 'running', hurry)
  if (!(await servedInTime(t, 'RUN-10', run, paused, 'running'))) return
  const what = 'the run to be paused'
  if (!(await arrives(t, 'STATE-02', run, paused, what, isCalled('paused'), endsAlone(t, run)))) return
  await staysPaused(t, run)
  await listedUnder(t, run, 'paused')
  const areRefused = await refusesMoves(t, run, { is: 'paused', word: 'paused' })
  if (areRefused && (await currentRun(t, run)).status === 'paused') await resumes(t, run)
}

const FINISHED = 'a resumed run has finished'

/** A run that was paused and resumed before it finished is a finished run as any other. */
async function finishesResumed(t: Trial) {
  if (!t.wants(...refusalsIn('finished')) || t.context.memory.has(FINISHED)) return
  const run = await startRun(t, await finisher(t))
  if (!(await wasResumed(t, run))) return
  t.context.memory.set(FINISHED, Promise.resolve())
  await awaitRun(t, run, 'the resumed run to finish', hasEnded(t))
  await refusesFinished(t, run)
}

/** For how many seconds an agent works that the target declares to be slow. */
const DECLARED = 30

/** The statuses from the start until the run works. */
async function begins(t: Trial, run: OwnRun) {
  const now = await currentRun(t, run)
  const found = `a read after the reply to the start finds the run ${now.status}`
  const declared = t.target.fixtures.get('agent-slow')?.id === run.agent
  const replied = wordIn(recordIn(run.exchange.json, ['run']))
  if (now.phase === 'running' || now.phase === 'waiting')
    t.met('move-arrives', 'START-16', found, run.exchange, now.exchange)
  // The reply itself shows the end of a run that the target declares to be slow.
  else if (declared && now.summary !== undefined && replied === now.status)
    t.violated('move-arrives', 'START-16', `${found}, and so does the reply`, run.exchange, now.exchange)
  else tooQuick(t, 'START-16', found, run.exchange, now.exchange)
  const hasBegun = ({ phase, status }: CurrentRun) =>
    phase !== 'waiting' && (phase !== 'unknown' || isAtWork(status))
  const seen = await awaitRun(t, run, 'the run to work', hasBegun)
  let last = seen
  // It may be called so before it is called running, and be over by then: by a failure, or where it works for less time
  // than the target declares.
  const view = await working(t, run, one => {
    if (one.status === seen?.status) last = one
  }).catch(async (problem: unknown) => {
    const isOther = seen && seen.status !== 'running' && isAtWork(seen.status)
    const { status, summary } = await currentRun(t, run)
    const lasted =
      last && (last.exchange.at.getTime() / 1000) * t.target.pace.clockScale - t.secondsAt(run.exchange)
    const isSlow = declared && (lasted ?? 0) >= DECLARED
    if (isSlow && isOther && (status === seen.status || summary !== undefined))
      t.violated('stated-word', 'STATE-01', `a working run has the status ${seen.status}`, seen.exchange)
    throw problem
  })
  t.met('stated-word', 'STATE-01', 'the working run has the status running', view.exchange)
}

/** Whether a word says of itself that the run works, in any spelling. */
const isAtWork = (word: string | undefined): boolean =>
  /^(running|run|in[-_ ]?progress|working|active|executing|busy|live)$/i.test(word ?? '')

/** A resumed run is a running one: it is paused and resumed once more. */
async function resumes(t: Trial, run: OwnRun, isAgain = false) {
  const first = isAgain ? await act(t, 'resumeRun', run) : await acts(t, 'resumeRun', run, 'paused', false)
  const unlocked = await onceUnlocked(t, run, first)
  // An empty wallet or a busy agent may refuse it.
  const resumed = await servedBesideStarts(t, 'RUN-11', 'a resume of a paused run', run, unlocked)
  if (resumed.status !== 200) return
  const isBack = ({ phase, summary }: CurrentRun) =>
    phase === 'running' || phase === 'waiting' || summary !== undefined
  const isOther = (view: CurrentRun) => !isAtWork(view.status) && mayBeItself(t, run, view)
  const back = await arrives(t, 'STATE-04', run, resumed, 'the run to work again', isBack, isOther)
  if (!back || back.summary !== undefined) return
  if (!isAgain && back.phase === 'running' && (await pausesAgain(t, run))) return await resumes(t, run, true)
  // What a running run refuses, it refuses after a pause, too.
  const another = async () => {
    const other = await startRun(t, { id: run.agent })
    return (await wasResumed(t, other)) ? other : undefined
  }
  if (!(await refusesMoves(t, run, { is: 'running', word: 'running', another }))) return
  const rests = ({ phase }: CurrentRun) => phase === 'ended' || phase === 'paused'
  const end = await awaitRun(t, run, 'the resumed run to finish', rests, 60)
  if (end?.phase !== 'paused') return
  const still = await settledRun(t, run, one => one.phase !== 'paused')
  if (still.phase !== 'paused') return
  if (await comesTo(t, run, still)) t.notExercised('STATE-04', UNPAUSED, still.exchange)
  else t.violated('state-stays', 'STATE-04', 'the resumed run is paused again', resumed, still.exchange)
}

async function pausesAgain(t: Trial, run: OwnRun): Promise<boolean> {
  let paused = await onceUnlocked(t, run, await act(t, 'pauseRun', run))
  for (let left = ROUNDS; isRefusal(paused) && left > 0; left--) paused = await seize(t, run, 'pauseRun')
  if (isRefusal(paused)) await isCancelled(t, run, paused)
  if (isRefusal(paused) || !t.served('RUN-10', paused)) return false
  const what = 'the resumed run to be paused'
  const isOver = async (view: CurrentRun) =>
    (await endsAlone(t, run)(view)) ||
    (view.phase === 'ended' && (await comesTo(t, run, view, other => wasResumed(t, other))))
  return (await arrives(t, 'STATE-02', run, paused, what, isCalled('paused'), isOver)) !== undefined
}

/** A resumed run that is cancelled was running until then: a pause before it is not refused each time. */
async function isCancelled(t: Trial, run: OwnRun, refused: Exchange) {
  const cancelled = await act(t, 'cancelRun', run)
  if (!isServed(cancelled)) return
  const end = await awaitSoon(t, run, 'the run to be cancelled', isCalled('cancelled'))
  const sentence = `the pause of a resumed run answered ${refused.status}, a cancel after it ${cancelled.status}`
  if (end) t.violated('stated-status', 'RUN-10', sentence, refused, cancelled, end.exchange)
}

/** Waits long enough for a working agent to make progress. */
async function staysPaused(t: Trial, run: OwnRun) {
  if (!t.wants('STATE-03')) return
  const [first, last] = await heldPaused(t, run)
  const sentence = `left alone, the paused run is ${last.status}`
  const evidence = [first.exchange, last.exchange]
  if (last.status === 'paused') return t.met('state-stays', 'STATE-03', sentence, ...evidence)
  // Somebody else may have moved it.
  const other = await startRun(t, { id: run.agent })
  const isPaused = isServed(await seize(t, other, 'pauseRun'))
  const [before, after] = isPaused ? await heldPaused(t, other) : []
  if (before?.status === 'paused' && after && after.status !== 'paused')
    t.violated('state-stays', 'STATE-03', sentence, ...evidence, before.exchange, after.exchange)
  else t.notExercised('STATE-03', `a second run that does not stay paused: ${sentence}`, ...evidence)
}

const heldPaused = async (t: Trial, run: OwnRun) =>
  [await settledRun(t, run, isCalled('paused')), await leftAlone(t, run, 'paused', 12)] as const
