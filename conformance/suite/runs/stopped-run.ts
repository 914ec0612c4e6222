/** What is stated of a run after it was stopped, from whatever state: it never works again, and its billing is final. */

import type { Trial } from '../../engine/trial.ts'
import { goesOn } from '../../extract/run-status.ts'
import { type Exchange, isRefusal } from '../../requirements/exchange.ts'
import {
  act,
  awaitRun,
  type CurrentRun,
  currentRun,
  type OwnRun,
  onceUnlocked,
  servedInTime,
  settledRun,
} from './own-run.ts'
import { refusesMoves } from './refused-move.ts'
import { refusalsIn } from './state-table.ts'
import { arrives } from './working-runs.ts'

export const STOPPED_ROWS: readonly string[] = ['RUN-08', 'STATE-34', ...refusalsIn('stopped')]

/** Judges the reply to a stop of a run with the status `before`, and what becomes of the run. */
export async function judgeStopped(
  t: Trial,
  requirement: string,
  run: OwnRun,
  first: Exchange,
  before: string,
): Promise<void> {
  const rows = [requirement, 'RUN-08']
  const stopped = await onceUnlocked(t, run, first)
  if (isRefusal(stopped) && before !== 'running' && before !== 'paused') {
    const sentence = `stopping a run that is ${before} answered ${stopped.status}`
    return t.notExercised(requirement, `a run that waits and is called paused: ${sentence}`, stopped)
  }
  if (!(await servedInTime(t, rows, run, stopped, before))) return
  const isOver = ({ status }: CurrentRun) => !['running', 'paused', before].includes(status ?? '')
  const isStopped = (one: CurrentRun) => isOver(one) && one.summary === undefined
  const ended = await arrives(t, requirement, run, stopped, 'the run to stop', isStopped)
  if (!ended) return
  if (ended.status !== undefined) t.observe('run-status-names', `stopped: ${ended.status}`, ended.exchange)
  if (goesOn(ended.status)) await awaitRun(t, run, 'the stop to be over', one => !goesOn(one.status))
  // What was in flight is charged and shown by then.
  await t.sleep(t.target.pace.lateSeconds)
  const settled = await currentRun(t, run)
  // A move that was taken is judged itself: what it led to would be blamed on the stop.
  if (!(await refusesMoves(t, run, { is: 'stopped', word: settled.status }))) return
  // A stop is for good, whatever is sent afterwards.
  const sent = t.wants('STATE-14') ? [] : [await act(t, 'resumeRun', run)]
  await t.sleep(5)
  const later = await settledRun(t, run, isOver)
  const resumed = sent.map(({ status }) => `, and a resume answered ${status},`).join('')
  const is = `stopped${resumed || ','} the run is ${later.status} later`
  t.expect('state-stays', requirement, isOver(later), is, stopped, ...sent, later.exchange)
  if (settled.cost === undefined || later.cost === undefined)
    return t.notExercised('STATE-34', 'the record shows no cost_euros', later.exchange)
  const cost = `stopped, it cost ${settled.cost} and later ${later.cost}`
  t.expect('state-stays', 'STATE-34', settled.cost === later.cost, cost, settled.exchange, later.exchange)
}
