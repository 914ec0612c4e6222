/**
 * The most similar of the words, if any is similar enough.
 *
 * @example closest('prot', ['port', 'host']) // 'port'
 */
export function closest(word: string, words: readonly string[]): string | undefined {
  const most = Math.max(1, Math.floor(word.length / 3))
  const [first] = words
    .map(other => ({ other, distance: distance(word.toLowerCase(), other.toLowerCase()) }))
    .filter(({ other, distance }) => distance <= most && distance < Math.max(word.length, other.length))
    .sort((a, b) => a.distance - b.distance)
  return first?.other
}

/** `; did you mean --port?`, or an empty text when no word is similar. */
export function didYouMean(word: string, words: readonly string[], prefix = ''): string {
  const found = closest(word, words)
  return found === undefined ? '' : `; did you mean ${prefix}${found}?`
}

/** How many letters have to be put in, taken out, replaced or swapped with the next. */
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
