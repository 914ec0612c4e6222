/** What limit and offset do on any list, whatever its envelope and page sizes. */

import type { CallOptions } from '../engine/client.ts'
import type { Trial } from '../engine/trial.ts'
import { isOrdered, nextCursor, replyIds } from '../extract/list-rows.ts'
import { operation } from '../requirements/contract.ts'
import type { Exchange } from '../requirements/exchange.ts'
import { ignoreMissing } from '../requirements/missing.ts'
import { queryText } from './query-text.ts'

export interface Paged {
  operation: string
  /** The requirement about the page size. */
  limit: string
  /** The requirement about skipping rows. */
  offset: string
  options?: CallOptions
  /** What a deprecated offset does is not stated: it may have no effect. */
  deprecated?: boolean
}

export interface Page {
  ids: string[]
  exchange: Exchange
}

async function page(
  t: Trial,
  paged: Omit<Paged, 'limit' | 'offset'>,
  query: Record<string, number | string>,
): Promise<Page> {
  const { options = {}, operation: id } = paged
  const exchange = await t.need(id, { ...options, query: { ...options.query, ...query } })
  return { ids: replyIds(exchange), exchange }
}

/** A request for a page, and the number of rows that it leaves out at the beginning. */
export type Start = readonly [query: Record<string, number>, start: number]

export async function judgePaging(t: Trial, paged: Paged): Promise<void> {
  await bounded(t, paged)
  const alone = [0, 1, 2].map(offset => ({ limit: 1, offset }))
  const starts = [...alone, { limit: 2, offset: 1 }, { offset: 1 }].map(
    (query): Start => [query, query.offset],
  )
  await beginWhereAsked(t, paged, paged.offset, starts)
}

/** The rows that other parameters leave are paged like the whole list; which values these take may not be stated. */
export async function judgePagingBeside(t: Trial, paged: Paged, query: NonNullable<CallOptions['query']>) {
  const options = { ...paged.options, query }
  const starts: Start[] = [
    [{ limit: 1 }, 0],
    [{ limit: 2, offset: 1 }, 1],
  ]
  await beginWhereAsked(t, { ...paged, options }, paged.offset, starts).catch(ignoreMissing)
}

/**
 * Each page begins with the row that its query names, on a list that reads the same before and after; behind the only row
 * it is empty. What is new in a list, or kept by a cache, may look like a contradiction: it must be seen on a list that is
 * the same once nothing older is shown.
 */
export async function beginWhereAsked(
  t: Trial,
  paged: Omit<Paged, 'offset'>,
  requirement: string,
  starts: readonly Start[],
): Promise<void> {
  let stood = ''
  for (let attempt = 0; attempt < 3; attempt++) {
    const before = await page(t, paged, { limit: 4, offset: 0 })
    const whole = before.ids
    const missing = `two rows in GET ${operation(paged.operation).path} at least: there are ${whole.length}`
    if (whole.length === 0) return t.notExercised(requirement, missing, before.exchange)
    if (!isOrdered(before.exchange))
      return t.notExercised(requirement, 'a list whose rows have an order', before.exchange)
    const pages: [query: Start[0], start: number, page: Page][] = []
    for (const [query, start] of starts)
      if (start < Math.max(whole.length, 2)) pages.push([query, start, await page(t, paged, query)])
    const wide = pages.find(([{ limit, per_page: size = limit }, , { ids }]) => ids.length > Number(size))
    if (wide) {
      const rows = `${queryText({ ...paged.options?.query, ...wide[0] })} gives ${wide[2].ids.length} rows`
      t.violated('limit-bounds', paged.limit, rows, wide[2].exchange)
    }
    // Another limit each time, because a cache may answer what was asked before.
    const after = await page(t, paged, { limit: 5 + attempt, offset: 0 })
    if (after.ids.slice(0, whole.length).join() !== whole.join()) continue
    // A row that was deleted, or that a filter has taken from a page, may still count.
    if (paged.options?.query && whole.length < 4)
      return t.notExercised(requirement, `four rows of ${queryText(paged.options.query)}`, before.exchange)
    const isSparse = whole.length < 4 && nextCursor(before.exchange.json) !== undefined
    const isIgnored = ([, start, { ids }]: (typeof pages)[number]) =>
      paged.deprecated === true && start > 0 && (isSparse || ids[0] === whole[0])
    const strange = pages.filter(([, start, { ids }]) => !continues(ids, start, whole))
    const wrong = strange.find(one => !isIgnored(one))
    const evidence = (one: Page | undefined) => [before, one ?? after, after].map(({ exchange }) => exchange)
    if (!wrong && strange.length > 0) return t.notExercised(requirement, SKIPS_ELSE, after.exchange)
    // A deployment may show one row a page: then the second page holds another one.
    if (!wrong && pages.some(([, start, { ids }]) => start >= whole.length && ids.length > 0))
      return t.notExercised(requirement, missing, ...evidence(pages.at(-1)?.[2]))
    if (!wrong) {
      const sentence =
        whole.length === 1
          ? `a page behind ${whole[0]}, the only row, is empty`
          : `each of ${pages.length} pages begins with the row that its query names`
      return t.met('offset-skips', requirement, sentence, ...evidence(pages.at(-1)?.[2]))
    }
    const [query, , found] = wrong
    const asked = queryText({ ...paged.options?.query, ...query })
    const sentence = `${asked} gives ${found.ids.join(', ') || 'nothing'}; the list is ${whole.join(', ')}`
    if (stood === whole.join()) return t.violated('offset-skips', requirement, sentence, ...evidence(found))
    stood = whole.join()
    await t.sleep(t.target.pace.lateSeconds)
  }
  t.notExercised(requirement, 'a list that stands still for some seconds')
}

const SKIPS_ELSE =
  'an offset that skips what is shown: that a deprecated one skips something else, or nothing, is not excluded'

/** A page may hold fewer rows than asked, because its greatest size is not stated; an empty one ends the list. */
function continues(ids: readonly string[], start: number, whole: readonly string[]): boolean {
  const rest = whole.slice(start)
  if (rest.length === 0) return !ids.some(id => whole.includes(id))
  return ids.length > 0 && rest.slice(0, ids.length).join() === ids.slice(0, rest.length).join()
}

/** Only more rows than asked are too many, and only a list with more rows could show them. */
export async function bounded(t: Trial, paged: Omit<Paged, 'offset'>, name = 'limit') {
  const { ids: whole, exchange: first } = await page(t, paged, { limit: 4, offset: 0 })
  for (const limit of [1, 2, 4]) {
    const isFirst = limit === 4 && name === 'limit'
    const { ids, exchange } = isFirst
      ? { ids: whole, exchange: first }
      : await page(t, paged, { [name]: limit })
    const sentence = `${name}=${limit} gives ${ids.length} rows`
    if (ids.length > limit) t.violated('limit-bounds', paged.limit, sentence, exchange)
    else if (whole.length > limit)
      t.met('limit-bounds', paged.limit, `${sentence} of at least ${whole.length}`, exchange, first)
    else if (!t.isDecided(paged.limit))
      t.notExercised(paged.limit, `a list of more than ${limit} rows`, exchange)
  }
}
