/** Every row of a list, page after page, whatever its envelope and the size of its pages. */

import type { CallOptions } from '../engine/client.ts'
import type { Trial } from '../engine/trial.ts'
import type { Json } from '../extract/find-value.ts'
import { listIn, nextCursor, rowsOfObjects } from '../extract/list-rows.ts'
import { idOf } from '../extract/record.ts'
import { operation } from '../requirements/contract.ts'

export interface ListOf {
  operation: string
  /** What the rows may be called in the envelope. */
  names: readonly string[]
  /** What a row is: `task`, `run`. */
  kind: string
}

const MANY_PAGES = 30

/** By id; undefined when there are too many pages. */
export async function wholeList(
  t: Trial,
  { operation: id, names, kind }: ListOf,
  options: Pick<CallOptions, 'key' | 'path' | 'query'> = {},
): Promise<Map<string, Json> | undefined> {
  const rows = new Map<string, Json>()
  let next: Record<string, string | number> = {}
  for (let page = 0; page < MANY_PAGES; page++) {
    const reply = await t.need(id, { ...options, query: { ...options.query, ...next } })
    const before = rows.size
    for (const row of rowsOfObjects(listIn(reply.json, names) ?? [])) rows.set(idOf(row, kind) ?? '', row)
    if (rows.size === before) return rows
    const cursor = nextCursor(reply.json)
    if (takes(id, 'cursor') && cursor !== undefined) next = { cursor }
    else if (takes(id, 'offset') && !takes(id, 'cursor')) next = { offset: rows.size }
    else return rows
  }
  return undefined
}

const takes = (id: string, name: string): boolean =>
  operation(id).queryParams.some(parameter => parameter.name === name)
