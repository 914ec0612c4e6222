// Sends bodies as JSON. The text of an immutable value that was sent before is reused, and so are the bytes of a page.
import { platform } from '#platform'
import { Cache, isImmutable } from '../store/cache.ts'
import type { Connection } from './connection.ts'

/** From this length on, sending the bytes in a second chunk is faster than encoding the text again. */
const LONG = 4096

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
  const { text, length, bytes } = jsonOf(body)
  connection.responseText = text
  headers['content-type'] ??= 'application/json'
  headers['content-length'] = length
  const sent = bytes && length > LONG ? bytes : text
  const isAscii = text.length === length
  if (!connection.wire.sendWhole?.(status, headers, sent, isAscii))
    response.writeHead(status, headers).end(sent)
}

/** The same text as that of `JSON.stringify`. */
export function jsonOf(body: unknown): Json {
  const known = texts.get(body as object)
  if (known) return known
  const made = composed(body)
  if (isImmutable(body)) texts.set(body, made)
  return made
}

/** Joins the texts of the immutable values in a body. */
function composed(body: unknown): Json {
  if (isRows(body)) return pageJson('[', body, ']')
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return json(JSON.stringify(body))
  const fields = body as Readonly<Record<string, unknown>>
  for (const name in fields) {
    const value = fields[name]
    if (isImmutable(Array.isArray(value) ? value[0] : value)) return objectJson(fields)
  }
  return json(JSON.stringify(body))
}

/** An object with rows in one of its members is a page. */
function objectJson(body: Readonly<Record<string, unknown>>): Json {
  let rows: readonly object[] | undefined
  let before = ''
  let text = ''
  for (const name in body) {
    const value = body[name]
    if (rows === undefined && isRows(value)) {
      rows = value
      before = `{${text}${text === '' ? '' : ','}${JSON.stringify(name)}:[`
      text = ']'
    } else {
      const part = isImmutable(value) ? jsonOfImmutable(value).text : JSON.stringify(value)
      if (part !== undefined) text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${part}`
    }
  }
  return rows ? pageJson(before, rows, `${text}}`) : json(`{${text}}`)
}

function isRows(value: unknown): value is readonly object[] {
  if (!Array.isArray(value) || value.length === 0) return false
  const rows: readonly unknown[] = value
  // Nothing is added to an immutable page, so its first row stands for all.
  return isImmutable(value as unknown) ? isImmutable(rows[0]) : rows.every(isImmutable)
}

/** Rows, with what stands around them. */
function pageJson(before: string, rows: readonly object[], after: string): Json {
  // A page that is immutable as a whole is known by itself, any other by its rows.
  const whole: object | undefined = isImmutable(rows) ? rows : undefined
  return pages.of(whole ?? rows[0]!, [before, after, ...(whole ? [] : rows)], () => {
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
