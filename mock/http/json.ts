// Sends bodies as JSON. The text of an immutable value that was sent before is reused, and so are the bytes of a page.
import { platform } from '#platform'
import { Cache, isImmutable } from '../store/cache.ts'
import type { Connection } from './connection.ts'

/** From this length on, sending bytes in a chunk of their own is faster than encoding their text again. */
const LONG = 4096

/** A text with its length in bytes. */
export interface Json {
  readonly text: string
  readonly length: number
  /** The same in order, where a long part of it is likely to be sent again; that part is encoded. */
  readonly chunks?: readonly (string | Uint8Array)[]
}

/** The texts of immutable values. */
const texts = new WeakMap<object, Json>()

/** The latest pages, by their first row. */
const pages = new Cache<object, Json>(32)

/** Sends a body as JSON, or no body if it is undefined. Adds the headers of the body to the others. */
export function sendJson(
  connection: Connection,
  status: number,
  body: unknown,
  headers: Record<string, string | number>,
): void {
  const { response } = connection
  connection.status = status
  connection.responseHeaders = headers
  if (body === undefined) {
    response.writeHead(status, headers).end()
    return
  }
  const { text, length, chunks } = jsonOf(body)
  connection.responseText = text
  headers['content-type'] ??= 'application/json'
  headers['content-length'] = length
  const isAscii = text.length === length
  if (!connection.wire.sendWhole?.(status, headers, chunks ?? [text], isAscii))
    response.writeHead(status, headers).end(chunks?.length === 1 ? chunks[0] : text)
}

/** The same text as that of `JSON.stringify`. */
export function jsonOf(body: unknown): Json {
  return isImmutable(body) ? known(body, () => encoded(composed(body).text)) : composed(body)
}

/** The text of an immutable value, made once. */
function known(value: object, make: () => Json): Json {
  const before = texts.get(value)
  if (before) return before
  const made = make()
  texts.set(value, made)
  return made
}

/** Joins the texts of the immutable values in a body. */
function composed(body: unknown): Json {
  if (isRows(body)) return rowsJson(body)
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return json(JSON.stringify(body))
  const fields = body as Readonly<Record<string, unknown>>
  for (const name in fields) {
    const value = fields[name]
    if (isImmutable(value) || (Array.isArray(value) && isImmutable(value[0]))) return objectJson(fields)
  }
  return json(JSON.stringify(body))
}

/** An object in which long parts have chunks of their own. */
function objectJson(body: Readonly<Record<string, unknown>>): Json {
  const chunks: (string | Uint8Array)[] = []
  let length = 0
  let text = ''
  /** What follows the last chunk. */
  let rest = '{'
  for (const name in body) {
    const value = body[name]
    const part = isRows(value) ? rowsJson(value) : isImmutable(value) ? jsonOf(value) : JSON.stringify(value)
    if (part === undefined) continue
    rest += `${text === '' && rest === '{' ? '' : ','}${JSON.stringify(name)}:`
    if (typeof part === 'string') rest += part
    else if (part.chunks) {
      chunks.push(rest, ...part.chunks)
      length += platform.byteLength(rest) + part.length
      text += rest + part.text
      rest = ''
    } else rest += part.text
  }
  rest += '}'
  text += rest
  length += platform.byteLength(rest)
  return chunks.length === 0 ? { text, length } : { text, length, chunks: [...chunks, rest] }
}

type Rows = readonly [object, ...object[]]

function isRows(value: unknown): value is Rows {
  if (!Array.isArray(value) || value.length === 0) return false
  const rows: readonly unknown[] = value
  // Nothing is added to an immutable page, so its first row stands for all.
  return isImmutable(value as unknown) ? isImmutable(rows[0]) : rows.every(isImmutable)
}

/** A page that is immutable as a whole is known by itself, any other by its rows. */
function rowsJson(rows: Rows): Json {
  const page: object = rows
  const make = () => encoded(`[${rows.map(row => jsonOf(row).text).join(',')}]`)
  return isImmutable(page) ? known(page, make) : pages.of(rows[0], rows, make)
}

function json(text: string): Json {
  return { text, length: platform.byteLength(text) }
}

/** A text that is likely to be sent again. */
function encoded(text: string): Json {
  if (text.length <= LONG) return json(text)
  const bytes = platform.encode(text)
  return { text, length: bytes.length, chunks: [bytes] }
}
