/** Combined optional fields of a new task: it starts in the backlog and keeps all of them. */
import { scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import type { Json } from '../../extract/find-value.ts'
import { idOf } from '../../extract/record.ts'
import { statusOf, taskIn } from '../../extract/task-record.ts'
import { resent } from '../../negatives/refusals.ts'
import { knownAgent } from '../discover.ts'
import { boardId, knownPerson, seenOnTasks } from './existing-tasks.ts'
import { createTask, readTask, sharedTask } from './own-task.ts'

export const createTogetherScenario = scenario({
  id: 'tasks/create-together',
  title: 'Whatever optional field or pair of them a new task has, it starts in the backlog',
  requirements: ['TASK-01'],
  needs: { capability: 'tasks', scopes: ['tasks:write', 'tasks:read'] },
  cost: { requests: 74, runs: 2 },
  writes: true,
  async run(t) {
    const plain = await sharedTask(t)
    const start = statusOf(plain.record)
    if (start === undefined) return t.notExercised('TASK-01', 'the created task shows no status')
    const fields = await optionalFields(t, plain.id)
    const pairs = everyPair(fields).map(some => Object.assign({}, ...some) as Json)
    const words = ['urgent', 'medium', 'low', 'none'].flatMap(priority => [
      { priority },
      { ...Object.assign({}, ...fields), priority },
    ])
    await Promise.all([...fields, ...pairs, ...words].map(some => startsThere(t, start, some)))
    await withAgent(t, start, Object.assign({}, ...fields) as Json)
    t.notExercised(
      'TASK-01',
      `new tasks with other fields beside the title that start elsewhere than in ${start}`,
    )
  },
})

/** Optional fields except agents and workflows, which may start work at once and move the task. */
async function optionalFields(t: Trial, parent: string): Promise<Json[]> {
  const [person, board, project] = [await knownPerson(t), await boardId(t), await seenOnTasks(t, 'project')]
  return [
    { description: `beside others ${t.context.nonce}` },
    { priority: 'high' },
    { tags: ['beside', 'others'] },
    { due_date: '2031-06-07T08:09:10.000Z' },
    { requires_approval: true },
    { approval_notify_in_app: true },
    { approval_notify_email: true },
    { acceptance_criteria: [] },
    { parent_task_id: parent },
    ...(board === undefined ? [] : [{ board_id: board }]),
    ...(project === undefined ? [] : [{ project_id: project }]),
    ...(person === undefined
      ? []
      : [{ assignee_type: 'user', assignee_id: person }, { approval_approver_ids: [person] }]),
  ]
}

/**
 * An agent may start work at once. If the reply shows that it has not, the other fields must not change the start
 * either.
 */
async function withAgent(t: Trial, start: string, others: Json) {
  const agent = await knownAgent(t).catch(() => undefined)
  if (!agent) return
  const shown = async (fields: Json) => {
    t.context.budget.takeRun()
    const title = t.name('for an agent, with fields beside it')
    return createTask(t, { title, ...fields, agent_id: agent.id })
  }
  // Another assignee or a required approval would change what the agent does.
  const { assignee_type: _, assignee_id: __, requires_approval: ___, ...rest } = others
  const [alone, beside] = [await shown({}), await shown(rest)]
  const [one, other] = [alone, beside].map(({ status, json }) =>
    status === 201 ? statusOf(taskIn(json) ?? {}) : undefined,
  )
  if (one === start && other !== undefined && other !== start)
    t.violated(
      'stated-word',
      'TASK-01',
      `a task for an agent starts as ${one}, one with other fields beside that as ${other}`,
      alone,
      beside,
    )
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

async function startsThere(t: Trial, start: string, fields: Json) {
  const exchange = await resent(() =>
    createTask(t, { title: t.name('with fields beside each other'), ...fields }),
  )
  const id = idOf(taskIn(exchange.json), 'task')
  const names = Object.keys(fields).join(', ')
  if (exchange.status === 500)
    t.violated('stated-status', 'TASK-01', `a task with ${names} answered ${exchange.status}`, exchange)
  // A rule about two fields together is not stated, but lawful.
  if (exchange.status !== 201 || id === undefined) return
  // Where it is afterwards may be the work of the service.
  const status = statusOf(taskIn(exchange.json) ?? {}) ?? statusOf(await readTask(t, id))
  if (status !== undefined && status !== start)
    t.violated(
      'stated-word',
      'TASK-01',
      `a task with ${names} starts as ${status}, one without as ${start}`,
      exchange,
    )
}
