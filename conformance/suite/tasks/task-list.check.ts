/** The list of tasks, filter by filter and combined, tested with tasks created for the purpose. */

import { type Scenario, scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { type Json, mentions } from '../../extract/find-value.ts'
import { replyList, rowsOfObjects } from '../../extract/list-rows.ts'
import { idOf, refIn } from '../../extract/record.ts'
import { assigneeOf, boardOf, statusOf } from '../../extract/task-record.ts'
import { refuses } from '../../negatives/refusals.ts'
import { idsOf, refusalsOf } from '../../requirements/contract.ts'
import { lacks } from '../../requirements/missing.ts'
import { knownAgent } from '../discover.ts'
import { judgePaging } from '../judge-paging.ts'
import { A_PERSON, boardId, existingTasks, knownPerson, secondBoard, seenOnTasks } from './existing-tasks.ts'
import { makeTask, readTask } from './own-task.ts'
import { allTasks, findTask } from './task-pages.ts'

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
    if (!t.served('TASK-12', page)) return
    const rows = replyList(page)
    if (
      !t.expect(
        'TASK-12',
        rows !== undefined,
        rows ? 'the reply holds a list' : 'there is no list in the reply',
        page,
      )
    )
      return
    for (const row of rowsOfObjects(rows ?? [])) {
      const priority = row.priority
      if (typeof priority !== 'string') continue
      const listed = ['urgent', 'high', 'medium', 'low', 'none'].includes(priority)
      if (!t.expect('TASK-06', listed, `a task has the priority ${priority}`, page)) break
    }
    const found = await findTask(t, task.id, {})
    t.expect('TASK-12', found !== undefined, `a task just created is ${found ? '' : 'not '}in the list`)
  },
})

const assignees = scenario({
  id: 'tasks/list-by-assignee',
  title: 'The task list is narrowed by kind and id of the assignee',
  requirements: ['TASK-09', 'TASK-10', 'TASK-19', 'TASK-31'],
  needs,
  cost: { requests: 20 },
  writes: true,
  async run(t) {
    const nobody = await makeTask(t, 'assigned to nobody')
    const person = await knownPerson(t)
    const mine = person === undefined ? undefined : await makeTask(t, 'assigned to a person')
    if (mine)
      await t.need('setTaskAssignee', { path: { task_id: mine.id }, body: { type: 'user', id: person } })
    const visible = mine && (await findTask(t, mine.id, {})) !== undefined
    if (!visible) t.notExercised(['TASK-09', 'TASK-19'], A_PERSON)

    if (visible && person !== undefined) {
      await narrows(t, 'TASK-09', { assignee_type: 'user' }, [mine.id], [nobody.id], row =>
        kindIs(row, 'user'),
      )
      const same = (row: Json) => idIs(row, person)
      await narrows(t, 'TASK-19', { assignee_id: person }, [mine.id], [nobody.id], same)
      const both = { assignee_id: person, assignee_type: 'user' }
      await narrows(t, ['TASK-19', 'TASK-31'], both, [mine.id], [nobody.id], same)
      const contrary = { assignee_id: person, assignee_type: 'agent' }
      await narrows(t, 'TASK-31', contrary, [], [mine.id, nobody.id], row => kindIs(row, 'agent'))
    }
    // Our own tasks change assignees meanwhile, because other checks assign them.
    const agents = (await existingTasks(t))
      .filter(row => assigneeOf(row)?.type === 'agent' && !mentions(row, t.context.nonce, true))
      .slice(0, 5)
    const ids = agents.flatMap(row => idOf(row, 'task') ?? [])
    const others = [nobody.id, ...(visible ? [mine.id] : [])]
    await narrows(t, 'TASK-10', { assignee_type: 'agent' }, ids, others, row => kindIs(row, 'agent'))
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
  const shown = given.status === 200 && (await findTask(t, task.id, {})) !== undefined
  if (!shown)
    return t.notExercised(
      'TASK-10',
      `a task that is assigned to an agent: it answered ${given.status}`,
      given,
    )
  await narrows(t, 'TASK-10', { assignee_type: 'agent' }, [task.id], others, row => kindIs(row, 'agent'))
  await t.call('setTaskAssignee', { path: { task_id: task.id }, body: { type: null, id: null } })
}

const kindIs = (row: Json, kind: string) => (assigneeOf(row)?.type ?? kind) === kind
const idIs = (row: Json, id: string) => (assigneeOf(row)?.id ?? id) === id

/** Walks the filtered list once: which tasks it must and must not contain, and what every row must show. */
async function narrows(
  t: Trial,
  requirement: string | string[],
  query: Record<string, string | number | boolean>,
  inside: string[],
  outside: string[],
  fits: (row: Json) => boolean = () => true,
): Promise<boolean> {
  const filter = Object.entries(query)
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
  const { rows, exchanges } = await allTasks(t, query)
  const ids = new Set(rows.flatMap(row => idOf(row, 'task') ?? []))
  for (const id of inside) {
    if (!ids.has(id) && !(await findTask(t, id, query))) {
      t.violated(requirement, `${filter} leaves out the task ${id}, which fits it`, ...exchanges.slice(-1))
      return false
    }
  }
  const wrong =
    outside.find(id => ids.has(id)) ??
    idOf(
      rows.find(row => !fits(row)),
      'task',
    )
  const page = exchanges.find(one => wrong !== undefined && one.text.includes(wrong)) ?? exchanges[0]
  const sentence = wrong
    ? `${filter} lists the task ${wrong}, which does not fit it`
    : `${filter} lists ${ids.size} tasks, all fitting`
  if (wrong !== undefined || inside.length > 0)
    t.expect(requirement, wrong === undefined, sentence, ...(page ? [page] : []))
  return wrong === undefined
}

const places = scenario({
  id: 'tasks/list-by-board',
  title: 'The task list is narrowed by board and project, together with other filters',
  requirements: ['TASK-14', 'TASK-15', 'TASK-31', 'TASK-13'],
  needs,
  cost: { requests: 20 },
  writes: true,
  async run(t) {
    const board = await boardId(t)
    const second = await secondBoard(t, board)
    if (board === undefined || second === undefined) {
      t.notExercised(
        ['TASK-15', 'TASK-31'],
        lacks.any('two boards', lacks.fixture('board'), lacks.fixture('second-board')),
      )
    } else {
      const here = await makeTask(t, 'on the first board', { board_id: board })
      const there = await makeTask(t, 'on the second board', { board_id: second })
      const on = (id: string) => (row: Json) => (boardOf(row) ?? id) === id
      await narrows(t, 'TASK-15', { board_id: board }, [here.id], [there.id], on(board))
      await narrows(t, 'TASK-15', { board_id: second }, [there.id], [here.id], on(second))
      const word = statusOf(await readTask(t, here.id))
      if (word !== undefined) {
        await narrows(
          t,
          ['TASK-31', 'TASK-13'],
          { board_id: board, status: word },
          [here.id],
          [there.id],
          row => (statusOf(row) ?? word) === word,
        )
        await narrows(
          t,
          ['TASK-31', 'TASK-13'],
          { board_id: board, status: 'done' },
          [],
          [here.id, there.id],
          row => (statusOf(row) ?? 'done') === 'done',
        )
      }
    }
    const project = t.wants('TASK-14') ? await seenOnTasks(t, 'project') : undefined
    if (project === undefined) return t.notExercised('TASK-14', lacks.fixture('project', 'a project'))
    const inside = await makeTask(t, 'in a project', { project_id: project })
    const outside = await makeTask(t, 'in no project')
    await narrows(
      t,
      'TASK-14',
      { project_id: project },
      [inside.id],
      [outside.id],
      row => (refIn(row, 'project') ?? project) === project,
    )
  },
})

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

const invalid = scenario({
  id: 'tasks/list-invalid',
  title: 'The task list refuses parameters of a wrong type or outside their list',
  requirements: idsOf(refusalsOf('listTasks', 'query')),
  needs: { capability: 'tasks', scopes: ['tasks:read'] },
  cost: { requests: 9 },
  run: t => refuses(t, 'listTasks', refusalsOf('listTasks', 'query'), {}),
})

export const taskListScenarios: readonly Scenario[] = [plain, assignees, places, paging, invalid]
