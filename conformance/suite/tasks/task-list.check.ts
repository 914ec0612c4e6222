/** The list of tasks, filter by filter and combined, tested with tasks created for the purpose. */

import { type Scenario, scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import type { Json } from '../../extract/find-value.ts'
import { replyList, rowsOfObjects } from '../../extract/list-rows.ts'
import { idOf } from '../../extract/record.ts'
import { assigneeOf, isPriority } from '../../extract/task-record.ts'
import { knownAgent } from '../discover.ts'
import { judgePaging } from '../judge-paging.ts'
import { existingTasks, knownPerson } from './existing-tasks.ts'
import { isKind, makeTask } from './own-task.ts'
import { isListed, narrows } from './task-pages.ts'

const needs = { capability: 'tasks', scopes: ['tasks:write', 'tasks:read'] } as const

const plain = scenario({
  id: 'tasks/list',
  title: 'A new task is listed',
  requirements: ['TASK-12', 'TASK-06'],
  needs,
  cost: { requests: 4 },
  writes: true,
  async run(t) {
    const task = await makeTask(t, 'to be listed')
    const page = await t.call('listTasks')
    if (!t.answered('TASK-12', page)) return
    const rows = replyList(page)
    if (rows === undefined) return t.violated('stated-type', 'TASK-12', 'there is no list in the reply', page)
    for (const row of rowsOfObjects(rows)) {
      const priority = row.priority
      if (typeof priority !== 'string') continue
      if (
        !t.expect('stated-type', 'TASK-06', isPriority(priority), `a task has the priority ${priority}`, page)
      )
        break
    }
    const listed = await isListed(t, task.id, {})
    const sentence = `a task just created is ${listed ? '' : 'not '}in the list`
    t.expect('lists-visible', 'TASK-12', listed, sentence)
  },
})

const assignees = scenario({
  id: 'tasks/list-by-assignee',
  title: 'The task list is narrowed by kind and id of the assignee',
  requirements: ['TASK-10', 'TASK-31'],
  needs,
  cost: { requests: 20 },
  writes: true,
  async run(t) {
    const nobody = await makeTask(t, 'assigned to nobody')
    const person = await knownPerson(t)
    const mine =
      person === undefined
        ? undefined
        : await makeTask(t, 'assigned to a person', { assignee_type: 'user', assignee_id: person })
    if (mine && person !== undefined)
      await narrows(t, 'TASK-31', {
        query: { assignee_id: person, assignee_type: 'agent' },
        inside: [],
        outside: [mine.id, nobody.id],
        fits: row => kindIs(row, 'agent'),
      })
    // Our own tasks change assignees meanwhile, because other checks assign them.
    const agents = (await existingTasks(t)).filter(row => assigneeOf(row)?.type === 'agent').slice(0, 5)
    const ids = agents.flatMap(row => idOf(row, 'task') ?? [])
    const others = [nobody.id, ...(mine ? [mine.id] : [])]
    await narrows(t, 'TASK-10', { ...TO_AGENTS, inside: ids, outside: others })
    if (ids.length === 0) await withAgent(t, others)
  },
})

/** Where no task of the deployment is assigned to an agent, assigns one of our own, which may cost a run. */
async function withAgent(t: Trial, others: string[]) {
  if (!t.wants('TASK-10')) return
  const agent = await knownAgent(t)
  const task = await makeTask(t, 'assigned to an agent')
  t.context.budget.takeRun()
  const given = await t.call('setTaskAssignee', {
    path: { task_id: task.id },
    body: { type: 'agent', id: agent.id },
  })
  const shown = given.status === 200 && (await isListed(t, task.id, {}))
  if (!shown)
    return t.notExercised(
      'TASK-10',
      `a task that is assigned to an agent: it answered ${given.status}`,
      given,
    )
  await narrows(t, 'TASK-10', { ...TO_AGENTS, inside: [task.id], outside: others })
  await t.call('setTaskAssignee', { path: { task_id: task.id }, body: { type: null, id: null } })
}

const TO_AGENTS = {
  query: { assignee_type: 'agent' },
  fits: (row: Json) => kindIs(row, 'agent'),
}

const kindIs = (row: Json, kind: string) => isKind(assigneeOf(row)?.type, kind)

const paging = scenario({
  id: 'tasks/list-paging',
  title: 'limit and offset page through the task list',
  requirements: ['TASK-27', 'TASK-29'],
  needs,
  cost: { requests: 12 },
  writes: true,
  alone: true,
  async run(t) {
    for (const what of ['first of three', 'second of three', 'third of three']) await makeTask(t, what)
    await judgePaging(t, {
      operation: 'listTasks',
      limit: 'TASK-27',
      offset: 'TASK-29',
    })
  },
})

export const taskListScenarios: readonly Scenario[] = [plain, assignees, paging]
