/** A run that waits for an answer is paused like any other: it refuses the same actions and can be stopped. */
import { type Scenario, scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { mayWait } from '../../extract/run-status.ts'
import { Missing } from '../../requirements/missing.ts'
import { runner } from './find-agents.ts'
import { act, awaitRun, currentRun, type OwnRun, SETTLE } from './own-run.ts'
import { refusesAnswers, refusesMove, STOPPED, type State } from './refused-move.ts'
import { asking } from './run-questions.check.ts'

const asked = scenario({
  id: 'runs/asked',
  title: 'A run that waits for an answer is not paused, cancelled or retried; it is stopped for good',
  requirements: [
    ...['STATE-05', 'STATE-17', 'STATE-29', 'RUN-08', 'STATE-33', 'STATE-34'],
    ...['STATE-09', 'STATE-14', 'STATE-31', 'STATE-38', 'STATE-48'],
  ],
  needs: { capability: 'runs', scopes: ['agents:run', 'runs:read'] },
  cost: { requests: 40, runs: 1, seconds: 20 },
  writes: true,
  async run(t) {
    const { run, word } = await asking(t, await runner(t, 'agent-asks-text'))
    if (!mayWait(word)) throw new Missing(`a run that asks: it is ${word}`)
    const state: State = { name: `a run that asks and is ${word}`, holds: status => status === word }
    await refusesMove(t, 'STATE-29', run, 'retryRun', state)
    // Under another word it may be a separate state, for which only the retry is stated.
    if (word === 'paused') {
      await refusesMove(t, 'STATE-05', run, 'pauseRun', state)
      await refusesMove(t, 'STATE-17', run, 'cancelRun', state)
    }
    await stops(t, run, word)
  },
})

async function stops(t: Trial, run: OwnRun, word: string) {
  const stopped = await act(t, 'stopRun', run)
  t.refusedByScope(stopped)
  const sentence = `stopping a run that is ${word} and asks answered ${stopped.status}`
  if (stopped.status !== 200) {
    if (word === 'paused') t.violated(['RUN-08', 'STATE-33'], sentence, stopped)
    else t.notExercised('STATE-33', `a run that asks and is called paused: ${sentence}`, stopped)
    return
  }
  t.met('RUN-08', sentence, stopped)
  const ended = await awaitRun(
    t,
    run,
    'the run to stop',
    one => one.status !== word && one.status !== 'running',
    SETTLE,
  )
  const first = ended ?? (await currentRun(t, run))
  const over = first.status !== 'running' && first.status !== 'paused'
  if (!t.expect('STATE-33', over, `${sentence}, and the run is ${first.status}`, stopped, first.exchange))
    return
  await t.sleep(3)
  const settled = await currentRun(t, run)
  const state: State = { name: STOPPED, holds: status => status === settled.status }
  await refusesAnswers(t, run, state)
  await refusesMove(t, 'STATE-14', run, 'resumeRun', state)
  await refusesMove(t, 'STATE-09', run, 'pauseRun', state)
  await refusesMove(t, 'STATE-38', run, 'stopRun', state)
  const mayRetry = /cancel|fail|error/i.test(settled.status ?? '') || settled.status === t.target.words.failed
  if (!mayRetry) await refusesMove(t, 'STATE-31', run, 'retryRun', state)
  const later = await currentRun(t, run)
  const gone = later.status !== 'running' && later.status !== 'paused'
  t.expect(
    'STATE-33',
    gone,
    `stopped while it asked, the run is ${later.status} later`,
    stopped,
    later.exchange,
  )
  if (settled.cost !== undefined && later.cost !== undefined)
    t.expect(
      'STATE-34',
      settled.cost === later.cost,
      `stopped, it cost ${settled.cost} and later ${later.cost}`,
    )
}

export const askedScenarios: readonly Scenario[] = [asked]
