/** Walks the list of tasks page by page, whatever the page size. */

import type { Trial } from '../../engine/trial.ts'
import type { Json } from '../../extract/find-value.ts'
import { idOf } from '../../extract/record.ts'
import type { Exchange } from '../../requirements/exchange.ts'
import { Missing } from '../../requirements/missing.ts'
import type { Key } from '../../target/target.ts'
import { pagesOf } from '../list-pages.ts'

type Query = Record<string, string | number | boolean>

const MANY_PAGES = 60

/** Every task that matches the filters, latest evidence last. */
export async function allTasks(
  t: Trial,
  query: Query,
  key?: Key,
): Promise<{ rows: Json[]; exchanges: Exchange[] }> {
  const all: Json[] = []
  const exchanges: Exchange[] = []
  for await (const { rows, exchange } of taskPages(t, query, key)) {
    all.push(...rows)
    exchanges.push(exchange)
  }
  return { rows: all, exchanges }
}

const taskPages = (t: Trial, query: Query, key?: Key) =>
  pagesOf(MANY_PAGES, paging => t.need('listTasks', { query: { ...query, ...paging }, ...(key && { key }) }))

export async function listedIds(t: Trial, query: Query, key?: Key): Promise<Set<string>> {
  const { rows } = await allTasks(t, query, key)
  return new Set(rows.flatMap(row => idOf(row, 'task') ?? []))
}

/** The row of a task, once a page shows it. Walks twice, because rows shift while others are deleted. */
export async function findTask(t: Trial, id: string, query: Query, key?: Key): Promise<Json | undefined> {
  return (await findOnce(t, id, query, key)) ?? findOnce(t, id, query, key)
}

async function findOnce(t: Trial, id: string, query: Query, key?: Key): Promise<Json | undefined> {
  for await (const { rows, isLast } of taskPages(t, query, key)) {
    const found = rows.find(row => idOf(row, 'task') === id)
    if (found || isLast) return found
  }
  throw new Missing(`setup: the list of tasks has more than ${MANY_PAGES} pages`)
}
