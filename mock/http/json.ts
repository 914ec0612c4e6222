// Writes bodies as JSON. The text of a view that was sent before is reused.
import { platform } from '#platform'
import { isRemembered } from '../store/remembered.ts'

/** A text with its length in bytes, and the bytes themselves if it is likely to be sent again. */
export interface Json {
  readonly text: string
  readonly length: number
  readonly bytes?: Uint8Array
}

/** The texts of views. */
const pieces = new WeakMap<object, string>()

/** A page with its text. */
interface Page extends List {
  readonly json: Json
}

/** The latest pages, by their first view. */
const pages = new Map<object, Page>()
const MAX_PAGES = 32

/** The same text as that of `JSON.stringify`. */
export function jsonOf(body: unknown): Json {
  if (isRemembered(body)) return json(pieceOf(body))
  if (typeof body !== 'object' || body === null) return json(JSON.stringify(body))
  const list = Array.isArray(body) ? listOf(body) : listIn(body as Fields)
  if (list) return listJson(list)
  return json(hasRemembered(body) ? `{${fieldsOf(Object.entries(body)).join(',')}}` : JSON.stringify(body))
}

type Fields = Readonly<Record<string, unknown>>

/** Whether some fields of a body are remembered. */
function hasRemembered(body: object): boolean {
  return !Array.isArray(body) && Object.values(body).some(isRemembered)
}

function fieldsOf(entries: readonly [string, unknown][]): string[] {
  return entries.flatMap(([name, value]) => {
    const text = isRemembered(value) ? pieceOf(value) : JSON.stringify(value)
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
  return Array.isArray(value) && value.length > 0 && value.every(isRemembered)
}

function listJson({ before, rows, after }: List): Json {
  const [first] = rows as [object]
  const known = pages.get(first)
  if (known && known.after === after && known.before === before && isSame(known.rows, rows)) return known.json
  const text = `${before}${rows.map(pieceOf).join(',')}${after}`
  const bytes = platform.encode(text)
  const page = { text, length: bytes.length, bytes }
  pages.delete(first)
  pages.set(first, { before, rows, after, json: page })
  const [oldest] = pages.keys()
  if (pages.size > MAX_PAGES && oldest) pages.delete(oldest)
  return page
}

function isSame(a: readonly object[], b: readonly object[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index])
}

function pieceOf(view: object): string {
  const known = pieces.get(view)
  if (known !== undefined) return known
  const text = JSON.stringify(view)
  pieces.set(view, text)
  return text
}

function json(text: string): Json {
  return { text, length: platform.byteLength(text) }
}

/** Whether each character is one byte. */
export function isAscii({ text, length }: Json): boolean {
  return text.length === length
}
