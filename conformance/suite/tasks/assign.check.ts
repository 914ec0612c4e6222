/** Assigning tasks, moving them across the board, deleting them. */

import { type Scenario, scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { isObject, type Json, mentions } from '../../extract/find-value.ts'
import { replyList } from '../../extract/list-rows.ts'
import { wordIn } from '../../extract/record.ts'
import { phaseOf } from '../../extract/run-status.ts'
import {
  type Assignee,
  assigneeOf,
  hadRun,
  saysDeleted,
  statusOf,
  taskIn,
} from '../../extract/task-record.ts'
import { unknownLike } from '../../extract/unknown-id.ts'
import { type Exchange, isRefusal } from '../../requirements/exchange.ts'
import { ignoreMissing } from '../../requirements/missing.ts'
import { holdsList } from '../../rules/stated-status.ts'
import { knownAgent } from '../discover.ts'
import { memberOf } from '../own-records/unasked-changes.ts'
import { A_PERSON, isKnown, knownPerson, someAssignee, statusWords } from './existing-tasks.ts'
import { SET } from './fields.ts'
import { numbersIn } from './number.check.ts'
import {
  ALONE,
  assign,
  isKind,
  isRuledOut,
  judgeReading,
  makeTask,
  type OwnTask,
  onceThere,
  readTask,
  servedAgain,
} from './own-task.ts'
import { findTask, isLeftOut, isListed } from './task-pages.ts'

const assignee = scenario({
  id: 'tasks/assign',
  title: 'A task is given to a person and taken away again; a refused body leaves it as it was',
  requirements: ['ASSIGN-02', 'ASSIGN-03', 'ASSIGN-10', 'TASK-38', 'TASK-12'],
  needs: { capability: 'tasks', scopes: ['tasks:write', 'tasks:read'] },
  cost: { requests: 20 },
  writes: true,
  async run(t) {
    const task = await makeTask(t, 'to be assigned', SET)
    const nobody = await assign(t, task.id, null, null)
    // There is nobody to take away.
    if (isRuledOut(nobody)) t.notExercised('TASK-38', 'an assignment that is served', nobody)
    else t.served('TASK-38', nobody)
    const person = await knownPerson(t)
    if (person === undefined) {
      t.notExercised('ASSIGN-02', A_PERSON)
      return await refusedLeavesIt(t, task, undefined)
    }
    await givesAndTakes(t, 'ASSIGN-02', task, { type: 'user', id: person }, async () => {
      if (person === t.keys.with('tasks:read').personId) await staysListed(t, task)
      await refusedLeavesIt(t, task, person)
    })
    await goesToAnother(t, task, person)
  },
})

/** Who gives a task away to another person may not see it any more. Somebody else may give it to others, but hardly twice. */
async function goesToAnother(t: Trial, task: OwnTask, person: string) {
  const id = t.keys.home().find(key => (key.personId ?? person) !== person)?.personId
  if (id === undefined || !(await isKnown(t, id))) return
  let shown: Assignee | undefined
  const read = async () => {
    const { status, json } = await t.call('getTask', { path: { task_id: task.id } })
    return status === 200 ? assigneeOf(taskIn(json) ?? {}) : undefined
  }
  for (let attempt = 0; attempt < 2 && shown?.id !== id; attempt++) {
    if ((await assign(t, task.id, 'user', id)).status !== 200) return
    shown = await t.settled('the task to show its assignee', read, one => !one || one.id === id)
    if (!shown) return
  }
  const sentence = `assigned to user ${id}, the task shows ${shown?.id ?? 'nobody'}`
  t.expect('keeps-value', 'ASSIGN-02', shown?.id === id, sentence)
  await assign(t, task.id, null, null)
}

const toAgent = scenario({
  id: 'tasks/assign-agent',
  title: 'A task is given to an agent',
  requirements: ['ASSIGN-01', 'ASSIGN-03', 'TASK-38'],
  needs: { capability: 'tasks', scopes: ['tasks:write', 'tasks:read'] },
  cost: { requests: 9, runs: 1 },
  writes: true,
  async run(t) {
    const agent = await knownAgent(t)
    const task = await makeTask(t, 'for an agent')
    const person = await knownPerson(t)
    const had = person === undefined ? undefined : await assign(t, task.id, 'user', person)
    t.context.budget.takeRun()
    await givesAndTakes(t, 'ASSIGN-01', task, { type: 'agent', id: agent.id }, undefined, had?.status === 200)
  },
})

/** Gives the task to somebody, and takes it away again where it was accepted. */
async function givesAndTakes(
  t: Trial,
  requirement: 'ASSIGN-01' | 'ASSIGN-02',
  task: OwnTask,
  { type, id }: { type: 'user' | 'agent'; id: string },
  meanwhile?: () => Promise<void>,
  isOfAnother = false,
) {
  let exchange = await assign(t, task.id, type, id)
  // Whether it may go from one to the other at once is not stated.
  if (isOfAnother && isRefusal(exchange)) {
    await assign(t, task.id, null, null)
    exchange = await assign(t, task.id, type, id)
  }
  const missing = `somebody who may be assigned: the ${type} ${id} answered ${exchange.status}`
  const rows = t.scenario.requirements.filter(one => one.startsWith('ASSIGN-'))
  if (isRuledOut(exchange)) return t.notExercised(rows, missing, exchange)
  if (!t.served([requirement, 'TASK-38'], exchange)) return
  await shows(t, requirement, task, type, id)
  // An agent may begin anew.
  if (type === 'user') await servedAgain(t, 'TASK-38', task, exchange)
  await meanwhile?.()
  const taken = await assign(t, task.id, null, null)
  // An agent that is done may have left the task to nobody.
  const isLeft = (record: Json) => assigneeOf(record)?.id === undefined
  const read = () => readTask(t, task.id)
  if (type === 'agent' && isRefusal(taken) && isLeft(await t.settled('the task to be left', read, isLeft)))
    return t.notExercised('ASSIGN-03', 'a task that the agent still has', taken)
  if (!t.served('ASSIGN-03', taken)) return
  await shows(t, 'ASSIGN-03', task, undefined, undefined)
  if (type === 'agent') await leavesAgent(t, task, id)
}

/** An agent that works on the task may take it once more, but one that does not has it no longer after two requests. */
async function leavesAgent(t: Trial, task: OwnTask, agent: string) {
  const has = (record: Json) => assigneeOf(record)?.id === agent
  const read = () => readTask(t, task.id)
  if (!has(await read())) return
  const ended = await endedRuns(t, task)
  const again = await assign(t, task.id, null, null)
  if (again.status !== 200) return
  const last = await t.settled('the task to be taken from the agent', read, one => !has(one))
  const sentence = `assigned to nobody, twice, the task shows the agent ${agent}`
  if (!has(last) || (hadRun(last) && ended === undefined)) return
  // A run that began or was asked for meanwhile may have taken the task.
  if (!hadRun(last) || (await endedRuns(t, task)) === ended)
    t.violated('keeps-value', 'ASSIGN-03', sentence, again)
}

/** How many runs the task had, once all of them have ended. */
export const endedRuns = (t: Trial, { id: task_id }: Pick<OwnTask, 'id'>): Promise<number | undefined> =>
  t.until('the runs of the task to end', t.target.pace.runSeconds, async () => {
    const rows = replyList(await t.call('listTaskRuns', { path: { task_id } }))
    const isOver = rows?.every(row => phaseOf(wordIn(row), false) === 'ended')
    return isOver ? rows?.length : undefined
  })

async function shows(
  t: Trial,
  requirement: string,
  task: OwnTask,
  type: string | undefined,
  id: string | undefined,
) {
  const isRight = (shown: Assignee | undefined) =>
    shown?.id === id && (isKind(shown?.type, type) || id === undefined)
  const read = () => readTask(t, task.id)
  const isShown = (record: Json) => isRight(assigneeOf(record))
  const record = await t.settled('the task to show its assignee', read, isShown)
  const shown = assigneeOf(record)
  // An agent that works on the task may hand it back, and is no person where it still has it.
  if (!shown || (hadRun(record) && !isRight(shown) && shown.id !== id)) return
  const named = (type?: string, id?: string) => [type, id].filter(Boolean).join(' ') || 'nobody'
  const sentence = `assigned to ${named(type, id)}, the task shows ${named(shown.type, shown.id)}`
  t.expect('keeps-value', requirement, isRight(shown), sentence)
}

/** The task was created by and is assigned to the same person. */
async function staysListed(t: Trial, task: OwnTask) {
  if (!t.wants('TASK-12') || t.keys.with('tasks:read').owner !== task.key.owner) return
  const plain = await makeTask(t, 'beside one that is assigned')
  if (!(await isListed(t, plain.id, {}))) return
  const listed = await isListed(t, task.id, {})
  const sentence = `assigned to who made it, the task is ${listed ? '' : 'not '}listed`
  t.expect('lists-visible', 'TASK-12', listed, sentence)
}

/** The task is assigned to that person, or to nobody. */
async function refusedLeavesIt(t: Trial, task: OwnTask, person: string | undefined) {
  if (!t.wants('ASSIGN-10')) return
  const read = async () => assigneeOf(await readTask(t, task.id))
  // A reply may lag behind the assignment.
  const before = await t.settled('the task to show its assignee', read, shown => shown?.id === person)
  if (!before) return t.notExercised('ASSIGN-10', 'the task does not show its assignee')
  const { id: someone } = await someAssignee(t)
  const wrong = [
    { type: 'robot', id: someone },
    { type: null, id: 4711 },
    { type: 'user', id: null },
    { type: 'agent', id: null },
    { type: null, id: someone },
    { type: 'user' },
    { type: null, id: null, note: 'further' },
    // An id of no record may be taken.
    ...['agent', 'user'].map(type => ({ type, id: unknownLike(someone) })),
  ]
  for (const body of wrong) {
    const send = () => t.call('setTaskAssignee', { path: { task_id: task.id }, body })
    const exchange = await send()
    const set = () => assign(t, task.id, before.type ?? null, before.id ?? null)
    if (exchange.status < 300) await set()
    if (exchange.status < 400 || exchange.status >= 500) continue
    const isSame = (one: Assignee | undefined) => one?.id === before.id && one?.type === before.type
    const { reading, isRight } = await judgeReading(t, { read, isRight: isSame, set, send })
    const sentence = `after a refused ${JSON.stringify(body)} the assignee is ${reading?.type} ${reading?.id}`
    if (isRight === undefined) t.notExercised('ASSIGN-10', `${ALONE}: ${sentence}`, exchange)
    else t.expect('refusal-without-effect', 'ASSIGN-10', isRight, sentence, exchange)
  }
}

const move = scenario({
  id: 'tasks/move',
  title: 'A task is moved to other columns, and to done',
  requirements: ['MOVE-01', 'MOVE-04', 'MOVE-05', 'STATE-53', 'STATE-54', 'TASK-39', 'TASK-13'],
  needs: { capability: 'tasks', scopes: ['tasks:write', 'tasks:read'] },
  cost: { requests: 34 },
  writes: true,
  async run(t) {
    const task = await makeTask(t, 'to be moved', SET)
    const path = { task_id: task.id }
    const start = statusOf(await readTask(t, task.id))
    if (start === undefined) t.notExercised(['STATE-53'], 'the task shows no status')
    const words = (await statusWords(t)).filter(word => word !== start)
    const served: string[] = []
    for (const word of [...words.filter(one => one !== 'done').slice(0, 3), 'done']) {
      const exchange = await t.call('setTaskStatus', { path, body: { status: word } })
      if (exchange.status === 422) await needsPosition(t, path, word, exchange)
      if (word === 'done' && isRefusal(exchange)) await comesToDone(t, words)
      if (!t.answered(['MOVE-01', 'TASK-39', 'STATE-53', 'STATE-54'], exchange)) continue
      t.met('stated-status', ['TASK-39', 'MOVE-01'], `a move from ${start} to ${word} answered 200`, exchange)
      served.push(word)
      await arrives(t, task, word, exchange)
      await servedAgain(t, 'TASK-39', task, exchange)
    }
    await leavesDone(t, task, start)
    await takesPositions(t, task, served)
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
    const path = { task_id: task.id }
    for (const word of way) {
      const step = await t.call('setTaskStatus', { path, body: { status: word } })
      if (step.status !== 200) continue
      const exchange = await t.call('setTaskStatus', { path, body: { status: 'done' } })
      if (exchange.status !== 200) continue
      t.met('stated-status', ['TASK-39', 'MOVE-01'], `a move from ${word} to done answered 200`, exchange)
      return arrives(t, task, 'done', exchange)
    }
  }
}

/** Where the same move is served with a position, it is refused for the lack of one. */
async function needsPosition(t: Trial, path: { task_id: string }, status: string, without: Exchange) {
  const reply = await t.call('setTaskStatus', { path, body: { status, position: 2 } })
  const sentence = `a move to ${status} answered ${without.status}, and 200 with a position`
  if (reply.status === 200) t.violated('accepts-value', 'MOVE-01', sentence, without, reply)
}

/** The record, and the row where it is listed, come to show the status. */
async function arrives(t: Trial, { id }: OwnTask, word: string, exchange: Exchange, inList = true) {
  const isRight = (shown: string | undefined) => shown === undefined || shown === word
  const read = () => readTask(t, id)
  const arrival = () => t.settled('the task to be moved', read, one => isRight(statusOf(one)))
  let record = await arrival()
  const evidence = [exchange]
  // Somebody else may have moved it on, perhaps to where it cannot come from any more.
  if (!isRight(statusOf(record))) {
    const again = { path: { task_id: id }, raw: exchange.requestBody ?? '' }
    evidence.push(await t.call('setTaskStatus', again))
    if (isRefusal(evidence[1]!)) return t.notExercised('STATE-53', ALONE, ...evidence)
    record = await arrival()
  }
  const after = statusOf(record)
  const ids = word === 'done' ? ['STATE-53', 'STATE-54'] : 'STATE-53'
  if (after === undefined) return
  // An agent that works on the task may move it on.
  if (after !== word && hadRun(record)) return
  const reads = `moved to ${word}, the task reads ${after}`
  if (!t.expect('keeps-value', ids, after === word, reads, ...evidence)) return
  if (!inList) return
  const row = async () => statusOf((await findTask(t, id, {})) ?? {})
  const listed = await t.settled('the list to show the move', row, isRight)
  const sentence = `moved to ${word}, the list shows the task as ${listed}`
  if (listed !== undefined && (listed === word || statusOf(await read()) === word))
    t.expect('same-record', 'STATE-53', listed === word, sentence)
}

/** `done` may be final and a move from it refused; a reply of 200 means that the task moved. */
async function leavesDone(t: Trial, task: OwnTask, start: string | undefined) {
  if (start === undefined || statusOf(await readTask(t, task.id)) !== 'done') return
  const moved = await t.call('setTaskStatus', { path: { task_id: task.id }, body: { status: start } })
  if (moved.status === 200) await arrives(t, task, start, moved)
}

/**
 * Moves with a position, to columns to which the task was moved before and to the one in which it is. A move to the same
 * column may be refused, and so may one from `done`: a position is refused only where the same move is served without it.
 */
async function takesPositions(t: Trial, task: OwnTask, served: readonly string[]) {
  const path = { task_id: task.id }
  const start = statusOf(await readTask(t, task.id))
  if (start === undefined) return
  let status = start
  const send = (body: Json) => t.call('setTaskStatus', { path, body: { status, ...body } })
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

const remove = scenario({
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
    const person = await knownPerson(t)
    const assigned = person === undefined ? {} : { assignee_type: 'user', assignee_id: person }
    const parent_task_id = (await makeTask(t, 'above one that is done and deleted')).id
    const full = { ...SET, ...assigned, parent_task_id }
    const other = await makeTask(t, 'with all that a task has, to be deleted', full).catch(ignoreMissing)
    if (!other) return
    await t.call('setTaskStatus', { path: { task_id: other.id }, body: { status: 'done' } })
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
  if (!t.answered('TASK-36', gone)) return
  const body = `deleting a task answered 204, with a body of ${gone.text.length} characters`
  t.expect('stated-type', 'TASK-36', gone.text === '', body, gone)
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

export const assignScenarios: readonly Scenario[] = [assignee, toAgent, move, remove]
