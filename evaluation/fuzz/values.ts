// Values for fuzzing: what a schema asks for, with hostile ones in between.
import fc, { type Arbitrary } from 'fast-check'
import { type Contract, resolve, type Schema } from '#openapi'

/** Stands for an id that is there when the request is sent: `§task_id:0.37§`, the place in its table behind the colon. */
const PLACE = /§(\w+):([\d.]+)§/g

/** A text in which an id of that name will stand. */
export function idOf(name: string): Arbitrary<string> {
  return fc.integer({ min: 0, max: 999 }).map(place => `§${name}:${place / 1000}§`)
}

/** Puts ids where places are; `ids` has those of each name. */
export function withIds(text: string, ids: (name: string) => readonly string[]): string {
  return text.replaceAll(PLACE, (_, name: string, place: string) => {
    const known = ids(name)
    return known[Math.floor(Number(place) * known.length)] ?? 'none'
  })
}

const TEXTS = [
  '', ' ', 'x', 'null', '-1', '0', '1e308', '9'.repeat(400), '../../etc', '%00', '\u0000', '\ud800', '💥', '__proto__',
  'constructor', 'toString', '{{answer}}', '{{input.task}}', '<script>alert(1)</script>', '\r\nset-cookie: a=b',
  '2026-13-45', '0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z', '2026-11-20T09:00:00Z', '2026-11', '2026-02-30',
  'me', 'admin', 'current', 'demo', 'now', 'agent', 'user', 'done', 'everybody', 'aw-small', 'x'.repeat(10_000),
  'a'.repeat(30), ' '.repeat(5_000), 'mock: error 3', 'mock: length 999999999999', 'mock: say x\n'.repeat(500),
  'mock: script work 1s; ask Which?; finish {{answer}}', 'mock: output {"a":[[]]}', '^(a+)+$', '(', '**/**/**', 'OPS-1',
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

const script = fc.array(fc.constantFrom(...SCRIPTS), { maxLength: 6 }).map(steps => steps.join('; '))
const nested = fc.constantFrom(20, 99, 101, 3_000).map(depth => new Nested(depth))

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

export const text: Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...TEXTS) },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
  { weight: 1, arbitrary: script },
)

const numbers = fc.constantFrom(
  0,
  1,
  -1,
  2,
  7,
  30,
  90,
  0.1,
  1e-320,
  1e15,
  1e308,
  -1e308,
  Number.MAX_SAFE_INTEGER,
  2 ** 53,
)
const wide = fc.constantFrom(100, 3_000, 20_000).map(length => Array.from({ length }, (_, index) => index))
const hostile: Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: text },
  { weight: 4, arbitrary: numbers },
  {
    weight: 2,
    arbitrary: fc.constantFrom(null, true, false, {}, [], [{}], [[]], JSON.parse('{"__proto__":{"x":1}}')),
  },
  { weight: 1, arbitrary: nested },
  { weight: 1, arbitrary: wide },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
)

const INSTANTS = fc.constantFrom('2026-11-20T10:00:00Z', '2026-12-01T00:00:00+01:00')

/** Values of a schema of a document, one in twelve of their parts hostile. */
export class Values {
  readonly #document: Contract
  readonly #isTame: boolean
  readonly #known = new Map<Schema, Arbitrary<unknown>>()

  /** Tame values are sound, and objects have few of their optional fields, so that most of them are accepted. */
  constructor(document: Contract, isTame: boolean) {
    this.#document = document
    this.#isTame = isTame
  }

  of(schema: Schema | boolean, name = '', depth = 0): Arbitrary<unknown> {
    if (typeof schema === 'boolean') return hostile
    const { element } = resolve(this.#document, schema)
    if (depth > 6) return hostile
    const known = depth === 0 ? this.#known.get(element) : undefined
    if (known) return known
    const sound = this.#sound(element, name, depth)
    const made = this.#isTame
      ? sound
      : fc.oneof({ weight: 11, arbitrary: sound }, { weight: 1, arbitrary: hostile })
    if (depth === 0) this.#known.set(element, made)
    return made
  }

  #sound(schema: Schema, name: string, depth: number): Arbitrary<unknown> {
    if (name === 'mock_script') return script
    if (schema.const !== undefined) return fc.constant(schema.const)
    if (schema.enum) return fc.constantFrom(...schema.enum)
    const union = schema.oneOf ?? schema.anyOf
    if (union) return fc.oneof(...union.map(branch => this.of(branch, name, depth + 1)))
    if (schema.allOf)
      return fc
        .tuple(...schema.allOf.map(part => this.of(part, name, depth + 1)))
        .map(parts => Object.assign({}, ...parts) as unknown)
    const types = [schema.type ?? (schema.properties ? 'object' : 'string')].flat()
    return fc.oneof(...types.map(type => this.#typed(type, schema, name, depth)))
  }

  #typed(type: string, schema: Schema, name: string, depth: number): Arbitrary<unknown> {
    switch (type) {
      case 'null':
        return fc.constant(null)
      case 'boolean':
        return fc.boolean()
      case 'integer':
        return fc.oneof(fc.integer({ min: 0, max: 100 }), numbers)
      case 'number':
        return fc.oneof(fc.double({ min: 0, max: 100, noNaN: true }), numbers)
      case 'array':
        return fc.array(this.of(schema.items ?? {}, name.replace(/s$/, ''), depth + 1), {
          maxLength: 4,
        })
      case 'object':
        return this.#object(schema, depth)
      default:
        return this.#text(schema, name)
    }
  }

  #text({ format, examples }: Schema, name: string): Arbitrary<string> {
    if (
      /(^|_|[a-z])(id|ids|Id|Ids)$|^(ref|task|model|person|by|key|from|since|until|fault|owner)$/.test(name)
    )
      return this.#isTame ? idOf(name) : fc.oneof(idOf(name), idOf(name), text)
    if (format === 'date-time') return this.#isTame ? INSTANTS : fc.oneof(INSTANTS, text)
    const shown = (examples ?? []).filter(one => typeof one === 'string')
    return shown.length > 0 ? fc.oneof(fc.constantFrom(...shown), text) : text
  }

  #object(
    { properties = {}, required = [], additionalProperties }: Schema,
    depth: number,
  ): Arbitrary<unknown> {
    const fields = Object.entries(properties).map(
      ([name, own]) => [name, this.of(own, name, depth + 1)] as const,
    )
    const extra =
      typeof additionalProperties === 'object' ? this.of(additionalProperties, '', depth + 1) : hostile
    const needed = required.filter(name => name in properties)
    const all = fc.record(Object.fromEntries(fields), { requiredKeys: needed })
    const optional = Object.keys(properties).filter(name => !needed.includes(name))
    const few = fc
      .subarray(optional, { maxLength: Math.min(2, optional.length) })
      .chain(some =>
        fc.record(
          Object.fromEntries(fields.filter(([name]) => needed.includes(name) || some.includes(name))),
        ),
      )
    const known = this.#isTame ? few : all
    const others = fc.dictionary(
      fc.oneof(fc.constantFrom('task', 'mock_script', '$pattern', '$in', 'a.b[*]', '__proto__'), text),
      extra,
      { maxKeys: 2 },
    )
    return fc
      .tuple(
        known,
        fc.oneof(
          { weight: fields.length === 0 ? 1 : 0, arbitrary: others },
          { weight: 3, arbitrary: fc.constant({}) },
        ),
      )
      .map(([own, more]) => ({ ...own, ...more }))
  }
}
