/** Catches runs while they work, with new starts until one is caught, and tests what is refused meanwhile. */

import type { CallOptions } from '../../engine/client.ts'
import type { Trial } from '../../engine/trial.ts'
import { recordIn, wordIn } from '../../extract/record.ts'
import { endOf } from '../../extract/run-status.ts'
import type { Exchange } from '../../requirements/exchange.ts'
import { lacks, Missing } from '../../requirements/missing.ts'
import type { Key } from '../../target/target.ts'
import { refusesOtherCallers } from '../access/refused-callers.ts'
import { runner } from './find-agents.ts'
import { currentRun, type OwnRun, runSeenBy, seize, startRun } from './own-run.ts'
import { comesTo, refusesAtOnce, refusesMove, type State } from './refused-move.ts'

const RUNNING: State = { name: 'a running run', holds: status => status === 'running' }

export const PAUSED: State = { name: 'a paused run', holds: status => status === 'paused' }

export const CANCELLED: State = { name: 'a cancelled run', holds: status => status === 'cancelled' }

export const FOREIGN = ['VIS-05'] as const

/** How many runs are started where the previous one ended too soon. */
const TRIES = 6

/**
 * Agents may be quick, so checks of working runs try several runs until one gives a verdict. `hurry` means that the
 * previous run ended too soon: then only the essential request is sent.
 */
export async function onWorkingRuns(
  t: Trial,
  ids: readonly string[],
  story: (run: OwnRun, hurry: boolean) => Promise<void>,
): Promise<void> {
  const agent = await runner(t, 'agent-slow')
  let missing: Missing | undefined
  for (let attempt = 1; ; attempt++) {
    const run = await startRun(t, agent)
    try {
      await story(run, attempt > 1)
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

/** Sends an action to a run at work: first as callers who may not, unless there is no time for them. */
export async function acts(
  t: Trial,
  operation: string,
  run: OwnRun,
  status: string,
  hurry: boolean,
): Promise<Exchange> {
  const options = { path: { run_id: run.id, agent_id: run.agent } }
  if (!hurry) return refusesOtherCallers(t, operation, { options, ...unchanged(t, run, status) })
  const reply = await seize(t, run, operation)
  if (!reply) throw new Missing(lacks.fixture('agent-slow', 'a run that can be caught working'))
  return reply
}

/** Tests a refused move on a working run, on another run where the first was too quick. */
export async function refusedWhileWorking(
  t: Trial,
  id: string,
  run: OwnRun,
  move: string,
  options: CallOptions = {},
) {
  await refusesMove(t, id, run, move, RUNNING, options)
  for (let attempt = 1; attempt < TRIES && t.wants(id) && !t.isDecided(id); attempt++) {
    const other = await startRun(t, await runner(t, 'agent-slow'))
    await refusesAtOnce(t, id, other, move, options)
  }
}

/**
 * The run finished by itself despite the call. Once may be coincidence, but not three runs that a read after the reply
 * still found at work.
 */
export function finished(t: Trial, requirement: string, run: OwnRun, reply: Exchange, end: Exchange) {
  const views = t.context.ownRecords.histories().find(({ id }) => id === run.id)?.views ?? []
  const after = views.some(
    ({ record, exchange }) => wordIn(record) === 'running' && exchange.sent >= reply.sent + reply.ms,
  )
  const seen = [...(finishedAllTheSame.get(t) ?? []), ...(after ? [reply] : [])]
  finishedAllTheSame.set(t, seen)
  const many = `${seen.length} runs that the call was to end, each with ${reply.status}, worked on until they had finished`
  if (seen.length >= 3) t.violated(requirement, many, ...seen, end)
  else t.notExercised(requirement, lacks.fixture('agent-slow', 'a slower agent: the run had finished'), end)
}

/** The reply names the new status while reads find the run at work for seconds. */
export function repliedTooSoon(t: Trial, requirement: string, run: OwnRun, reply: Exchange) {
  const status = wordIn(recordIn(reply.json, ['run']))
  if (status === undefined || status === 'running' || !wentOn(t, run, reply)) return
  t.violated(requirement, `the reply says ${status}, and readings found the run running for seconds`, reply)
}

/** Records that a run was caught in time, so that no retry without other requests is needed. */
export async function caught(t: Trial, requirement: string, tell: () => Promise<void>): Promise<void> {
  if (t.context.memory.has(`caught ${requirement}`))
    throw new Missing('another try: a run was caught at work before')
  await tell()
  if (t.isDecided(requirement)) t.context.memory.set(`caught ${requirement}`, Promise.resolve())
}

/** Whether a request that must be refused changed the run. */
export const unchanged = (t: Trial, run: OwnRun, status: string) => ({
  foreign: FOREIGN,
  unchanged: ['AUTH-07'],
  seenBy: (key: Key) => runSeenBy(t, key, run),
  changed: async () => {
    const now = await currentRun(t, run)
    const endedByItself = now.summary !== undefined || endOf(now.status) === 'failed'
    if (now.status === status || endedByItself) return undefined
    if (status === 'running' && (await comesTo(t, now.status))) return undefined
    return `a refused call turned ${status} into ${now.status}`
  },
  holds: async () => (await currentRun(t, run)).status === status,
})

const finishedAllTheSame = new WeakMap<Trial, Exchange[]>()

/**
 * Whether a read found it at work seconds after the reply to the action that ends it, so it did not end by itself just
 * before.
 */
export function wentOn(t: Trial, run: OwnRun, reply: Exchange): boolean {
  const views = t.context.ownRecords.histories().find(({ id }) => id === run.id)?.views ?? []
  const since = ({ sent }: Exchange) => ((sent - reply.sent - reply.ms) / 1000) * t.target.pace.clockScale
  return views.some(({ record, exchange }) => wordIn(record) === 'running' && since(exchange) >= 2)
}
