/** Ids that look like those of the deployment and belong to no record. */

/** Same form, but never issued: digits become a number beyond any count, letters become others. */
export function unknownLike(id: string): string {
  const like = likeness(id)
  const made = like === id ? `${id}-of-nothing` : like
  MADE_UP.add(made)
  return made
}

const MADE_UP = new Set<unknown>()

/** Whether the suite has made up the id: nothing is stated of ids that are those of no record. */
export const isMadeUp = (id: unknown): boolean =>
  MADE_UP.has(id) || (typeof id === 'string' && /^(no-such-|nobody$)/.test(id))

function likeness(id: string): string {
  if (/^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(id)) return '9f8e7d6c-5b4a-4930-8271-6a5b4c3d2e1f'
  if (/^\d+$/.test(id)) return '987654321'
  const tail = /\d+$/.exec(id)?.[0]
  if (tail !== undefined && tail.length < 12)
    return `${id.slice(0, -tail.length)}${'9'.repeat(Math.max(tail.length, 6))}`
  // The first characters of a long id may be a prefix for its kind and are kept; a short id is replaced as a whole.
  const kept = id.length > 8 ? 4 : 0
  return [...id].map((letter, at) => (at < kept ? letter : (OTHER.get(letter) ?? letter))).join('')
}

const ALPHABETS = ['0123456789', 'abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const OTHER = new Map(
  ALPHABETS.flatMap(letters => [...letters].map((one, n) => [one, letters[(n + 7) % letters.length] ?? one])),
)
