/** Searches the knowledge bases, and reads results whose form is not stated. */

import type { Trial } from '../../engine/trial.ts'
import { type Json, places } from '../../extract/find-value.ts'
import { replyRows } from '../../extract/list-rows.ts'
import { refIn } from '../../extract/record.ts'
import type { Exchange } from '../../requirements/exchange.ts'
import type { Key } from '../../target/target.ts'
import { folders } from '../discover.ts'

export const search = (t: Trial, body: unknown) => t.call('searchKnowledge', { body })
/** The results of a search that was served. */
export const hits = (reply: Exchange): Json[] => (reply.status === 200 ? replyRows(reply) : [])
/** As many results as a search may give. */
export const MANY = 10

/** A search for many results; without topK where that many are refused, because its bounds are not stated. */
export async function searchMany(t: Trial, body: Json, key?: Key): Promise<Exchange> {
  const ask = (more: Json) => t.call('searchKnowledge', { body: { ...body, ...more }, ...(key && { key }) })
  const reply = await ask({ topK: MANY })
  return reply.status === 400 || reply.status === 422 ? ask({}) : reply
}

export const PLAIN_WORDS = 'invoice customer policy travel refund expense delivery contract'.split(' ')

/** A query with results: from the target file, else a word of a folder's name, else a common word. */
export async function wordsThatHit(t: Trial): Promise<string | undefined> {
  const named = t.target.fixtures.get('knowledge-hit')?.query
  if (named) return named
  return t.once('knowledge-query', async () => {
    const words = (await folders(t)).flatMap(({ record }) => wordsIn(record))
    for (const word of [...new Set([...words, ...PLAIN_WORDS])].slice(0, 14)) {
      const reply = await search(t, { query: word })
      if (reply.status === 200 && hits(reply).length > 0) return word
    }
    return undefined
  })
}

/** What a base says of itself is likely to be in it. */
export const wordsIn = (folder: Json): string[] =>
  [...places(folder, 1)].flatMap(({ name, value }) =>
    /name|title|description/i.test(name) && typeof value === 'string'
      ? value.split(/\W+/).filter(word => word.length > 4)
      : [],
  )

/** All that a result says but its figures: its id may be its rank, and its text may be in several bases. */
export const passage = (row: Json): string =>
  JSON.stringify(row, (name, value: unknown) =>
    typeof value === 'number' && !/id$/i.test(name) ? undefined : value,
  )

/** The id of the base of a result. */
export const baseOf = (row: Json) =>
  ['knowledge_base', 'knowledgeBase', 'folder', 'base', 'source']
    .map(name => refIn(row, name))
    .find(id => id !== undefined)
