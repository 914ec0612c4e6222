/** The finished run that many scenarios share, paid for once, and the agent that made it. */

import type { Trial } from '../../engine/trial.ts'
import { endOf } from '../../extract/run-status.ts'
import { lacks, Missing } from '../../requirements/missing.ts'
import type { Fixture } from '../../target/target.ts'
import { agents, noneKnown } from '../discover.ts'
import { quickest } from './find-agents.ts'
import {
  act,
  awaitRun,
  bodyFor,
  type CurrentRun,
  hasEnded,
  type OwnRun,
  startedRun,
  tryStart,
  waitsForPerson,
} from './own-run.ts'

/** How many agents are tried when the target names none that finishes. */
const TRIES = 3

export const finishedRun = (t: Trial): Promise<OwnRun> =>
  t.once('finished-run', async () => {
    const fixture = t.target.fixtures.get('agent-finishes')
    if (fixture?.id) return attempt(t, fixture, true)
    const soonest = await quickest(t)
    const listed = soonest === undefined ? await agents(t) : [{ id: soonest }]
    if (listed.length === 0) throw noneKnown('agent')
    let last: OwnRun | undefined
    // These agents may not finish at all: together they get the time of one run.
    const began = t.seconds()
    for (const { id } of listed.slice(0, TRIES)) {
      const left = began + t.target.pace.runSeconds - t.seconds()
      if (last !== undefined && left <= 0) break
      last = await attempt(t, { name: 'agent-finishes', id }, false, left)
      if (last.finished || last.id === '') break
    }
    return last as OwnRun
  })

/** Whether the status says that a run has finished. A summary alone does not: a failed run may have one, too. */
export const isFinishedWord = (t: Trial, status: string | undefined): boolean =>
  endOf(status) === 'finished' || (status !== undefined && status === t.target.words.finished)

export const isFailedWord = (t: Trial, status: string | undefined): boolean =>
  endOf(status) === 'failed' || (status !== undefined && status === t.target.words.failed)

/** An agent that finishes a short run: the target's, else one that was seen to finish. */
export async function finisher(t: Trial): Promise<Fixture> {
  const fixture = t.target.fixtures.get('agent-finishes')
  if (fixture?.id) return fixture
  const run = await finishedRun(t)
  if (!run.finished) throw new Missing(lacks.fixture('agent-finishes'))
  return { name: 'agent-finishes', id: run.agent }
}

async function attempt(
  t: Trial,
  agent: Fixture,
  declared: boolean,
  seconds = t.target.pace.runSeconds,
): Promise<OwnRun> {
  const exchange = await tryStart(t, agent.id, bodyFor(t, agent), {}, declared ? 2 * seconds : seconds)
  const run = startedRun(exchange, agent.id)
  if (!run) return { id: '', chatId: undefined, agent: agent.id, exchange }
  const [ended, waits] = [hasEnded(t), waitsForPerson()]
  const isOver = (one: CurrentRun) => ended(one) || (!declared && waits(one))
  const view = await awaitRun(t, run, 'a run to finish', isOver, seconds)
  if (view === undefined || view.phase === 'ended') {
    // The service may write the summary a moment after the status.
    const late = view ? t.target.pace.lateSeconds : 0
    const whole = await awaitRun(t, run, 'its summary', one => one.summary !== undefined, late)
    return { ...run, finished: whole !== undefined || endOf(view?.status) === 'finished' }
  }
  await act(t, 'stopRun', run)
  return { ...run, finished: false }
}
