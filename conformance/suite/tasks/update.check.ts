/** Updating tasks: each field can be changed, cleared with null or omitted; the status never changes this way. */

import { type Scenario, scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import type { Json } from '../../extract/find-value.ts'
import { assigneeOf, isPriority, keeps, saysSomething, statusOf } from '../../extract/task-record.ts'
import { refuses } from '../../negatives/refusals.ts'
import { idsOf, refusalsOf } from '../../requirements/contract.ts'
import type { Exchange } from '../../requirements/exchange.ts'
import {
  boardId,
  knownPerson,
  secondBoard,
  seenCriteria,
  seenOnTasks,
  statusWords,
  usualCriteria,
} from './existing-tasks.ts'
import { createTask, makeTask, notShown, type OwnTask, readTask } from './own-task.ts'
import { allTasks, findTask } from './task-pages.ts'

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
/** Fields that a task may lack. */
const EMPTIABLE: ReadonlySet<string> = new Set([
  'description',
  'due_date',
  'max_runs_per_hour',
  'budget_euros',
])

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
    for (const [requirement, field, values] of FIELDS) {
      const telling = values.some(saysSomething)
      for (const value of values) await changes(t, requirement, task, field, value, telling)
      const full = EMPTIABLE.has(field) && t.wants(requirement) ? await readTask(t, task.id) : {}
      await changes(t, requirement, task, field, null, telling)
      // The effect of null on a title is not stated; restores the title so that cleanup recognises the task.
      if (field === 'title')
        await t.call('updateTask', { path: { task_id: task.id }, body: { title: task.title } })
      if (!saysSomething(full[field])) continue
      const left = (await readTask(t, task.id))[field]
      const sentence = `${field} was set to null and reads ${t.quote(left)}; null empties other fields`
      if (JSON.stringify(left) === JSON.stringify(full[field]) && (await emptiesAnother(t, task, field)))
        t.violated(requirement, sentence)
    }
    await ranks(t, 'UPDATE-12', task, position =>
      t.call('updateTask', { path: { task_id: task.id }, body: { position } }),
    )
    await lists(t, task)
    await emptied(t, task)
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
  if (!(await findTask(t, id, {}))) return
  const listed = (await findTask(t, id, { [field]: value })) !== undefined
  t.expect(
    requirement,
    listed,
    `changed to ${field} ${value}, the task is ${listed ? '' : 'not '}listed under it`,
  )
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
    const left = (await readTask(t, task.id))[field]
    if (reply.status === 200)
      t.expect(requirement, !saysSomething(left), `changed to [], ${field} reads ${t.quote(left)}`, reply)
  }
}

/** A service may ignore every null; if it clears one field, it must clear the others. */
async function emptiesAnother(t: Trial, task: OwnTask, field: string): Promise<boolean> {
  const [other, value] =
    field === 'description' ? ['due_date', '2032-02-03T08:15:00Z'] : ['description', 'to be emptied']
  const path = { task_id: task.id }
  await t.call('updateTask', { path, body: { [other]: value } })
  const full = await readTask(t, task.id)
  await t.call('updateTask', { path, body: { [other]: null } })
  return saysSomething(full[other]) && !saysSomething((await readTask(t, task.id))[other])
}

/**
 * A service may assign its own positions in the order of those sent, but the first and the last must differ. A service
 * that stores integers as sent must store the other numbers as well.
 */
export async function ranks(
  t: Trial,
  requirement: string,
  task: OwnTask,
  send: (position: number) => Promise<Exchange>,
) {
  if (!t.wants(requirement)) return
  await makeTask(t, 'beside the one that moves')
  const sent = [3, 250_000, 1.5, 0.5]
  const shown: unknown[] = []
  for (const position of sent) {
    if ((await send(position)).status !== 200) return
    shown.push((await readTask(t, task.id)).position)
  }
  if (!shown.every(one => typeof one === 'number')) return
  const [third = 0, last = 0, ...fractions] = shown
  const sentence = `set to ${sent.join(', ')}, the position reads ${shown.join(', ')}`
  const asSent = third === 3 && last === 250_000
  t.expect(requirement, (fractions[1] ?? 0) < last && (!asSent || fractions.join() === '1.5,0.5'), sentence)
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
    const shown = exchange.status === 200 ? (await readTask(t, task.id))[field] : undefined
    if (!Array.isArray(shown)) continue
    t.expect(
      requirement,
      shown.length === value.length,
      `${field} was changed to ${value.length} entries and shows ${shown.length}`,
      exchange,
    )
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
  // Null is valid by type, so 422 is wrong; a rule beyond the type may still forbid it.
  const ruled = value === null && exchange.status >= 400 && exchange.status < 500 && exchange.status !== 422
  if (ruled) return t.notExercised(requirement, sentence, exchange)
  if (exchange.status !== 200) return t.violated(requirement, sentence, exchange)
  if (!saysSomething(value) || field === 'acceptance_criteria') {
    // Met only together with other values whose effect shows.
    if (t.isDecided(requirement) || !half) t.met(requirement, sentence, exchange)
    return
  }
  const record = await readTask(t, task.id)
  const kept = field === 'position' && 'position' in record ? true : keeps(record, field, value)
  if (kept === undefined) notShown(t, requirement, field, sentence, exchange)
  else
    t.expect(
      requirement,
      kept,
      `${field} was changed to ${JSON.stringify(value)} and reads ${JSON.stringify(record[field])}`,
    )
  if (field === 'priority' && typeof record.priority === 'string') {
    t.expect('TASK-06', isPriority(record.priority), `the priority reads ${record.priority}`)
  }
}

const invalid = scenario({
  id: 'tasks/update-invalid',
  title: 'An update with one wrong thing in it is refused with 422',
  requirements: idsOf(refusalsOf('updateTask', 'body')),
  needs: { capability: 'tasks', scopes: ['tasks:write'] },
  cost: { requests: 70 },
  writes: true,
  async run(t) {
    const task = await makeTask(t, 'not to be changed')
    const options = { path: { task_id: task.id } }
    await refuses(t, 'updateTask', refusalsOf('updateTask', 'body'), {
      options,
      right: { description: 'right' },
    })
  },
})

const untouched = scenario({
  id: 'tasks/update-leaves-the-rest',
  title: 'An update changes what it names and nothing else, and never the status',
  requirements: ['UPDATE-33', 'UPDATE-34', 'UPDATE-35'],
  needs: { capability: 'tasks', scopes: ['tasks:write', 'tasks:read'] },
  cost: { requests: 12 },
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
    const same = (after: Json, but?: string) =>
      Object.entries({ title: task.title, ...set }).filter(
        ([field, value]) =>
          field !== but && keeps(before, field, value) === true && keeps(after, field, value) !== true,
      )
    const empty = await t.call('updateTask', { path, body: {} })
    t.expect(
      'UPDATE-33',
      empty.status === 200,
      `PATCH /tasks/{task_id} with {} answered ${empty.status}`,
      empty,
    )
    for (const [field, value] of [
      ['description', 'changed'],
      ['priority', 'low'],
      ['tags', ['changed']],
    ] as const) {
      await t.need('updateTask', { path, body: { [field]: value } })
      const lost = same(await readTask(t, task.id), field)
      const names = lost.map(([name]) => name).join(', ')
      if (person !== undefined && assigneeOf(before)?.id === person) {
        const now = assigneeOf(await readTask(t, task.id))?.id
        t.expect('UPDATE-34', now === person, `changing ${field}, the task is assigned to ${now}`)
      }
      t.expect(
        'UPDATE-34',
        lost.length === 0,
        lost.length ? `changing ${field} changed ${names} too` : `only ${field} changed`,
      )
      await t.need('updateTask', { path, body: { [field]: set[field] } })
    }
    const status = statusOf(before)
    if (status === undefined) return t.notExercised('UPDATE-35', 'the task shows no status')
    for (const word of (await statusWords(t)).filter(one => one !== status).slice(0, 3)) {
      const tried = await t.call('updateTask', { path, body: { description: 'and a status', status: word } })
      const after = statusOf(await readTask(t, task.id))
      const sentence = `PATCH /tasks/{task_id} with status ${word} answered ${tried.status}; the status reads ${after}, it was ${status}`
      t.expect('UPDATE-35', after === status, sentence, tried)
    }
  },
})

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
    const intact = async (what: string) => {
      const after = await readTask(t, task.id)
      const changed = ['title', 'description', 'priority', 'tags', 'status', 'due_date'].filter(
        field => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
      )
      t.expect(
        'ERR-12',
        changed.length === 0,
        changed.length ? `${what} changed ${changed.join(', ')}` : `${what} changed nothing`,
      )
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
      if (exchange.status === 422) await intact(what)
    }
    const malformed = await t.call('updateTask', { path, raw: '{"description": "changed"' })
    t.observe('malformed-json', String(malformed.status), malformed)
    t.expect(
      'ERR-11',
      malformed.status >= 400,
      `PATCH /tasks/{task_id} with half a JSON text answered ${malformed.status}`,
      malformed,
    )
    await intact('a body that is not JSON')
    await nothingCreated(t)
  },
})

/** A refused creation leaves no task behind. */
async function nothingCreated(t: Trial) {
  const title = t.name('refused at creation')
  const exchange = await createTask(t, { title, requires_approval: 'perhaps' })
  if (exchange.status !== 422) return
  const row = (await allTasks(t, {})).rows.find(one => one.title === title)
  t.expect('ERR-12', row === undefined, `a refused creation left ${row ? 'a' : 'no'} task behind`, exchange)
}

export const updateScenarios: readonly Scenario[] = [fields, invalid, untouched, nothingChanges]
