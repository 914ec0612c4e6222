/** Infers the deployment's words for those of our enumerations. */
import type { Knowledge } from './learned.ts'

/** The deployment's word for each of ours that met it most, unless it is the same. */
export function wordsOf({ words, privacy }: Knowledge): Record<string, Record<string, string>> {
  const found: Record<string, Record<string, string>> = {}
  for (const [name, all] of words) {
    const theirs = new Set([...all.values()].flatMap(counts => [...counts.keys()]))
    const pairs = [...all].flatMap(([ours, counts]) =>
      [...counts].map(([their, count]) => ({
        ours,
        their,
        count,
        // How much of each meets the other: a common state must not draw every word to it.
        weight:
          count / sum(counts.values()) +
          count / sum([...all.values()].map(each => each.get(their) ?? 0)) +
          (isAkin(ours, their) ? 1 : 0),
      })),
    )
    const map: Record<string, string> = {}
    const used = new Set<string>()
    for (const { ours, their, weight, count } of pairs.toSorted((a, b) => b.weight - a.weight)) {
      if (ours in map || used.has(their)) continue
      // A word that both sides have means the same.
      if ((theirs.has(ours) && their !== ours) || (all.has(their) && their !== ours)) continue
      if (weight < 0.7 || count < 2) continue
      map[ours] = their
      used.add(their)
    }
    const changed = Object.fromEntries(
      Object.entries(map).filter(
        ([ours, their]) => ours !== their && /^[\w -]{1,40}$/.test(their) && privacy.mayBeWord(their),
      ),
    )
    if (Object.keys(changed).length > 0) found[name] = changed
  }
  return found
}

/** Whether two words begin alike: complete and completed. */
function isAkin(a: string, b: string): boolean {
  const [x, y] = [a.toLowerCase().slice(0, 5), b.toLowerCase().slice(0, 5)]
  return x.length > 3 && x === y
}

function sum(numbers: Iterable<number>): number {
  return [...numbers].reduce((all, one) => all + one, 0)
}
