// The ranking by words, which minisearch does.
import type { Passage } from './passage.ts'
import { queryTermsOf, termsOf } from './terms.ts'

export interface WordIndex {
  /** How well each passage fits by its words, 0 to 1; by its place in the list that was indexed. */
  scores(query: string): Map<number, number>
}

const TITLE_WEIGHT = 0.5
/** What minisearch gives a word that a passage of common length has once, as a multiple of the word's rarity. */
const ONCE = 1.5

/** An index of the words of passages. The library is loaded when the first is made: most workspaces never search. */
export async function wordIndex(passages: readonly Passage[]): Promise<WordIndex> {
  const { default: MiniSearch } = await import('minisearch')
  const index = new MiniSearch<{ id: number; title: string; text: string }>({
    fields: ['title', 'text'],
    tokenize: termsOf,
    processTerm: term => term,
    searchOptions: { boost: { title: TITLE_WEIGHT }, tokenize: queryTermsOf },
  })
  index.addAll(passages.map(({ title, text }, id) => ({ id, title, text })))
  const rarity = rarities(passages)
  return {
    scores(query) {
      const terms = queryTermsOf(query)
      const hits = index.search(query)
      // What a passage would get that has every word of the query once. Its measure is squared, for minisearch
      // multiplies by the number of words found.
      const full = terms.length * ONCE * terms.reduce((sum, term) => sum + rarity(term), 0)
      const most = Math.max(full, hits[0]?.score ?? 0)
      return new Map(hits.map(hit => [hit.id as number, Math.sqrt(hit.score / most)]))
    },
  }
}

/** How rare words are among the texts of passages, on the scale that minisearch uses. */
function rarities(passages: readonly Passage[]): (term: string) => number {
  const counts = new Map<string, number>()
  for (const { text } of passages)
    for (const term of new Set(termsOf(text))) counts.set(term, (counts.get(term) ?? 0) + 1)
  return term => {
    const count = counts.get(term) ?? 0
    return Math.log(1 + (passages.length - count + 0.5) / (count + 0.5))
  }
}
