// Writes bodies as JSON. The text of an immutable value that was sent before is reused, and so are the bytes of a page.
import { platform } from '#platform'
import { Cache, isImmutable } from '../store/cache.ts'

/** A text with its length in bytes, and the bytes themselves if it is likely to be sent again. */
export interface Json {
  readonly text: string
  readonly length: number
  readonly bytes?: Uint8Array
}

/** The texts of immutable values. */
const texts = new WeakMap<object, Json>()

/** The latest pages, by their first row. */
const pages = new Cache<object, Json>(32)

/** The same text as that of `JSON.stringify`. */
export function jsonOf(body: unknown): Json {
  if (isImmutable(body)) return jsonOfImmutable(body)
  if (typeof body !== 'object' || body === null) return json(JSON.stringify(body))
  const list = Array.isArray(body) ? listOf(body) : listIn(body as Fields)
  if (list) return listJson(list)
  return json(hasImmutable(body) ? `{${fieldsOf(Object.entries(body)).join(',')}}` : JSON.stringify(body))
}

type Fields = Readonly<Record<string, unknown>>

/** Whether some fields of a body are immutable. */
function hasImmutable(body: object): boolean {
  return !Array.isArray(body) && Object.values(body).some(isImmutable)
}

function fieldsOf(entries: readonly [string, unknown][]): string[] {
  return entries.flatMap(([name, value]) => {
    const text = isImmutable(value) ? jsonOfImmutable(value).text : JSON.stringify(value)
    return text === undefined ? [] : `${JSON.stringify(name)}:${text}`
  })
}

/** Views, and what stands around them. */
interface List {
  readonly before: string
  readonly rows: readonly object[]
  readonly after: string
}

function listOf(body: readonly unknown[]): List | undefined {
  return isRows(body) ? { before: '[', rows: body, after: ']' } : undefined
}

/** The first field that is a list of views, and no other value. */
function listIn(body: Fields): List | undefined {
  let at = 0
  for (const name in body) {
    const rows = body[name]
    if (isRows(rows)) {
      if (at === 0 && name === 'data') return listFirst(body, rows)
      const entries = Object.entries(body)
      const before = fieldsOf(entries.slice(0, at)).map(text => `${text},`)
      const after = fieldsOf(entries.slice(at + 1)).map(text => `,${text}`)
      return {
        before: `{${before.join('')}${JSON.stringify(name)}:[`,
        rows,
        after: `]${after.join('')}}`,
      }
    }
    at += 1
  }
  return undefined
}

/** The usual form, in one go. */
function listFirst({ data: _, ...others }: Fields, rows: readonly object[]): List {
  const rest = JSON.stringify(others)
  return { before: '{"data":[', rows, after: rest === '{}' ? ']}' : `],${rest.slice(1)}` }
}

function isRows(value: unknown): value is readonly object[] {
  if (!Array.isArray(value) || value.length === 0) return false
  for (const row of value) if (!isImmutable(row)) return false
  return true
}

function listJson({ before, rows, after }: List): Json {
  return pages.of(rows[0]!, [before, after, ...rows], () => {
    const text = `${before}${rows.map(row => jsonOfImmutable(row).text).join(',')}${after}`
    const bytes = platform.encode(text)
    return { text, length: bytes.length, bytes }
  })
}

function jsonOfImmutable(value: object): Json {
  const known = texts.get(value)
  if (known) return known
  const made = json(JSON.stringify(value))
  texts.set(value, made)
  return made
}

function json(text: string): Json {
  return { text, length: platform.byteLength(text) }
}

/** Whether each character is one byte. */
export function isAscii({ text, length }: Json): boolean {
  return text.length === length
}
