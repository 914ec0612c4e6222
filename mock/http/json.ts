// Writes bodies as JSON. The text of a view that was sent before is reused.
import { platform } from '#platform'
import { isRemembered } from '../service/views/remembered.ts'

/** A text with its length in bytes, and the bytes themselves if it is likely to be sent again. */
export interface Json {
  readonly text: string
  readonly length: number
  readonly bytes?: Uint8Array
}

/** The texts of views. */
const pieces = new WeakMap<object, string>()

/** A page with its text. */
interface Page {
  readonly data: readonly object[]
  readonly rest: string
  readonly json: Json
}

/** The latest pages, by their first view. */
const pages = new Map<object, Page>()
const MOST_PAGES = 32

/** The same text as that of `JSON.stringify`. */
export function jsonOf(body: unknown): Json {
  if (isRemembered(body)) return json(pieceOf(body))
  if (isList(body)) return listJson(body)
  return json(hasRemembered(body) ? withPieces(body) : JSON.stringify(body))
}

/** Whether some fields of a body are remembered. */
function hasRemembered(body: unknown): body is object {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return false
  return Object.values(body).some(isRemembered)
}

function withPieces(body: object): string {
  const fields = Object.entries(body).flatMap(([name, value]) => {
    const text = isRemembered(value) ? pieceOf(value) : JSON.stringify(value)
    return text === undefined ? [] : `${JSON.stringify(name)}:${text}`
  })
  return `{${fields.join(',')}}`
}

interface List {
  readonly data: readonly object[]
}

/** Whether a body is a list whose first field is its data, all of it remembered views. */
function isList(body: unknown): body is List {
  if (typeof body !== 'object' || body === null) return false
  for (const name in body) {
    const { data } = body as { data?: unknown }
    return name === 'data' && Array.isArray(data) && data.length > 0 && data.every(isRemembered)
  }
  return false
}

function listJson({ data, ...others }: List): Json {
  const rest = JSON.stringify(others)
  const [first] = data as [object]
  const known = pages.get(first)
  if (known && known.rest === rest && isSame(known.data, data)) return known.json
  const json = joined(data, rest)
  pages.delete(first)
  pages.set(first, { data, rest, json })
  const [oldest] = pages.keys()
  if (pages.size > MOST_PAGES && oldest) pages.delete(oldest)
  return json
}

function isSame(a: readonly object[], b: readonly object[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index])
}

function joined(data: readonly object[], rest: string): Json {
  const text = `{"data":[${data.map(pieceOf).join(',')}]${rest === '{}' ? '}' : `,${rest.slice(1)}`}`
  const bytes = platform.encode(text)
  return { text, length: bytes.length, bytes }
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
