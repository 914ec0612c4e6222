/** Moving tasks across the board. */

import { scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import type { Json } from '../../extract/find-value.ts'
import { hadRun, statusOf } from '../../extract/task-record.ts'
import { type Exchange, isRefusal } from '../../requirements/exchange.ts'
import { isServed } from '../../rules/stated-status.ts'
import { statusWords } from './existing-tasks.ts'
import { SET } from './fields.ts'
import {
  ALONE,
  isRuledOut,
  makeTask,
  moveTo,
  type OwnTask,
  readTask,
  servedAgain,
  settledTask,
} from './own-task.ts'
import { differsInPlaces, threeTasks } from './places.ts'
import { findTask } from './task-pages.ts'

export const moveScenario = scenario({
  id: 'tasks/move',
  title: 'A task is moved to other columns, and to done',
  requirements: ['MOVE-01', 'MOVE-04', 'MOVE-05', 'STATE-53', 'STATE-54', 'TASK-39', 'TASK-13'],
  needs: { capability: 'tasks', scopes: ['tasks:write', 'tasks:read'] },
  cost: { requests: 54 },
  writes: true,
  async run(t) {
    const task = await makeTask(t, 'to be moved', SET)
    const start = statusOf(await readTask(t, task.id))
    if (start === undefined) t.notExercised(['STATE-53'], 'the task shows no status')
    const words = (await statusWords(t)).filter(word => word !== start)
    const served: string[] = []
    for (const word of [...words.filter(one => one !== 'done').slice(0, 3), 'done']) {
      const exchange = await moveTo(t, task.id, word)
      if (exchange.status === 422) await needsPosition(t, task.id, word, exchange)
      if (word === 'done' && isRefusal(exchange)) await comesToDone(t, words)
      if (!t.answered(['MOVE-01', 'TASK-39', 'STATE-53', 'STATE-54'], exchange)) continue
      t.met('stated-status', ['TASK-39', 'MOVE-01'], `a move from ${start} to ${word} answered 200`, exchange)
      served.push(word)
      await arrives(t, task, word, exchange)
      await servedAgain(t, 'TASK-39', task, exchange)
    }
    await leavesDone(t, task, start)
    await takesPositions(t, task, served)
    if (t.wants('MOVE-04')) await takesItsPlace(t, start, served)
    const done = await t.call('listTasks', { query: { status: 'done' } })
    const sentence = 'done, a stated status of tasks, is refused as a filter with 422'
    if (done.status === 422) t.violated('accepts-value', ['STATE-54', 'TASK-13'], sentence, done)
  },
})

/** Which moves are allowed is not stated: a task may come to done from another column only. */
async function comesToDone(t: Trial, words: readonly string[]) {
  const others = words.filter(one => one !== 'done').slice(0, 3)
  for (const way of [others, others.toReversed()]) {
    const task = await makeTask(t, 'to be moved to done', SET)
    for (const word of way) {
      if (!isServed(await moveTo(t, task.id, word))) continue
      const exchange = await moveTo(t, task.id, 'done')
      if (!isServed(exchange)) continue
      t.met('stated-status', ['TASK-39', 'MOVE-01'], `a move from ${word} to done answered 200`, exchange)
      return arrives(t, task, 'done', exchange)
    }
  }
}

/** A task that is moved to where others are takes its place among them; to move within a column may mean nothing. */
async function takesItsPlace(t: Trial, start: string | undefined, served: readonly string[]) {
  // In the column of done tasks, the time when they were done may be their order.
  const [to, back] = new Set([...served.filter(word => word !== 'done'), start, 'done'])
  if (start === undefined || to === undefined || back === undefined) return
  const [task, ...others] = await threeTasks(t)
  for (const { id } of others) if (!isServed(await moveTo(t, id, to))) return
  await differsInPlaces(t, 'MOVE-04', task, async position => {
    const away = await moveTo(t, task.id, back)
    return away.status >= 500 || isRefusal(away) ? away : moveTo(t, task.id, to, { position })
  })
}

/** Where the same move is served with a position, it is refused for the lack of one. */
async function needsPosition(t: Trial, id: string, status: string, without: Exchange) {
  const reply = await moveTo(t, id, status, { position: 2 })
  const sentence = `a move to ${status} answered ${without.status}, and 200 with a position`
  if (reply.status === 200) t.violated('accepts-value', 'MOVE-01', sentence, without, reply)
}

/** The record, and the row where it is listed, come to show the status. */
async function arrives(t: Trial, { id }: OwnTask, word: string, exchange: Exchange, inList = true) {
  const isRight = (shown: string | undefined) => shown === undefined || shown === word
  const arrival = () => settledTask(t, id, 'the task to be moved', one => isRight(statusOf(one)))
  const ids = word === 'done' ? ['STATE-53', 'STATE-54'] : 'STATE-53'
  const evidence = [exchange]
  let record = await arrival()
  // Somebody else may have moved it on, perhaps to where it cannot come from any more.
  if (!isRight(statusOf(record))) {
    const again = await t.call('setTaskStatus', { path: { task_id: id }, raw: exchange.requestBody ?? '' })
    evidence.push(again)
    if (isRefusal(again)) return t.notExercised(ids, ALONE, ...evidence)
    record = await arrival()
  }
  const after = statusOf(record)
  if (after === undefined) return
  // An agent that works on the task may move it on.
  if (after !== word && hadRun(record)) return
  const reads = `moved to ${word}, the task reads ${after}`
  if (!t.expect('keeps-value', ids, after === word, reads, ...evidence)) return
  if (!inList) return
  const row = async () => statusOf((await findTask(t, id, {})) ?? {})
  const listed = await t.settled('the list to show the move', row, isRight)
  const sentence = `moved to ${word}, the list shows the task as ${listed}`
  if (listed !== undefined && (listed === word || statusOf(await readTask(t, id)) === word))
    t.expect('same-record', 'STATE-53', listed === word, sentence)
}

/** `done` may be final and a move from it refused; a reply of 200 means that the task moved. */
async function leavesDone(t: Trial, task: OwnTask, start: string | undefined) {
  if (start === undefined || statusOf(await readTask(t, task.id)) !== 'done') return
  const moved = await moveTo(t, task.id, start)
  if (isServed(moved)) await arrives(t, task, start, moved)
}

/**
 * Moves with a position, to columns to which the task was moved before and to the one in which it is. A move to the same
 * column may be refused, and so may one from `done`: a position is refused only where the same move is served without it.
 */
async function takesPositions(t: Trial, task: OwnTask, served: readonly string[]) {
  const start = statusOf(await readTask(t, task.id))
  if (start === undefined) return
  let status = start
  const send = (more: Json) => moveTo(t, task.id, status, more)
  for (const [id, position, to] of [
    ['MOVE-04', 2, start === 'done' ? start : (served.at(-1) ?? start)],
    ['MOVE-04', 1.5, undefined],
    ['MOVE-05', null, start],
  ] as const) {
    status = to ?? status
    const reply = await send({ position })
    const sentence = `a move with position ${position} answered ${reply.status}`
    if (reply.status === 200) {
      t.met('accepts-value', id, sentence, reply)
      // After some moves back and forth, a list that lags shows one of the columns before.
      await arrives(t, task, status, reply, false)
    } else if (isRuledOut(reply) || (reply.status < 500 && (await send({})).status !== 200))
      t.notExercised(id, `a move to the same column: ${sentence}`, reply)
    else t.violated('accepts-value', id, `${sentence}, and without it 200`, reply)
  }
}
