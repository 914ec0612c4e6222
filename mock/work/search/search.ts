// Knowledge search (section 2.3): by words, and with `hybrid` also by similarity and near meaning of words.
import type { DocumentRow } from '../../world/knowledge.ts'
import type { Workspace } from '../../world/workspace.ts'
import { likenessScores } from './likeness.ts'
import { queryTermsOf } from './terms.ts'
import { type Passage, wordScores } from './word-index.ts'

export interface Found {
  readonly passage: Passage
  /** Relevance from 0 to 1; near 1 for a passage that contains every word of the query. */
  readonly score: number
}

export interface Search {
  readonly query: string
  readonly knowledgeBaseIds: ReadonlySet<string>
  readonly topK: number
  readonly minScore: number | null
  /** Adds ranking by similarity, so that misspelled words and those of near meaning match too. */
  readonly hybrid: boolean
}

/** Passages with a lower score are left out as noise. */
const MIN_SCORE = 0.1

/** The maximum score of a match by similarity alone. */
const LIKENESS_SHARE = 0.7

/**
 * The most relevant passages, best first; ties keep the order of the documents. A query of stop words alone finds
 * nothing.
 */
export async function searchPassages({ tables }: Workspace, search: Search): Promise<Found[]> {
  const { passages, words, likeness } = await indexOf(tables.documents.all())
  const terms = queryTermsOf(search.query)
  const byWords = words(terms)
  const byLikeness = search.hybrid ? likeness(terms) : null
  const least = Math.max(MIN_SCORE, search.minScore ?? 0)
  const found: Found[] = []
  for (let at = 0; at < passages.length; at++) {
    const score = fused(byWords.get(at) ?? 0, byLikeness?.get(at) ?? 0)
    const passage = passages[at]!
    if (score >= least && search.knowledgeBaseIds.has(passage.knowledgeBaseId)) found.push({ passage, score })
  }
  return found.sort((a, b) => b.score - a.score).slice(0, search.topK)
}

const MAX_INDEXES = 8
/** The indexes used last. Forks of a workspace have identical rows, so they share an index. */
const indexes: Awaited<ReturnType<typeof build>>[] = []

async function indexOf(documents: readonly DocumentRow[]) {
  const known = indexes.findIndex(index => sameRows(index.documents, documents))
  const index = known < 0 ? await build(documents) : indexes.splice(known, 1)[0]!
  indexes.unshift(index)
  indexes.length = Math.min(indexes.length, MAX_INDEXES)
  return index
}

async function build(documents: readonly DocumentRow[]) {
  const passages = documents.flatMap(passagesOf)
  return { documents, passages, words: await wordScores(passages), likeness: likenessScores(passages) }
}

function passagesOf({ id, knowledgeBaseId, title, passages }: DocumentRow): Passage[] {
  return passages.map((text, at) => ({ id: `${id}.${at + 1}`, knowledgeBaseId, documentId: id, title, text }))
}

function sameRows(some: readonly DocumentRow[], others: readonly DocumentRow[]): boolean {
  return some.length === others.length && some.every((row, at) => row === others[at])
}

/** Similarity adds only a part of what the word match leaves open, so a full match always ranks first. */
function fused(words: number, likeness: number): number {
  const score = words + (1 - words) * LIKENESS_SHARE * likeness
  return Math.round(score * 10_000) / 10_000
}
