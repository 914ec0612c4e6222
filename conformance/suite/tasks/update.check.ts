/** Updating tasks: each field can be changed, cleared with null or omitted; the status never changes this way. */

import { type Scenario, scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { type Json, mentions } from '../../extract/find-value.ts'
import { isPriority, keeps, saysSomething } from '../../extract/task-record.ts'
import { acceptanceIds, acceptanceOf } from '../../requirements/contract.ts'
import { isRefusal } from '../../requirements/exchange.ts'
import { ignoreMissing } from '../../requirements/missing.ts'
import { isServed } from '../../rules/stated-status.ts'
import { isKept } from '../own-records/lost-writes.ts'
import { boardId, criteriaForms, isNamed, knownPerson, secondBoard, seenOnTasks } from './existing-tasks.ts'
import { fieldValues, judgeShown, LIMITS } from './fields.ts'
import { changesTogether, replacesApprovers } from './joint-updates.ts'
import {
  createTask,
  hasNotChanged,
  isRuledOut,
  makeTask,
  type OwnTask,
  readTask,
  servedAgain,
  settledTask,
} from './own-task.ts'
import { differsInPlaces, threeTasks } from './places.ts'
import { allTasks, isHeld, isListed } from './task-pages.ts'

const fields = scenario({
  id: 'tasks/update-fields',
  title: 'Each field of a task can be changed, and set to null',
  requirements: [...acceptanceIds('updateTask'), 'TASK-06', 'TASK-35'],
  needs: { capability: 'tasks', scopes: ['tasks:write', 'tasks:read'] },
  cost: { requests: 80 },
  writes: true,
  async run(t) {
    const make = (more: Json) => makeTask(t, 'to be changed', more)
    const task = (await make({ requires_approval: true }).catch(ignoreMissing)) ?? (await make({}))
    const plain = { path: { task_id: task.id }, body: { description: 'changed' } }
    if (t.wants('TASK-35')) {
      const update = await t.call('updateTask', plain)
      if (t.served('TASK-35', update)) await servedAgain(t, 'TASK-35', task, update)
    }
    for (const [field, value] of await furtherValues(t))
      await changes(t, task, field, value, { mayRefuse: true })
    for (const [field, values] of fieldValues(t)) {
      const isHalf = values.some(saysSomething)
      // The effect of null is not stated, so the values come after it.
      await changes(t, task, field, null, { isHalf })
      // Once a value is accepted, or refused for another reason than its form, the others may be refused.
      let isSettled = false
      for (const value of values) {
        const mayRefuse = field in LIMITS && (isSettled || value !== values.at(-1))
        const status = await changes(t, task, field, value, { isHalf, mayRefuse, others: values })
        isSettled ||= status === 200 || isRuledOut({ status })
      }
    }
    await changes(t, task, 'project_id', null)
    const project = t.wants('UPDATE-04') ? await seenOnTasks(t, 'project') : undefined
    if (project !== undefined) await belongs(t, task, 'project_id', project)
    if (t.wants('UPDATE-15')) {
      const board = await boardId(t)
      const other = (await secondBoard(t, board)) ?? board
      if (other !== undefined) await belongs(t, task, 'board_id', other)
      await changes(t, task, 'board_id', null)
    }
    await replacesApprovers(t, task)
    await changesTogether(t, task)
    await showsNoOtherWord(t, task)
    if (t.wants('UPDATE-12')) await takesItsPlace(t)
  },
})

/** A task that others stand beside takes its place among them. */
async function takesItsPlace(t: Trial) {
  const [task] = await threeTasks(t)
  const put = (position: number) => t.call('updateTask', { path: { task_id: task.id }, body: { position } })
  await differsInPlaces(t, 'UPDATE-12', task, put)
}

/** Another word for the priority may be refused or become one of the five; the task does not show it. */
async function showsNoOtherWord(t: Trial, { id }: OwnTask) {
  if (!t.wants('TASK-06')) return
  const body = { priority: 'immediate' }
  const exchange = await t.call('updateTask', { path: { task_id: id }, body })
  if (exchange.status >= 300) return
  const { priority } = await readTask(t, id)
  const sentence = `updated with ${JSON.stringify(body)}, the task has the priority ${t.quote(priority)}`
  if (typeof priority === 'string')
    t.expect('stated-type', 'TASK-06', isPriority(priority), sentence, exchange)
}

/** Values against which a deployment may have rules: lists with entries, and nothing in place of something. */
async function furtherValues(t: Trial): Promise<[field: string, value: unknown][]> {
  const person = t.wants('UPDATE-08') ? await knownPerson(t) : undefined
  const criteria = t.wants('UPDATE-05') ? await criteriaForms(t) : []
  return [
    ...(person === undefined ? [] : [['approval_approver_ids', [person]] as [string, unknown]]),
    ...criteria.map((form): [string, unknown] => ['acceptance_criteria', form]),
    ['acceptance_criteria', []],
    ['approval_approver_ids', []],
    ['max_runs_per_hour', 0],
    ['budget_euros', 0],
  ]
}

/** The task belongs there after a change, and the filter matches what the record shows. */
async function belongs(t: Trial, task: OwnTask, field: string, value: string) {
  await changes(t, task, field, value, { mayRefuse: !isNamed(t, value) })
  const requirement = acceptanceIds('updateTask', [field])
  if (!t.wants(...requirement) || keeps(await readTask(t, task.id), field, value) !== true) return
  if (await isListed(t, task.id, {}))
    await isHeld(t, requirement, task.id, { [field]: value }, 'which fits it')
}

interface Change {
  /** Other values of the field give stronger evidence. */
  isHalf?: boolean
  /** A refusal says nothing. */
  mayRefuse?: boolean
  /** Values that the field had before. */
  others?: readonly unknown[]
}

/** Changes a field, judges that the value is accepted and kept, and returns the status. What null does is not stated. */
async function changes(
  t: Trial,
  task: OwnTask,
  field: string,
  value: unknown,
  { isHalf = false, mayRefuse = false, others = [] }: Change = {},
): Promise<number> {
  const requirement = acceptanceOf('updateTask', field, value)!
  if (!t.wants(requirement, ...(field === 'priority' ? ['TASK-06'] : []))) return 0
  const body = { [field]: value }
  const exchange = await t.call('updateTask', { path: { task_id: task.id }, body })
  t.refusedByScope(exchange)
  const sentence = `PATCH /tasks/{task_id} with ${JSON.stringify(body)} answered ${exchange.status}`
  if (exchange.status !== 200) {
    if (!mayRefuse && isRuledOut(exchange)) t.notExercised(requirement, sentence, exchange)
    else if (!mayRefuse) t.violated('accepts-value', requirement, sentence, exchange)
    return exchange.status
  }
  if (value !== null && field !== 'position') {
    // A record may omit false and empty lists, and a list that is changed may keep what the service adds by itself.
    const isOther = (one: unknown) => saysSomething(one) && keeps({ [field]: value }, field, one) !== true
    const isLeft = (record: Json) =>
      Array.isArray(value)
        ? others.some(one => isOther(one) && keeps(record, field, one) === true) ||
          // A board may add criteria by itself, but none with a text of the suite.
          (value.length === 0 && mentions(record[field], t.context.nonce, true))
        : saysSomething(record[field])
    const keptIn = (record: Json) =>
      saysSomething(value) && !(Array.isArray(value) && isLeft(record))
        ? isKept(record, field, value)
        : !isLeft(record)
    let record = await readShowing(t, task, field, keptIn)
    // Somebody else may change the task between the update and the read, but hardly twice.
    if (
      keptIn(record) === false &&
      isServed(await t.call('updateTask', { path: { task_id: task.id }, body }))
    )
      record = await readShowing(t, task, field, keptIn)
    const kept = keptIn(record)
    if (saysSomething(value) || !kept) {
      judgeShown(t, requirement, { field, value, record, kept }, sentence, exchange)
      return exchange.status
    }
  }
  // Met only together with other values whose effect shows.
  const isEnough = !isHalf || (field === 'position' && value !== null)
  if (t.isDecided(requirement) || isEnough) t.met('accepts-value', requirement, sentence, exchange)
  return exchange.status
}

/**
 * The task once it shows the value: a reading from before the change may leave out a member that had no value. Members that
 * are never shown are all together waited for no longer than twice what a late reading takes.
 */
async function readShowing(
  t: Trial,
  { id }: OwnTask,
  field: string,
  keptIn: (record: Json) => boolean | undefined,
): Promise<Json> {
  const settled = (isRight: (kept: boolean | undefined) => boolean) =>
    settledTask(t, id, `${field} to show`, one => isRight(keptIn(one)))
  const record = await settled(kept => kept !== false)
  if (keptIn(record) !== undefined) return record
  const until = await t.once('the end of waiting for members of tasks', () =>
    Promise.resolve(t.seconds() + 2 * t.target.pace.lateSeconds),
  )
  if (t.seconds() >= until) return record
  const later = await settled(kept => kept === true)
  // What it shows at last may be of somebody else.
  return keptIn(later) === true ? later : record
}

const nothingChanges = scenario({
  id: 'tasks/refused-changes-nothing',
  title: 'A request refused with 422 changes nothing',
  requirements: ['ERR-12'],
  needs: { capability: 'tasks', scopes: ['tasks:write', 'tasks:read'] },
  cost: { requests: 20 },
  writes: true,
  async run(t) {
    const task = await makeTask(t, 'must stay as it is', { description: 'original', tags: ['original'] })
    const path = { task_id: task.id }
    const before = await readTask(t, task.id)
    const changed = { description: 'changed', tags: ['changed'] }
    const wrong: [string, string, unknown][] = [
      ['updateTask', 'a refused update', { ...changed, requires_approval: 'perhaps' }],
      ['updateTask', 'a refused update', { tags: 'no list', title: 'changed', description: 'changed' }],
      ['setTaskStatus', 'a refused move', { status: 'done', position: 'first' }],
    ]
    for (const [operation, what, body] of wrong) {
      const exchange = await t.call(operation, { path, body })
      if (exchange.status === 422) await hasNotChanged(t, before, what, exchange)
    }
    const malformed = await t.call('updateTask', { path, raw: '{"description": "changed"' })
    if (isRefusal(malformed)) await hasNotChanged(t, before, 'a body that is not JSON', malformed)
    await nothingCreated(t)
  },
})

/** A refused creation leaves no task behind. */
async function nothingCreated(t: Trial) {
  const title = t.name('refused at creation')
  const exchange = await createTask(t, { title, requires_approval: 'perhaps' })
  if (exchange.status !== 422) return
  const row = (await allTasks(t, {})).rows.find(one => one.title === title)
  const sentence = `a refused creation left ${row ? 'a' : 'no'} task behind`
  t.expect('refusal-without-effect', 'ERR-12', row === undefined, sentence, exchange)
}

export const updateScenarios: readonly Scenario[] = [fields, nothingChanges]
