/** Task filters in pairs and with paging: one task matches both filters, and for each filter one task misses it. */

import { type Scenario, scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import type { Json } from '../../extract/find-value.ts'
import { replyIds } from '../../extract/list-rows.ts'
import { refIn } from '../../extract/record.ts'
import { assigneeOf, boardOf, statusOf } from '../../extract/task-record.ts'
import { boardId, knownPerson, secondBoard, seenOnTasks } from './existing-tasks.ts'
import { makeTask, type OwnTask, readTask } from './own-task.ts'
import { narrows } from './task-pages.ts'

/** A filter, and the fields of a task that it matches. */
interface Filter {
  name: string
  /** The requirement that it filters the list. */
  id: string
  value: string
  /** Fields for creating the matching task, if any. */
  fields: Json
  /** Fields for the task that does not match. */
  instead: Json
  shows: (record: Json) => string | undefined
}

const pairs = scenario({
  id: 'tasks/filter-pairs',
  title: 'Two filters of the task list hold together, and each of them on every page',
  requirements: ['TASK-31', 'TASK-13', 'TASK-14', 'TASK-15', 'TASK-19', 'TASK-29'],
  needs: { capability: 'tasks', scopes: ['tasks:write', 'tasks:read'] },
  cost: { requests: 110 },
  writes: true,
  // Compares pages with the whole list, which must not change meanwhile.
  alone: true,
  async run(t) {
    const filters = await knownFilters(t)
    const fields = Object.assign({}, ...filters.map(one => one.fields))
    const task = await makeTask(t, 'that fits', fields)
    const status = statusOf(await readTask(t, task.id))
    if (status !== undefined)
      filters.push({
        ...{ name: 'status', id: 'TASK-13', value: status },
        ...{ fields: {}, instead: { status: 'done' }, shows: statusOf },
      })
    const beside = new Map<Filter, OwnTask>()
    for (const one of filters) {
      const other = await besideIt(t, fields, one)
      if (other && (await differsInOne(t, task, other, one, filters))) beside.set(one, other)
    }
    const known = [...beside.keys()]
    const judge = (ids: string[], query: Json, others: readonly Filter[]) =>
      narrows(t, ids, {
        query: query as Record<string, string>,
        inside: [task.id],
        outside: others.flatMap(other => beside.get(other)?.id ?? []),
      })
    for (const [n, one] of known.entries()) {
      for (const other of known.slice(n + 1))
        await judge(['TASK-31'], { [one.name]: one.value, [other.name]: other.value }, [one, other])
      for (const open of OPEN) await judge(['TASK-31', one.id], { [one.name]: one.value, ...open }, [one])
    }
    for (const one of known) await onPages(t, one)
    t.notExercised('TASK-31', 'tasks of which each fits another filter')
  },
})

async function knownFilters(t: Trial): Promise<Filter[]> {
  const filters: Filter[] = []
  const board = await boardId(t)
  const second = await secondBoard(t, board)
  if (board !== undefined && second !== undefined)
    filters.push({
      ...{ name: 'board_id', id: 'TASK-15', value: second, shows: boardOf },
      ...{ fields: { board_id: second }, instead: { board_id: board } },
    })
  const project = await seenOnTasks(t, 'project')
  if (project !== undefined)
    filters.push({
      ...{ name: 'project_id', id: 'TASK-14', value: project, shows: record => refIn(record, 'project') },
      ...{ fields: { project_id: project }, instead: { project_id: undefined } },
    })
  const person = await knownPerson(t)
  if (person !== undefined)
    filters.push({
      ...{ name: 'assignee_id', id: 'TASK-19', value: person, shows: record => assigneeOf(record)?.id },
      fields: { assignee_type: 'user', assignee_id: person },
      instead: { assignee_type: undefined, assignee_id: undefined },
    })
  return filters
}

/** A task that matches all filters but this one. */
async function besideIt(t: Trial, fields: Json, { name, instead }: Filter): Promise<OwnTask | undefined> {
  const { status, ...others } = instead
  const task = await makeTask(t, `that misses ${name}`, { ...fields, ...others })
  if (status === undefined) return task
  const moved = await t.call('setTaskStatus', { path: { task_id: task.id }, body: { status } })
  return moved.status === 200 ? task : undefined
}

/** A deployment may have its own rules: only tasks that were stored as intended are conclusive. */
async function differsInOne(
  t: Trial,
  task: OwnTask,
  other: OwnTask,
  one: Filter,
  filters: readonly Filter[],
) {
  const [fitting, missing] = [await readTask(t, task.id), await readTask(t, other.id)]
  return filters.every(filter => {
    const isIt = filter.shows(missing) === filter.value
    return filter.shows(fitting) === filter.value && isIt === (filter !== one)
  })
}

/** Parameters that all of these tasks match. */
const OPEN = [{ owner: 'me' }, { include_archived: true }, { limit: 50 }] as const

/** Filters apply to pages as to the whole list. */
async function onPages(t: Trial, { name, value, id }: Filter) {
  const page = async (query: Record<string, number>) => {
    const reply = await t.need('listTasks', { query: { [name]: value, ...query } })
    return {
      reply,
      ids: replyIds(reply),
    }
  }
  // Another page may hold fewer rows than asked, and a list may change while it is read.
  for (let round = 0; ; round++) {
    const before = await page({ limit: 4 })
    const second = await page({ limit: 2, offset: 1 })
    const after = await page({ limit: 4 })
    if (before.ids.join() !== after.ids.join() || before.ids.length < 3) return
    const rest = before.ids.slice(1)
    const same = second.ids.every((row, n) => rest[n] === undefined || rest[n] === row)
    const sentence = `${name}=${value}&limit=2&offset=1 gives ${second.ids.join(', ')} of ${before.ids.join(', ')}`
    if (same && second.ids.length > 0) t.met('offset-skips', 'TASK-29', sentence, second.reply, after.reply)
    if (same || round > 0) {
      if (!same)
        t.violated('offset-skips', ['TASK-29', id], sentence, before.reply, second.reply, after.reply)
      return
    }
  }
}

export const filterPairScenarios: readonly Scenario[] = [pairs]
