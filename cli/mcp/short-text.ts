// A reply that an assistant reads whole: JSON of at most a kilobyte, from which lists, objects and texts were cut.

const MAX_CHARACTERS = 1_000
/**
 * How many parts of a list, characters of a text and members of an object are kept; from generous to scarce. Records
 * keep most of their members: ids and statuses come first.
 */
const STEPS = [
  [20, 400, 20],
  [10, 200, 10],
  [5, 120, 5],
  [3, 80, 5],
  [2, 60, 5],
  [1, 40, 5],
  [1, 40, 3],
] as const

/** The value as JSON; where that is long, its beginning everywhere, and how much is left out. */
export function shortText(value: unknown): string {
  const whole = JSON.stringify(value)
  if (whole.length <= MAX_CHARACTERS) return whole
  const hint = `shortened from ${whole.length} characters; more: true returns all`
  for (const step of STEPS) {
    const text = JSON.stringify(withHint(cut(value, step), hint))
    if (text.length <= MAX_CHARACTERS) return text
  }
  return JSON.stringify({ '…': hint, begins: whole.slice(0, MAX_CHARACTERS / 2) })
}

function withHint(value: unknown, hint: string): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { '…': hint, value }
  return { ...value, '…': hint }
}

function cut(value: unknown, step: (typeof STEPS)[number]): unknown {
  const [parts, characters, members] = step
  if (typeof value === 'string') return value.length <= characters ? value : `${value.slice(0, characters)}…`
  if (typeof value !== 'object' || value === null) return value
  const inside = (one: unknown) => cut(one, step)
  if (Array.isArray(value)) {
    const left = value.length - parts
    return [...value.slice(0, parts).map(inside), ...(left > 0 ? [`… ${left} more`] : [])]
  }
  const entries = Object.entries(value)
  const left = entries.length - members
  const kept = entries.slice(0, members).map(([name, one]) => [name, inside(one)])
  return Object.fromEntries([...kept, ...(left > 0 ? [['…', `${left} more`]] : [])])
}
