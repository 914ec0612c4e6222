/** Updating tasks: each field can be changed, cleared with null or omitted; the status never changes this way. */

import { type Scenario, scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import type { Json } from '../../extract/find-value.ts'
import { assigneeOf, hadRun, isPriority, keeps, saysSomething, statusOf } from '../../extract/task-record.ts'
import type { Exchange } from '../../requirements/exchange.ts'
import { isWorkedOn } from '../own-records/unasked-changes.ts'
import {
  boardId,
  knownPerson,
  secondBoard,
  seenCriteria,
  seenOnTasks,
  statusWords,
  usualCriteria,
} from './existing-tasks.ts'
import { createTask, isRuledOut, makeTask, notShown, type OwnTask, readTask } from './own-task.ts'
import { keepsPositions } from './positions.ts'
import { allTasks, isListed, narrows } from './task-pages.ts'

/** The requirement, the field, and the values besides null that must be accepted. */
const FIELDS: readonly [string, string, readonly unknown[]][] = [
  ['UPDATE-01', 'title', ['A new Title: “Größe” & <more>']],
  ['UPDATE-02', 'description', [`A new Description: “Größe” & <more>\n${'At length. '.repeat(40)}end`]],
  ['UPDATE-03', 'priority', ['urgent', 'high', 'medium', 'low', 'none']],
  ['UPDATE-05', 'acceptance_criteria', [[]]],
  ['UPDATE-06', 'tags', [['Two', 'one', 'Straße'], ['three']]],
  ['UPDATE-07', 'requires_approval', [true, false]],
  ['UPDATE-08', 'approval_approver_ids', [[]]],
  ['UPDATE-09', 'approval_notify_in_app', [true, false]],
  ['UPDATE-10', 'approval_notify_email', [true, false]],
  ['UPDATE-11', 'due_date', ['2032-02-03T08:15:00.000Z', '2032-02-04T10:45:00-02:30']],
  ['UPDATE-12', 'position', [3, 1.5]],
  ['UPDATE-13', 'max_runs_per_hour', [4]],
  ['UPDATE-14', 'budget_euros', [12.5, 3]],
]
const fields = scenario({
  id: 'tasks/update-fields',
  title: 'Each field of a task can be changed, and set to null',
  requirements: [...FIELDS.map(([id]) => id), 'UPDATE-04', 'UPDATE-15', 'TASK-06', 'TASK-35'],
  needs: { capability: 'tasks', scopes: ['tasks:write', 'tasks:read'] },
  cost: { requests: 70 },
  writes: true,
  async run(t) {
    const task = await makeTask(t, 'to be changed')
    if (t.wants('TASK-35')) {
      const plain = await t.call('updateTask', {
        path: { task_id: task.id },
        body: { description: 'changed' },
      })
      t.served('TASK-35', plain)
    }
    for (const [requirement, field, given] of FIELDS) {
      // A title has the mark of the suite, by which cleanup recognises the task.
      const values = field === 'title' ? given.map(text => t.name(String(text))) : given
      const telling = values.some(saysSomething)
      for (const value of values) await changes(t, requirement, task, field, value, telling)
      await changes(t, requirement, task, field, null, telling)
      // The effect of null on a title is not stated.
      if (field === 'title')
        await t.call('updateTask', { path: { task_id: task.id }, body: { title: task.title } })
    }
    await keepsPositions(t, 'UPDATE-12', task, position =>
      t.call('updateTask', { path: { task_id: task.id }, body: { position } }),
    )
    await lists(t, task)
    await emptied(t, task)
    await zeroed(t, task)
    await changes(t, 'UPDATE-04', task, 'project_id', null)
    const project = t.wants('UPDATE-04') ? await seenOnTasks(t, 'project') : undefined
    if (project !== undefined) {
      await changes(t, 'UPDATE-04', task, 'project_id', project)
      await followsFilter(t, 'UPDATE-04', task, 'project_id', project)
    }
    if (t.wants('UPDATE-15')) {
      const board = await boardId(t)
      const other = (await secondBoard(t, board)) ?? board
      if (other !== undefined) {
        await changes(t, 'UPDATE-15', task, 'board_id', other)
        await followsFilter(t, 'UPDATE-15', task, 'board_id', other)
      }
      await changes(t, 'UPDATE-15', task, 'board_id', null)
    }
  },
})

/** The filter matches the value that the record shows after a change. */
async function followsFilter(t: Trial, requirement: string, { id }: OwnTask, field: string, value: string) {
  if (!t.wants(requirement) || keeps(await readTask(t, id), field, value) !== true) return
  if (await isListed(t, id, {}))
    await narrows(t, requirement, { query: { [field]: value }, inside: [id], outside: [] })
}

/** A zero that is accepted takes the place of another number; that it is valid is not stated. */
async function zeroed(t: Trial, { id }: OwnTask) {
  const path = { task_id: id }
  for (const [requirement, field] of [
    ['UPDATE-13', 'max_runs_per_hour'],
    ['UPDATE-14', 'budget_euros'],
  ] as const) {
    const { [field]: old } = await readTask(t, id)
    if (!t.wants(requirement) || typeof old !== 'number' || old === 0) continue
    const reply = await t.call('updateTask', { path, body: { [field]: 0 } })
    if (reply.status !== 200) continue
    const read = async () => (await readTask(t, id))[field]
    const shown = await t.settled(`${field} to show`, read, one => one !== old)
    const sentence = `changed from ${old} to 0, which is accepted, ${field} reads ${t.quote(shown)}`
    t.expect('keeps-value', requirement, shown !== old, sentence, reply)
  }
}

/** An empty list replaces one with items. */
async function emptied(t: Trial, task: OwnTask) {
  const path = { task_id: task.id }
  await t.call('updateTask', { path, body: { tags: ['to be taken away'] } })
  const full = await readTask(t, task.id)
  const fields = [
    ['UPDATE-06', 'tags'],
    ['UPDATE-05', 'acceptance_criteria'],
    ['UPDATE-08', 'approval_approver_ids'],
  ] as const
  for (const [requirement, field] of fields) {
    if (!saysSomething(full[field]) || !t.wants(requirement)) continue
    const reply = await t.call('updateTask', { path, body: { [field]: [] } })
    if (reply.status !== 200) continue
    const read = async () => (await readTask(t, task.id))[field]
    const left = await t.settled('the list to be empty', read, one => !saysSomething(one))
    const sentence = `changed to [], ${field} reads ${t.quote(left)}`
    t.expect('keeps-value', requirement, !saysSomething(left), sentence, reply)
  }
}

/** Non-empty lists, where a person or a criterion is known; rules of the deployment may refuse them. */
async function lists(t: Trial, task: OwnTask) {
  const person = t.wants('UPDATE-08') ? await knownPerson(t) : undefined
  const criteria = t.wants('UPDATE-05') ? await seenCriteria(t) : undefined
  const forms = criteria ? [criteria] : t.wants('UPDATE-05') ? usualCriteria(t.name('a criterion')) : []
  const wanted: [string, string, readonly unknown[]][] = [
    ...(person === undefined
      ? []
      : [['UPDATE-08', 'approval_approver_ids', [person]] as [string, string, unknown[]]]),
    ...forms.map((form): [string, string, readonly unknown[]] => ['UPDATE-05', 'acceptance_criteria', form]),
  ]
  for (const [requirement, field, value] of wanted) {
    const exchange = await t.call('updateTask', { path: { task_id: task.id }, body: { [field]: value } })
    if (exchange.status !== 200) continue
    const read = async () => (await readTask(t, task.id))[field]
    const isRight = (shown: unknown) => Array.isArray(shown) && shown.length === value.length
    const shown = await t.settled('the list', read, isRight)
    if (!Array.isArray(shown)) continue
    const sentence = `${field} was changed to ${value.length} entries and shows ${shown.length}`
    t.expect('keeps-value', requirement, isRight(shown), sentence, exchange)
  }
}

/** With `half`, other values of the field give stronger evidence. */
async function changes(
  t: Trial,
  requirement: string,
  task: OwnTask,
  field: string,
  value: unknown,
  half = false,
) {
  if (!t.wants(requirement, ...(field === 'priority' ? ['TASK-06'] : []))) return
  const sent = JSON.stringify({ [field]: value })
  const exchange = await t.call('updateTask', { path: { task_id: task.id }, body: { [field]: value } })
  t.refusedByScope(exchange)
  const sentence = `PATCH /tasks/{task_id} with ${sent} answered ${exchange.status}`
  if (isRuledOut(exchange)) return t.notExercised(requirement, sentence, exchange)
  if (exchange.status !== 200) return t.violated('accepts-value', requirement, sentence, exchange)
  if (value === false) {
    const shows = async () => (await readTask(t, task.id))[field]
    const shown = await t.settled(`${field} to show`, shows, one => one !== true)
    if (shown === true) t.violated('keeps-value', requirement, `${field} was changed to false and reads true`)
  }
  if (!saysSomething(value) || field === 'acceptance_criteria') {
    // Met only together with other values whose effect shows.
    if (t.isDecided(requirement) || !half) t.met('accepts-value', requirement, sentence, exchange)
    return
  }
  if (field === 'position') return t.met('accepts-value', requirement, sentence, exchange)
  const read = () => readTask(t, task.id)
  const record = await t.settled(`${field} to show`, read, one => keeps(one, field, value) !== false)
  const kept = keeps(record, field, value)
  if (kept === undefined) notShown(t, requirement, field, sentence, exchange)
  else {
    const reads = `${field} was changed to ${JSON.stringify(value)} and reads ${JSON.stringify(record[field])}`
    t.expect('keeps-value', requirement, kept, reads)
  }
  if (field === 'priority' && typeof record.priority === 'string')
    t.expect('stated-type', 'TASK-06', isPriority(record.priority), `the priority reads ${record.priority}`)
}

const untouched = scenario({
  id: 'tasks/update-leaves-the-rest',
  title: 'An update changes what it names and nothing else, and never the status',
  requirements: ['UPDATE-33', 'UPDATE-34', 'UPDATE-35'],
  needs: { capability: 'tasks', scopes: ['tasks:write', 'tasks:read'] },
  cost: { requests: 50 },
  writes: true,
  async run(t) {
    const set = {
      description: 'stays',
      priority: 'high',
      tags: ['stays'],
      due_date: '2031-01-02T03:04:05.000Z',
    }
    const person = await knownPerson(t)
    const assigned = person === undefined ? {} : { assignee_type: 'user', assignee_id: person }
    const task = await makeTask(t, 'changed in part', { ...set, ...assigned })
    const path = { task_id: task.id }
    const before = await readTask(t, task.id)
    const given: Json = { title: task.title, ...set }
    /** What differs from the record before, with its value now. */
    const changed = (after: Json, but?: string) =>
      Object.entries(given).flatMap(([field, value]) =>
        field !== but && keeps(before, field, value) === true && keeps(after, field, value) !== true
          ? [`${field} to ${JSON.stringify(after[field])}`]
          : [],
      )
    const empty = await t.call('updateTask', { path, body: {} })
    t.served('UPDATE-33', empty)
    for (const [, field, [value]] of FIELDS) {
      const body = { [field]: field === 'title' ? t.name('changed anew') : value }
      const update = await t.call('updateTask', { path, body })
      if (update.status !== 200) {
        t.notExercised('UPDATE-34', `an update of ${field} that is served`, update)
        continue
      }
      const read = async () => {
        const after = await readTask(t, task.id)
        const assigned = assigneeOf(before)?.id
        const now = assigneeOf(after)?.id
        return [...changed(after, field), ...(now === assigned ? [] : [`the assignee to ${now}`])]
      }
      const others = await t.settled('the others to be as they were', read, some => some.length === 0)
      const sentence = `changing ${field} changed ${others.join(', ') || 'nothing'} beside it`
      t.expect('keeps-others', 'UPDATE-34', others.length === 0, sentence, update)
      if (field in given) await t.need('updateTask', { path, body: { [field]: given[field] } })
    }
    const status = statusOf(before)
    if (status === undefined) return t.notExercised('UPDATE-35', 'the task shows no status')
    for (const body of await attempts(t, status)) {
      const tried = await t.call('updateTask', { path, body })
      const read = () => readTask(t, task.id)
      const record = await t.settled('the status to be as it was', read, one => statusOf(one) === status)
      const after = statusOf(record)
      // An agent that works on the task may move it meanwhile.
      if (after !== status && hadRun(record)) continue
      const sentence = `PATCH /tasks/{task_id} with ${JSON.stringify(body)} answered ${tried.status}; the status reads ${after}, it was ${status}`
      t.expect('keeps-others', 'UPDATE-35', after === status, sentence, tried)
    }
  },
})

/** Updates that name a status, alone and beside each field that an update may change. */
async function attempts(t: Trial, status: string): Promise<Json[]> {
  const words = (await statusWords(t)).filter(one => one !== status).slice(0, 3)
  const fields: Json[] = [
    {},
    { description: 'and a status' },
    { position: 1 },
    { requires_approval: false },
    { due_date: '2031-01-02T03:04:05.000Z' },
  ]
  return words.flatMap((word, n) =>
    (n === 0 ? fields : fields.slice(0, 2)).map(one => ({ ...one, status: word })),
  )
}

const nothingChanges = scenario({
  id: 'tasks/refused-changes-nothing',
  title: 'A request refused with 422 changes nothing',
  requirements: ['ERR-12', 'ERR-11'],
  needs: { capability: 'tasks', scopes: ['tasks:write', 'tasks:read'] },
  cost: { requests: 20 },
  writes: true,
  async run(t) {
    const task = await makeTask(t, 'must stay as it is', { description: 'original', tags: ['original'] })
    const path = { task_id: task.id }
    const before = await readTask(t, task.id)
    const fields = ['title', 'description', 'priority', 'tags', 'status', 'due_date']
    const intact = async (what: string, refused: Exchange) => {
      const after = await readTask(t, task.id)
      const changed = fields.filter(
        field =>
          JSON.stringify(before[field]) !== JSON.stringify(after[field]) &&
          !(field === 'status' && isWorkedOn(after)),
      )
      const sentence = `${what} changed ${changed.join(', ') || 'nothing'}`
      t.expect('refusal-without-effect', 'ERR-12', changed.length === 0, sentence, refused)
    }
    const wrong: [string, string, unknown][] = [
      [
        'updateTask',
        'a refused update',
        { description: 'changed', tags: ['changed'], requires_approval: 'perhaps' },
      ],
      ['updateTask', 'a refused update', { tags: 'no list', title: 'changed', description: 'changed' }],
      ['setTaskStatus', 'a refused move', { status: 'done', position: 'first' }],
    ]
    for (const [operation, what, body] of wrong) {
      const exchange = await t.call(operation, { path, body })
      if (exchange.status === 422) await intact(what, exchange)
    }
    const malformed = await t.call('updateTask', { path, raw: '{"description": "changed"' })
    t.observe('malformed-json', String(malformed.status), malformed)
    const refused = malformed.status >= 400 && malformed.status < 500
    const sentence = `PATCH /tasks/{task_id} with half a JSON text answered ${malformed.status}`
    if (malformed.status <= 500) t.expect('refuses-invalid', 'ERR-11', refused, sentence, malformed)
    if (refused) await intact('a body that is not JSON', malformed)
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

export const updateScenarios: readonly Scenario[] = [fields, untouched, nothingChanges]
