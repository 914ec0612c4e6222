/** A run that fails: its status, what is refused afterwards, and its retry. */

import { type Scenario, scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { lacks } from '../../requirements/missing.ts'
import { accessRows } from '../access/refused-callers.ts'
import { runner } from './find-agents.ts'
import { finishedRun } from './finished-run.ts'
import { awaitRun, currentRun, hasEnded, runSeenBy, startRun } from './own-run.ts'
import { refusesAnswers, refusesMove, type State } from './refused-move.ts'
import { followsRetry, RETRY_ROWS } from './retry.ts'

const fail = scenario({
  id: 'runs/fail',
  title: 'A failed run stays failed, and can be retried',
  requirements: [
    ...new Set([
      ...[
        'STATE-51',
        'STATE-52',
        'STATE-07',
        'STATE-12',
        'STATE-19',
        'STATE-36',
        'STATE-48',
        'STATE-22',
        'AUTH-07',
        ...RETRY_ROWS,
      ],
      ...accessRows('retryRun', 'VIS-05'),
    ]),
  ],
  needs: { capability: 'runs', scopes: ['agents:run', 'runs:read'] },
  cost: { requests: 40, runs: 2, seconds: 20 },
  writes: true,
  async run(t) {
    const run = await startRun(t, await runner(t, 'agent-fails'))
    const view = await awaitRun(t, run, 'a run to fail', hasEnded())
    if (!view)
      return t.notExercised(
        'STATE-51',
        lacks.fixture('agent-fails', `a run that fails: it is ${(await currentRun(t, run)).status}`),
      )
    if (view.summary !== undefined && !/fail|error/i.test(view.status ?? '')) {
      return t.notExercised(
        'STATE-51',
        lacks.fixture('agent-fails', `an agent that fails: its run finished as ${view.status}`),
        view.exchange,
      )
    }
    const word = view.status ?? ''
    const sentence = `a failed run has the status ${word}`
    t.expect('STATE-51', !['running', 'paused', 'cancelled', ''].includes(word), sentence, view.exchange)
    t.observe('run-status-names', `failed: ${word}`, view.exchange)
    if (t.wants('STATE-52')) await toldApart(t, word)
    const state: State = { name: 'a failed run', holds: status => status === word }
    await refusesMove(t, 'STATE-07', run, 'pauseRun', state)
    await refusesMove(t, 'STATE-12', run, 'resumeRun', state)
    await refusesMove(t, 'STATE-19', run, 'cancelRun', state)
    await refusesMove(t, 'STATE-36', run, 'stopRun', state)
    await refusesAnswers(t, run, state)
    const changed = async () => {
      const now = await currentRun(t, run)
      return now.status === word ? undefined : `a refused retry turned ${word} into ${now.status}`
    }
    await followsRetry(t, run, 'STATE-22', {
      foreign: ['VIS-05'],
      unchanged: ['AUTH-07'],
      changed,
      seenBy: key => runSeenBy(t, key, run),
    })
  },
})

/** Finished runs have another status word. */
async function toldApart(t: Trial, word: string) {
  const finished = await finishedRun(t)
  if (!finished.id) return
  const view = await currentRun(t, finished)
  if (view.summary === undefined || view.phase !== 'ended') return
  const sentence = `a finished run is ${view.status}, a failed one ${word}`
  t.expect('STATE-52', view.status !== word, sentence, view.exchange)
}

export const failScenarios: readonly Scenario[] = [fail]
