// Ranking by words, with minisearch.
import { termsOf } from './terms.ts'

/** A passage of a document, the unit that a search finds. */
export interface Passage {
  /** `<document id>.<number of the passage, from 1>`. */
  readonly id: string
  readonly knowledgeBaseId: string
  readonly documentId: string
  readonly title: string
  readonly text: string
}

/** Scores each passage for the terms of a query, from 0 to 1, by its position in the indexed list. Others score 0. */
export type Scores = (terms: string[]) => ReadonlyMap<number, number>

const TITLE_WEIGHT = 0.5
/** The minisearch score of a word that occurs once in a passage of average length, as a multiple of its rarity. */
const ONCE = 1.5

/** The relevance of passages by their words. The library is loaded on first use, because most workspaces never search. */
export async function wordScores(passages: readonly Passage[]): Promise<Scores> {
  const { default: MiniSearch } = await import('minisearch')
  const index = new MiniSearch<{ id: number; title: string; text: string }>({
    fields: ['title', 'text'],
    tokenize: termsOf,
    processTerm: term => term,
    searchOptions: { boost: { title: TITLE_WEIGHT } },
  })
  index.addAll(passages.map(({ title, text }, id) => ({ id, title, text })))
  const rarity = rarities(passages)
  return terms => {
    const hits = index.search('', { tokenize: () => terms })
    // The score of a passage with every word of the query once. Squared, because minisearch multiplies by the number of
    // words that match.
    const full = terms.length * ONCE * terms.reduce((sum, term) => sum + rarity(term), 0)
    const maxScore = Math.max(full, hits[0]?.score ?? 0)
    const scores = new Map<number, number>()
    for (const { id, score } of hits) scores.set(id as number, Math.sqrt(score / maxScore))
    return scores
  }
}

/** The rarity of words in the passages, on minisearch's scale. */
function rarities(passages: readonly Passage[]): (term: string) => number {
  const counts = new Map<string, number>()
  for (const { text } of passages)
    for (const term of new Set(termsOf(text))) counts.set(term, (counts.get(term) ?? 0) + 1)
  return term => {
    const count = counts.get(term) ?? 0
    return Math.log(1 + (passages.length - count + 0.5) / (count + 0.5))
  }
}
