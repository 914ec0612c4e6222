/** Catches runs while they work, with new starts until one is caught, and tests what is refused meanwhile. */

import type { Trial } from '../../engine/trial.ts'
import { recordIn, wordIn } from '../../extract/record.ts'
import { phaseOf } from '../../extract/run-status.ts'
import { operation } from '../../requirements/contract.ts'
import { type Exchange, isRefusal } from '../../requirements/exchange.ts'
import { Missing } from '../../requirements/missing.ts'
import { isServed, ROUNDS } from '../../rules/stated-status.ts'
import { refusesOtherCallers } from '../access/refused-callers.ts'
import { comesTo, mayBeItself, runner } from './find-agents.ts'
import {
  act,
  awaitRun,
  awaitSoon,
  type CurrentRun,
  currentRun,
  type OwnRun,
  seize,
  sendAgain,
  settledRun,
  startRun,
  tooQuick,
} from './own-run.ts'

export const FOREIGN = ['VIS-05'] as const

/** How many runs are started where the previous one ended too soon. */
const TRIES = 6
/**
 * Agents may be quick, so checks of working runs try several runs until one gives a verdict. `hurry` means that runs
 * ended too soon for all requests: then only the essential one is sent.
 */
export async function onWorkingRuns(
  t: Trial,
  ids: readonly string[],
  story: (run: OwnRun, hurry: boolean) => Promise<void>,
): Promise<void> {
  const agent = await runner(t, 'agent-slow')
  const { timeoutSeconds, runSeconds, clockScale } = t.target.pace
  const patience = Math.max(timeoutSeconds, runSeconds / clockScale)
  let missing: Missing | undefined
  for (let attempt = 1; ; attempt++) {
    // A start that waits for its run answers when that is over.
    const run = await startRun(t, agent, undefined, attempt === 1 ? { timeoutSeconds: patience } : {})
    try {
      await story(run, attempt > TRIES / 2)
    } catch (problem) {
      if (!(problem instanceof Missing) || attempt === TRIES) throw problem
      missing = problem
    }
    const decided = ids.every(id => !t.wants(id) || t.isDecided(id))
    const over = (await currentRun(t, run)).phase === 'ended'
    if (!decided && over && attempt < TRIES) continue
    // Requirements that only a run with time to spare would have exercised.
    const silent = t.scenario.requirements.filter(id => !t.findings.some(one => one.requirement === id))
    if (missing) t.notExercised(silent, missing.lack)
    return
  }
}

/**
 * Sends an action to a run at work: first as callers who may not, unless there is no time for them. A refusal says nothing
 * while the run may have waited for somebody who answered at once, or a lock was held, so the action is sent again.
 */
export async function acts(
  t: Trial,
  operation: string,
  run: OwnRun,
  status: string,
  hurry: boolean,
): Promise<Exchange> {
  const options = { path: { run_id: run.id, agent_id: run.agent } }
  if (hurry) return seize(t, run, operation)
  let served = await refusesOtherCallers(t, operation, { options, ...unchanged(t, run, status) })
  for (let left = ROUNDS; status === 'running' && isRefusal(served) && left > 0; left--)
    served = await seize(t, run, operation)
  if (served.status < 300) t.context.memory.set(`caught ${operation}`, Promise.resolve())
  return served
}

/** Pauses and resumes a run at work; false where a move is refused, or the run is not seen paused. */
export async function wasResumed(t: Trial, run: OwnRun): Promise<boolean> {
  if (!isServed(await seize(t, run, 'pauseRun'))) return false
  const paused = await awaitSoon(t, run, 'the run to be paused', one => one.status === 'paused')
  return paused !== undefined && isServed(await act(t, 'resumeRun', run))
}

/**
 * A cancel that is refused as invalid is sent in the other forms of its optional body: where the run is cancelled with one
 * of them, the form of the refused one is the reason.
 */
export async function cancelsOtherwise(
  t: Trial,
  requirement: string,
  run: OwnRun,
  refused: Exchange,
): Promise<Exchange> {
  if (refused.status !== 422) return refused
  for (const raw of [undefined, 'null', '{}']) {
    if (raw === refused.requestBody) continue
    const reply = await act(t, 'cancelRun', run, raw === undefined ? {} : { raw })
    if (!isServed(reply)) continue
    const [one, other] = [refused.requestBody, raw].map((body = 'nothing') => body)
    const sentence = `a cancel with ${one} as body answered 422, with ${other} ${reply.status}`
    t.violated('accepts-value', requirement, sentence, refused, reply)
    return reply
  }
  return refused
}

export const UNPAUSED = 'an agent that does not pause by itself'

/**
 * A run comes to the state that an accepted move leads to. A word that names neither that state nor the one before may
 * stand for the way between them. A run that ended by itself meanwhile shows nothing, unless the reply says that the run
 * is in that state already: nothing that is stated leads from there to a summary.
 */
export async function arrives(
  t: Trial,
  requirement: string,
  run: OwnRun,
  reply: Exchange,
  what: string,
  isThere: (view: CurrentRun) => boolean,
  endedByItself: (view: CurrentRun) => boolean | Promise<boolean> = () => false,
  tries = 3,
): Promise<CurrentRun | undefined> {
  const over = (one: CurrentRun) => isThere(one) || one.summary !== undefined
  const onTheWay = ({ phase }: CurrentRun) => phase === 'unknown'
  const first = await awaitSoon(t, run, what, one => over(one) || onTheWay(one))
  const seen = first && onTheWay(first) && !over(first) ? await awaitRun(t, run, what, over) : first
  const view = seen ?? (await currentRun(t, run))
  const said = wordIn(recordIn(reply.json, ['run']))
  const isStated = said === 'paused' || said === 'cancelled'
  const saidView = { ...view, status: said, summary: undefined, phase: phaseOf(said, false) }
  const isSaid = isStated && said !== view.status && isThere(saidView)
  const sentence = `${operation(reply.operation).path} answered ${reply.status}${isSaid ? ` and ${said}` : ''}; the run is ${view.status}`
  if (isThere(view)) t.met('move-arrives', requirement, sentence, reply, view.exchange)
  else if (!isSaid && (view.summary !== undefined || (await endedByItself(view)))) {
    if (view.status !== 'paused') tooQuick(t, requirement, sentence, reply, view.exchange)
    else t.notExercised(requirement, `${UNPAUSED}: ${sentence}`, reply, view.exchange)
  } else {
    // A run at work may have been in another state for a moment, in which the move did nothing.
    const mayHave = view.phase === 'running' && !isSaid && tries > 1
    const again = mayHave ? await sendAgain(t, run, reply) : undefined
    if (again && isServed(again))
      return await arrives(t, requirement, run, again, what, isThere, endedByItself, tries - 1)
    t.violated('move-arrives', requirement, sentence, reply, view.exchange)
  }
  return isThere(view) ? view : undefined
}

/** Whether an untouched run comes to the same end: this one may have been over before the move, which then did nothing. */
export const endsAlone = (t: Trial, run: OwnRun) => async (view: CurrentRun) =>
  view.phase !== 'running' && view.phase !== 'waiting' && (await comesTo(t, run, view))

/** Ends a scenario for which a run was caught in time before, after all callers who may not. */
export function unlessCaught(t: Trial, operation: string) {
  if (t.context.memory.has(`caught ${operation}`))
    throw new Missing(
      'another run of the suite, or a slower agent: the run that was caught at work did not show it',
    )
}

/** Whether a request that must be refused changed the run. */
export function unchanged(t: Trial, run: OwnRun, status: string) {
  let held = false
  return {
    foreign: FOREIGN,
    unchanged: ['AUTH-07'],
    changed: async () => {
      const now = await settledRun(t, run, one => one.status === status || one.summary !== undefined)
      held = now.status === status
      const isAtWork = status === 'running'
      if (held || (isAtWork && (now.summary !== undefined || (await mayBeItself(t, run, now)))))
        return undefined
      return `a refused call turned ${status} into ${now.status}`
    },
    held: () => held,
  }
}
