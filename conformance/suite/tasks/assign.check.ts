/** Assigning tasks, moving them across the board, deleting them. */

import { type Scenario, scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { mentions } from '../../extract/find-value.ts'
import { replyList } from '../../extract/list-rows.ts'
import { assigneeOf, statusOf } from '../../extract/task-record.ts'
import { refuses } from '../../negatives/refusals.ts'
import { idsOf, refusalsOf } from '../../requirements/contract.ts'
import type { Exchange } from '../../requirements/exchange.ts'
import { knownAgent } from '../discover.ts'
import { A_PERSON, knownPerson, someAssignee, statusWords } from './existing-tasks.ts'
import { numbersIn } from './number.check.ts'
import { makeTask, type OwnTask, readTask } from './own-task.ts'
import { findTask, listedIds } from './task-pages.ts'
import { ranks } from './update.check.ts'

const assignee = scenario({
  id: 'tasks/assign',
  title: 'A task is given to a person and taken away again; a refused body leaves it as it was',
  requirements: ['ASSIGN-02', 'ASSIGN-03', 'ASSIGN-10', 'TASK-38', 'TASK-12'],
  needs: { capability: 'tasks', scopes: ['tasks:write', 'tasks:read'] },
  cost: { requests: 16 },
  writes: true,
  async run(t) {
    const task = await makeTask(t, 'to be assigned')
    const nobody = await assign(t, task, null, null)
    t.served('TASK-38', nobody)
    const person = await knownPerson(t)
    if (person === undefined) {
      t.notExercised(['ASSIGN-02'], A_PERSON)
      await refusedLeavesIt(t, task)
      return
    }
    const given = await assign(t, task, 'user', person)
    if ([400, 403, 404, 409].includes(given.status)) {
      return t.notExercised(
        ['ASSIGN-02', 'ASSIGN-03', 'ASSIGN-10'],
        `a person who may be assigned: ${person} answered ${given.status}`,
        given,
      )
    }
    if (!t.served('ASSIGN-02', given)) return
    await shows(t, 'ASSIGN-02', task, 'user', person)
    if (person === t.keys.with('tasks:read').personId) await staysListed(t, task)
    await refusedLeavesIt(t, task)
    if (!t.served('ASSIGN-03', await assign(t, task, null, null))) return
    await shows(t, 'ASSIGN-03', task, undefined, undefined)
  },
})

const toAgent = scenario({
  id: 'tasks/assign-agent',
  title: 'A task is given to an agent',
  requirements: ['ASSIGN-01', 'ASSIGN-03'],
  needs: { capability: 'tasks', scopes: ['tasks:write', 'tasks:read'] },
  cost: { requests: 6, runs: 1 },
  writes: true,
  async run(t) {
    const agent = await knownAgent(t)
    const task = await makeTask(t, 'for an agent')
    t.context.budget.takeRun()
    const given = await assign(t, task, 'agent', agent.id)
    if ([400, 403, 404, 409].includes(given.status)) {
      return t.notExercised(
        ['ASSIGN-01', 'ASSIGN-03'],
        `an agent that may be assigned: ${agent.id} answered ${given.status}`,
        given,
      )
    }
    if (!t.served('ASSIGN-01', given)) return
    await shows(t, 'ASSIGN-01', task, 'agent', agent.id)
    if (!t.served('ASSIGN-03', await assign(t, task, null, null))) return
    await shows(t, 'ASSIGN-03', task, undefined, undefined)
  },
})

const assign = (t: Trial, task: OwnTask, type: unknown, id: unknown) =>
  t.call('setTaskAssignee', { path: { task_id: task.id }, body: { type, id } })

async function shows(
  t: Trial,
  requirement: string,
  task: OwnTask,
  type: string | undefined,
  id: string | undefined,
) {
  const shown = assigneeOf(await readTask(t, task.id))
  if (!shown) return
  const right = shown.id === id && (shown.type === undefined || shown.type === type || id === undefined)
  t.expect(
    requirement,
    right,
    `assigned to ${type ?? 'nobody'} ${id ?? ''}, the task shows ${shown.type} ${shown.id}`,
  )
}

/** The task was created by and is assigned to the same person. */
async function staysListed(t: Trial, task: OwnTask) {
  if (!t.wants('TASK-12') || t.keys.with('tasks:read').owner !== task.key.owner) return
  const plain = await makeTask(t, 'beside one that is assigned')
  if (!(await findTask(t, plain.id, {}))) return
  const row = await findTask(t, task.id, {})
  t.expect('TASK-12', row !== undefined, `assigned to who made it, the task is ${row ? '' : 'not '}listed`)
}

async function refusedLeavesIt(t: Trial, task: OwnTask) {
  if (!t.wants('ASSIGN-10')) return
  const before = assigneeOf(await readTask(t, task.id))
  if (!before) return t.notExercised('ASSIGN-10', 'the task does not show its assignee')
  const { id: someone } = await someAssignee(t)
  const wrong = [
    { type: 'robot', id: someone },
    { type: null, id: 4711 },
    { type: null, id: null, note: 'further' },
  ]
  for (const body of wrong) {
    const exchange = await t.call('setTaskAssignee', { path: { task_id: task.id }, body })
    if (exchange.status < 400) continue
    const after = assigneeOf(await readTask(t, task.id))
    const same = after?.id === before.id && after?.type === before.type
    t.expect(
      'ASSIGN-10',
      same,
      `after a refused ${JSON.stringify(body)} the assignee is ${after?.type} ${after?.id}`,
      exchange,
    )
  }
}

const assigneeInvalid = scenario({
  id: 'tasks/assign-invalid',
  title: 'An assignee body with one wrong thing in it is refused with 422',
  requirements: idsOf(refusalsOf('setTaskAssignee', 'body')),
  needs: { capability: 'tasks', scopes: ['tasks:write'] },
  cost: { requests: 20 },
  writes: true,
  async run(t) {
    const task = await makeTask(t, 'not to be assigned')
    const options = { path: { task_id: task.id } }
    const right = { ...(await someAssignee(t)) }
    await refuses(t, 'setTaskAssignee', refusalsOf('setTaskAssignee', 'body'), { options, right })
  },
})

const move = scenario({
  id: 'tasks/move',
  title: 'A task is moved to other columns, and to done',
  requirements: ['MOVE-01', 'MOVE-04', 'MOVE-05', 'STATE-53', 'STATE-54', 'TASK-39', 'TASK-13'],
  needs: { capability: 'tasks', scopes: ['tasks:write', 'tasks:read'] },
  cost: { requests: 24 },
  writes: true,
  async run(t) {
    const task = await makeTask(t, 'to be moved')
    const path = { task_id: task.id }
    const start = statusOf(await readTask(t, task.id))
    if (start === undefined) t.notExercised(['STATE-53'], 'the task shows no status')
    const words = (await statusWords(t)).filter(word => word !== start)
    let refused = ''
    const statuses: number[] = []
    for (const word of [...words.filter(one => one !== 'done').slice(0, 3), 'done']) {
      const exchange = await t.call('setTaskStatus', { path, body: { status: word } })
      statuses.push(exchange.status)
      t.refusedByScope(exchange)
      if (exchange.status >= 500) {
        t.violated('TASK-39', `a move from ${start} to ${word} answered ${exchange.status}`, exchange)
        continue
      }
      if (exchange.status >= 400) {
        refused = `a move that is allowed: ${start} to ${word} answered ${exchange.status}`
        // The body is valid, so 422 refuses the move; which moves are allowed is not stated.
        if (exchange.status === 422) refused += ' (moves allowed are not stated)'
        continue
      }
      t.served(['TASK-39', 'MOVE-01'], exchange)
      const after = statusOf(await readTask(t, task.id))
      const sentence = `moved to ${word}, the task reads ${after}`
      if (after !== undefined)
        t.expect(word === 'done' ? ['STATE-53', 'STATE-54'] : 'STATE-53', after === word, sentence, exchange)
      if (after !== word) continue
      const listed = await findTask(t, task.id, { status: word })
      t.expect(
        'TASK-13',
        listed !== undefined,
        `status=${word} ${listed ? 'lists' : 'does not list'} a task with that status`,
      )
      const row = await findTask(t, task.id, {})
      if (row && statusOf(row) !== undefined) {
        t.expect(
          'STATE-53',
          statusOf(row) === word,
          `moved to ${word}, the list shows the task as ${statusOf(row)}`,
        )
      }
      if (word !== 'done' && start !== undefined) {
        const other = await findTask(t, task.id, { status: 'done' })
        t.expect(
          'TASK-13',
          other === undefined,
          `status=done ${other ? 'lists' : 'does not list'} a task with the status ${word}`,
        )
      }
    }
    await leavesDone(t, task, start)
    const here = statusOf(await readTask(t, task.id)) ?? start
    if (here !== undefined) {
      for (const position of [2, 1.5]) {
        const exchange = await t.call('setTaskStatus', { path, body: { status: here, position } })
        judgeMove(t, 'MOVE-04', exchange.status, `position ${position}`)
      }
      await ranks(t, 'MOVE-04', task, position =>
        t.call('setTaskStatus', { path, body: { status: here, position } }),
      )
      const without = await t.call('setTaskStatus', { path, body: { status: here, position: null } })
      judgeMove(t, 'MOVE-05', without.status, 'position null')
    }
    if (!t.isDecided('STATE-54') && t.wants('STATE-54')) await reachesDone(t, words)
    const done = await t.call('listTasks', { query: { status: 'done' } })
    if (done.status === 422)
      t.violated(
        ['STATE-54', 'TASK-13'],
        'done, a stated status of tasks, is refused as a filter with 422',
        done,
      )
    if (statuses.length >= 3 && statuses.every(status => status === 422)) {
      t.violated('MOVE-01', `moves to ${statuses.length} words that tasks show all answered 422`)
    }
    if (refused) t.notExercised(['MOVE-01', 'TASK-39', 'STATE-53', 'STATE-54'], refused)
  },
})

/** `done` may be final and a move from it refused; a reply of 200 means that the task moved. */
async function leavesDone(t: Trial, { id }: OwnTask, start: string | undefined) {
  if (start === undefined || statusOf(await readTask(t, id)) !== 'done') return
  const moved = await t.call('setTaskStatus', { path: { task_id: id }, body: { status: start } })
  if (moved.status !== 200) return
  const after = statusOf(await readTask(t, id))
  t.expect('STATE-53', after === start, `moved from done to ${start}, the task reads ${after}`, moved)
}

/** Common columns between the first and the last. */
const BETWEEN = ['todo', 'ready', 'in_progress', 'doing', 'active', 'review', 'in_review', 'testing']

/** Intermediate steps may be required: a task that is refused in each of several columns can never be done. */
async function reachesDone(t: Trial, words: readonly string[]) {
  const task = await makeTask(t, 'to be done in the end')
  const move = (status: string) => t.call('setTaskStatus', { path: { task_id: task.id }, body: { status } })
  const refused: Exchange[] = []
  for (const word of new Set(['', ...words.filter(one => one !== 'done'), ...BETWEEN])) {
    if (word !== '' && (await move(word)).status !== 200) continue
    const done = await move('done')
    if (done.status === 200) return t.met('STATE-54', `moved to done by way of ${word || 'nothing'}`, done)
    refused.push(done)
  }
  if (refused.length >= 3)
    t.violated(
      'STATE-54',
      `done is refused in ${refused.length} columns: ${refused.map(one => one.status).join(', ')}`,
      ...refused.slice(0, 3),
    )
}

/** Moving to the current column: a deployment may refuse that, but not as invalid (422). */
function judgeMove(t: Trial, requirement: string, status: number, what: string) {
  if (status === 409 || status === 400 || status === 403)
    return t.notExercised(requirement, `a move with ${what} answered ${status}`)
  t.expect(requirement, status === 200, `a move with ${what} answered ${status}`)
}

const moveInvalid = scenario({
  id: 'tasks/move-invalid',
  title: 'A status body with one wrong thing in it is refused with 422',
  requirements: idsOf(refusalsOf('setTaskStatus', 'body')),
  needs: { capability: 'tasks', scopes: ['tasks:write'] },
  cost: { requests: 14 },
  writes: true,
  async run(t) {
    const task = await makeTask(t, 'not to be moved')
    const options = { path: { task_id: task.id } }
    await refuses(t, 'setTaskStatus', refusalsOf('setTaskStatus', 'body'), {
      options,
      right: { status: 'done' },
    })
  },
})

const remove = scenario({
  id: 'tasks/delete',
  title: 'A deleted task is gone',
  requirements: ['TASK-36', 'TASK-37', 'TASK-40'],
  needs: { capability: 'tasks', scopes: ['tasks:write', 'tasks:read'] },
  cost: { requests: 16 },
  writes: true,
  async run(t) {
    await familyStays(t)
    const task = await makeTask(t, 'to be deleted')
    const path = { task_id: task.id }
    const runs = await t.call('listTaskRuns', { path })
    if (t.served('TASK-40', runs)) {
      const rows = replyList(runs)
      t.expect(
        'TASK-40',
        rows?.length === 0,
        rows ? `a new task has ${rows.length} runs` : 'there is no list in the reply',
        runs,
      )
    }
    const found = async (ref: string) => {
      const reply = await t.call('getTaskByNumber', { path: { ref } })
      return reply.status === 200 && mentions(reply.json, task.title) ? reply : undefined
    }
    const refs: string[] = []
    for (const ref of numbersIn(task.record).slice(0, 3)) if (await found(ref)) refs.push(ref)
    const others = await listedIds(t, {})
    const listedBefore = others.delete(task.id)
    const gone = await t.call('deleteTask', { path })
    if (!t.served('TASK-36', gone)) return
    t.expect(
      'TASK-36',
      gone.text === '',
      gone.text === '' ? 'the reply has no body' : `the 204 has a body of ${gone.text.length} characters`,
      gone,
    )
    const own = t.context.journal.find('task', task.id)
    const read = await t.call('getTask', { path })
    t.expect('TASK-37', read.status >= 400, `reading the deleted task answered ${read.status}`, gone, read)
    if (read.status >= 400 && own) t.context.journal.gone(own.n)
    for (const ref of refs) {
      const still = await found(ref)
      if (still) t.violated('TASK-37', `the deleted task is still found by its number ${ref}`, gone, still)
    }
    const left = await listedIds(t, {})
    await othersStay(t, others, left, gone)
    if (listedBefore) {
      const listed = left.has(task.id)
      t.expect('TASK-37', !listed, `the deleted task is ${listed ? 'still' : 'no longer'} listed`)
    }
  },
})

/** The parent and the sibling of the deleted task remain unchanged. */
async function familyStays(t: Trial) {
  const parent = await makeTask(t, 'above one that is deleted')
  const child = await makeTask(t, 'below another, to be deleted', { parent_task_id: parent.id })
  const beside = await makeTask(t, 'beside one that is deleted', { parent_task_id: parent.id })
  const gone = await t.call('deleteTask', { path: { task_id: child.id } })
  if (gone.status >= 300) return
  for (const { id, title } of [parent, beside]) {
    const read = await t.call('getTask', { path: { task_id: id } })
    if (read.status === 404 || read.status === 410)
      return t.violated('TASK-36', `with a sub-task the task “${title}” is gone as well`, gone, read)
  }
}

/** Only the named task is gone; other checks delete only tasks of the suite. */
async function othersStay(t: Trial, before: Set<string>, left: Set<string>, deleted: Exchange) {
  const own = new Set(t.context.ownRecords.histories().map(({ id }) => id))
  for (const id of [...before].filter(one => !left.has(one) && !own.has(one)).slice(0, 5)) {
    const read = await t.call('getTask', { path: { task_id: id } })
    if (read.status === 404 || read.status === 410)
      t.violated('TASK-36', `with the task that was deleted the task ${id} is gone as well`, deleted, read)
  }
}

export const assignScenarios: readonly Scenario[] = [
  assignee,
  toAgent,
  assigneeInvalid,
  move,
  moveInvalid,
  remove,
]
