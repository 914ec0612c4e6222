/** Deleting tasks. */

import { scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { isObject, mentions } from '../../extract/find-value.ts'
import { replyList } from '../../extract/list-rows.ts'
import { saysDeleted, taskIn } from '../../extract/task-record.ts'
import { type Exchange, isRefusal } from '../../requirements/exchange.ts'
import { ignoreMissing } from '../../requirements/missing.ts'
import { holdsList } from '../../rules/stated-status.ts'
import { memberOf } from '../own-records/unasked-changes.ts'
import { knownPerson } from './existing-tasks.ts'
import { assignedTo, SET } from './fields.ts'
import { numbersIn } from './number.check.ts'
import { makeTask, moveTo, type OwnTask, onceThere } from './own-task.ts'
import { findTask, isLeftOut } from './task-pages.ts'

export const deleteScenario = scenario({
  id: 'tasks/delete',
  title: 'A deleted task is gone',
  requirements: ['TASK-36', 'TASK-37', 'TASK-40'],
  needs: { capability: 'tasks', scopes: ['tasks:write', 'tasks:read'] },
  cost: { requests: 30 },
  writes: true,
  async run(t) {
    await familyStays(t)
    const task = await makeTask(t, 'to be deleted')
    const path = { task_id: task.id }
    const runs = await t.replied('the new task to be there', 'listTaskRuns', { path }, one => !isRefusal(one))
    if (t.answered('TASK-40', runs) && holdsList(t, 'TASK-40', runs)) {
      const rows = replyList(runs) ?? []
      const count = `a new task has ${rows.length} runs`
      const taskOf = (row: unknown) => (isObject(row) ? memberOf(row, 'task_id') : undefined) ?? task.id
      const isOfAnother = rows.some(row => taskOf(row) !== task.id)
      // The service may give it to an agent by itself.
      if (rows.length > 0 && !isOfAnother) t.notExercised('TASK-40', `a task that never ran: ${count}`, runs)
      else
        t.expect(isOfAnother ? 'filter-satisfied' : 'stated-type', 'TASK-40', rows.length === 0, count, runs)
    }
    await isGone(t, task)
    const parent_task_id = (await makeTask(t, 'above one that is done and deleted')).id
    const full = { ...SET, ...assignedTo(await knownPerson(t)), parent_task_id }
    const other = await makeTask(t, 'with all that a task has, to be deleted', full).catch(ignoreMissing)
    if (!other) return
    await moveTo(t, other.id, 'done')
    await isGone(t, other, true)
  },
})

/** Deletes the task, which a rule of the deployment may refuse, and looks for it by its id, by its numbers and in the list. */
async function isGone(t: Trial, task: OwnTask, mayRefuse = false) {
  const path = { task_id: task.id }
  const found = async (ref: string) => {
    const reply = await t.call('getTaskByNumber', { path: { ref } })
    const isFound = reply.status === 200 && mentions(reply.json, task.title)
    return isFound && !saysDeleted(taskIn(reply.json)) ? reply : undefined
  }
  const refs: string[] = []
  for (const ref of numbersIn(task.record).slice(0, 3)) if (await found(ref)) refs.push(ref)
  const listedBefore = await findTask(t, task.id, {})
  const gone = await t.call('deleteTask', { path })
  if (mayRefuse && isRefusal(gone)) return
  if (!t.served('TASK-36', gone)) return
  const own = t.context.journal.find('task', task.id)
  const isAway = (one: Exchange) => isRefusal(one) || saysDeleted(taskIn(one.json))
  const read = await t.replied('the task to be gone', 'getTask', { path }, isAway)
  t.expect('gone', 'TASK-37', isAway(read), `reading the deleted task answered ${read.status}`, gone, read)
  if (isAway(read) && own) t.context.journal.gone(own.n)
  for (const ref of refs) {
    const look = () => found(ref)
    const still = await t.settled('its number to be gone', look, one => one === undefined)
    const sentence = `the deleted task is still found by its number ${ref}`
    if (still) t.violated('gone', 'TASK-37', sentence, gone, still)
  }
  if (!listedBefore) return
  const left = await isLeftOut(t, task.id, {})
  t.expect('gone', 'TASK-37', left, `the deleted task is ${left ? 'no longer' : 'still'} listed`)
}

/** The parent and the sibling of the deleted task stay; then the parent is deleted, with the sub-task that it has. */
async function familyStays(t: Trial) {
  const parent = await makeTask(t, 'above one that is deleted')
  const child = await makeTask(t, 'below another, to be deleted', { parent_task_id: parent.id })
  const beside = await makeTask(t, 'beside one that is deleted', { parent_task_id: parent.id })
  for (const { id } of [parent, beside])
    if ((await t.call('getTask', { path: { task_id: id } })).status !== 200) return
  const gone = await t.call('deleteTask', { path: { task_id: child.id } })
  if (gone.status >= 300) return
  for (const { id, title } of [parent, beside]) {
    const last = await onceThere(t, id)
    const sentence = `with a sub-task the task “${title}” is gone as well`
    if (isRefusal(last)) return t.violated('keeps-others', 'TASK-36', sentence, gone, last)
  }
  // Whether it may be deleted with a sub-task is not stated, nor what becomes of that, which goes before anybody compares it.
  const last = await t.call('deleteTask', { path: { task_id: parent.id } })
  if (!isRefusal(last)) t.served('TASK-36', last)
  await t.call('deleteTask', { path: { task_id: beside.id } }).catch(ignoreMissing)
}
