/** Walks the list of tasks page by page, whatever the page size. */

import { pagesOf } from '../../engine/list-pages.ts'
import type { Trial } from '../../engine/trial.ts'
import type { Json } from '../../extract/find-value.ts'
import { idOf } from '../../extract/record.ts'
import type { Exchange } from '../../requirements/exchange.ts'
import { Missing } from '../../requirements/missing.ts'
import type { Key } from '../../target/target.ts'
import { queryText } from '../query-text.ts'
import type { OwnTask } from './own-task.ts'

export type Query = Record<string, string | number | boolean>

const MANY_PAGES = 60

/** Every task that matches the filters, latest evidence last. */
export async function allTasks(
  t: Trial,
  query: Query,
  key?: Key,
): Promise<{ rows: Json[]; exchanges: Exchange[] }> {
  const all: Json[] = []
  const exchanges: Exchange[] = []
  for await (const { rows, exchange, isLast } of taskPages(t, query, key)) {
    all.push(...rows)
    exchanges.push(exchange)
    if (isLast) return { rows: all, exchanges }
  }
  throw tooMany()
}

const tooMany = () => new Missing(`setup: the list of tasks has more than ${MANY_PAGES} pages`)

/** More rows than a small page holds. The largest page is not stated: a deployment may refuse this one. */
const LARGER = { limit: 50 }

function taskPages(t: Trial, query: Query, key?: Key) {
  let pages = 0
  let size = {}
  return pagesOf(MANY_PAGES, async paging => {
    const isFirstSmall = pages++ === 1 && Number(paging.offset) < LARGER.limit
    if (isFirstSmall && !('limit' in query) && (await takesLarger(t, key))) size = LARGER
    return t.need('listTasks', { query: { ...query, ...size, ...paging }, ...(key && { key }) })
  })
}

const takesLarger = (t: Trial, key?: Key) =>
  t.once(`larger pages of tasks for ${key?.name}`, async () => {
    const reply = await t.call('listTasks', { query: LARGER, ...(key && { key }) })
    return reply.status === 200
  })

export async function listedIds(t: Trial, query: Query, key?: Key): Promise<Set<string>> {
  const { rows } = await allTasks(t, query, key)
  return new Set(rows.flatMap(row => idOf(row, 'task') ?? []))
}

/**
 * Tasks in which two lists differ for good: others create and delete tasks meanwhile, so the first list is read before and
 * after the second one, and only what differs each time counts.
 */
export function lastingDifference(t: Trial, one: Query, other: Query, key?: Key): Promise<string[]> {
  let lasting: string[] | undefined
  const look = async () => {
    const before = await listedIds(t, one, key)
    const between = await listedIds(t, other, key)
    const after = await listedIds(t, one, key)
    const missing = [...before].filter(id => after.has(id) && !between.has(id))
    const extra = [...between].filter(id => !before.has(id) && !after.has(id))
    const now = [...missing, ...extra]
    lasting = lasting?.filter(id => now.includes(id)) ?? now
    return lasting
  }
  return t.settled('two lists to be the same', look, some => some.length === 0)
}

/** The row of a task, once a page shows it. */
export async function findTask(t: Trial, id: string, query: Query, key?: Key): Promise<Json | undefined> {
  for await (const { rows, isLast } of taskPages(t, query, key)) {
    const found = rows.find(row => idOf(row, 'task') === id)
    if (found || isLast) return found
  }
  throw tooMany()
}

/** Whether the list comes to show the task; a list may lag behind, and rows shift while others are deleted. */
export const isListed = async (t: Trial, id: string, query: Query, key?: Key): Promise<boolean> =>
  (await t.settled(
    'the task to be listed',
    () => findTask(t, id, query, key),
    row => row !== undefined,
  )) !== undefined || (await isOnSomePage(t, id, query, key))

/**
 * Whether the list of the reader shows a task that the reader made, undefined where that says nothing. Whether a task is
 * owned by who made it or by its assignee is not stated: one that is missed is assigned to who made it.
 */
export async function listsOwned(
  t: Trial,
  { id, key }: Pick<OwnTask, 'id' | 'key'>,
  query: Query,
  reader: Key,
): Promise<boolean | undefined> {
  if (await isListed(t, id, query, reader)) return true
  if (reader.personId === undefined) return undefined
  const body = { type: 'user', id: reader.personId }
  const given = await t.call('setTaskAssignee', { path: { task_id: id }, key, body })
  return given.status === 200 ? isListed(t, id, query, reader) : undefined
}

/**
 * Rows shift between pages while other tasks are made and deleted, so several pages lack a task only if all of them read the
 * same twice; and twice again later, because each page may come from a cache of its own.
 */
async function isOnSomePage(t: Trial, id: string, query: Query, key?: Key): Promise<boolean> {
  let lacking = 0
  for (let attempt = 0; attempt < 8; attempt++) {
    const walks = [await allTasks(t, query, key), await allTasks(t, query, key)]
    const [first, second] = walks.map(({ rows }) => rows.map(row => idOf(row, 'task')))
    if (first?.includes(id) || second?.includes(id)) return true
    if (walks[0]?.exchanges.length === 1) return false
    if (first?.join() !== second?.join()) continue
    if (++lacking === 2) return false
    await t.sleep(t.target.pace.lateSeconds)
  }
  throw new Missing('a list of tasks that stands still for some seconds')
}

/** Whether the list comes to show the task no more. */
export const isLeftOut = async (t: Trial, id: string, query: Query, key?: Key): Promise<boolean> =>
  (await t.settled(
    'the task to leave the list',
    () => findTask(t, id, query, key),
    row => row === undefined,
  )) === undefined

/** Judges that a list comes to hold the task; one that a wider list holds no more either is gone. */
export async function isHeld(
  t: Trial,
  requirement: string | readonly string[],
  id: string,
  query: Query,
  what: string,
  wider: Query = {},
) {
  const held = await isListed(t, id, query)
  const sentence = `${queryText(query)} ${held ? 'lists' : 'leaves out'} the task ${id}, ${what}`
  if (held || (await findTask(t, id, wider))) t.expect('filter-complete', requirement, held, sentence)
}
