/** Walks a list page by page, whatever its envelope and page size. */

import type { Json } from '../extract/find-value.ts'
import { nextCursor, replyIds, replyRows, rowKind } from '../extract/list-rows.ts'
import { idOf } from '../extract/record.ts'
import { operation } from '../requirements/contract.ts'
import { type Exchange, isRefusal } from '../requirements/exchange.ts'
import { lacks, Missing } from '../requirements/missing.ts'
import type { CallOptions } from './client.ts'
import type { Trial } from './trial.ts'

export interface ListPage {
  exchange: Exchange
  /** Rows that no earlier page contained. */
  rows: Json[]
  /** No next page: without a cursor that is new, or by offset without new rows. Else the list may hold more. */
  isLast: boolean
}

/** The query of the next page; empty for the first. */
export type Paging = Record<string, string | number>

/**
 * Requests page after page: by cursor where the operation takes one, else by offset. A refusal ends the walk; where a
 * later offset is refused, the reply before it is given again. With `max` pages the walk may end before the list does.
 */
export async function* pagesOf(
  max: number,
  ask: (paging: Paging) => Promise<Exchange>,
): AsyncGenerator<ListPage> {
  const seen = new Set<string>()
  const asked = new Set<string>()
  let paging: Paging = {}
  let last: Exchange | undefined
  let most = 0
  for (let page = 0; page < max; page++) {
    const exchange = await ask(paging)
    const nameOf = (row: Json) => idOf(row, rowKind(exchange.operation)) ?? JSON.stringify(row)
    const { offset } = paging
    if (exchange.status !== 200 && last && typeof offset === 'number') {
      // A page behind the end may be refused: then the one that begins a row before holds that row alone.
      const before = most > 1 ? replyRows(await ask({ ...paging, offset: offset - 1 })) : []
      const isLast = before.length === 1 && before.every(row => seen.has(nameOf(row)))
      return yield { exchange: last, rows: [], isLast }
    }
    if (exchange.status !== 200) return yield { exchange, rows: [], isLast: false }
    const all = replyRows(exchange)
    const rows = all.filter(row => !seen.has(nameOf(row)))
    for (const row of rows) seen.add(nameOf(row))
    last = exchange
    most = Math.max(most, all.length)
    const next = after(exchange, rows.length > 0 ? seen.size : undefined)
    const isLast = next === undefined || asked.has(JSON.stringify(next))
    yield { exchange, rows, isLast }
    if (isLast) return
    asked.add(JSON.stringify(next))
    paging = next
  }
}

/** A filter may take all rows from a page that has a cursor; without one, a page that shows nothing new is the last. */
function after({ operation: id, json }: Exchange, offset: number | undefined): Paging | undefined {
  const takes = (name: string) => operation(id).queryParams.some(parameter => parameter.name === name)
  const cursor = nextCursor(json)
  if (takes('cursor')) return cursor === undefined ? undefined : { cursor }
  return offset !== undefined && takes('offset') ? { offset } : undefined
}

/** The id of a row. Without it nothing can be said of what a list holds. */
export function rowId(row: Json, kind: string): string {
  const id = idOf(row, kind)
  if (id === undefined) throw new Missing(lacks.id(kind))
  return id
}

/** Reads a record that a list shows by its id; undefined where it is refused and has left the list. */
export async function readListed(
  t: Trial,
  list: string,
  operationId: string,
  path: Record<string, string>,
): Promise<Exchange | undefined> {
  const reply = await t.replied('the record to be read', operationId, { path }, one => !isRefusal(one))
  const isListed = async () => replyIds(await t.need(list)).some(id => Object.values(path).includes(id))
  return !isRefusal(reply) || (await isListed()) ? reply : undefined
}

const MANY_PAGES = 30

/** Every row of a list by id; undefined when there are too many pages. */
export async function wholeList(
  t: Trial,
  operationId: string,
  options: Pick<CallOptions, 'key' | 'path' | 'query'> = {},
): Promise<Map<string, Json> | undefined> {
  const all = new Map<string, Json>()
  const ask = (paging: Paging) => t.need(operationId, { ...options, query: { ...options.query, ...paging } })
  for await (const { rows, isLast } of pagesOf(MANY_PAGES, ask)) {
    for (const row of rows) all.set(rowId(row, rowKind(operationId)), row)
    if (isLast) return all
  }
  return undefined
}
