// Values for fuzzing that no schema asks for, and the ids of what is there when a request is sent.
import type { Random } from '../../mock/simulation/random.ts'

/** Stands for an id that is there when the request is sent: `.-task-370-.`, the place in its table in thousandths. */
const PLACE = /\.-(\w+)-(\d+)-\./g

/** A text in which an id of that kind will stand; nothing of it is encoded in a path or a query. */
export function placeOf(kind: string, random: Random): string {
  return `.-${kind}-${random.int(0, 999)}-.`
}

/** Puts ids where places are; `ids` has those of each kind. */
export function withIds(text: string, ids: (kind: string) => readonly string[]): string {
  return text.replaceAll(PLACE, (_, kind: string, place: string) => {
    const known = ids(kind)
    return known[Math.floor((Number(place) / 1000) * known.length)] ?? 'none'
  })
}

const TEXTS = [
  '', ' ', 'x', 'null', '-1', '0', '1e308', '9'.repeat(400), '../../etc', '%00', '\u0000', '\ud800', '💥', '__proto__',
  'constructor', 'toString', '{{answer}}', '{{input.task}}', '<script>alert(1)</script>', '\r\nset-cookie: a=b',
  '2026-13-45', '0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z', '2026-11-20T09:00:00Z', '2026-11', '2026-02-30',
  'me', 'admin', 'current', 'demo', 'now', 'agent', 'user', 'done', 'everybody', 'aw-small', 'x'.repeat(10_000),
  'a'.repeat(30), ' '.repeat(5_000), 'mock: error 3', 'mock: length 999999999999', 'mock: say x\n'.repeat(500),
  'mock: script work 1s; ask Which?; finish {{answer}}', 'mock: output {"a":[[]]}', '^(a+)+$', '(', '**/**/**', 'OPS-1',
  '(a|b|ab){1,90}[cd]', '(a{1,30}b){1,30}[cd]', 'd'.repeat(60_000), 'a: &a [x,x,x,x]\nb: &b [*a,*a,*a,*a]\nc: [*b,*b,*b,*b]',
  'ﷺ'.repeat(300), 'e\u0301'.repeat(300), 'word '.repeat(2_000),
] // biome-ignore format: one text each would fill a page

const SCRIPTS = [
  'work 2s',
  'work 90m',
  'say Hello {{input.task}}',
  'tool look 3s',
  'ask Which?',
  'ask-fields How: a number, b text',
  'approval Pay?',
  'fail Broken',
  'finish Done',
  'work x',
  'ask-decisions a; b',
  '',
]

const NUMBERS = [0, 1, -1, 2, 7, 30, 90, 0.1, 1e-320, 1e15, 1e308, -1e308, Number.MAX_SAFE_INTEGER, 2 ** 53]

/** A value that would be too deep to build; written out when it is sent. */
class Nested {
  readonly depth: number
  constructor(depth: number) {
    this.depth = depth
  }
  toJSON(): string {
    return `§nested:${this.depth}§`
  }
}

/** The JSON of a value, in which deep ones are written out. */
export function jsonOf(value: unknown): string {
  return (JSON.stringify(value) ?? '').replaceAll(/"§nested:(\d+)§"/g, (_, depth: string) => {
    return '['.repeat(Number(depth)) + ']'.repeat(Number(depth))
  })
}

/** A script for a run; not every one can be read. */
export function anyScript(random: Random): string {
  return Array.from({ length: random.int(0, 6) }, () => random.pick(SCRIPTS)).join('; ')
}

export function hostileText(random: Random): string {
  if (random.chance(0.6)) return random.pick(TEXTS)
  if (random.chance(0.3)) return anyScript(random)
  return Array.from({ length: random.int(0, 40) }, () => String.fromCodePoint(random.int(1, 0x2_ffff))).join(
    '',
  )
}

/** Any value, many of them too large or too deep. */
export function hostile(random: Random, depth = 0): unknown {
  const kind = random.float()
  if (kind < 0.35) return hostileText(random)
  if (kind < 0.6) return random.pick(NUMBERS)
  if (kind < 0.7)
    return random.pick([null, true, false, {}, [], [{}], [[]], JSON.parse('{"__proto__":{"x":1}}')])
  if (kind < 0.75) return new Nested(random.pick([20, 99, 101, 3_000]))
  if (kind < 0.8) return Array.from({ length: random.pick([100, 3_000, 20_000]) }, (_, index) => index)
  if (depth > 2) return null
  const parts = Array.from({ length: random.int(0, 4) }, () => hostile(random, depth + 1))
  return random.chance(0.5) ? parts : Object.fromEntries(parts.map(part => [hostileText(random), part]))
}
