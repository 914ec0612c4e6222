// Ranking by similarity: words that share many groups of three letters are similar, and so are words of near meaning.

import { synonymsOf } from './synonyms.ts'
import { termsOf } from './terms.ts'
import { knownTerms, type Passage, type Scores } from './word-index.ts'

/** Words with a lower similarity count as different words. */
const ALIKE = 0.4

/** The similarity of words of near meaning. */
const NEAR = 0.8

/** The similarity of passages by the groups of three letters in their words. */
export function likenessScores(passages: readonly Passage[]): Scores {
  const places = new Map<string, Set<number>>()
  for (const [at, { title, text }] of passages.entries())
    for (const term of termsOf(`${title} ${text}`)) add(places, term, at)
  const words = new Map<string, Word[]>()
  for (const term of places.keys()) {
    const triples = triplesOf(term)
    const word = { term, triples: triples.size }
    for (const triple of triples) {
      const sharing = words.get(triple)
      if (sharing) sharing.push(word)
      else words.set(triple, [word])
    }
  }
  const scoresOf = knownTerms(passages, term => bestByPlace(similarTo(term, words), places))
  return terms => {
    const scores = new Map<number, number>()
    for (const term of terms)
      for (const [at, likeness] of scoresOf(term))
        scores.set(at, (scores.get(at) ?? 0) + likeness / terms.length)
    return scores
  }
}

/** A word of the passages, with the number of its triples. */
interface Word {
  readonly term: string
  readonly triples: number
}

/** The words similar to a term, with the cosine of their triples. */
function similarTo(term: string, words: ReadonlyMap<string, readonly Word[]>): Map<string, number> {
  const triples = triplesOf(term)
  const shared = new Map<Word, number>()
  for (const triple of triples)
    for (const word of words.get(triple) ?? []) shared.set(word, (shared.get(word) ?? 0) + 1)
  const similar = new Map<string, number>()
  for (const [word, count] of shared) {
    const cosine = count / Math.sqrt(triples.size * word.triples)
    if (cosine >= ALIKE) similar.set(word.term, cosine)
  }
  for (const word of synonymsOf(term)) similar.set(word, Math.max(similar.get(word) ?? 0, NEAR))
  return similar
}

/** The highest similarity of any word, for each passage. */
function bestByPlace(similar: ReadonlyMap<string, number>, places: ReadonlyMap<string, ReadonlySet<number>>) {
  const best = new Map<number, number>()
  for (const [word, likeness] of similar)
    for (const at of places.get(word) ?? []) best.set(at, Math.max(best.get(at) ?? 0, likeness))
  return best
}

function triplesOf(word: string): Set<string> {
  const padded = `^${word}$`
  const triples = new Set<string>()
  for (let at = 0; at + 3 <= padded.length; at++) triples.add(padded.slice(at, at + 3))
  // A word of one letter has no triples, so it stands for itself.
  return triples.size > 0 ? triples : new Set([padded])
}

function add<Key, Value>(sets: Map<Key, Set<Value>>, key: Key, value: Value): void {
  const set = sets.get(key) ?? new Set()
  sets.set(key, set.add(value))
}
