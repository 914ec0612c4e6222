/** Infers the deployment's words for those of the mock's enumerations. */

import { requirementOfWord } from '#mock/dialect'
import type { Evidence } from './evidence.ts'
import { ALIKE, likeness } from './name-likeness.ts'
import { OFTEN, sum } from './samples.ts'

/** The deployment's word for each of ours, where it differs; rare or contradictory evidence is listed as unsure. */
export function inferWords({ words, privacy, unsure }: Evidence): Record<string, Record<string, string>> {
  const found: Record<string, Record<string, string>> = {}
  for (const [name, all] of words) {
    const theirs = new Set([...all.values()].flatMap(counts => [...counts.keys()]))
    const open = [...all.keys()].filter(ours => !theirs.has(ours))
    // A word used by both sides has the same meaning.
    const own = [...theirs].filter(
      their => !all.has(their) && /^[\w -]{1,40}$/.test(their) && privacy.mayBeWord(their),
    )
    const pairs = own
      .flatMap(their => open.map(ours => pairOf(ours, their, all)))
      .toSorted((a, b) => b.weight - a.weight)
    const map: Record<string, string> = {}
    const used = new Set<string>()
    for (const { ours, their, met, akin, share } of pairs) {
      if (ours in map || used.has(their)) continue
      // Keeps another word of ours that is more similar, even without evidence.
      if (
        akin < SOMEWHAT_LIKE &&
        open.some(other => other !== ours && likeness(other, their) >= SOMEWHAT_LIKE)
      )
        continue
      const isStated = requirementOfWord(name, ours) !== undefined
      const isAlike = akin >= ALIKE || (akin >= SOMEWHAT_LIKE && met >= 1)
      const isSure = (isAlike && !isStated) || (met >= OFTEN && share > 0.5)
      if (isSure) {
        map[ours] = their
        used.add(their)
      } else if (met >= 1) {
        const because = share <= 0.5 ? 'each also met other words' : 'they met too seldom'
        unsure.push({ at: `words.${name}.${ours}`, guess: their, because, seen: met })
      }
    }
    if (Object.keys(map).length > 0) found[name] = map
  }
  return found
}

/** The likeness from which words are equal if they coincide once. */
const SOMEWHAT_LIKE = 0.3

/** Words that share this many first letters have the same stem. */
const STEM_LETTERS = 5

type Counts = ReadonlyMap<string, ReadonlyMap<string, number>>

function pairOf(ours: string, their: string, all: Counts) {
  const met = all.get(ours)?.get(their) ?? 0
  const ofOurs = sum(all.get(ours)?.values() ?? [])
  const ofTheirs = sum([...all.values()].map(each => each.get(their) ?? 0))
  const akin = isAkin(ours, their) ? 1 : likeness(ours, their)
  // The share of each word that coincides with the other, so that a frequent status does not attract every word.
  const [share, back] = [met === 0 ? 0 : met / ofOurs, met === 0 ? 0 : met / ofTheirs]
  return { ours, their, met, akin, share: Math.min(share, back), weight: share + back + akin }
}

/** Whether two words have the same stem: complete and completed. */
export function isAkin(a: string, b: string): boolean {
  const [x, y] = [a.toLowerCase().slice(0, STEM_LETTERS), b.toLowerCase().slice(0, STEM_LETTERS)]
  return x.length >= STEM_LETTERS - 1 && x === y
}
