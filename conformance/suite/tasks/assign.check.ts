/** Assigning tasks to persons and agents. */

import { type Scenario, scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import type { Json } from '../../extract/find-value.ts'
import { replyList } from '../../extract/list-rows.ts'
import { wordIn } from '../../extract/record.ts'
import { phaseOf } from '../../extract/run-status.ts'
import { type Assignee, assigneeOf, hadRun, taskIn } from '../../extract/task-record.ts'
import { unknownLike } from '../../extract/unknown-id.ts'
import { isRefusal } from '../../requirements/exchange.ts'
import { isServed } from '../../rules/stated-status.ts'
import { knownAgent } from '../discover.ts'
import { A_PERSON, anotherPerson, isKnown, knownPerson, someAssignee } from './existing-tasks.ts'
import { SET } from './fields.ts'
import {
  assign,
  isKind,
  isRuledOut,
  judgeReading,
  makeTask,
  type OwnTask,
  readTask,
  servedAgain,
  settledTask,
} from './own-task.ts'
import { isListed } from './task-pages.ts'

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
  const id = anotherPerson(t, person)
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
  requirements: ['ASSIGN-01', 'ASSIGN-02', 'ASSIGN-03', 'TASK-38'],
  needs: { capability: 'tasks', scopes: ['tasks:write', 'tasks:read'] },
  cost: { requests: 14, runs: 2 },
  writes: true,
  async run(t) {
    const agent = await knownAgent(t)
    const task = await makeTask(t, 'for an agent')
    const person = await knownPerson(t)
    if (person !== undefined) await assign(t, task.id, 'user', person)
    t.context.budget.takeRun()
    await givesAndTakes(t, 'ASSIGN-01', task, { type: 'agent', id: agent.id })
    if (person !== undefined && t.wants('ASSIGN-02')) await comesFromAgent(t, task, agent.id, person)
  },
})

/** An agent that works on the task may take it back, but has not the id of the person. */
async function comesFromAgent(t: Trial, task: OwnTask, agent: string, person: string) {
  t.context.budget.takeRun()
  if (!isServed(await assign(t, task.id, 'agent', agent))) return
  if (!isServed(await assign(t, task.id, 'user', person))) return
  await shows(t, 'ASSIGN-02', task, 'user', person, agent)
  await assign(t, task.id, null, null)
}

/** Gives the task to somebody, and takes it away again where it was accepted. */
async function givesAndTakes(
  t: Trial,
  requirement: 'ASSIGN-01' | 'ASSIGN-02',
  task: OwnTask,
  { type, id }: { type: 'user' | 'agent'; id: string },
  meanwhile?: () => Promise<void>,
) {
  let exchange = await assign(t, task.id, type, id)
  // Somebody may have it already, and whether it may go from one to the other at once is not stated.
  if (isRefusal(exchange)) {
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
  const comesToBeLeft = async () => isLeft(await settledTask(t, task.id, 'the task to be left', isLeft))
  if (type === 'agent' && isRefusal(taken) && (await comesToBeLeft()))
    return t.notExercised('ASSIGN-03', 'a task that the agent still has', taken)
  if (!t.served('ASSIGN-03', taken)) return
  await shows(t, 'ASSIGN-03', task, undefined, undefined)
  if (type === 'agent') await leavesAgent(t, task, id)
}

/** An agent that works on the task may take it once more, but one that does not has it no longer after two requests. */
async function leavesAgent(t: Trial, task: OwnTask, agent: string) {
  const has = (record: Json) => assigneeOf(record)?.id === agent
  if (!has(await readTask(t, task.id))) return
  const ended = await endedRuns(t, task)
  const again = await assign(t, task.id, null, null)
  if (again.status !== 200) return
  const last = await settledTask(t, task.id, 'the task to be taken from the agent', one => !has(one))
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
  before?: string,
) {
  const isRight = (shown: Assignee | undefined) =>
    shown?.id === id && (isKind(shown?.type, type) || id === undefined)
  const isShown = (record: Json) => isRight(assigneeOf(record))
  const record = await settledTask(t, task.id, 'the task to show its assignee', isShown)
  const shown = assigneeOf(record)
  // An agent that works on the task may hand it back or take it, and is no person where it still has it.
  if (!shown || ((hadRun(record) || before !== undefined) && shown.id !== id)) return
  const named = (type?: string, id?: string) => [type, id].filter(Boolean).join(' ') || 'nobody'
  const first = before === undefined ? '' : `agent ${before} and then to `
  const sentence = `assigned to ${first}${named(type, id)}, the task shows ${named(shown.type, shown.id)}`
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
    const isRight = (one: Assignee | undefined) => one?.id === before.id && one?.type === before.type
    const says = (one: Assignee | undefined) =>
      `after a refused ${JSON.stringify(body)} the assignee is ${one?.type} ${one?.id}`
    const it = { read, isRight, set, send }
    await judgeReading(t, 'refusal-without-effect', 'ASSIGN-10', it, says, exchange)
  }
}

export const assignScenarios: readonly Scenario[] = [assignee, toAgent]
