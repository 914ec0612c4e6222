/** What limit and offset do on any list, whatever its envelope and page sizes. */

import type { CallOptions } from '../engine/client.ts'
import type { Trial } from '../engine/trial.ts'
import { replyIds } from '../extract/list-rows.ts'
import { operation } from '../requirements/contract.ts'
import type { Exchange } from '../requirements/exchange.ts'

export interface Paged {
  operation: string
  /** The requirement about the page size. */
  limit: string
  /** The requirement about skipping rows. */
  offset: string
  options?: CallOptions
}

export interface Page {
  ids: string[]
  exchange: Exchange
}

export async function page(
  t: Trial,
  paged: Omit<Paged, 'limit' | 'offset'>,
  query: Record<string, number | string>,
): Promise<Page> {
  const { options = {}, operation: id } = paged
  const exchange = await t.need(id, { ...options, query: { ...options.query, ...query } })
  return { ids: replyIds(exchange), exchange }
}

/** How often a contradiction must be seen while the list stands still: what is new in a list may look like one. */
const TIMES = 2

export async function judgePaging(t: Trial, paged: Paged): Promise<void> {
  const { path } = operation(paged.operation)
  let seen = 0
  for (let attempt = 0; attempt < 3; attempt++) {
    const before = await page(t, paged, { limit: 4, offset: 0 })
    const whole = before.ids
    if (whole.length < 2) {
      const missing = `two rows in GET ${path} at least: there are ${whole.length}`
      await beyondTheEnd(t, paged, before)
      return t.notExercised([paged.limit, paged.offset], missing, before.exchange)
    }
    if (attempt === 0) await bounded(t, paged, before)
    const pages: [offset: number, page: Page][] = []
    for (const [limit, offset] of [
      [1, 0],
      [1, 1],
      [1, 2],
      [2, 1],
    ] as const)
      if (offset < whole.length) pages.push([offset, await page(t, paged, { limit, offset })])
    const after = await page(t, paged, { limit: 4, offset: 0 })
    if (after.ids.join() !== whole.join()) continue
    const wrong = pages.find(([offset, { ids }]) => !continues(ids, whole.slice(offset)))
    const evidence = (one: Page) => [before.exchange, one.exchange, after.exchange]
    if (!wrong) {
      const last = pages.at(-1)?.[1] ?? after
      const sentence = `each of ${pages.length} pages begins with the row that its offset names`
      return t.met('offset-skips', paged.offset, sentence, ...evidence(last))
    }
    const [offset, { ids }] = wrong
    const sentence = `offset=${offset} gives ${ids.join(', ') || 'nothing'}; the list is ${whole.join(', ')}`
    seen += 1
    if (seen === TIMES) return t.violated('offset-skips', paged.offset, sentence, ...evidence(wrong[1]))
  }
  t.notExercised(paged.offset, 'a list that stands still for some seconds')
}

/** A page may hold fewer rows than asked, because its greatest size is not stated; an empty one ends the list. */
const continues = (ids: readonly string[], rest: readonly string[]): boolean =>
  ids.length > 0 && rest.slice(0, ids.length).join() === ids.slice(0, rest.length).join()

/** Only more rows than asked are too many, and only a list with more rows could show them. */
async function bounded(t: Trial, paged: Paged, { ids: whole, exchange: first }: Page) {
  for (const limit of [1, 2, 4]) {
    const { ids, exchange } = limit === 4 ? { ids: whole, exchange: first } : await page(t, paged, { limit })
    const sentence = `limit=${limit} gives ${ids.length} rows`
    if (ids.length > limit) t.violated('limit-bounds', paged.limit, sentence, exchange)
    else if (whole.length > limit)
      t.met('limit-bounds', paged.limit, `${sentence} of at least ${whole.length}`, exchange, first)
  }
}

/** With a single row, an offset of 1 must return an empty page. */
async function beyondTheEnd(t: Trial, paged: Paged, before: Page) {
  const [only] = before.ids
  if (only === undefined) return
  const { ids, exchange } = await page(t, paged, { limit: 4, offset: 1 })
  const after = await page(t, paged, { limit: 4, offset: 0 })
  if (ids.includes(only) && after.ids.join() === only)
    t.violated(
      'offset-skips',
      paged.offset,
      `offset=1 still gives ${only}, the only row`,
      before.exchange,
      exchange,
    )
  else if (ids.length === 0 && after.ids.join() === only)
    t.met(
      'offset-skips',
      paged.offset,
      `offset=1 passes over ${only}, the only row`,
      before.exchange,
      exchange,
    )
}
