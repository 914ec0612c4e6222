/** The runs of a task: complete, newest first, and the last one's status on the task. */

import { pagesOf } from '../../engine/list-pages.ts'
import { scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { asId, type Json, mentions, places } from '../../extract/find-value.ts'
import { isOrdered, replyRows } from '../../extract/list-rows.ts'
import { momentOf } from '../../extract/moment.ts'
import { idOf, refIn, wordIn } from '../../extract/record.ts'
import { phaseOf, readRun } from '../../extract/run-status.ts'
import type { Exchange } from '../../requirements/exchange.ts'
import { ignoreMissing, lacks } from '../../requirements/missing.ts'
import type { Fixture } from '../../target/target.ts'
import { finisher } from '../runs/finished-run.ts'
import { awaitRun, startRun } from '../runs/own-run.ts'
import { type Retried, retry } from '../runs/retried-run.ts'
import { endedRuns } from './assign.check.ts'
import { existingTasks } from './existing-tasks.ts'
import { assign, makeTask, readTask, settledTask } from './own-task.ts'
import { findTask } from './task-pages.ts'

type TaskRuns = Awaited<ReturnType<typeof runsOf>>

const IDS = ['STATE-26', 'TASK-04', 'TASK-05', 'TASK-41', 'TASK-42']

export const taskRunScenario = scenario({
  id: 'tasks/runs',
  title: 'A task lists the runs it had, newest first, and carries the status of the last one',
  requirements: IDS,
  needs: { capability: 'tasks', scopes: ['tasks:read'] },
  cost: { requests: 80, runs: 5, seconds: 40 },
  writes: true,
  async run(t) {
    const own = await spawned(t)
    const failed = own[0] ? await failing(t, own[0]) : own
    const known = [...(await existing(t)), ...failed]
    const words = new Set([...STATED, ...known.flatMap(({ rows }) => rows.flatMap(row => wordIn(row) ?? []))])
    for (const one of known) {
      await lastStatus(t, one, words)
      newestFirst(t, one)
    }
    if (own.length > 0) await cancelling(t)
    const tasks = known.map(({ task }) => task)
    await complete(t, tasks)
    if (known.length === 0) t.notExercised(IDS, lacks.fixture('task-with-runs', 'a task that had runs'))
  },
})

async function runsOf(t: Trial, task: string) {
  const exchange = await t.need('listTaskRuns', { path: { task_id: task } })
  return { task, rows: replyRows(exchange), exchange }
}

/** Tasks of the deployment that show runs. */
async function existing(t: Trial): Promise<TaskRuns[]> {
  const named = t.target.fixtures.get('task-with-runs')?.id
  const seen = (await existingTasks(t)).filter(row => typeof row.last_run_status === 'string')
  const ids = [...(named ? [named] : []), ...seen.flatMap(row => idOf(row, 'task') ?? [])]
  const found: TaskRuns[] = []
  for (const id of [...new Set(ids)].slice(0, 6)) {
    const one = await runsOf(t, id)
    if (one.rows.length > 0) found.push(one)
  }
  return found
}

/** Our own task, assigned to an agent twice; what starts a run is not stated, so it may have none. */
async function spawned(t: Trial): Promise<TaskRuns[]> {
  const agent = await finisher(t).catch(() => undefined)
  if (!t.keys.has('tasks:write') || !agent) return []
  const before = new Set(await listedRuns(t, agent.id))
  const description = agent.task ?? 'Reply with one short sentence.'
  const task = await makeTask(t, 'given to an agent', { description })
  for (let round = 1; round <= 2; round++) {
    t.context.budget.takeRun()
    if ((await assign(t, task.id, 'agent', agent.id)).status !== 200) break
    // Reads while the agent is assigned: runs that the task did not start are not among its runs.
    const { rows, exchange } = await runsOf(t, task.id)
    const older = rows.map(row => runId(row) ?? '').find(id => before.has(id))
    const sentence = `the run ${older} of the task had been listed before there was that task`
    if (older !== undefined) t.violated('filter-satisfied', 'TASK-41', sentence, task.exchange, exchange)
    if (older !== undefined) return []
    if (!(await spawnedRun(t, task.id, agent, round))) break
    await assign(t, task.id, null, null)
  }
  const one = await runsOf(t, task.id)
  return one.rows.length > 0 ? [one] : []
}

/** The agent's newest existing runs. */
async function listedRuns(t: Trial, agent_id: string): Promise<string[]> {
  if (!t.keys.has('runs:read')) return []
  const reply = await t.call('listRuns', { query: { agent_id } })
  const rows = reply.status === 200 ? replyRows(reply) : []
  return rows.flatMap(row => runId(row) ?? [])
}

const runId = (row: Json) => asId(row.run_id) ?? idOf(row, 'run')

/**
 * Waits until the run that an assignment started has ended. It certainly started none once another run of the same
 * agent, started after the assignment, works or has ended.
 */
async function spawnedRun(t: Trial, task: string, agent: Fixture, count: number): Promise<boolean> {
  const shown = async () => (await runsOf(t, task)).rows.length >= count
  if (!(await t.comes('a run of the task', shown, 2))) {
    const later = await startRun(t, agent)
    await awaitRun(t, later, 'a later run of the agent', one => one.phase !== 'waiting')
    if (!(await t.comes('a run of the task', shown, 1))) return false
  }
  return (await endedRuns(t, { id: task })) !== undefined
}

/** Our own task, assigned to an agent that the target names. */
async function givenTo(t: Trial, name: 'agent-fails' | 'agent-slow', instruction: string, on?: string) {
  const agent = t.target.fixtures.get(name)
  const keys = ['tasks:write', 'agents:run', 'runs:read'] as const
  if (!agent?.id || !keys.every(scope => t.keys.has(scope))) return undefined
  const body = { description: agent.task ?? instruction }
  const task = on ?? (await makeTask(t, 'given to an agent that the target names', body)).id
  if (on !== undefined) await t.call('updateTask', { path: { task_id: on }, body })
  t.context.budget.takeRun()
  const given = await assign(t, task, 'agent', agent.id)
  return given.status === 200 ? { task, agent: agent.id } : undefined
}

/** The task, whose runs have finished, gets one that fails and is retried once it was given to another agent. */
async function failing(t: Trial, own: TaskRuns): Promise<TaskRuns[]> {
  const given = await givenTo(t, 'agent-fails', 'Fail.', own.task)
  if (!given) return [own]
  const { task, agent } = given
  const before = own.rows.map(runId)
  const failed = await t.until('a run of the task to fail', t.target.pace.runSeconds, async () => {
    const run = (await runsOf(t, task)).rows.find(row => !before.includes(runId(row)))
    return phaseOf(wordIn(run), false) === 'ended' ? run : undefined
  })
  const id = failed && runId(failed)
  if (id !== undefined && t.wants('STATE-26', 'TASK-41')) {
    const other = await finisher(t)
    t.context.budget.takeRun()
    await assign(t, task, 'agent', other.id)
    await spawnedRun(t, task, other, before.length + 2)
    await repeated(t, task, { id, agent, chatId: refIn(failed, 'chat') })
  }
  await assign(t, task, null, null)
  return [await runsOf(t, task)]
}

/** The run of our own task stays among its runs when it is cancelled, and the task does not call it otherwise. */
async function cancelling(t: Trial) {
  if (!t.wants('TASK-05', 'TASK-41')) return
  const given = await givenTo(t, 'agent-slow', 'Wait.')
  if (!given) return
  const { task } = given
  const run = await t.until('a run of the task', 2, async () => runId((await runsOf(t, task)).rows[0] ?? {}))
  if (run === undefined) return
  const cancelled = await t.call('cancelRun', { path: { run_id: run } }).catch(ignoreMissing)
  await assign(t, task, null, null)
  if (cancelled?.status !== 200) return
  await has(t, task, run, cancelled)
  // It may be the status of the last run that has come to its own end, and in words of its own.
  const isBusy = (one: Json) => BUSY.test(wordIn({ status: one.last_run_status }) ?? '')
  const last = await settledTask(t, task, 'the task to follow its run', one => !isBusy(one))
  const { rows, exchange } = await runsOf(t, task)
  const sentence = `the ${rows.length} runs of a task have ended, the last one as ${wordIn(rows[0])}, and its last_run_status is ${t.quote(last.last_run_status)}`
  if (isBusy(last) && rows.length > 0 && rows.every(row => phaseOf(wordIn(row), false) === 'ended'))
    t.violated('same-record', 'TASK-05', sentence, cancelled, exchange)
}

const BUSY = /^(running|paused)$/

/** Retries a run of the task; the new run's record shows whether it belongs to the task as well. */
async function repeated(t: Trial, task: string, run: Retried) {
  const retried = await retry(t, run).catch(ignoreMissing)
  // The reply to a retry is not stated: where it shows no id, there is nothing to look for.
  if (!retried?.fresh) return
  const { id } = retried.fresh
  const record = await t.call('getRun', { path: { run_id: id } })
  const original = await t.call('getRun', { path: { run_id: run.id } })
  const [was, is] = [original, record].map(({ json }) => refIn(readRun(json)?.record, 'agent'))
  const sentence = `the run of a task that has another agent by now is done by ${was}, its retry by ${is}`
  if (was !== undefined && is !== undefined)
    t.expect('starts-anew', 'STATE-26', was === is, sentence, original, retried.reply, record)
  if (refIn(readRun(record.json)?.record, 'task') !== task) return
  await has(t, task, id, record)
}

/** A run that names the task, or was among its runs, is one of them. */
async function has(t: Trial, task: string, run: string, named?: Exchange) {
  const found = ({ exchange }: TaskRuns) => mentions(exchange.json, run)
  const last = await t.settled('the run to be among those of its task', () => runsOf(t, task), found)
  // The runs of a task that is gone may be none.
  if (!found(last) && (await t.call('getTask', { path: { task_id: task } })).status !== 200) return
  const sentence = `the run ${run} of the task is ${found(last) ? '' : 'not '}among its runs`
  t.expect('lists-visible', 'TASK-41', found(last), sentence, last.exchange, ...(named ? [named] : []))
}

const STATED = ['running', 'paused', 'cancelled']

/** That the words are those of runs is not stated: one that no run has says nothing. */
async function lastStatus(t: Trial, { task }: TaskRuns, words: ReadonlySet<string>) {
  const look = async () => {
    const before = await runsOf(t, task)
    const { last_run_status: shown } = await readTask(t, task)
    const { rows, exchange } = await runsOf(t, task)
    const states = (some: Json[]) => JSON.stringify(some.map(row => wordIn(row)))
    const word = wordIn(sorted(rows)?.[0] ?? rows[0])
    const isStill = states(before.rows) === states(rows) && phaseOf(word, false) === 'ended'
    const isOther = (shown ?? null) !== null && !words.has(wordIn({ status: shown }) ?? '')
    const isRow = isStill && same(shown, word)
    const row = isRow ? await findTask(t, task, {}).catch(ignoreMissing) : undefined
    const listed = row?.last_run_status
    // A row need not show it.
    const isListed = words.has(wordIn({ status: listed }) ?? '') ? same(listed, word) : undefined
    return { shown, listed, word, isStill, isOther, isListed, count: rows.length, exchange }
  }
  const isRight = ({ shown, word, isStill, isOther, isListed }: Awaited<ReturnType<typeof look>>) =>
    isStill && (isOther || (same(shown, word) && isListed !== false))
  const settled = () => t.settled('the task to follow its run', look, isRight)
  const first = await settled()
  // A run that began meanwhile is as late in one of the replies.
  const last = isRight(first) ? first : await settled()
  const { shown, listed, word, isStill, isOther, isListed, count, exchange } = last
  const reads = `a task with ${count} runs has last_run_status ${JSON.stringify(shown)}`
  const isShown = (shown ?? null) !== null
  // It may be the status of the last run that has ended.
  if (isShown || isStill) t.expect('stated-member', 'TASK-04', isShown, reads, exchange)
  if (isOther) return t.notExercised('TASK-05', `the words of runs: ${reads}`, exchange)
  if (!isStill || word === undefined)
    return t.notExercised('TASK-05', 'a task whose last run has ended', exchange)
  t.expect('same-record', 'TASK-05', same(shown, word), `${reads}; the newest run is ${word}`, exchange)
  const row = `the list shows ${JSON.stringify(listed)} as the last_run_status of a task whose newest run is ${word}`
  if (isListed === false && same(shown, word)) t.violated('same-record', 'TASK-05', row, exchange)
}

const same = (shown: unknown, word: string | undefined): boolean =>
  word !== undefined && (shown === word || wordIn({ status: shown }) === word)

/** The start time of a run, under any name. */
function began(row: Json): number | undefined {
  const names = [/^(created|queued)_?at$/i, /^start(ed)?(_?at)?$/i, /created|started|begin|began|begun/i]
  for (const name of names) {
    const found = [...places(row, 2)].find(one => name.test(one.name) && momentOf(one.value) !== undefined)
    if (found) return momentOf(found.value)
  }
  return undefined
}

function sorted(rows: Json[]): Json[] | undefined {
  const times = rows.map(began)
  if (times.some(time => time === undefined)) return undefined
  return rows.toSorted((a, b) => (began(b) ?? 0) - (began(a) ?? 0))
}

/**
 * Which moment orders the runs is not stated: two neighbours are in the wrong order only where every moment that both
 * show is later in the second one.
 */
function newestFirst(t: Trial, { rows, exchange }: TaskRuns) {
  if (rows.length < 2)
    return t.notExercised('TASK-42', lacks.fixture('task-with-runs', 'a task that had two runs'), exchange)
  if (!isOrdered(exchange)) return t.notExercised('TASK-42', 'a list whose rows have an order', exchange)
  const pairs = rows.slice(1).map((later, n) => compared(rows[n] ?? {}, later))
  const wrong = pairs.findIndex(one => one.length > 0 && one.every(rises => rises))
  if (wrong >= 0) {
    const sentence = `every moment of run ${wrong + 2} is later than that of run ${wrong + 1}`
    t.violated('newest-first', 'TASK-42', sentence, exchange)
  } else if (pairs.some(one => one.length > 0 && one.every(rises => !rises)))
    t.met('newest-first', 'TASK-42', `${rows.length} runs, newest first`, exchange)
  else t.notExercised('TASK-42', 'runs that show when they began', exchange)
}

/**
 * For each moment that both rows show and that differs: whether it is later in the second one. Twins have no order, and what
 * began last may have ended first.
 */
function compared(first: Json, second: Json): boolean[] {
  const [one, other] = [first, second].map(began)
  if (one === undefined || one === other) return []
  const moments = (row: Json) =>
    new Map(
      [...places(row, 2)].flatMap(({ path, name, value }) => {
        const isNamed = /_at$|At$|time|date|started|created|ended|finished/i.test(name)
        const isText = typeof value === 'string' && /^\d{4}-\d\d-\d\d|GMT$/.test(value)
        const at = isNamed || isText ? momentOf(value) : undefined
        return at === undefined ? [] : [[path, at] as const]
      }),
    )
  const later = moments(second)
  return [...moments(first)].flatMap(([path, at]) => {
    const other = later.get(path)
    return other === undefined || other === at ? [] : [other > at]
  })
}

/** Every listed run that names one of these tasks must be among the task's runs. */
async function complete(t: Trial, known: readonly string[]) {
  if (!t.keys.has('runs:read')) return t.notExercised('TASK-41', lacks.key('runs:read'))
  const named = new Map<string, string>()
  for await (const { rows } of pagesOf(20, query => t.need('listRuns', { query })))
    for (const row of rows) {
      const task = refIn(row, 'task')
      const id = idOf(row, 'run')
      if (task !== undefined && id !== undefined) named.set(id, task)
    }
  for (const task of [...new Set([...known, ...named.values()])].slice(0, 12)) {
    // The runs of a deleted or hidden task cannot be read.
    const reply = await t.call('listTaskRuns', { path: { task_id: task } })
    const expected = [...named].flatMap(([id, of]) => (of === task ? [id] : []))
    const [first] = expected
    if (reply.status !== 200 || first === undefined) continue
    await has(t, task, expected.find(id => !mentions(reply.json, id)) ?? first)
  }
}
