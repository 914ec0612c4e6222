/** Searches the knowledge bases, and reads results whose form is not stated. */

import type { Trial } from '../../engine/trial.ts'
import { asId, type Json, places } from '../../extract/find-value.ts'
import { replyRows } from '../../extract/list-rows.ts'
import { idOf, refIn } from '../../extract/record.ts'
import type { Exchange } from '../../requirements/exchange.ts'
import { folders } from '../discover.ts'

export const search = (t: Trial, body: unknown) => t.call('searchKnowledge', { body })
/** The results of a search that was served. */
export const hits = (reply: Exchange): Json[] => (reply.status === 200 ? replyRows(reply) : [])
/** As many results as a search may give: the bounds of topK are not stated. */
export const MANY = 10

export const PLAIN_WORDS = [
  'invoice',
  'customer',
  'policy',
  'travel',
  'refund',
  'expense',
  'delivery',
  'contract',
]

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

/** The score of a result; of several scores it is not stated which one minScore is about. */
export function score(row: Json): number | undefined {
  const scores = [...places(row, 2)].filter(
    ({ name, value }) => /score/i.test(name) && typeof value === 'number',
  )
  return scores.length === 1 ? (scores[0]?.value as number) : undefined
}

/** Identifies a search result. */
export const passage = (row: Json) =>
  asId(row.chunk_id) ??
  idOf(row, 'result') ??
  JSON.stringify(Object.values(row).filter(value => typeof value === 'string'))

export const baseOf = (row: Json) =>
  refIn(row, 'knowledge_base') ??
  asId(row.knowledgeBaseId) ??
  refIn(row, 'folder') ??
  refIn(row, 'base') ??
  refIn(row, 'source')
