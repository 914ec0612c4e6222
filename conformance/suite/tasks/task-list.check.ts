/** The list of tasks: what is new is in it, and its pages. */

import { type Scenario, scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { replyRows } from '../../extract/list-rows.ts'
import { isPriority, statusOf } from '../../extract/task-record.ts'
import { ignoreMissing } from '../../requirements/missing.ts'
import { holdsList } from '../../rules/stated-status.ts'
import { judgePaging } from '../judge-paging.ts'
import { makeTask, readTask } from './own-task.ts'
import { listsOwned } from './task-pages.ts'

const needs = { capability: 'tasks', scopes: ['tasks:write', 'tasks:read'] } as const

const plain = scenario({
  id: 'tasks/list',
  title: 'A new task is listed',
  requirements: ['TASK-12', 'TASK-06'],
  needs,
  cost: { requests: 8 },
  writes: true,
  async run(t) {
    const task = await makeTask(t, 'to be listed')
    const page = await t.call('listTasks')
    if (!t.answered('TASK-12', page) || !holdsList(t, 'TASK-12', page)) return
    for (const { priority } of replyRows(page)) {
      const reads = `a task has the priority ${priority}`
      if (typeof priority !== 'string') continue
      if (!t.expect('stated-type', 'TASK-06', isPriority(priority), reads, page)) break
    }
    const listed = await listsOwned(t, task, {}, task.key)
    const sentence = `a task just created is ${listed ? '' : 'not '}in the list`
    if (listed === undefined) return t.notExercised('TASK-12', `a task of the person: ${sentence}`)
    t.expect('lists-visible', 'TASK-12', listed, sentence)
    await isListedOverdue(t).catch(ignoreMissing)
  },
})

/** A task that is overdue when it is made, which a service may refuse, is listed, if only with the archived ones. */
async function isListedOverdue(t: Trial) {
  const task = await makeTask(t, 'to be listed, too', { due_date: '2020-02-03T04:15:00.000Z' })
  for (const query of [{}, { include_archived: true }])
    if ((await listsOwned(t, task, query, task.key)) !== false) return
  // Where it was put elsewhere at once, or is deleted, another rule may hide it.
  const isSame = statusOf(await readTask(t, task.id)) === statusOf(task.record)
  const sentence = 'a task just created that is overdue is read, and not in the list'
  if (isSame) t.violated('lists-visible', 'TASK-12', sentence)
}

const paging = scenario({
  id: 'tasks/list-paging',
  title: 'limit and offset page through the task list',
  requirements: ['TASK-27', 'TASK-29'],
  needs,
  cost: { requests: 12 },
  writes: true,
  turn: 'alone',
  async run(t) {
    for (const what of ['first of three', 'second of three', 'third of three']) await makeTask(t, what)
    await judgePaging(t, { operation: 'listTasks', limit: 'TASK-27', offset: 'TASK-29' })
  },
})

export const taskListScenarios: readonly Scenario[] = [plain, paging]
