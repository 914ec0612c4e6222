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
  let at = 0
  const copyTo = (end: number) => {
    for (; at < end; at++) put(out, length++, codes[at]!, view.from[at]!, view.to[at]!)
  }
  const text = Buffer.from(codes.buffer, codes.byteOffset, codes.byteLength).toString('utf16le')
  for (const match of text.matchAll(ENCODED)) {
    const code = codeOf(match)
    if (code === undefined) continue
    const first = match.index
    copyTo(first)
    at = first + match[0].length
    if (code !== NOTHING) put(out, length++, code, view.from[first]!, view.to[at - 1]!)
  }
  if (at === 0) return view
  copyTo(codes.length)
  return cut(out, length)
}

/** Numbers in hexadecimal and decimal, names, and a backslash before anything else, which is left out. */
const ENCODED =
  /(?:%|\\x)([\da-f]{2})|\\u([\da-f]{4})|&#x([\da-f]{1,8});|&#(\d{1,9});|&(amp|lt|gt|quot|apos);|\\/gi
const NOTHING = -1
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** What an encoded character stands for; undefined where no character has that number. */
function codeOf([, byte, unit, hex, decimal, name]: RegExpExecArray): number | undefined {
  if (name !== undefined) return ENTITIES[name.toLowerCase()]?.charCodeAt(0)
  const number = byte ?? unit ?? hex
  if (number === undefined && decimal === undefined) return NOTHING
  const code = number === undefined ? Number(decimal) : Number.parseInt(number, 16)
  return code <= 0xffff ? code : undefined
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

/** Whether an encoded character may begin here: `%`, `&` or a backslash. */
export const isMark = (code: number) => code === 0x25 || code === 0x26 || code === 0x5c

/** What a search compares; below 0 for a space. */
export function foldedCode(code: number): number {
  if (code <= 32 || code === 0xa0) return -1
  if (code >= 65 && code <= 90) return code + 32
  if (code === 45) return 43
  return code === 95 ? 47 : code
}
