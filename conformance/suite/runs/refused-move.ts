/** Tries the moves that the state of a run refuses: refused without effect on the run. */

import type { Trial } from '../../engine/trial.ts'
import { endOf } from '../../extract/run-status.ts'
import { operation } from '../../requirements/contract.ts'
import type { Exchange } from '../../requirements/exchange.ts'
import { ignoreMissing } from '../../requirements/missing.ts'
import { mayBeItself, runner } from './find-agents.ts'
import { isFailedWord, isFinishedWord } from './finished-run.ts'
import {
  act,
  awaitRun,
  awaitSoon,
  type CurrentRun,
  currentRun,
  hasEnded,
  isNamed,
  type OwnRun,
  settledRun,
  startRun,
  tooQuick,
} from './own-run.ts'
import { retriedRun, runsThatName } from './retried-run.ts'
import { MOVES, type Move, refusedIn, type StateName } from './state-table.ts'

/** A state of a run: its name in the table, and the status that this run has in it. */
export interface State {
  is: StateName
  word: string | undefined
  /** Brings another run into the state, by the same way. */
  another?: () => Promise<OwnRun | undefined>
}

/**
 * Tries the moves that the table refuses in this state, for as long as the run is in it. False where one was taken: it may
 * move the run later, so nothing that follows says more.
 */
export async function refusesMoves(
  t: Trial,
  run: OwnRun,
  state: State,
  isTried = (_requirement: string) => true,
): Promise<boolean> {
  const isOver = hasEnded(t)
  let before = await settledRun(t, run, one => one.status === state.word || isOver(one))
  const served: Exchange[] = []
  for (const [move, requirement] of refusedIn(state.is)) {
    const isDeclared = t.scenario.requirements.includes(requirement)
    if (!t.wants(requirement) || !isDeclared || !isTried(requirement)) continue
    const open = isOpen(t, state, move)
    if (open !== undefined) t.notExercised(requirement, open)
    else before = await refusesMove(t, requirement, run, move, state, before, served)
    if (t.findings.at(-1)?.kind === 'violated') return false
  }
  return true
}

/** A run that has certainly finished refuses what any finished run does, whatever it went through before. */
export async function refusesFinished(t: Trial, run: OwnRun) {
  const { status: word, summary } = await currentRun(t, run)
  if (summary !== undefined && isFinishedWord(t, word)) await refusesMoves(t, run, { is: 'finished', word })
}

/** What is not stated of a state that is called otherwise, or of a move of it. */
function isOpen(t: Trial, { is, word }: State, move: Move): string | undefined {
  if (is === 'stopped' && word === 'cancelled' && (move === 'cancel' || move === 'retry'))
    return 'a word for stopped runs of its own: here they are cancelled'
  if (is === 'stopped' && isFailedWord(t, word) && move === 'retry') return sharesWord(word)
  if (is === 'finished' && !isFinishedWord(t, word) && move === 'retry')
    return `a word for finished: a run that is ${word} may have failed, with a summary`
  // Under another word it may be a separate state, for which only the retry is stated.
  const waits = is === 'asks' || is === 'waits for an approval'
  return waits && word !== 'paused' && move !== 'retry'
    ? `a run that waits and is called paused: it is ${word}`
    : undefined
}

const sharesWord = (word: string | undefined) => `a word for stopped runs of its own: ${word} may be retried`

/** Whether failed runs may have the word of stopped ones: a run that certainly fails shows it, or the target or a word says it. */
async function isCalledFailed(t: Trial, word: string | undefined): Promise<boolean> {
  const fails = async () => {
    const run = await startRun(t, await runner(t, 'agent-fails'))
    return awaitRun(t, run, 'a run to fail', hasEnded(t), 2 * t.target.pace.runSeconds)
  }
  const seen = (await t.once('a failed run', fails).catch(ignoreMissing))?.status
  const known = endOf(seen) === 'failed' ? seen : t.target.words.failed
  return known === undefined ? endOf(word) !== 'stopped' : known === word
}

async function refusesMove(
  t: Trial,
  requirement: string,
  run: OwnRun,
  move: Move,
  state: State,
  before: CurrentRun,
  served: Exchange[],
): Promise<CurrentRun> {
  const name = `a run that ${state.is === 'asks' || state.is.startsWith('waits') ? state.is : `is ${state.is}`}`
  if (before.status !== state.word) {
    t.notExercised(requirement, `${name}: it was ${before.status} by then`, before.exchange)
    return before
  }
  const repeats = move === 'retry' ? await runsThatName(t, run) : undefined
  if (move === 'retry') t.context.budget.takeRun()
  const exchange = await tryMove(t, run, move)
  t.refusedByScope(exchange)
  const isServed = exchange.status < 300
  const after = await settledRun(t, run, one => one.status === before.status || one.summary !== undefined)
  const { method, path } = operation(MOVES[move].operation)
  const sent = 'body' in MOVES[move] ? ` with ${move}` : ''
  const outcome = `${method} ${path}${sent} on ${name} answered ${exchange.status}`
  const evidence = [before.exchange, exchange, after.exchange]
  const fresh = move === 'retry' ? retriedRun(t, exchange, run)?.id : undefined
  const since = repeats && (await runsThatName(t, run))
  // A list may show now what it did not show before.
  const isNew = (id: string) => !repeats?.includes(id) && !t.context.ownRecords.has('run', id)
  const started = fresh ?? since?.find(isNew)
  const turned = ` and turned ${before.status} into ${after.status}`
  const byStatus = exchange.status >= 500 ? ', which is a failure of the service' : undefined
  const byEffect = after.status === before.status ? byStatus : turned
  const wrong = started === undefined ? byEffect : `, and the run ${started} started`
  // Somebody may decide an approval or answer in the app; a run at work may end, fail or ask by itself.
  const isFree =
    /^(waits for an approval|running)$/.test(state.is) || (state.is === 'asks' && !isNamed(t, run))
  const mayChange = async () =>
    state.is !== 'running' ||
    after.summary !== undefined ||
    ((await mayBeItself(t, run, after)) && !(await failsAgain(t, move, state, after)))
  if (after.status !== before.status && isFree && (await mayChange()))
    tooQuick(t, requirement, `the run became ${after.status} meanwhile`, ...evidence)
  else if (started === undefined && after.status !== before.status && !isServed && served.length > 0)
    t.notExercised(requirement, `a run that no other move may change late: ${outcome}${turned}`, ...served)
  else if (move === 'retry' && state.is === 'stopped' && isServed && (await isCalledFailed(t, state.word)))
    t.notExercised(requirement, `${sharesWord(state.word)}: ${outcome}`, ...evidence)
  else if (move === 'retry' && state.is === 'running' && isServed && !(await wasAtWork(t, run, state)))
    t.notExercised(requirement, `a run that certainly works: ${outcome}`, ...evidence)
  else if (wrong !== undefined)
    t.violated('move-refused', requirement, `${outcome}${wrong}`, before.exchange, after.exchange, exchange)
  // Whether the new run of a retry would be seen is not stated.
  else if (move === 'retry' && isServed)
    t.notExercised(requirement, `a refusal: ${outcome}, and no new run is seen`, ...evidence)
  else t.met('move-refused', requirement, `${outcome}; it is still ${after.status}`, ...evidence)
  if (isServed) served.push(exchange)
  if (wrong === undefined && isServed) advisesRefusal(t, `${move}-of-${state.is}`, outcome, ...evidence)
  else if (wrong === undefined) t.observe('status-refused-transition', String(exchange.status), exchange)
  return after
}

/** For how many seconds others work on before the move. */
const WORKED_ON = [1, 5, 15] as const

/** Whether each of some others fails by the move as well, and there is no age at which all of them may fail by themselves. */
async function failsAgain(
  t: Trial,
  move: Move,
  { another }: State,
  { status }: CurrentRun,
): Promise<boolean> {
  if (!another || !isFailedWord(t, status)) return false
  const [worked, failed]: [number[], number[]] = [[], []]
  for (const seconds of WORKED_ON) {
    const other = await another()
    if (!other) return false
    const first = await currentRun(t, other)
    if (await awaitRun(t, other, 'another run to end', hasEnded(t), seconds)) return false
    const before = await currentRun(t, other)
    await tryMove(t, other, move)
    const after = await currentRun(t, other)
    if (before.status === status || after.status !== status) return false
    worked.push(before.seconds - first.seconds)
    failed.push(after.seconds - t.secondsAt(other.exchange))
  }
  return Math.max(...worked) >= Math.min(...failed)
}

const tryMove = (t: Trial, run: OwnRun, move: Move) =>
  act(t, MOVES[move].operation, run, 'body' in MOVES[move] ? { body: MOVES[move].body } : {})

/** Whether a run certainly worked: it goes on, or finishes, once reads no longer lag. It may have failed before. */
async function wasAtWork(t: Trial, run: OwnRun, { word }: State): Promise<boolean> {
  const later = await awaitSoon(t, run, 'a run to work on', one => one.status !== word)
  return later === undefined || isFinishedWord(t, later.status)
}

/** Once for each move and state. */
function advisesRefusal(t: Trial, id: string, outcome: string, ...evidence: Exchange[]) {
  if (t.context.advice.some(one => one.id === id)) return
  t.advise(
    id,
    'Section 3 gives each move the states that it starts from; that it is refused in others is not said.',
    `${outcome}, and changed nothing`,
    ...evidence,
  )
}
