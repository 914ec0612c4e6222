/** Walks the list of tasks page by page, whatever the size of a page. */

import type { Trial } from '../../engine/trial.ts'
import type { Json } from '../../extract/find-value.ts'
import { listIn, rowsOfObjects } from '../../extract/list-rows.ts'
import { idOf } from '../../extract/record.ts'
import type { Exchange } from '../../requirements/exchange.ts'
import { Missing } from '../../requirements/missing.ts'
import type { Key } from '../../target/target.ts'

type Query = Record<string, string | number | boolean>

const MANY_PAGES = 60

/** Every task that the filters let through, newest evidence last. */
export async function allTasks(
  t: Trial,
  query: Query,
  key?: Key,
): Promise<{ rows: Json[]; exchanges: Exchange[] }> {
  const rows: Json[] = []
  const exchanges: Exchange[] = []
  const seen = new Set<string>()
  for (let page = 0; page < MANY_PAGES; page++) {
    const paging = page === 0 ? {} : { offset: rows.length }
    const exchange = await t.need('listTasks', { query: { ...query, ...paging }, ...(key && { key }) })
    exchanges.push(exchange)
    const fresh = rowsOfObjects(listIn(exchange.json, ['tasks']) ?? []).filter(
      row => !seen.has(idOf(row, 'task') ?? ''),
    )
    for (const row of fresh) seen.add(idOf(row, 'task') ?? '')
    rows.push(...fresh)
    if (fresh.length === 0) break
  }
  return { rows, exchanges }
}

export async function listedIds(t: Trial, query: Query, key?: Key): Promise<Set<string>> {
  const { rows } = await allTasks(t, query, key)
  return new Set(rows.flatMap(row => idOf(row, 'task') ?? []))
}

/** The row of one task, as soon as a page shows it. Looks twice, because rows move while others are deleted. */
export async function findTask(t: Trial, id: string, query: Query, key?: Key): Promise<Json | undefined> {
  return (await findOnce(t, id, query, key)) ?? findOnce(t, id, query, key)
}

async function findOnce(t: Trial, id: string, query: Query, key?: Key): Promise<Json | undefined> {
  let seen = 0
  let first: string | undefined
  for (let page = 0; page < MANY_PAGES; page++) {
    const paging = seen === 0 ? {} : { offset: seen }
    const exchange = await t.need('listTasks', { query: { ...query, ...paging }, ...(key && { key }) })
    const rows = rowsOfObjects(listIn(exchange.json, ['tasks']) ?? [])
    const found = rows.find(row => idOf(row, 'task') === id)
    if (found || rows.length === 0) return found
    // A server that takes no notice of offset would show the same page for ever.
    if (page > 0 && seen > 0 && idOf(rows[0], 'task') === first) return undefined
    if (page === 0) first = idOf(rows[0], 'task')
    seen += rows.length
  }
  throw new Missing(`setup: the list of tasks has more than ${MANY_PAGES} pages`)
}
