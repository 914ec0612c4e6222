/** A run that waits for an answer is paused like any other: it refuses the same actions and can be stopped. */

import { scenario } from '../../engine/scenario.ts'
import { mayWait } from '../../extract/run-status.ts'
import { Missing } from '../../requirements/missing.ts'
import { runner } from './find-agents.ts'
import { act, wasReady } from './own-run.ts'
import { refusesMoves } from './refused-move.ts'
import { asking } from './run-questions.check.ts'
import { refusalsIn } from './state-table.ts'
import { judgeStopped, STOPPED_ROWS } from './stopped-run.ts'

export const askedScenario = scenario({
  id: 'runs/asked',
  title: 'A run that waits for an answer is not paused, cancelled or retried; it is stopped for good',
  requirements: [...refusalsIn('asks'), 'RUN-08', 'STATE-33', ...STOPPED_ROWS],
  needs: { capability: 'runs', scopes: ['agents:run', 'runs:read'] },
  cost: { requests: 40, runs: 1, seconds: 20 },
  writes: true,
  async run(t) {
    const { run, word } = await asking(t, await runner(t, 'agent-asks-text'))
    if (!mayWait(word)) throw new Missing(`a run that asks: it is ${word}`)
    await refusesMoves(t, run, { is: 'asks', word })
    const stopped = await act(t, 'stopRun', run)
    t.refusedByScope(stopped)
    const sentence = `stopping a run that is ${word} and asks answered ${stopped.status}`
    if (stopped.status === 200) {
      t.met('stated-status', 'RUN-08', sentence, stopped)
      await judgeStopped(t, 'STATE-33', run, stopped, word)
    } else if (!(await wasReady(t, ['RUN-08', 'STATE-33'], run, stopped, word))) return
    else if (word === 'paused') t.violated('stated-status', ['RUN-08', 'STATE-33'], sentence, stopped)
    else t.notExercised('STATE-33', `a run that asks and is called paused: ${sentence}`, stopped)
  },
})
