/**
 * Four 32-bit words from a text (the public-domain cyrb128). Fast and well mixed, not cryptographic: it seeds random
 * streams, spreads ids and makes fingerprints that detect accidental changes.
 */
export function hash128(text: string): Words {
  return finished(mixed(START, text))
}

/**
 * A hash in the making. Its words are read by index: an iterator for each would take longer than the hash of an id. A text that is mixed in parts has the same hash as the whole. */
export type Words = [number, number, number, number]

export const START: Words = [1779033703, 3144134277, 1013904242, 2773480762]

/** The hash in the making with a further part of the text. */
export function mixed(words: Readonly<Words>, text: string): Words {
  let a = words[0]
  let b = words[1]
  let c = words[2]
  let d = words[3]
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    a = b ^ Math.imul(a ^ unit, 597399067)
    b = c ^ Math.imul(b ^ unit, 2869860233)
    c = d ^ Math.imul(c ^ unit, 951274213)
    d = a ^ Math.imul(d ^ unit, 2716044179)
  }
  return [a, b, c, d]
}

export function finished(words: Readonly<Words>): Words {
  let a = Math.imul(words[2] ^ (words[0] >>> 18), 597399067)
  const b = Math.imul(words[3] ^ (words[1] >>> 22), 2869860233)
  const c = Math.imul(a ^ (words[2] >>> 17), 951274213)
  const d = Math.imul(b ^ (words[3] >>> 19), 2716044179)
  a ^= b ^ c ^ d
  return [a >>> 0, (b ^ a) >>> 0, (c ^ a) >>> 0, (d ^ a) >>> 0]
}

/** A short fingerprint: eight hexadecimal digits per word. Default: one word. */
export function fingerprint(text: string, words: 1 | 2 | 3 | 4 = 1): string {
  return hexOf(hash128(text).slice(0, words))
}

/** Eight hexadecimal digits per word. */
export function hexOf(words: readonly number[]): string {
  return words.map(word => word.toString(16).padStart(8, '0')).join('')
}
