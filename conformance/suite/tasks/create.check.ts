/** Creating tasks: every field of the body is accepted, kept, and refused where it is invalid. */

import { type Scenario, scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { asId, type Json } from '../../extract/find-value.ts'
import { idOf } from '../../extract/record.ts'
import {
  assigneeOf,
  boardOf,
  hadRun,
  keeps,
  saysSomething,
  statusOf,
  taskIn,
} from '../../extract/task-record.ts'
import { unknownLike } from '../../extract/unknown-id.ts'
import { refuses } from '../../negatives/refusals.ts'
import { acceptanceIds, acceptanceOf, idsOf, refusalsOf } from '../../requirements/contract.ts'
import type { Exchange } from '../../requirements/exchange.ts'
import { ignoreMissing, lacks } from '../../requirements/missing.ts'
import { judgeRecordId } from '../../rules/same-record.ts'
import { isServed, servedBeside, takesNulls } from '../../rules/stated-status.ts'
import type { FixtureName } from '../../target/target-schema.ts'
import { knownAgent, knownWorkflow } from '../discover.ts'
import { isKept } from '../own-records/lost-writes.ts'
import { freeStart } from '../runs/own-run.ts'
import { endedRuns } from './assign.check.ts'
import {
  A_PERSON,
  anotherCriterion,
  anotherPerson,
  boardId,
  criteriaForms,
  isNamed,
  knownPerson,
  secondBoard,
  seenOnTasks,
  someAssignee,
} from './existing-tasks.ts'
import { firstValues, judgeShown, SET, VALUES } from './fields.ts'
import {
  assign,
  createTask,
  makeTask,
  onceThere,
  readTask,
  settledTask,
  sharedTask,
  startsAsOthers,
} from './own-task.ts'

const plain = scenario({
  id: 'tasks/create-fields',
  title: 'Each field of a new task is accepted and kept',
  requirements: [
    ...['CREATE-01', 'TASK-02', 'TASK-32', 'TASK-34', 'TASK-06'],
    ...acceptanceIds('createTask', Object.keys(VALUES)),
  ],
  needs: { capability: 'tasks', scopes: ['tasks:write', 'tasks:read'] },
  cost: { requests: 40 },
  writes: true,
  async run(t) {
    const title = t.name('nothing but a title, “Größe” & <more>')
    const first = await createTask(t, { title })
    t.served(['TASK-32', 'CREATE-01'], first)
    if (first.status === 422) await needsMore(t, title)
    const record = taskIn(first.json)
    const id = idOf(record, 'task')
    if (first.status < 300) {
      const sentence = id ? `the reply is a task with the id ${id}` : 'the reply has no id'
      t.expect('stated-member', 'TASK-02', id !== undefined, sentence, first)
    }
    // A refusal may have an id of its own.
    if (first.status < 300 && id !== undefined) {
      const read = await onceThere(t, id)
      if (t.answered(['TASK-34', 'TASK-02'], read)) judgeRecordId(t, 'TASK-34', 'task', id, read)
      // Whether it loses its title is judged over all readings of all tasks.
      const reads = `the title reads ${JSON.stringify(title)}`
      if (keeps(taskIn(read.json) ?? {}, 'title', title))
        t.met('keeps-value', 'CREATE-01', reads, first, read)
    }
    for (const [field, values] of Object.entries(VALUES))
      for (const value of [...values, ...(field === 'due_date' ? [null] : [])])
        await accepts(t, { [field]: value }, { isHalf: values.some(saysSomething) && !saysSomething(value) })
    // A deployment may have rules against these values: then only the empty list is exercised.
    const person = t.wants('CREATE-35') ? await knownPerson(t) : undefined
    const other = anotherPerson(t, person)
    if (person !== undefined) await accepts(t, { approval_approver_ids: [person] }, { mayRefuse: true })
    if (person !== undefined && other !== undefined)
      await accepts(t, { approval_approver_ids: [person, other] }, { mayRefuse: true })
    for (const form of t.wants('CREATE-28') ? await criteriaForms(t) : []) {
      if ((await accepts(t, { acceptance_criteria: form }, { mayRefuse: true })) !== 201) continue
      const others = anotherCriterion(form[0], t.name('another criterion'))
      // Where one is lost, so are two.
      if (others.length > 0 && !t.isViolated('CREATE-28'))
        await accepts(t, { acceptance_criteria: [form[0], ...others] }, { mayRefuse: true })
      break
    }
  },
})

/** A title alone is enough: that it is invalid is a violation where a body with more is served. */
async function needsMore(t: Trial, title: string) {
  const board_id = await seenOnTasks(t, 'board')
  const project_id = await seenOnTasks(t, 'project')
  const full = () => createTask(t, { ...SET, title, board_id, project_id })
  await servedBeside(t, 'CREATE-01', 'a title alone', () => createTask(t, { title }), full, 'accepts-value')
}

const REFERENCES = [
  ...['scheduled_id', 'board_id', 'project_id', 'agent_id', 'workflow_id', 'parent_task_id', 'executor_kind'],
]

const references = scenario({
  id: 'tasks/create-references',
  title: 'References of a new task are accepted as ids of things that exist, and as null',
  requirements: acceptanceIds('createTask', [...REFERENCES, 'due_date']),
  needs: { capability: 'tasks', scopes: ['tasks:write', 'tasks:read'] },
  cost: { requests: 30 },
  writes: true,
  async run(t) {
    // Null is half of the requirement: met only together with an id. An agent or a workflow on a task may start paid work,
    // so the scenario that pays for a run sends their ids.
    for (const field of REFERENCES.filter(one => one !== 'executor_kind'))
      await accepts(t, { [field]: null }, { isHalf: true })
    await nullsBeside(t)
    const known: [string, () => Promise<string | undefined>, () => Promise<string[]>][] = [
      ['scheduled_id', () => schedule(t), () => madeUpIds(t)],
      ['board_id', () => elsewhere(t), () => madeUpIds(t)],
      ['project_id', () => seenOnTasks(t, 'project'), () => madeUpIds(t)],
      ['parent_task_id', async () => (await makeTask(t, 'a parent')).id, async () => []],
      ['executor_kind', () => seenOnTasks(t, 'executor_kind'), async () => EXECUTORS],
    ]
    for (const [field, find, guesses] of known) {
      if (!t.wants(...acceptanceIds('createTask', [field]))) continue
      const value = await find()
      if (value !== undefined && (!(field in FIXTURE_OF) || isNamed(t, value)))
        await accepts(t, { [field]: value })
      else await takesAny(t, field, value === undefined ? await guesses() : [value])
    }
    // How deep sub-tasks may go is not stated.
    const above = await makeTask(t, 'above a sub-task')
    const below = await makeTask(t, 'a sub-task', { parent_task_id: above.id }).catch(ignoreMissing)
    if (below) await accepts(t, { parent_task_id: below.id }, { mayRefuse: true })
  },
})

/** All ids null at once, beside values of all other fields, and the due date null as well. */
async function nullsBeside(t: Trial) {
  const { due_date, ...values } = firstValues()
  const ids = REFERENCES.filter(field => field !== 'executor_kind')
  for (const [fields, more] of [
    [ids, { due_date }],
    [[...ids, 'due_date'], {}],
  ] as const) {
    const rows = Object.fromEntries(fields.map(field => [field, acceptanceOf('createTask', field, null)!]))
    const fixed = { title: t.name('beside nulls'), ...values, ...more }
    await takesNulls(t, rows, 'a task', nulls => () => createTask(t, { ...fixed, ...nulls }))
  }
}

const schedule = async (t: Trial) =>
  t.target.fixtures.get('schedule')?.id || (await seenOnTasks(t, 'scheduled'))

/** Common words for who does a task; the valid ones are not stated. */
const EXECUTORS = ['agent', 'human', 'user', 'person', 'workflow', 'manual']

const FIXTURE_OF: Readonly<Record<string, FixtureName>> = {
  scheduled_id: 'schedule',
  project_id: 'project',
  board_id: 'board',
}

/** Values that may not be right: an accepted one must be kept, a refusal is inconclusive. */
async function takesAny(t: Trial, field: string, values: readonly string[]) {
  const answered: string[] = []
  for (const value of values) {
    const status = await accepts(t, { [field]: value }, { mayRefuse: true })
    if (status === 201) return
    answered.push(`${value} answered ${status}`)
  }
  const what = `a right value of ${field}: ${answered.join(', ')}`
  const fixture = FIXTURE_OF[field]
  t.notExercised(acceptanceIds('createTask', [field]), fixture ? lacks.fixture(fixture, what) : what)
}

/** Ids in the deployment's form; a service need not know them. */
async function madeUpIds(t: Trial): Promise<string[]> {
  const { id } = await sharedTask(t)
  return [...new Set([id, (await boardId(t)) ?? id].map(unknownLike))]
}

const paidReferences = scenario({
  id: 'tasks/create-with-agent',
  title: 'A new task can name an agent, a workflow and an assignee',
  requirements: ['CREATE-16', 'CREATE-18', 'CREATE-42', 'CREATE-43', 'CREATE-44', 'TASK-01'],
  needs: { capability: 'tasks', scopes: ['tasks:write', 'tasks:read'] },
  cost: { requests: 13, runs: 2 },
  writes: true,
  async run(t) {
    await accepts(t, { assignee_type: null, assignee_id: null })
    const person = await knownPerson(t)
    if (person === undefined) t.notExercised('CREATE-43', A_PERSON)
    else await accepts(t, { assignee_type: 'user', assignee_id: person })
    const agent = t.wants('CREATE-16', 'CREATE-42') ? await knownAgent(t) : undefined
    if (agent) {
      t.context.budget.takeRun()
      await accepts(t, { assignee_type: 'agent', assignee_id: agent.id })
      await accepts(t, { agent_id: agent.id })
    }
    const workflow = t.wants('CREATE-18') ? await knownWorkflow(t).catch(() => undefined) : undefined
    if (workflow) await accepts(t, { workflow_id: workflow.id })
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
    const others = rows.filter(row => !pairs.includes(row))
    await refuses(t, 'createTask', others, { right, send })
    const missing = rows.filter(({ subject }) => subject.case === 'refuses-missing')
    await refuses(t, 'createTask', missing, { right: { ...firstValues(), ...right }, send })
    const known = await someAssignee(t)
    for (const row of pairs) {
      const other =
        row.subject.field === 'assignee_id' ? { assignee_type: known.type } : { assignee_id: known.id }
      const valid = { ...right, assignee_type: known.type, assignee_id: known.id }
      await refuses(t, 'createTask', [row], { right: { ...right, ...other }, valid, send })
    }
  },
})

/** A board on which tasks do not land by default, so that the effect of board_id shows. */
async function elsewhere(t: Trial): Promise<string | undefined> {
  const own = boardOf((await sharedTask(t)).record)
  const first = await boardId(t)
  return first !== undefined && first !== own ? first : ((await secondBoard(t, own)) ?? first)
}

interface Acceptance {
  /** The requirement is met only together with other values. */
  isHalf?: boolean
  /** A refusal says nothing: the value may be against a rule of the deployment. */
  mayRefuse?: boolean
}

/** Creates a task with these fields, judges that the first is accepted and what is kept, and returns the status. */
async function accepts(
  t: Trial,
  fields: Json,
  { isHalf = false, mayRefuse = false }: Acceptance = {},
): Promise<number | undefined> {
  const [[first, wanted] = ['', undefined]] = Object.entries(fields)
  const requirement = acceptanceOf('createTask', first, wanted)!
  if (!t.wants(requirement, ...(first === 'priority' ? ['TASK-06'] : []))) return undefined
  const exchange = await createTask(t, { title: t.name('a field'), ...fields })
  t.refusedByScope(exchange)
  const { status } = exchange
  const sentence = `POST /tasks with ${JSON.stringify(fields)} answered ${status}`
  if (status !== 201) {
    if (mayRefuse) return status
    if (await isRefusedForIt(t, fields, exchange))
      t.violated('accepts-value', requirement, sentence, exchange)
    else t.notExercised(requirement, `a creation that is served: ${sentence}`, exchange)
    return status
  }
  const id = idOf(taskIn(exchange.json), 'task')
  if (id === undefined) return status
  const made = { id, status: statusOf(taskIn(exchange.json) ?? {}), exchange }
  if (fields.assignee_type === 'agent' || asId(fields.agent_id) !== undefined)
    await startsAsOthers(t, made, 'a task for an agent')
  const judged = Object.entries(fields).filter(([, value]) => saysSomething(value))
  const isRight = (one: Json) => judged.every(([field, value]) => isKept(one, field, value) !== false)
  const record = await settledTask(t, id, 'the fields to show', isRight)
  const isOfNobody = [record, taskIn(exchange.json)].every(one => one && isUnassigned(one))
  const nobody = `${sentence}, and nobody has the task; assigned later, the agent keeps it`
  if (fields.assignee_type === 'agent' && isOfNobody && hadRun(record) && (await keepsAgent(t, id, fields)))
    t.violated('keeps-value', requirement, nobody, exchange)
  for (const [field, value] of judged) {
    const shown = { field, value, record, kept: isKept(record, field, value) }
    judgeShown(t, requirement, shown, sentence, exchange)
  }
  if (judged.length === 0 && !isHalf) t.met('accepts-value', requirement, sentence, exchange)
  return status
}

const isUnassigned = (record: Json): boolean => {
  const shown = assigneeOf(record)
  return shown !== undefined && shown.id === undefined
}

/** Whether an agent that is assigned to a task has it still when it has worked on it: then it does not hand it back. */
async function keepsAgent(t: Trial, id: string, { assignee_id }: Json): Promise<boolean> {
  const has = (record: Json) => assigneeOf(record)?.id === assignee_id
  const before = await endedRuns(t, { id })
  t.context.budget.takeRun()
  if (before === undefined || !isServed(await assign(t, id, 'agent', String(assignee_id)))) return false
  if (!has(await settledTask(t, id, 'the task to show its assignee', has))) return false
  const hasWorked = await t.comes('work on the task', async () => Number(await endedRuns(t, { id })) > before)
  return hasWorked && has(await readTask(t, id))
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
  const control = agent === undefined ? undefined : await freeStart(t, agent)(refused)
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

export const createScenarios: readonly Scenario[] = [plain, references, paidReferences, invalid]
