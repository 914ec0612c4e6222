/** A text decoded, with the place in the original that each character comes from. */
export interface View {
  readonly codes: Uint16Array
  /** Where each character begins and ends in the original. */
  readonly from: Uint32Array
  readonly to: Uint32Array
}

export function viewOf(text: string): View {
  const view = emptyView(text.length)
  for (let at = 0; at < text.length; at++) {
    put(view, at, text.charCodeAt(at), at, at + 1)
  }
  return view
}

/** Without spaces, in lower case, and with one alphabet of base64: what a search compares. */
export function folded(view: View): View {
  const out = emptyView(view.codes.length)
  let length = 0
  for (let at = 0; at < view.codes.length; at++) {
    const code = foldedCode(view.codes[at]!)
    if (code >= 0) put(out, length++, code, view.from[at]!, view.to[at]!)
  }
  return cut(out, length)
}

/** Decodes percent-encoding, entities and escapes of JSON and JavaScript once; the same view if there are none. */
export function decoded(view: View): View {
  const { codes } = view
  if (!codes.some(isMark)) return view
  const out = emptyView(codes.length)
  let length = 0
  let changed = false
  for (let at = 0; at < codes.length; ) {
    const step = isMark(codes[at]!) ? decodedAt(codes, at) : undefined
    changed ||= step !== undefined
    const next = step?.next ?? at + 1
    const code = step?.code ?? codes[at]!
    if (code >= 0) put(out, length++, code, view.from[at]!, view.to[next - 1]!)
    at = next
  }
  return changed ? cut(out, length) : view
}

interface Step {
  /** Below 0: no character. */
  readonly code: number
  readonly next: number
}

function put(view: View, at: number, code: number, from: number, to: number): void {
  view.codes[at] = code
  view.from[at] = from
  view.to[at] = to
}

const emptyView = (length: number): View => ({
  codes: new Uint16Array(length),
  from: new Uint32Array(length),
  to: new Uint32Array(length),
})

const cut = ({ codes, from, to }: View, length: number): View => ({
  codes: codes.subarray(0, length),
  from: from.subarray(0, length),
  to: to.subarray(0, length),
})

const PERCENT = 0x25
const AND = 0x26
const BACKSLASH = 0x5c
const HASH = 0x23
const SEMICOLON = 0x3b

/** Whether an encoded character may begin here. */
export const isMark = (code: number) => code === PERCENT || code === AND || code === BACKSLASH

/** What a search compares; below 0 for a space. */
export function foldedCode(code: number): number {
  if (code <= 32 || code === 0xa0) return -1
  if (code >= 65 && code <= 90) return code + 32
  if (code === 45) return 43
  return code === 95 ? 47 : code
}

const ENTITIES = new Map(Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }))
/** `&#x00000041;` and shorter. */
const LONGEST_ENTITY = 12

/** What an encoded character stands for, or undefined if none begins here. */
function decodedAt(codes: Uint16Array, at: number): Step | undefined {
  if (codes[at] === PERCENT) return number(codes, at + 1, 2, 16)
  if (codes[at] === AND) return entity(codes, at)
  const next = codes[at + 1]
  if (next === 117) return number(codes, at + 2, 4, 16) ?? { code: -1, next: at + 1 }
  if (next === 120) return number(codes, at + 2, 2, 16) ?? { code: -1, next: at + 1 }
  return { code: -1, next: at + 1 }
}

function entity(codes: Uint16Array, at: number): Step | undefined {
  const end = codes.subarray(at, at + LONGEST_ENTITY).indexOf(SEMICOLON)
  if (end < 0) return undefined
  const name = String.fromCharCode(...codes.subarray(at + 1, at + end))
  if (name.charCodeAt(0) !== HASH) {
    const sign = ENTITIES.get(name.toLowerCase())
    return sign === undefined ? undefined : { code: sign.charCodeAt(0), next: at + end + 1 }
  }
  const isHex = /^#x/i.test(name)
  const code = Number.parseInt(name.slice(isHex ? 2 : 1), isHex ? 16 : 10)
  return code <= 0xffff ? { code, next: at + end + 1 } : undefined
}

/** The character whose number stands in `length` digits. */
function number(codes: Uint16Array, at: number, length: number, radix: number): Step | undefined {
  const digits = String.fromCharCode(...codes.subarray(at, at + length))
  return digits.length === length && /^[0-9a-f]+$/i.test(digits)
    ? { code: Number.parseInt(digits, radix), next: at + length }
    : undefined
}
