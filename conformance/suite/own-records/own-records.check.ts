/**
 * Written values are shown and nothing else changes: judged over all replies that showed the suite's own tasks and
 * runs.
 */

import { wholeList } from '../../engine/list-pages.ts'
import type { RecordHistory } from '../../engine/own-records.ts'
import { type Scenario, scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import type { Json } from '../../extract/find-value.ts'
import { idOf, recordIn } from '../../extract/record.ts'
import { readRun } from '../../extract/run-status.ts'
import { assigneeOf, taskIn } from '../../extract/task-record.ts'
import { type Exchange, isRefusal } from '../../requirements/exchange.ts'
import { ignoreMissing } from '../../requirements/missing.ts'
import type { Key } from '../../target/target.ts'
import { type KnownRun, knownRuns } from '../runs/known-runs.ts'
import { createTask, sentAgain, setBack } from '../tasks/own-task.ts'
import { listsOwned } from '../tasks/task-pages.ts'
import { hiddenIn, LOSS_ROWS, lossesIn, parentsIn } from './lost-writes.ts'
import {
  type Again,
  type Breach,
  driftsIn,
  isWorkedOn,
  type Later,
  lackingIn,
  mayMove,
  namelessIn,
  sentAt,
  unfinishedIn,
} from './unasked-changes.ts'

/** The requirement for an unrequested change: that of the write before it, else that of the read. */
const BLAMED: Readonly<Record<string, string>> = {
  updateTask: 'UPDATE-34',
  setTaskStatus: 'STATE-53',
  setTaskAssignee: 'TASK-38',
  getTaskByNumber: 'TASK-33',
  listTasks: 'TASK-12',
  listTaskRuns: 'TASK-41',
  listRuns: 'RUN-13',
  getRun: 'RUN-25',
  cancelRun: 'STATE-15',
  stopRun: 'STATE-32',
  pauseRun: 'STATE-02',
  resumeRun: 'STATE-04',
  retryRun: 'STATE-25',
  respondToRun: 'STATE-40',
}
const OTHERWISE = { task: 'TASK-34', run: 'RUN-25' } as const

const frames = scenario({
  id: 'general/frames',
  title: 'Tasks and runs change in nothing but what a request was to change',
  requirements: [
    ...[BLAMED, OTHERWISE].flatMap(blamed => Object.values(blamed)),
    ...['RUN-01', 'RUN-16', 'RUN-02', 'RUN-03', 'RUN-04', 'RUN-05'],
  ],
  cost: { requests: 60 },
  turn: 'overall',
  async run(t) {
    await readRuns(t)
    await listsUnderStatus(t)
    const histories = t.context.ownRecords.histories()
    const parents = parentsIn(histories)
    const drifts = histories
      .flatMap(driftsIn)
      .filter(({ id, member }) => member !== 'status' || !parents.has(id))
      .map(drift => ({ ...drift, requirement: BLAMED[drift.after] ?? OTHERWISE[drift.kind] }))
    const { lateSeconds, clockScale } = t.target.pace
    const nameless = namelessIn(histories, (1000 * lateSeconds) / clockScale)
    const unfinished = [...histories.flatMap(unfinishedIn), ...lackingIn(histories), ...nameless]
    await blameAll(t, [...drifts, ...hiddenIn(histories), ...unfinished])
    t.notExercised(t.scenario.requirements, 'a change that nobody asked for: none was seen')
  },
})

const written = scenario({
  id: 'general/written',
  title: 'What a write sets is in its reply, in the record and in the list',
  // Its readings show the other scenario what a reading changes.
  requirements: [...LOSS_ROWS, 'TASK-34', 'TASK-12'],
  needs: { capability: 'tasks', scopes: ['tasks:write', 'tasks:read'] },
  cost: { requests: 12 },
  writes: true,
  turn: 'overall',
  async run(t) {
    await readTasks(t)
    const whole = await wholeList(t, 'listTasks', { query: { limit: 50 } }).catch(ignoreMissing)
    const listed = new Set(whole?.keys())
    await inTheList(t, listed)
    await blameAll(t, lossesIn(t.context.ownRecords.histories()))
    t.notExercised(LOSS_ROWS, 'something that was written and is not shown: nothing of that kind was seen')
  },
})

/**
 * Draws the conclusions, unless a record comes to show what it must, because the reading lagged behind, which is waited for
 * together, or somebody else may have changed it.
 */
async function blameAll(t: Trial, breaches: readonly Breach[]) {
  const wanted = breaches.filter(({ requirement }) => t.wants(requirement))
  const lasting = await Promise.all(wanted.map(async ({ unless }) => !unless || (await lasts(t, unless))))
  for (const [n, { rule, requirement, sentence, evidence, again }] of wanted.entries()) {
    // One is enough, and each that must happen again is waited for.
    if (t.isViolated(requirement)) continue
    if (lasting[n] && (!again || (await happensAgain(t, again))))
      t.violated(rule, requirement, sentence, ...evidence)
    else t.notExercised(requirement, `a record that stands still: ${sentence}`, ...evidence)
  }
}

/** Reads the record as it was read before until it shows what it must. Nothing counts that was changed or is gone. */
async function lasts(t: Trial, later: Later): Promise<boolean> {
  const { history, view, member, isRight } = later
  // Of what was deleted, a service may keep what it last knew.
  if (history.writes.some(one => one.operation === 'deleteTask')) return false
  if (history.writes.some(one => one.over > sentAt(view) && mayMove(one, member))) return false
  const isFine = (record: Json | undefined) => record === undefined || isRight(record)
  const last = await t.settled('the record to show it', readingOf(t, later), isFine)
  return last !== undefined && !isRight(last)
}

/** Whether the task changes again in the same way when the member is set back and the same is sent. */
async function happensAgain(t: Trial, again: Again): Promise<boolean> {
  const { history, view, before, member, write } = again
  if (write?.operation === 'createTask') return isMadeAgain(t, again)
  const read = readingOf(t, again)
  const isRight = (record: Json | undefined) => record === undefined || again.isRight(record)
  let reply: Exchange | undefined
  const isSent = await sentAgain(t, {
    read,
    isRight,
    set: () => setBack(t, history.id, before, member).catch(ignoreMissing),
    async send() {
      if (!write) return
      const { key, requestBody: raw } = write
      reply = await t.call(write.operation, {
        key: t.keys.named(key) ?? 'none',
        path: { task_id: history.id },
        ...(raw !== undefined && { raw }),
      })
    },
  })
  if (!isSent) return false
  if (write !== view.exchange) return !isRight(await t.settled('the task to be as it was', read, isRight))
  // The second time it may be refused, because it would change nothing.
  return reply?.status === view.exchange.status && !isRight(taskIn(reply.json))
}

/** Whether another task that is created in the same way reads as wrongly. */
async function isMadeAgain(t: Trial, again: Again): Promise<boolean> {
  const { before, write, isRight } = again
  const id = idOf(taskIn((await createTask(t, before, t.keys.named(write?.key ?? ''))).json), 'task')
  if (id === undefined) return false
  const read = readingOf(t, { ...again, history: { ...again.history, id } })
  const isThere = (one: Json | undefined) => one !== undefined && isRight(one)
  const last = await t.settled('the task to be as it was made', read, isThere)
  return last !== undefined && !isRight(last)
}

/** Reads the record as it was read before. */
function readingOf(t: Trial, { history: { id, kind }, view }: Later) {
  const key = t.keys.named(view.exchange.key)
  return async (): Promise<Json | undefined> => {
    const list = kind === 'task' ? 'listTasks' : 'listRuns'
    if (view.isRow) return (await listing(t, list, key))?.get(id)
    const reply = await t.call(kind === 'task' ? 'getTask' : 'getRun', {
      ...(key && { key }),
      path: { [`${kind}_id`]: id },
    })
    return reply.status === 200 ? recordIn(reply.json, [kind]) : undefined
  }
}

const walks = new WeakMap<Trial, Map<string, ReturnType<typeof wholeList>>>()

/** The whole list; whoever asks for it while it is being read gets the same. */
function listing(t: Trial, list: string, key: Key | undefined): ReturnType<typeof wholeList> {
  const known = walks.get(t) ?? new Map()
  walks.set(t, known)
  const name = `${list} ${key?.name}`
  const walk = known.get(name) ?? wholeList(t, list, key ? { key } : {}).finally(() => known.delete(name))
  known.set(name, walk)
  return walk
}

/** Reads some of our tasks again, to compare each record with its row. */
async function readTasks(t: Trial) {
  const tasks = t.context.ownRecords
    .histories()
    .filter(({ kind, writes }) => kind === 'task' && !writes.some(one => one.operation === 'deleteTask'))
  const read = (operation: string) =>
    Promise.all(tasks.slice(-6).map(({ id }) => t.call(operation, { path: { task_id: id } })))
  // What a read changes shows in the next one.
  for (const operation of ['getTask', 'listTaskRuns', 'getTask']) await read(operation)
}

/** Runs that were started with more than their input. */
const saysMore = ({ writes }: RecordHistory): boolean =>
  writes.some(
    ({ operation, body }) => operation === 'startRun' && Object.keys(body).some(name => name !== 'input'),
  )

/** Reads our runs again, latest first: ended runs must not change. */
async function readRuns(t: Trial) {
  if (!t.keys.has('runs:read')) return
  const { name } = t.keys.with('runs:read')
  const all = t.context.ownRecords.histories().filter(({ kind }) => kind === 'run')
  const runs = [...new Set([...all.filter(saysMore), ...all.toReversed()])].slice(0, 40)
  await Promise.all(
    runs.map(async ({ id, views }) => {
      // What one person may read says nothing of another one.
      const wasRead = views.some(({ exchange }) => exchange.operation === 'getRun' && exchange.key === name)
      const read = () => t.call('getRun', { path: { run_id: id } })
      const reply = await (wasRead ? t.settled('the run to be there', read, one => !isRefusal(one)) : read())
      const sentence = `the run ${id}, which was read before, answers ${reply.status}`
      if (wasRead && isRefusal(reply)) t.violated('keeps-others', 'RUN-25', sentence, reply)
    }),
  )
  // Lists them as well, to compare each record with its row.
  if (runs.length > 0) await t.call('listRuns', { query: { limit: 50 } })
}

/** A run is listed in every status: under the one that it has, and not under `running` once it has ended. */
async function listsUnderStatus(t: Trial) {
  if (!t.wants('RUN-13', 'RUN-16') || !t.keys.has('runs:read')) return
  const runs = knownRuns(t)
  const latest = [...new Map(runs.map(one => [one.status, one])).values()]
  const agents = new Set(latest.map(({ agent_id }) => agent_id))
  const running = [...agents].map(agent_id => ({ agent_id, status: 'running' }))
  for (const { agent_id, status } of [...latest.filter(one => one.status !== 'running'), ...running]) {
    const own = runs.filter(one => one.agent_id === agent_id)
    // One that differs for good is waited for long enough.
    if (!(await areUnder(t, { agent_id, status }, own))) return
  }
}

async function areUnder(
  t: Trial,
  query: Pick<KnownRun, 'agent_id' | 'status'>,
  runs: KnownRun[],
): Promise<boolean> {
  const { agent_id, status } = query
  const isWrong = (one: KnownRun, isListed: boolean) =>
    isListed ? status === 'running' && one.hasEnded : one.status === status
  const look = async () => {
    const rows = await wholeList(t, 'listRuns', { query })
    const one = rows && runs.find(run => isWrong(run, rows.has(run.id)))
    if (!one) return undefined
    // It may have moved since it was last read.
    const read = await t.need('getRun', { path: { run_id: one.id } })
    const view = readRun(read.json)
    one.status = view?.status ?? ''
    one.hasEnded = view?.phase === 'ended'
    return { one, read, isListed: rows.has(one.id) }
  }
  const found = await t.settled('the runs under their status', look, one => !one).catch(ignoreMissing)
  if (!found || !isWrong(found.one, found.isListed)) return true
  const { one, read, isListed } = found
  const sentence = `the run ${one.id} of agent ${agent_id} is ${one.status}, and status=${status} ${isListed ? 'lists' : 'leaves out'} it`
  const page = await t.call('listRuns', { query })
  if (isListed) t.violated('filter-satisfied', 'RUN-16', sentence, page, read)
  if (isListed) return false
  const whole = await wholeList(t, 'listRuns', { query: { agent_id } }).catch(ignoreMissing)
  if (whole?.has(one.id)) t.violated('filter-complete', 'RUN-16', sentence, page, read)
  // A key that sees none of our runs belongs to another person.
  else if (whole && one.mustBeListed && runs.some(run => run !== one && whole.has(run.id)))
    t.violated('lists-visible', 'RUN-13', `${sentence}, as no page does`, read)
  return false
}

/**
 * Tasks that a person created and that nobody else is assigned to are in that person's list, at the latest once that person
 * is. Sub-tasks may be rows of it, or be shown under their parent only.
 */
async function inTheList(t: Trial, listed: ReadonlySet<string>) {
  const reader = t.keys.with('tasks:read')
  const isPlain = (task: Json) => task.archived !== true && task.is_archived !== true && !isWorkedOn(task)
  for (const { id, kind, writes, views } of t.context.ownRecords.histories()) {
    const [made] = writes
    const last = views.findLast(({ exchange }) => exchange.operation === 'getTask')?.record
    if (kind !== 'task' || listed.has(id) || made?.operation !== 'createTask' || !last) continue
    const isSubTask = (made.body.parent_task_id ?? null) !== null
    const kept = writes.every(
      ({ operation }) => operation !== 'deleteTask' && operation !== 'setTaskAssignee',
    )
    if (isSubTask || !isPlain(last) || !kept || !t.keys.areOfOne(reader, made.exchange?.key ?? '')) continue
    const read = await t.call('getTask', { key: reader, path: { task_id: id } })
    // Somebody else may have given it away since, or archived it; what has come to its end may be archived at once.
    const now = read.status === 200 ? taskIn(read.json) : undefined
    const isSame = now && isPlain(now) && assigneeOf(now)?.id === assigneeOf(last)?.id
    const sentence = `the task ${id} of the person behind key ${reader.name} is read, and not listed`
    const task = { id, key: t.keys.with('tasks:write') }
    if (isSame && (await listsOwned(t, task, { include_archived: true }, reader)) === false)
      return t.violated('lists-visible', 'TASK-12', sentence, read)
  }
}

// The first scenario sends the final reads that the second one compares.
export const ownRecordScenarios: readonly Scenario[] = [written, frames]
