// Bodies as JSON. What was shown before, in whatever list, is not written again.
import { isRemembered } from '../service/views/remembered.ts'

/** A text with its bytes in UTF-8; without them where each letter is one byte. */
export interface Json {
  readonly text: string
  readonly bytes: Buffer | undefined
}

interface Piece {
  readonly text: string
  readonly bytes: Buffer
}

const pieces = new WeakMap<object, Piece>()

/** The same text as `JSON.stringify` gives. */
export function jsonOf(body: unknown): Json {
  if (isRemembered(body)) return whole(pieceOf(body))
  if (isList(body)) return listJson(body)
  return whole(encoded(JSON.stringify(body)))
}

interface List {
  readonly data: readonly object[]
}

/** A list whose first field is its data, all of them views that were shown before. */
function isList(body: unknown): body is List {
  if (typeof body !== 'object' || body === null) return false
  for (const name in body) {
    const { data } = body as { data?: unknown }
    return name === 'data' && Array.isArray(data) && data.length > 0 && data.every(isRemembered)
  }
  return false
}

function listJson({ data, ...others }: List): Json {
  const parts = data.map(pieceOf)
  const rest = JSON.stringify(others)
  const texts = parts.map(({ text }) => text).join(',')
  const text = `{"data":[${texts}]${rest === '{}' ? '}' : `,${rest.slice(1)}`}`
  if (parts.every(isAscii)) return whole(encoded(text))
  const comma = Buffer.from(',')
  const between = parts.flatMap(({ bytes }, index) => (index === 0 ? [bytes] : [comma, bytes]))
  const end = Buffer.from(text.slice('{"data":['.length + texts.length))
  return { text, bytes: Buffer.concat([Buffer.from('{"data":['), ...between, end]) }
}

function pieceOf(view: object): Piece {
  const known = pieces.get(view)
  if (known) return known
  const text = JSON.stringify(view)
  const piece = { text, bytes: Buffer.from(text) }
  pieces.set(view, piece)
  return piece
}

function encoded(text: string): Piece | Json {
  return Buffer.byteLength(text) === text.length
    ? { text, bytes: undefined }
    : { text, bytes: Buffer.from(text) }
}

function whole({ text, bytes }: Piece | Json): Json {
  return bytes === undefined || bytes.length === text.length ? { text, bytes: undefined } : { text, bytes }
}

function isAscii({ text, bytes }: Piece): boolean {
  return text.length === bytes.length
}
