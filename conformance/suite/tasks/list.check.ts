/** The list of tasks, filter by filter and combined. Tasks made for the purpose are the evidence. */

import { type Scenario, scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { Missing } from '../../ledger/missing.ts'
import { idsOf, refusalsOf } from '../../ledger/subjects.ts'
import { refuses } from '../../negatives/refusals.ts'
import { type Json, mentions } from '../../reading/find-value.ts'
import { listIn, rowsOfObjects } from '../../reading/list-rows.ts'
import { idOf, refIn } from '../../reading/record.ts'
import { assigneeOf, boardOf, statusOf } from '../../reading/task-record.ts'
import type { Key } from '../../target/target.ts'
import { knownAgent } from '../discover.ts'
import { judgePaging } from '../judge-paging.ts'
import {
  A_PERSON,
  boardId,
  existingTasks,
  isKnown,
  knownPerson,
  secondBoard,
  seenOnTasks,
} from './existing-tasks.ts'
import { makeTask, readTask } from './own-task.ts'
import { allTasks, findTask, listedIds } from './task-pages.ts'

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
    const rows = listIn(page.json, ['tasks'])
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
    if (!visible) t.notExercised(['TASK-09', 'TASK-19'], `a task assigned to a person: ${A_PERSON}`)

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
    // Our own change hands meanwhile: other checks assign and unassign them.
    const agents = (await existingTasks(t))
      .filter(row => assigneeOf(row)?.type === 'agent' && !mentions(row, t.context.nonce, true))
      .slice(0, 5)
    const ids = agents.flatMap(row => idOf(row, 'task') ?? [])
    const others = [nobody.id, ...(visible ? [mine.id] : [])]
    await narrows(t, 'TASK-10', { assignee_type: 'agent' }, ids, others, row => kindIs(row, 'agent'))
    if (ids.length === 0) await withAgent(t, others)
  },
})

/** No task of the deployment is assigned to an agent: one of our own is, which may cost a run. */
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

/** One walk with the filter: what must be there, what must not, and what every row must show. */
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
        'TASK-15',
        'two boards: name them in the target, fixtures.board and fixtures.second-board',
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
    if (project === undefined)
      return t.notExercised('TASK-14', 'a project: name it in the target, fixtures.project')
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

/** The tasks that the list without an owner has and that of `owner=me` has not, before it or after it, or the reverse. */
async function unlikeMine(t: Trial, me: ReadonlySet<string>, reader: Key): Promise<Set<string>> {
  const without = await listedIds(t, {}, reader)
  const after = await listedIds(t, { owner: 'me' }, reader)
  const missing = [...me].filter(id => after.has(id) && !without.has(id))
  const extra = [...without].filter(id => !me.has(id) && !after.has(id))
  return new Set([...missing, ...extra])
}

const owners = scenario({
  id: 'tasks/list-by-owner',
  title: 'The task list is that of the person behind the key, or of the person asked for',
  requirements: ['TASK-16', 'TASK-17', 'TASK-18'],
  needs,
  cost: { requests: 16 },
  writes: true,
  async run(t) {
    const key = t.keys.with('tasks:write')
    const reader = sameOwner(t, key)
    const mine = await makeTask(t, 'of my own', {}, key)
    const other = otherOwner(t, key)
    const theirs = other && (await makeTask(t, 'of another person', {}, other))
    const me = await listedIds(t, { owner: 'me' }, reader)
    const hasMine = me.has(mine.id) || (await findTask(t, mine.id, { owner: 'me' }, reader)) !== undefined
    t.expect(
      'TASK-16',
      hasMine,
      `owner=me ${hasMine ? 'lists' : 'does not list'} a task that this person created`,
    )
    if (theirs)
      t.expect(
        'TASK-16',
        !me.has(theirs.id),
        `owner=me ${me.has(theirs.id) ? 'lists' : 'does not list'} a task of another person`,
      )
    // A page by offset may pass over a task while others come and go, so only a difference that is seen twice counts.
    const before = await unlikeMine(t, me, reader)
    const again =
      before.size > 0 ? await unlikeMine(t, await listedIds(t, { owner: 'me' }, reader), reader) : before
    const differs = [...before].find(id => again.has(id))
    if (differs !== undefined)
      t.violated('TASK-18', `with and without owner=me the lists differ in the task ${differs}`)
    else if (theirs) t.met('TASK-18', `both lists hold the same ${me.size} tasks, and none of another person`)
    else t.notExercised('TASK-18', 'a key of another person, whose list of tasks differs')
    const { personId } = key
    if (personId === undefined || !(await isKnown(t, personId))) return t.notExercised('TASK-17', A_PERSON)
    const own = (await findTask(t, mine.id, { owner: personId }, reader)) !== undefined
    t.expect('TASK-17', own, `owner=${personId} ${own ? 'lists' : 'does not list'} a task of this person`)
    if (!other?.personId || !theirs) return
    const query = { owner: other.personId }
    const reply = await t.call('listTasks', { key: reader, query })
    if (reply.status !== 200) return
    const foreign = await listedIds(t, query, reader)
    t.expect(
      'TASK-17',
      !foreign.has(mine.id),
      `the list of another person ${foreign.has(mine.id) ? 'holds' : 'does not hold'} my task`,
    )
  },
})

/** A key that reads for the same person; the same key, when it may read. */
function sameOwner(t: Trial, key: Key): Key {
  if (key.scopes.has('tasks:read')) return key
  const same = t.keys
    .home()
    .find(one => one.scopes.has('tasks:read') && one.owner === key.owner && key.owner !== undefined)
  if (!same) throw new Missing('a key with tasks:read and tasks:write')
  return same
}

function otherOwner(t: Trial, key: Key): Key | undefined {
  return t.keys
    .home()
    .find(
      one =>
        one.scopes.has('tasks:write') &&
        one.owner !== undefined &&
        key.owner !== undefined &&
        one.owner !== key.owner,
    )
}

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
      names: ['tasks'],
      kind: 'task',
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

export const taskListScenarios: readonly Scenario[] = [plain, assignees, places, owners, paging, invalid]
