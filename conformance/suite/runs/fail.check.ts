/** A run that fails: its status, what is refused afterwards, and its retry. */

import { scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { isRefusal } from '../../requirements/exchange.ts'
import { lacks } from '../../requirements/missing.ts'
import { accessRows } from '../access/refused-callers.ts'
import { runner } from './find-agents.ts'
import { finishedRun, isFailedWord, isFinishedWord } from './finished-run.ts'
import { act, awaitRun, type CurrentRun, currentRun, hasEnded, type OwnRun, startRun } from './own-run.ts'
import { refusesMoves } from './refused-move.ts'
import { retry } from './retried-run.ts'
import { followsRetry, RETRY_ROWS, retriesAgain } from './retry.ts'
import { refusalsIn } from './state-table.ts'
import { unchanged } from './working-runs.ts'

export const failScenario = scenario({
  id: 'runs/fail',
  title: 'A failed run stays failed, and can be retried',
  requirements: [
    ...['STATE-51', 'STATE-52', 'STATE-22', 'AUTH-07', ...RETRY_ROWS],
    ...refusalsIn('failed'),
    ...accessRows('retryRun', 'VIS-05'),
  ],
  needs: { capability: 'runs', scopes: ['agents:run', 'runs:read'] },
  cost: { requests: 65, runs: 3, seconds: 30 },
  async run(t) {
    const run = await startRun(t, await runner(t, 'agent-fails'))
    const view = await awaitRun(t, run, 'a run to fail', hasEnded(t), 2 * t.target.pace.runSeconds)
    if (!view) {
      const what = `a run that fails: it is ${(await currentRun(t, run)).status}`
      return t.notExercised('STATE-51', lacks.fixture('agent-fails', what))
    }
    const word = view.status ?? ''
    const finished = t.wants('STATE-52') ? await finishedView(t) : undefined
    const isFinished = view.summary !== undefined && !isFailedWord(t, word)
    if (isFinished) return await finishedInstead(t, run, view, finished)
    const sentence = `a failed run has the status ${word}`
    const isFree = !['running', 'paused', 'cancelled', ''].includes(word)
    t.expect('stated-word', 'STATE-51', isFree, sentence, view.exchange)
    t.observe('run-status-names', `failed: ${word}`, view.exchange)
    const both = `a finished run is ${finished?.status}, a failed one ${word}`
    if (finished && isFinishedWord(t, finished.status))
      t.expect('stated-word', 'STATE-52', finished.status !== word, both, view.exchange, finished.exchange)
    await refusesMoves(t, run, { is: 'failed', word })
    const fresh = await followsRetry(t, run, 'STATE-22', word, unchanged(t, run, word))
    if (!fresh) return
    // The original is a failed run as before.
    await refusesMoves(t, run, { is: 'failed', word })
    const over = await awaitRun(t, fresh, 'the retry to be over', hasEnded(t))
    if (over) await retriesAgain(t, run, fresh, 'STATE-22')
  },
})

/** The shared run, where it has finished. */
async function finishedView(t: Trial): Promise<CurrentRun | undefined> {
  const finished = await finishedRun(t)
  if (!finished.id) return undefined
  const view = await currentRun(t, finished)
  return view.summary !== undefined && view.phase === 'ended' ? view : undefined
}

/**
 * A run of the agent that fails is shown as finished. If it can be retried it has failed, because a finished run cannot
 * be: then its status is wrong. The shared run shows that retries of finished runs are refused.
 */
async function finishedInstead(t: Trial, run: OwnRun, view: CurrentRun, finished: CurrentRun | undefined) {
  const sentence = `the run of an agent that fails is ${view.status}`
  const lack = lacks.fixture('agent-fails', `an agent that fails: ${sentence}`)
  const declared = t.target.fixtures.get('agent-fails')?.id === run.agent
  if (!declared || !finished || finished.status !== view.status)
    return t.notExercised(['STATE-51', 'STATE-52'], lack, view.exchange)
  const { reply: retried, fresh } = await retry(t, run)
  const refused = await act(t, 'retryRun', await finishedRun(t))
  const both = `${sentence} and is retried, while a retry of the finished run, which is ${finished.status} too, is refused`
  if (fresh !== undefined && isRefusal(refused))
    t.violated('stated-word', 'STATE-52', both, view.exchange, retried, refused)
  else t.notExercised(['STATE-51', 'STATE-52'], lack, view.exchange, retried)
}
