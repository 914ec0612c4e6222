/**
 * Combined optional fields of a new task: it starts in the backlog, shows its number and keeps each field that it keeps
 * alone.
 */
import { scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { type Json, places } from '../../extract/find-value.ts'
import { idOf } from '../../extract/record.ts'
import { statusOf, taskIn } from '../../extract/task-record.ts'
import { acceptanceIds } from '../../requirements/contract.ts'
import { ignoreMissing } from '../../requirements/missing.ts'
import { boardId, criteriaForms, knownPerson, seenOnTasks, statusWords } from './existing-tasks.ts'
import { mayShowNumber, numberMembers } from './number.check.ts'
import { createTask, makeTask, moveTo, readTask, sharedTask, startsAsOthers } from './own-task.ts'

/** What a new task keeps, whatever is beside it. Where it belongs to and who does it, rules may say. */
const KEPT = ['description', 'priority', 'acceptance_criteria', 'tags', 'due_date']

/** What the parent has. Of these a sub-task gets none where it has its own, which may have to be due before the parent. */
const ABOVE = {
  description: 'of the parent',
  priority: 'urgent',
  tags: ['of the parent'],
  due_date: '2033-06-07T08:15:00.000Z',
}

/** Sends the creations; `general/written` compares what each was to set with what is shown of it. */
export const createTogetherScenario = scenario({
  id: 'tasks/create-together',
  title:
    'Whatever optional fields a new task has, it starts in the backlog and shows its number and each of them',
  requirements: ['TASK-01', 'TASK-03', ...acceptanceIds('createTask', KEPT)],
  needs: { capability: 'tasks', scopes: ['tasks:write', 'tasks:read'] },
  cost: { requests: 100 },
  writes: true,
  async run(t) {
    const plain = await sharedTask(t)
    const start = statusOf(plain.record)
    if (start === undefined) return t.notExercised('TASK-01', 'the created task shows no status')
    const above = await makeTask(t, 'above others, with values of its own', ABOVE).catch(ignoreMissing)
    const fields = await optionalFields(t, (above ?? plain).id)
    const pairs = everyPair(fields).map(some => Object.assign({}, ...some) as Json)
    const words = ['urgent', 'medium', 'low', 'none'].flatMap(priority => [
      { priority },
      { ...Object.assign({}, ...fields), priority },
    ])
    const all = await Promise.all([...fields, ...pairs, ...words].map(some => make(t, some)))
    const made = all.flatMap(one => one ?? [])
    await numbersAll(t, plain.record, made)
    const elsewhere = made.find(one => one.status !== start)
    if (elsewhere) await startsAsOthers(t, elsewhere, withFields(elsewhere.fields))
    if (t.wants('TASK-01')) await belowMoved(t, start)
    const lack = `new tasks with other fields beside the title that start elsewhere than in ${start}`
    t.notExercised('TASK-01', lack)
  },
})

/** Optional fields except agents and workflows, which may start work at once and move the task. */
async function optionalFields(t: Trial, parent: string): Promise<Json[]> {
  const [person, board, project] = [await knownPerson(t), await boardId(t), await seenOnTasks(t, 'project')]
  return [
    { description: `beside others ${t.context.nonce}` },
    { priority: 'high' },
    { tags: ['beside', 'others'] },
    { due_date: '2031-06-07T08:15:00.000Z' },
    { requires_approval: true },
    { approval_notify_in_app: true },
    { approval_notify_email: true },
    { acceptance_criteria: await takenCriteria(t) },
    { parent_task_id: parent },
    ...(board === undefined ? [] : [{ board_id: board }]),
    ...(project === undefined ? [] : [{ project_id: project }]),
    ...(person === undefined
      ? []
      : [{ assignee_type: 'user', assignee_id: person }, { approval_approver_ids: [person] }]),
  ]
}

/** Criteria in a form that is taken; an empty list where none is known. */
async function takenCriteria(t: Trial): Promise<unknown[]> {
  for (const form of await criteriaForms(t)) {
    const made = await createTask(t, { title: t.name('with criteria'), acceptance_criteria: form })
    if (made.status === 201) return form
  }
  return []
}

/** A sub-task starts there as well, whichever column its parent is in. */
async function belowMoved(t: Trial, start: string) {
  const { id: task_id } = await makeTask(t, 'above others, to be moved')
  for (const status of (await statusWords(t)).filter(one => one !== start).slice(0, 4)) {
    const moved = await moveTo(t, task_id, status)
    const made = moved.status === 200 && (await make(t, { parent_task_id: task_id }))
    if (made) await startsAsOthers(t, made, withFields(made.fields))
  }
}

/** What a task shows as its number when it is created with a title alone, it shows beside other fields. */
async function numbersAll(t: Trial, plain: Json, all: readonly Made[]) {
  const members = numberMembers(plain)
  for (const { record, fields, exchange } of members.size > 0 ? all : []) {
    const names = Object.keys(fields)
    const rest = Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)))
    const isNumbered = [...places(record, 3)].some(({ path, value }) => members.has(path) && value !== null)
    if (isNumbered || (mayShowNumber(rest) && !(await isLeftOut(t, record, rest, members)))) continue
    const sentence = `the reply to a creation with ${names.join(', ')} shows no number, one without shows ${[...members].join(', ')}`
    return t.violated('stated-member', 'TASK-03', sentence, exchange)
  }
}

/** Whether the record shows a number as others do, and the reply to the creation has it nowhere. */
async function isLeftOut(t: Trial, made: Json, rest: Json, members: ReadonlySet<string>): Promise<boolean> {
  const read = await readTask(t, idOf(made, 'task')!)
  const shown = [...places(read, 3)].filter(({ path }) => members.has(path))
  const numbers = shown.flatMap(({ value }) => /\d+$/.exec(String(value)) ?? [])
  const ends = (value: unknown) => numbers.some(number => String(value).endsWith(number))
  return numbers.length > 0 && ![...places(rest)].some(({ value }) => ends(value))
}

/**
 * All values together, then for each binary digit of their index those with the digit and those without, so that every
 * pair is separated and combined.
 */
function everyPair<Value>(all: readonly Value[]): Value[][] {
  const digits = Array.from({ length: Math.ceil(Math.log2(all.length)) }, (_, digit) => digit)
  const halves = digits.flatMap(digit =>
    [0, 1].map(wanted => all.filter((_, n) => ((n >> digit) & 1) === wanted)),
  )
  return [[...all], ...halves]
}

type Made = NonNullable<Awaited<ReturnType<typeof make>>>

/** A new task as the reply shows it, with the fields that were sent. */
async function make(t: Trial, fields: Json) {
  const exchange = await createTask(t, { title: t.name('with fields beside each other'), ...fields })
  const record = taskIn(exchange.json) ?? {}
  const id = idOf(record, 'task')
  const failed = `${withFields(fields)} answered ${exchange.status}`
  if (exchange.status === 500) t.violated('stated-status', 'TASK-01', failed, exchange)
  // A rule about two fields together is not stated, but lawful.
  if (exchange.status !== 201 || id === undefined) return undefined
  // Where it is afterwards may be the work of the service.
  const status = statusOf(record) ?? statusOf(await readTask(t, id))
  return { id, status, record, fields, exchange }
}

const withFields = (fields: Json) => `a task with ${Object.keys(fields).join(', ')}`
