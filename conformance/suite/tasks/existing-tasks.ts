/** Ids and words from the deployment's own tasks, for kinds of records that have no list. */

import type { Trial } from '../../engine/trial.ts'
import type { Json } from '../../extract/find-value.ts'
import { asId, isObject, mentions } from '../../extract/find-value.ts'
import { replyList, replyRows } from '../../extract/list-rows.ts'
import { idOf, refIn } from '../../extract/record.ts'
import { assigneeOf, boardOf, statusOf } from '../../extract/task-record.ts'
import { ignoreMissing, lacks } from '../../requirements/missing.ts'
import { knownAgent } from '../discover.ts'
import { makeTask, moveTo, readTask, sharedTask } from './own-task.ts'
import { allTasks } from './task-pages.ts'

/**
 * Tasks that the suite did not create: other scenarios change and delete the suite's own. A row may show less of the title than
 * its mark.
 */
export const existingTasks = async (t: Trial): Promise<Json[]> =>
  notOwn(t, await t.once('existing-tasks', async () => replyRows(await t.need('listTasks'))))

/** Those of all pages, where these are not too many. */
export const tasksOnAllPages = async (t: Trial): Promise<Json[]> => {
  const all = await allTasks(t, {}).catch(ignoreMissing)
  return all ? notOwn(t, all.rows) : existingTasks(t)
}

const notOwn = (t: Trial, rows: readonly Json[]) =>
  rows.filter(
    row => !mentions(row, t.context.nonce, true) && !t.context.ownRecords.has('task', idOf(row, 'task')),
  )

/** A value of `<kind>_id` (or of the field itself) on any task; the target's project. */
export async function seenOnTasks(t: Trial, kind: string): Promise<string | undefined> {
  const named = kind === 'project' || kind === 'board' ? t.target.fixtures.get(kind)?.id : undefined
  if (named) return named
  for (const task of await existingTasks(t)) {
    const value = refIn(task, kind) ?? asId(task[kind])
    if (value !== undefined) return value
  }
  return undefined
}

/** Whether the target names the record. One that only tasks show may be closed, so that nothing new can belong to it. */
export const isNamed = (t: Trial, id: string): boolean =>
  [...t.target.fixtures.values()].some(one => one.id === id)

/** A board: the target's, or the one on which our own tasks land. */
export async function boardId(t: Trial): Promise<string | undefined> {
  const named = t.target.fixtures.get('board')?.id
  if (named) return named
  return boardOf((await sharedTask(t)).record) ?? (await seenOnTasks(t, 'board'))
}

/** A board other than the given one. */
export async function secondBoard(t: Trial, first: string | undefined): Promise<string | undefined> {
  const named = t.target.fixtures.get('second-board')?.id
  if (named) return named
  return (await existingTasks(t)).map(boardOf).find(board => board !== undefined && board !== first)
}

/** The reason given by a check that needs a person. */
export const A_PERSON = lacks.person(
  'the id of a person that the service knows, person_id of a key in the target',
)

/** A person: the one behind a key, where the service knows that id, or an assignee of a task. */
export async function knownPerson(t: Trial): Promise<string | undefined> {
  const id = t.keys.home().find(key => key.personId !== undefined)?.personId
  if (id !== undefined && (await isKnown(t, id))) return id
  const assignees = (await existingTasks(t)).map(assigneeOf)
  const assigned = assignees.find(one => one?.type === 'user' && one.id !== undefined)?.id
  if (assigned !== undefined) return assigned
  // The owner of our own task is the person behind the key.
  const { record } = await sharedTask(t)
  const owner = refIn(record, 'owner') ?? asId(record.created_by) ?? asId(record.owner)
  return owner !== undefined && (await isKnown(t, owner)) ? owner : undefined
}

/** The person behind another key than theirs. */
export const anotherPerson = (t: Trial, person: string | undefined): string | undefined =>
  t.keys.home().find(key => key.personId !== undefined && key.personId !== person)?.personId

/** Whether the service knows the person: tasks show the id, or the list has tasks of that owner. */
export const isKnown = (t: Trial, id: string): Promise<boolean> =>
  t.once(`person ${id}`, async () => {
    if (mentions([(await sharedTask(t)).record, ...(await existingTasks(t))], id)) return true
    const reply = await t.call('listTasks', { query: { owner: id } })
    return reply.status === 200 && (replyList(reply) ?? []).length > 0
  })

/** An existing person, else an agent, so that an invalid body has a single error. */
export async function someAssignee(t: Trial): Promise<{ type: string; id: string }> {
  const person = await knownPerson(t)
  return person === undefined ? { type: 'agent', id: (await knownAgent(t)).id } : { type: 'user', id: person }
}

/** Status words of existing tasks, besides the stated `done`. */
export async function statusWords(t: Trial): Promise<string[]> {
  const own = statusOf(await readTask(t, (await sharedTask(t)).id))
  const seen = (await existingTasks(t)).map(statusOf)
  return [...new Set([own, 'done', ...seen].filter(word => word !== undefined))]
}

/** A column to which a new task may be moved: which moves are allowed is not stated. `done` where none was accepted. */
export const openColumn = (t: Trial): Promise<string> =>
  t.once('open-column', async () => {
    const { id, record } = await makeTask(t, 'to be moved anywhere')
    const others = (await statusWords(t)).filter(word => word !== 'done' && word !== statusOf(record))
    for (const status of ['done', ...others]) {
      if ((await moveTo(t, id, status)).status === 200) return status
    }
    return 'done'
  })

/** A criterion with another text: what a board adds to each list by itself has its own. */
const reworded = (seen: unknown, text: string): unknown =>
  isObject(seen)
    ? Object.fromEntries(
        Object.entries(seen).map(([name, value]) => [name, TEXT.test(name) && value ? text : value]),
      )
    : text
const TEXT = /^(text|title|name|description|label|content)$/i

/** A criterion beside that one, if it has another text: those with one id, or in one place, may be one. */
export function anotherCriterion(seen: unknown, text: string): unknown[] {
  const other = reworded(seen, text)
  if (!isObject(other)) return [other]
  const entries = Object.entries(other).filter(([name]) => !IDENTITY.test(name))
  return entries.some(([, value]) => value === text) ? [Object.fromEntries(entries)] : []
}
const IDENTITY = /id$|key|ref|slug|number|position|order|index/i

/** Acceptance criteria in the form of an existing task, else in common ones: it is not stated, so each may be refused. */
export async function criteriaForms(t: Trial): Promise<readonly unknown[][]> {
  const shown = (await existingTasks(t)).slice(0, 12).map(task => task.acceptance_criteria)
  const seen = shown.find((list): list is unknown[] => Array.isArray(list) && list.length > 0)
  const text = t.name('a criterion')
  return seen
    ? [seen, [reworded(seen[0], text)]]
    : [
        [{ text, done: false }],
        [{ description: text }],
        [{ title: text }],
        [{ id: 'c1', text, description: text, title: text, done: false }],
      ]
}
