// Finds similar words, for suggestions.

/** The word that was most likely meant, if one is similar. */
export function meantWord(word: string, words: readonly string[]): string | undefined {
  return closestWord(word, words) ?? similarWord(word, words)
}

/** Longer texts are no mistyped words, and comparing them takes long. */
const LONGEST_WORD = 64

/**
 * The word that is a few typing mistakes away, if there is one: letters added, left out, replaced or swapped.
 *
 * @example closestWord('prot', ['port', 'host']) // 'port'
 */
export function closestWord(word: string, words: readonly string[]): string | undefined {
  if (word.length > LONGEST_WORD) return undefined
  const most = Math.max(1, Math.floor(word.length / 3))
  const [first] = words
    .map(other => ({ other, distance: distance(word.toLowerCase(), other.toLowerCase()) }))
    .filter(({ other, distance }) => distance <= most && distance < Math.max(word.length, other.length))
    .sort((a, b) => a.distance - b.distance)
  return first?.other
}

/**
 * The word that shares about half of its pairs of letters, such as a part of a longer name.
 *
 * @example similarWord('days-bound', ['days-bounds-spend', 'days-window']) // 'days-bounds-spend'
 */
export function similarWord(word: string, words: readonly string[]): string | undefined {
  if (word.length > LONGEST_WORD) return undefined
  const pairs = pairsOf(word)
  const [first] = words
    .map(other => {
      const others = pairsOf(other)
      const shared = pairs.filter(pair => others.includes(pair)).length
      return { other, likeness: (2 * shared) / (pairs.length + others.length) }
    })
    .sort((a, b) => b.likeness - a.likeness)
  return first && first.likeness >= 0.45 ? first.other : undefined
}

function pairsOf(word: string): string[] {
  const text = ` ${word.toLowerCase().replaceAll(/[-_ ]+/g, ' ')} `
  return Array.from({ length: text.length - 1 }, (_, at) => text.slice(at, at + 2))
}

/** How many letters to add, leave out, replace or swap with the next (optimal string alignment). */
function distance(from: string, to: string): number {
  const rows = [Array.from({ length: to.length + 1 }, (_, column) => column)]
  for (let i = 1; i <= from.length; i++) {
    const row = [i]
    for (let j = 1; j <= to.length; j++) {
      const same = from[i - 1] === to[j - 1]
      const swapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]
      row.push(
        Math.min(
          rows[i - 1]![j]! + 1,
          row[j - 1]! + 1,
          rows[i - 1]![j - 1]! + (same ? 0 : 1),
          swapped ? rows[i - 2]![j - 2]! + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
    rows.push(row)
  }
  return rows[from.length]![to.length]!
}
