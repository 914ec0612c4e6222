// A reply that an assistant reads whole: JSON of at most a kilobyte, from which lists, objects and texts were cut.

const MAX_CHARACTERS = 1_000
/** How many parts of a list or an object, and how many characters of a text, are kept; from generous to scarce. */
const STEPS = [
  [20, 400],
  [10, 200],
  [5, 120],
  [3, 80],
  [2, 60],
  [1, 40],
] as const

/** The value as JSON; where that is long, its beginning everywhere, and how much is left out. */
export function shortText(value: unknown): string {
  const whole = JSON.stringify(value)
  if (whole.length <= MAX_CHARACTERS) return whole
  const hint = `shortened from ${whole.length} characters; more: true returns all`
  for (const [parts, characters] of STEPS) {
    const text = JSON.stringify(withHint(cut(value, parts, characters), hint))
    if (text.length <= MAX_CHARACTERS) return text
  }
  return JSON.stringify({ '…': hint, begins: whole.slice(0, MAX_CHARACTERS / 2) })
}

function withHint(value: unknown, hint: string): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { '…': hint, value }
  return { ...value, '…': hint }
}

function cut(value: unknown, parts: number, characters: number): unknown {
  if (typeof value === 'string') return value.length <= characters ? value : `${value.slice(0, characters)}…`
  if (typeof value !== 'object' || value === null) return value
  const inside = (one: unknown) => cut(one, parts, characters)
  if (Array.isArray(value)) {
    const left = value.length - parts
    return [...value.slice(0, parts).map(inside), ...(left > 0 ? [`… ${left} more`] : [])]
  }
  const entries = Object.entries(value)
  const left = entries.length - Math.max(parts, MIN_FIELDS)
  const kept = entries.slice(0, Math.max(parts, MIN_FIELDS)).map(([name, one]) => [name, inside(one)])
  return Object.fromEntries([...kept, ...(left > 0 ? [['…', `${left} more`]] : [])])
}

/** Records keep most of their fields: ids and statuses come first. */
const MIN_FIELDS = 5
