// Ranking by words, with minisearch.
import { Cache } from '../../store/cache.ts'
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
  const scoresOf = knownTerms(passages, term => {
    const hits = index.search('', { tokenize: () => [term] })
    return new Map(hits.map(({ id, score }) => [id as number, score]))
  })
  return terms => {
    const hits = new Map<number, { score: number; words: number }>()
    for (const term of terms)
      for (const [at, score] of scoresOf(term)) {
        const hit = hits.get(at)
        if (!hit) hits.set(at, { score, words: 1 })
        else {
          hit.score += score
          hit.words += 1
        }
      }
    // The score of a passage with every word of the query once. As minisearch does for a whole query, a score is multiplied
    // by the number of words that match.
    const full = terms.length * ONCE * terms.reduce((sum, term) => sum + rarity(term), 0)
    let maxScore = full
    for (const { score, words } of hits.values()) maxScore = Math.max(maxScore, score * words)
    const scores = new Map<number, number>()
    for (const [at, { score, words }] of hits) scores.set(at, Math.sqrt((score * words) / maxScore))
    return scores
  }
}

/** How many scores of passages are remembered, about. */
const MAX_KNOWN = 20_000

/** The scores that a term gives to passages; those of the latest terms are remembered, because searches share words. */
export function knownTerms(
  passages: readonly Passage[],
  scoresOf: (term: string) => ReadonlyMap<number, number>,
): (term: string) => ReadonlyMap<number, number> {
  const known = new Cache<string, ReadonlyMap<number, number>>(Math.ceil(MAX_KNOWN / (passages.length + 1)))
  return term => known.of(term, [], () => scoresOf(term))
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
