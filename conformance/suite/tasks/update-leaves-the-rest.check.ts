/** An update changes what it names and nothing else, and never the status. */

import { scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import type { Json } from '../../extract/find-value.ts'
import { assigneeOf, boardOf, hadRun, keeps, statusOf } from '../../extract/task-record.ts'
import { ignoreMissing } from '../../requirements/missing.ts'
import { isServed } from '../../rules/stated-status.ts'
import { criteriaForms, knownPerson, secondBoard, statusWords } from './existing-tasks.ts'
import { assignedTo, fieldValues, LIMITS, SET } from './fields.ts'
import { isOfApproval, titled } from './joint-updates.ts'
import { judgeReading, makeTask, moveTo, type OwnTask, readTask, setBack, settledTask } from './own-task.ts'

export const untouchedScenario = scenario({
  id: 'tasks/update-leaves-the-rest',
  title: 'An update changes what it names and nothing else, and never the status',
  requirements: ['UPDATE-33', 'UPDATE-34', 'UPDATE-35'],
  needs: { capability: 'tasks', scopes: ['tasks:write', 'tasks:read'] },
  cost: { requests: 100 },
  writes: true,
  async run(t) {
    const person = await knownPerson(t)
    const approval = {
      requires_approval: true,
      approval_notify_in_app: true,
      approval_notify_email: true,
      ...(person === undefined ? {} : { approval_approver_ids: [person] }),
    }
    const [acceptance_criteria] = await criteriaForms(t)
    const make = (more: Json) => makeTask(t, 'changed in part', { ...SET, ...assignedTo(person), ...more })
    // A deployment may have rules against these, and other criteria.
    const task =
      (await make({ ...approval, acceptance_criteria }).catch(ignoreMissing)) ??
      (await make(approval).catch(ignoreMissing)) ??
      (await make({}))
    const path = { task_id: task.id }
    const before = await readTask(t, task.id)
    const given = { ...titled(task), ...approval, acceptance_criteria }
    const empty = await t.call('updateTask', { path, body: {} })
    t.served('UPDATE-33', empty)
    // Limits come first, so that they are kept by the others; one field of an approval may change the others, so these
    // come last and are not compared from then on.
    const rank = (field: string) => (field in LIMITS ? 0 : isOfApproval(field) ? 2 : 1)
    const updates = fieldValues(t)
      .map(([field, [value]]): Update => [field, value])
      .toSorted(([a], [b]) => rank(a) - rank(b))
    await keepsTheRest(t, task, before, given, updates)
    const plain = updates.filter(([field]) => !isOfApproval(field))
    await doneKeepsTheRest(t, make, plain).catch(ignoreMissing)
    await statusStays(t, task, before)
    const first = boardOf(before)
    const board = first === undefined ? undefined : await secondBoard(t, first)
    // Tags and priorities may be those of a board.
    const { title, description, due_date } = titled(task)
    const own = { title, description, due_date }
    if (board !== undefined)
      await keepsTheRest(t, task, await readTask(t, task.id), own, [['board_id', board]])
  },
})

type Update = [field: string, value: unknown]

/** A sub-task that is done keeps its fields as well; that it may be updated at all is not stated. */
async function doneKeepsTheRest(
  t: Trial,
  make: (more: Json) => Promise<OwnTask>,
  updates: readonly Update[],
) {
  const parent_task_id = (await makeTask(t, 'above one that is done and changed')).id
  const task = await make({ parent_task_id })
  if (!isServed(await moveTo(t, task.id, 'done'))) return
  const before = await settledTask(t, task.id, 'the task to be done', one => statusOf(one) === 'done')
  await keepsTheRest(t, task, before, titled(task), updates)
}

/** Changes field by field what has these values, and looks for the others, and for the assignee. */
async function keepsTheRest(t: Trial, task: OwnTask, before: Json, values: Json, updates: readonly Update[]) {
  const path = { task_id: task.id }
  const given = { ...values }
  if (t.isViolated('UPDATE-34')) return
  for (const [field, value] of Object.entries(given))
    if (keeps(before, field, value) !== true) delete given[field]
  /** What was given and is not kept. */
  const lost = (after: Json, but: string) =>
    Object.entries(given).filter(([field, value]) => field !== but && keeps(after, field, value) !== true)
  for (const [field, value] of updates) {
    if (isOfApproval(field)) for (const name of Object.keys(given).filter(isOfApproval)) delete given[name]
    const send = () => t.call('updateTask', { path, body: { [field]: value } })
    const update = await send()
    if (update.status !== 200) {
      t.notExercised('UPDATE-34', `an update of ${field} that is served`, update)
      continue
    }
    const read = async () => {
      const after = await readTask(t, task.id)
      if (hadRun(after)) return []
      const assigned = assigneeOf(before)?.id
      // Who may do the tasks of a board is not stated.
      const now = field === 'board_id' ? assigned : assigneeOf(after)?.id
      const others = lost(after, field).map(([name]) => `${name} to ${JSON.stringify(after[name])}`)
      return [...others, ...(now === assigned ? [] : [`the assignee to ${now}`])]
    }
    const set = async () => {
      if (field === 'board_id') await setBack(t, task.id, before, field)
      const fields = lost(await readTask(t, task.id), field)
      if (fields.length > 0) await t.call('updateTask', { path, body: Object.fromEntries(fields) })
      // Last, for an update may be what took it away.
      await setBack(t, task.id, before, 'assignee_id')
    }
    const says = (some: readonly string[]) =>
      `changing ${field} changed ${some.join(', ') || 'nothing'} beside it`
    const it = { read, isRight: (some: readonly string[]) => some.length === 0, set, send }
    await judgeReading(t, 'keeps-others', 'UPDATE-34', it, says, update)
    // Each further one would be waited for as long.
    if (t.isViolated('UPDATE-34')) return
    if (field in given) await t.need('updateTask', { path, body: { [field]: given[field] } })
    else if (field in LIMITS && keeps(await readTask(t, task.id), field, value) === true) given[field] = value
  }
}

async function statusStays(t: Trial, task: OwnTask, before: Json) {
  const path = { task_id: task.id }
  const status = statusOf(before)
  if (status === undefined) return t.notExercised('UPDATE-35', 'the task shows no status')
  for (const body of await attempts(t, task, status)) {
    const send = () => t.call('updateTask', { path, body })
    const tried = await send()
    const read = async () => {
      const after = await readTask(t, task.id)
      // An agent that works on the task may move it meanwhile.
      return hadRun(after) ? status : statusOf(after)
    }
    const set = () => setBack(t, task.id, before, 'status')
    const it = { read, isRight: (word: string | undefined) => word === status, set, send }
    const says = (word: string | undefined) =>
      `PATCH /tasks/{task_id} with ${JSON.stringify(body)} answered ${tried.status}; the status reads ${word}, it was ${status}`
    await judgeReading(t, 'keeps-others', 'UPDATE-35', it, says, tried)
    // Each further one would be waited for as long.
    if (t.isViolated('UPDATE-35')) return
  }
}

/** Updates that name a status, alone and beside each field that an update may change. */
async function attempts(t: Trial, task: OwnTask, status: string): Promise<Json[]> {
  const words = (await statusWords(t)).filter(one => one !== status).slice(0, 3)
  const given = { ...titled(task), position: 1, requires_approval: false, budget_euros: 3 }
  const fields: Json[] = [{}, ...Object.entries(given).map(([field, value]) => ({ [field]: value }))]
  return words.flatMap((word, n) =>
    (n === 0 ? fields : fields.slice(0, 2)).map(one => ({ ...one, status: word })),
  )
}
