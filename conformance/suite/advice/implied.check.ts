/** What the specification implies without stating it: seen and reported, never a verdict. */

import { type Scenario, scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import type { Json } from '../../extract/find-value.ts'
import { nextCursor } from '../../extract/list-rows.ts'
import { saysSomething, statusOf, taskIn } from '../../extract/task-record.ts'
import { ignoreMissing } from '../../requirements/missing.ts'
import { agents } from '../discover.ts'
import { bodyFor, tryStart } from '../runs/own-run.ts'
import { createTask, makeTask, readTask } from '../tasks/own-task.ts'

/** Each observes one thing and advises where the deployment differs from what a reader would expect. */
const OBSERVERS: readonly ((t: Trial) => Promise<void>)[] = [
  dueDate,
  unknownStatus,
  foreignCursor,
  subTasks,
  hiddenAgent,
  nullClears,
]

const implied = scenario({
  id: 'advice/implied',
  title: 'What is implied and not stated: dates, status words, cursors',
  requirements: [],
  needs: { capability: 'tasks', scopes: ['tasks:read', 'tasks:write'] },
  cost: { requests: 24, runs: 2 },
  writes: true,
  async run(t) {
    for (const observe of OBSERVERS) await observe(t).catch(ignoreMissing)
  },
})

async function dueDate(t: Trial) {
  const due_date = 'not a moment at all'
  const key = t.keys.with('tasks:write')
  const reply = await createTask(t, { title: t.name('due at no time'), due_date }, key)
  if (reply.status !== 201) return
  t.advise(
    'due-date-format',
    'Section 2.1 calls due_date an ISO 8601 timestamp; that anything else is refused is not said.',
    `a task with due_date “${due_date}” is created, and shows ${JSON.stringify(taskIn(reply.json)?.due_date)}`,
    reply,
  )
}

async function unknownStatus(t: Trial) {
  const task = await makeTask(t, 'in no column')
  const before = statusOf(await readTask(t, task.id))
  const reply = await t.call('setTaskStatus', {
    path: { task_id: task.id },
    body: { status: 'no-such-status' },
  })
  if (reply.status !== 200) return
  const after = statusOf(await readTask(t, task.id))
  t.advise(
    'task-status-words',
    'Section 3 says that a status moves a task to a column; a word without a column would be a mistake of the caller.',
    `a move to “no-such-status” answered ${reply.status}: the task was ${before} and is ${after}`,
    reply,
  )
}

/** A cursor marks a place in a filtered list; under another filter that place does not exist. */
async function foreignCursor(t: Trial) {
  const [one, other] = await agents(t)
  if (!one || !other) return
  const first = await t.call('listRuns', { query: { agent_id: one.id, limit: 1 } })
  const cursor = nextCursor(first.json)
  if (first.status !== 200 || cursor === undefined) return
  const reply = await t.call('listRuns', { query: { agent_id: other.id, limit: 1, cursor } })
  if (reply.status !== 200) return
  t.advise(
    'cursor-of-another-list',
    'Section 4.2 calls a cursor an opaque value of a previous response: that of a list with the same filters.',
    `the cursor of the runs of one agent is taken for those of another (${reply.status})`,
    first,
    reply,
  )
}

/** A move concerns one task; what happens to its sub-tasks is not stated. */
async function subTasks(t: Trial) {
  const parent = await makeTask(t, 'above another')
  const child = await makeTask(t, 'below another', { parent_task_id: parent.id })
  const before = statusOf(await readTask(t, child.id))
  const reply = await t.call('setTaskStatus', { path: { task_id: parent.id }, body: { status: 'done' } })
  const after = statusOf(await readTask(t, child.id))
  if (reply.status !== 200 || before === after) return
  t.advise(
    'sub-tasks-follow',
    'Section 4.3 moves a task to a new column; that its sub-tasks move with it is not said.',
    `a task is moved to done, and its sub-task, which was ${before}, is ${after}`,
    reply,
  )
}

/** Whether a key may run an agent that it cannot read. */
async function hiddenAgent(t: Trial) {
  const hidden = t.target.fixtures.get('agent-private')
  const owner = hidden?.key === undefined ? undefined : t.keys.named(hidden.key)?.owner
  const stranger = t.keys
    .home('agents:read', 'agents:run')
    .find(key => key.owner !== undefined && key.owner !== owner)
  if (!hidden || owner === undefined || !stranger) return
  const read = await t.call('getAgent', { key: stranger, path: { agent_id: hidden.id } })
  if (read.status !== 403 && read.status !== 404) return
  t.context.budget.takeRun()
  const completion = await t.call('createAgentCompletion', {
    key: stranger,
    body: { agentId: hidden.id, messages: [{ role: 'user', content: 'Reply with one word.' }] },
  })
  const start = await tryStart(t, hidden.id, bodyFor(t, hidden), { key: stranger }, 0)
  const served = [completion, start].filter(({ status }) => status === 200)
  if (served.length === 0) return
  const what = served.map(one => (one === start ? 'a run of it' : 'a completion by it')).join(' and ')
  t.advise(
    'hidden-agent-runs',
    'Section 5 says that visibility follows the person; that an agent which they do not see is not run for them is not said.',
    `key ${stranger.name} is refused the agent ${hidden.id} (${read.status}), and served ${what}`,
    read,
    ...served,
  )
}

/** What null does to a stored value is not stated: it may clear it, or stand for a field that is left out. */
async function nullClears(t: Trial) {
  const values = { description: 'to be cleared', due_date: '2032-02-03T08:15:00.000Z', tags: ['cleared'] }
  const task = await makeTask(t, 'to be cleared', values)
  const given = Object.keys(values).filter(field => saysSomething(task.record[field]))
  const body = Object.fromEntries(given.map(field => [field, null]))
  const reply = await t.call('updateTask', { path: { task_id: task.id }, body })
  if (reply.status !== 200) return
  const keptIn = (record: Json) => given.filter(field => saysSomething(record[field]))
  const read = () => readTask(t, task.id)
  const after = await t.settled('null to show', read, one => keptIn(one).length === 0)
  const kept = keptIn(after)
  const cleared = given.filter(field => !kept.includes(field))
  if (kept.length === 0 || cleared.length === 0) return
  t.advise(
    'null-clears',
    'Section 2.1 calls the fields of an update nullable; that null clears a value is not said.',
    `an update with null clears ${cleared.join(', ')} and leaves ${kept.join(', ')}`,
    reply,
  )
}

/** A run that waits for an answer: section 3 speaks of it as paused. */
const waiting = scenario({
  id: 'advice/waiting-runs',
  title: 'Whether a run that waits for a person is called paused',
  requirements: [],
  cost: { requests: 0 },
  turn: 'overall',
  async run(t) {
    const words = t.context.observations.filter(({ gap }) => gap === 'paused-waiting-status')
    const other = words.find(({ answer }) => answer !== 'paused')
    if (!other) return
    t.advise(
      'waiting-is-paused',
      'Section 3 calls runs that wait for an answer “paused on an ask_user question”; that they show the status paused is not stated.',
      `a run that waits is called ${other.answer}`,
      ...other.evidence,
    )
  },
})

export const adviceScenarios: readonly Scenario[] = [implied, waiting]
