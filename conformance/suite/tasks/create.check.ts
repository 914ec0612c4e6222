/** Creating tasks: every field of the body is accepted, kept, and refused where it is invalid. */

import { type Scenario, scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { asId, type Json } from '../../extract/find-value.ts'
import { idOf } from '../../extract/record.ts'
import {
  type Assignee,
  assigneeOf,
  boardOf,
  isPriority,
  keeps,
  saysSomething,
  taskIn,
} from '../../extract/task-record.ts'
import { unknownLike } from '../../extract/unknown-id.ts'
import { refuses } from '../../negatives/refusals.ts'
import { idsOf, refusalsOf, subjectsOf } from '../../requirements/contract.ts'
import type { Exchange } from '../../requirements/exchange.ts'
import { lacks, Missing } from '../../requirements/missing.ts'
import { isServed } from '../../rules/stated-status.ts'
import type { FixtureName } from '../../target/target-schema.ts'
import { knownAgent, knownWorkflow } from '../discover.ts'
import { freeStart } from '../runs/own-run.ts'
import {
  A_PERSON,
  boardId,
  knownPerson,
  secondBoard,
  seenCriteria,
  seenOnTasks,
  someAssignee,
  usualCriteria,
} from './existing-tasks.ts'
import { createTask, isKind, isRuledOut, makeTask, notShown, readTask, sharedTask } from './own-task.ts'

const PRIORITIES = subjectsOf('createTask').filter(
  ({ subject }) => subject.field === 'priority' && subject.case === 'accepts-listed',
)
const DUE = '2031-05-04T12:30:00.000Z'
/** Another time, with an offset. */
const DUE_WITH_OFFSET = '2032-02-03T10:45:00+02:30'

/** Fields that refer to no other record: the requirement, the field, and values that must be accepted. */
const PLAIN: readonly [string, string, readonly unknown[]][] = [
  ['CREATE-04', 'description', ['A description with “quotes”, ümlauts and a\nsecond line']],
  ['CREATE-28', 'acceptance_criteria', [[]]],
  ['CREATE-30', 'tags', [['Second Tag', 'conformance', 'Größe “L” & <more>'], []]],
  ['CREATE-33', 'requires_approval', [true, false]],
  ['CREATE-35', 'approval_approver_ids', [[]]],
  ['CREATE-38', 'approval_notify_in_app', [true, false]],
  ['CREATE-40', 'approval_notify_email', [true, false]],
  ['CREATE-48', 'due_date', [DUE, DUE_WITH_OFFSET, null]],
]

const plain = scenario({
  id: 'tasks/create-fields',
  title: 'Each field of a new task is accepted and kept',
  requirements: [
    'CREATE-01',
    'TASK-02',
    'TASK-32',
    'TASK-34',
    ...idsOf(PRIORITIES),
    'TASK-06',
    ...PLAIN.map(([id]) => id),
  ],
  needs: { capability: 'tasks', scopes: ['tasks:write', 'tasks:read'] },
  cost: { requests: 40 },
  writes: true,
  async run(t) {
    const title = t.name('nothing but a title, “Größe” & <more>')
    const first = await createTask(t, { title })
    t.served(['TASK-32', 'CREATE-01'], first)
    const record = taskIn(first.json)
    const id = idOf(record, 'task')
    if (first.status < 300) {
      const sentence = id ? `the reply is a task with the id ${id}` : 'the reply has no id'
      t.expect('stated-member', 'TASK-02', id !== undefined, sentence, first)
    }
    // A refusal may have an id of its own.
    if (first.status < 300 && id !== undefined) {
      const look = () => t.call('getTask', { path: { task_id: id } })
      const read = await t.settled('the new task to be there', look, one => one.status === 200)
      if (t.answered(['TASK-34', 'TASK-02'], read)) {
        const again = taskIn(read.json) ?? {}
        const sentence = `read by ${id}, the task has the id ${idOf(again, 'task')}`
        t.expect('same-record', ['TASK-34', 'TASK-02'], idOf(again, 'task') === id, sentence, first, read)
        const kept = keeps(again, 'title', title)
        const reads = `the title reads ${JSON.stringify(again.title)}`
        if (kept === undefined) t.notExercised('CREATE-01', 'the task shows no title', read)
        else t.expect('keeps-value', 'CREATE-01', kept, reads, first, read)
      }
    }
    for (const { id, subject } of PRIORITIES) {
      const shown = await accepts(t, id, { priority: subject.value }, false, t.wants('TASK-06'))
      const priority = shown?.priority
      if (priority !== undefined && priority !== null) {
        const sentence = `the priority reads ${JSON.stringify(priority)}`
        t.expect('stated-type', 'TASK-06', isPriority(priority), sentence)
      }
    }
    for (const [requirement, field, values] of PLAIN) {
      const telling = values.some(saysSomething)
      for (const value of values)
        await accepts(t, requirement, { [field]: value }, telling && !saysSomething(value))
    }
    const person = t.wants('CREATE-35') ? await knownPerson(t) : undefined
    const other = t.keys.home().find(key => key.personId !== undefined && key.personId !== person)?.personId
    if (person !== undefined) await lists(t, 'CREATE-35', { approval_approver_ids: [person] })
    if (person !== undefined && other !== undefined)
      await lists(t, 'CREATE-35', { approval_approver_ids: [person, other] })
    const criteria = t.wants('CREATE-28') ? await seenCriteria(t) : undefined
    const forms = criteria ? [criteria] : t.wants('CREATE-28') ? usualCriteria(t.name('a criterion')) : []
    for (const form of forms) if (await lists(t, 'CREATE-28', { acceptance_criteria: form })) break
  },
})

const references = scenario({
  id: 'tasks/create-references',
  title: 'References of a new task are accepted as ids of things that exist, and as null',
  requirements: ['CREATE-16', 'CREATE-18', 'CREATE-20', 'CREATE-22', 'CREATE-24', 'CREATE-26', 'CREATE-14'],
  needs: { capability: 'tasks', scopes: ['tasks:write', 'tasks:read'] },
  cost: { requests: 30 },
  writes: true,
  async run(t) {
    const known: [string, string, () => Promise<string | undefined>][] = [
      [
        'CREATE-20',
        'scheduled_id',
        async () => t.target.fixtures.get('schedule')?.id || (await seenOnTasks(t, 'scheduled')),
      ],
      ['CREATE-22', 'board_id', () => elsewhere(t)],
      ['CREATE-24', 'project_id', () => seenOnTasks(t, 'project')],
    ]
    for (const [id, field, find] of known) {
      // Null is half of the requirement: met only together with an id.
      await accepts(t, id, { [field]: null }, true)
      const value = t.wants(id) ? await find() : undefined
      if (value !== undefined) await accepts(t, id, { [field]: value })
      else if (t.wants(id)) await takesAny(t, id, field, await madeUpIds(t))
    }
    // An agent or a workflow on a task may start paid work. So only null is sent here; the scenario that pays for a run
    // sends the id.
    await accepts(t, 'CREATE-16', { agent_id: null }, true)
    await accepts(t, 'CREATE-18', { workflow_id: null }, true)
    await accepts(t, 'CREATE-26', { parent_task_id: null }, true)
    if (t.wants('CREATE-26')) {
      const parent = await makeTask(t, 'a parent')
      await accepts(t, 'CREATE-26', { parent_task_id: parent.id })
    }
    const kind = t.wants('CREATE-14') ? await seenOnTasks(t, 'executor_kind') : undefined
    if (kind !== undefined) await accepts(t, 'CREATE-14', { executor_kind: kind })
    else if (t.wants('CREATE-14')) await takesAny(t, 'CREATE-14', 'executor_kind', EXECUTORS)
  },
})

/** Common words for who does a task; the valid ones are not stated. */
const EXECUTORS = ['agent', 'human', 'user', 'person', 'workflow', 'manual']

const FIXTURE_OF: Readonly<Record<string, FixtureName>> = {
  scheduled_id: 'schedule',
  project_id: 'project',
  board_id: 'board',
}

/** Values without evidence in the deployment: an accepted one must be kept, a refusal is inconclusive. */
async function takesAny(t: Trial, requirement: string, field: string, values: readonly string[]) {
  const answered: string[] = []
  for (const value of values) {
    const exchange = await createTask(t, { title: t.name('a field'), [field]: value })
    t.refusedByScope(exchange)
    if (exchange.status === 201) return void (await accepts(t, requirement, { [field]: value }))
    answered.push(`${value} answered ${exchange.status}`)
  }
  const what = `a right value of ${field}: ${answered.join(', ')}`
  const fixture = FIXTURE_OF[field]
  t.notExercised(requirement, fixture ? lacks.fixture(fixture, what) : what)
}

/** Ids in the deployment's form; a service need not know them. */
async function madeUpIds(t: Trial): Promise<string[]> {
  const { id } = await sharedTask(t)
  return [...new Set([id, (await boardId(t)) ?? id].map(unknownLike))]
}

const paidReferences = scenario({
  id: 'tasks/create-with-agent',
  title: 'A new task can name an agent, a workflow and an assignee',
  requirements: ['CREATE-16', 'CREATE-18', 'CREATE-42', 'CREATE-43', 'CREATE-44'],
  needs: { capability: 'tasks', scopes: ['tasks:write', 'tasks:read'] },
  cost: { requests: 12, runs: 2 },
  writes: true,
  async run(t) {
    await assigns(t, 'CREATE-44', null, null)
    const person = await knownPerson(t)
    if (person === undefined) t.notExercised('CREATE-43', A_PERSON)
    else await assigns(t, 'CREATE-43', 'user', person)
    const agent = t.wants('CREATE-16', 'CREATE-42') ? await knownAgent(t) : undefined
    if (agent) {
      t.context.budget.takeRun()
      await assigns(t, 'CREATE-42', 'agent', agent.id)
      await accepts(t, 'CREATE-16', { agent_id: agent.id })
    }
    const workflow = t.wants('CREATE-18') ? await knownWorkflow(t).catch(() => undefined) : undefined
    if (workflow) await accepts(t, 'CREATE-18', { workflow_id: workflow.id })
  },
})

const invalid = scenario({
  id: 'tasks/create-invalid',
  title: 'A creation body with one wrong thing in it is refused with 422',
  requirements: idsOf(refusalsOf('createTask', 'body')),
  needs: { capability: 'tasks', scopes: ['tasks:write'] },
  cost: { requests: 110 },
  writes: true,
  async run(t) {
    const send = (options: { body?: unknown }) => createTask(t, options.body)
    // The mark is in two fields, so that a task created in spite of the error shows it, whichever field is invalid.
    const name = t.name('must not be created')
    const right = { title: name, description: name }
    const rows = refusalsOf('createTask', 'body')
    const pairs = rows.filter(({ subject }) => subject.field.startsWith('assignee_'))
    await refuses(
      t,
      'createTask',
      rows.filter(row => !pairs.includes(row)),
      { right, send },
    )
    const known = await someAssignee(t)
    for (const row of pairs) {
      const other =
        row.subject.field === 'assignee_id' ? { assignee_type: known.type } : { assignee_id: known.id }
      const valid = { ...right, assignee_type: known.type, assignee_id: known.id }
      await refuses(t, 'createTask', [row], { right: { ...right, ...other }, valid, send })
    }
  },
})

/** A deployment may have rules against these values: then only the empty list is exercised. */
async function lists(t: Trial, requirement: string, fields: Json): Promise<boolean> {
  const exchange = await createTask(t, { title: t.name('a list'), ...fields })
  const id = idOf(taskIn(exchange.json), 'task')
  if (exchange.status !== 201 || id === undefined) return false
  for (const [field, value] of Object.entries(fields)) {
    const wanted = (value as unknown[]).length
    const read = async () => (await readTask(t, id))[field]
    const shown = await t.settled(
      `${field} to show`,
      read,
      one => !Array.isArray(one) || one.length >= wanted,
    )
    if (!Array.isArray(shown)) continue
    const sentence = `${field} was sent with ${wanted} entries and shows ${shown.length}`
    // A board may add criteria or approvers of its own.
    t.expect('keeps-value', requirement, shown.length >= wanted, sentence, exchange)
  }
  return true
}

/** A board on which tasks do not land by default, so that the effect of board_id shows. */
async function elsewhere(t: Trial): Promise<string | undefined> {
  const own = boardOf((await sharedTask(t)).record)
  const first = await boardId(t)
  return first !== undefined && first !== own ? first : ((await secondBoard(t, own)) ?? first)
}

/** Creates a task with these fields, judges acceptance and what is kept, and returns the value shown. */
async function accepts(
  t: Trial,
  requirement: string,
  fields: Json,
  half = false,
  anyway = false,
): Promise<Json | undefined> {
  if (!t.wants(requirement) && !anyway) return undefined
  const exchange = await createTask(t, { title: t.name('a field'), ...fields })
  t.refusedByScope(exchange)
  const sentence = `POST /tasks with ${JSON.stringify(fields)} answered ${exchange.status}`
  if (exchange.status !== 201) {
    if (await isRefusedForIt(t, fields, exchange))
      t.violated('accepts-value', requirement, sentence, exchange)
    else t.notExercised(requirement, `a creation that is served: ${sentence}`, exchange)
    return undefined
  }
  const id = idOf(taskIn(exchange.json), 'task')
  if (id === undefined) return undefined
  const isRight = (record: Json) =>
    Object.entries(fields).every(
      ([field, value]) => !saysSomething(value) || keeps(record, field, value) !== false,
    )
  const record = await t.settled('the fields to show', () => readTask(t, id), isRight)
  for (const [field, value] of Object.entries(fields)) {
    if (!saysSomething(value) || field === 'acceptance_criteria') {
      if (!half) t.met('accepts-value', requirement, sentence, exchange)
      continue
    }
    const kept = keeps(record, field, value)
    const reads = `${field} was sent as ${JSON.stringify(value)} and reads ${JSON.stringify(record[field])}`
    if (kept === undefined) notShown(t, requirement, field, sentence, exchange)
    else t.expect('keeps-value', requirement, kept, reads, exchange)
  }
  return record
}

/** What an agent or a workflow on a task may start: an empty wallet or a busy agent may refuse it. */
const STARTS_WORK = { agent_id: 'startRun', workflow_id: 'startWorkflowRun' } as const

const startedBy = (fields: Json): string | undefined =>
  Object.entries(STARTS_WORK).find(([name]) => (fields[name] ?? null) !== null)?.[1]

/** Where the same work is started, no wallet refuses it with the status of a validation failure. */
async function isStarted(t: Trial, fields: Json, refused: Exchange): Promise<boolean> {
  const starts = startedBy(fields)
  if (starts === undefined || t.context.observed.accepted.has(starts)) return true
  const agent = asId(fields.agent_id)
  const control = agent === undefined ? undefined : await freeStart(t, { agent }, refused)
  return control !== undefined && isServed(control)
}

/** The same creation is served without the fields, and refused with them again: it is no quota that refuses them. */
async function isRefusedForIt(t: Trial, fields: Json, refused: Exchange): Promise<boolean> {
  const { status } = refused
  if (status < 400 || status === 500) return true
  // Which kinds of executor are allowed is not shown; a service may show one that it gives itself.
  if (status !== 422 || 'executor_kind' in fields || !(await isStarted(t, fields, refused))) return false
  const send = async (more: Json) => (await createTask(t, { title: t.name('a field'), ...more })).status
  for (let round = 0; round < 2; round++)
    if ((await send({})) !== 201 || (await send(fields)) < 400) return false
  return true
}

async function assigns(t: Trial, requirement: string, type: string | null, id: string | null) {
  if (!t.wants(requirement)) return
  const assigned = { title: t.name('assigned'), assignee_type: type, assignee_id: id }
  const exchange = await createTask(t, assigned)
  t.refusedByScope(exchange)
  const sentence = `POST /tasks with assignee ${type} ${id} answered ${exchange.status}`
  if (isRuledOut(exchange)) return t.notExercised(requirement, sentence, exchange)
  if (exchange.status !== 201) {
    const isItself = await isRefusedForIt(t, { assignee_type: type, assignee_id: id }, exchange)
    if (isItself) return t.violated('accepts-value', requirement, sentence, exchange)
    return t.notExercised(requirement, `a creation that is served: ${sentence}`, exchange)
  }
  const made = idOf(taskIn(exchange.json), 'task')
  if (made === undefined) throw new Missing('setup: POST /tasks answered without an id')
  const isRight = (shown: Assignee | undefined) =>
    shown?.id === (id ?? undefined) && isKind(shown?.type, type ?? undefined)
  const read = async () => assigneeOf(await readTask(t, made))
  const shown = await t.settled('the assignee to show', read, isRight)
  if (!shown) return t.notExercised(requirement, `a task that shows its assignee: ${sentence}`, exchange)
  const reads = `created for ${type} ${id}, the task is assigned to ${shown.type} ${shown.id}`
  t.expect('keeps-value', requirement, isRight(shown), reads, exchange)
}

export const createScenarios: readonly Scenario[] = [plain, references, paidReferences, invalid]
