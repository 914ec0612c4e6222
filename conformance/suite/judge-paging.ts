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
  /** Whether limit is stated as the exact page size, and not only as a maximum. */
  exact?: boolean
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

export async function judgePaging(t: Trial, paged: Paged): Promise<void> {
  const { path } = operation(paged.operation)
  // The data may change meanwhile: a page is conclusive only if it reads the same before and after.
  for (let attempt = 0; attempt < 3; attempt++) {
    const before = await page(t, paged, { limit: 4 })
    if (before.ids.length < 2) {
      const missing = `two rows in GET ${path} at least: there are ${before.ids.length}`
      await beyondTheEnd(t, paged, before)
      return t.notExercised([paged.limit, paged.offset], missing, before.exchange)
    }
    const whole = before.ids
    for (const limit of [1, 2]) {
      const { ids, exchange } = await page(t, paged, { limit })
      const sentence = `limit=${limit} gives ${ids.length} rows of at least ${whole.length}`
      t.expect(
        paged.limit,
        paged.exact ? ids.length === limit : ids.length <= limit && ids.length > 0,
        sentence,
        exchange,
      )
    }
    t.expect(paged.limit, whole.length <= 4, `limit=4 gives ${whole.length} rows`, before.exchange)
    const skipped: string[] = []
    const exchanges: Exchange[] = []
    for (const offset of whole.length > 2 ? [0, 1, 2] : [0, 1]) {
      const { ids, exchange } = await page(t, paged, { limit: 1, offset })
      skipped.push(...ids)
      exchanges.push(exchange)
    }
    const pair = await page(t, paged, { limit: 2, offset: 1 })
    const after = await page(t, paged, { limit: 4 })
    if (after.ids.join() !== whole.join()) continue
    const one = skipped.join() === whole.slice(0, 3).join()
    const two = pair.ids.join() === whole.slice(1, 3).join()
    const sentence =
      one && two
        ? 'pages by offset hold the rows of one larger page'
        : 'pages by offset do not hold the rows of one larger page'
    return void t.expect(
      paged.offset,
      one && two,
      `${sentence}: ${skipped.join(', ')} of ${whole.join(', ')}`,
      ...exchanges.slice(0, 2),
      pair.exchange,
      after.exchange,
    )
  }
  t.notExercised(paged.offset, 'a list that stands still for some seconds')
}

/** With a single row, an offset of 1 must return an empty page. */
async function beyondTheEnd(t: Trial, paged: Paged, before: Page) {
  const [only] = before.ids
  if (only === undefined) return
  const { ids, exchange } = await page(t, paged, { limit: 4, offset: 1 })
  const after = await page(t, paged, { limit: 4 })
  if (ids.includes(only) && after.ids.join() === only)
    t.violated(paged.offset, `offset=1 still gives ${only}, the only row`, before.exchange, exchange)
  else if (ids.length === 0 && after.ids.join() === only)
    t.met(paged.offset, `offset=1 passes over ${only}, the only row`, before.exchange, exchange)
}
