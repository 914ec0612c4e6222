import { fingerprint } from '../simulation/hash.ts'
import { jsonIn } from '../store/json-in.ts'
import type { Position } from '../store/table.ts'

/** The list that a cursor pages through: its name and the client's filter. */
export type CursorScope = { readonly list: string; readonly filter: Readonly<Record<string, unknown>> }

/** Why a cursor is refused. `malformed` covers cursors that were cut, made by hand or altered. */
export type CursorRefusal = 'malformed' | 'other-list' | 'other-filter'

const CHECKSUM_LENGTH = 8

/**
 * An opaque cursor for the page after `after`. It contains a position in an order, not a number of rows, so later
 * pages neither repeat nor skip a row when others are added or changed. A checksum detects any alteration; it needs no
 * secret, because a cursor grants no access.
 *
 *     encodeCursor({ list: 'runs', filter: { status: 'failed' }, after: table.position('newest', lastRow) })
 */
export function encodeCursor({ list, filter, after }: CursorScope & { readonly after: Position }): string {
  const content = JSON.stringify([list, filterPrint(filter), after.order, after.id])
  return toBase64url(checksum(content) + content)
}

/** The position in a cursor that was made for the same list and filter, or why it is refused. */
export function decodeCursor(
  text: string,
  { list, filter }: CursorScope,
): { readonly after: Position } | { readonly refused: CursorRefusal } {
  const decoded = fromBase64url(text)
  const content = decoded.slice(CHECKSUM_LENGTH)
  // Base64url decoding ignores some characters, but a cursor must be exactly the one that was handed out.
  const intact = toBase64url(decoded) === text && checksum(content) === decoded.slice(0, CHECKSUM_LENGTH)
  if (!intact) return { refused: 'malformed' }
  const fields = jsonIn(content)
  // The checksum may be right although the content is not ours.
  const [itsList, itsFilter, order, id]: unknown[] = Array.isArray(fields) ? fields : []
  if (!(typeof order === 'string' || typeof order === 'number') || typeof id !== 'string')
    return { refused: 'malformed' }
  if (itsList !== list) return { refused: 'other-list' }
  if (itsFilter !== filterPrint(filter)) return { refused: 'other-filter' }
  return { after: { order, id } }
}

/** A fingerprint of a filter, independent of the order of fields and of undefined fields. */
function filterPrint(filter: CursorScope['filter']): string {
  const given = Object.entries(filter).filter(([, value]) => value !== undefined)
  return fingerprint(JSON.stringify(given.sort(([a], [b]) => (a < b ? -1 : 1))))
}

function checksum(content: string): string {
  return fingerprint(`cursor:${content}`)
}

function toBase64url(text: string): string {
  const bytes = new TextEncoder().encode(text)
  const encoded = btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''))
  return encoded.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

/** Empty if the text is not base64url. */
function fromBase64url(text: string): string {
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
    return new TextDecoder().decode(Uint8Array.from(binary, letter => letter.charCodeAt(0)))
  } catch {
    return ''
  }
}
