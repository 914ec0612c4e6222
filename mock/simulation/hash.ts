/**
 * Four 32-bit words from a text (the public-domain cyrb128). Fast and well mixed, not cryptographic: it seeds random
 * streams, spreads ids and makes fingerprints that detect accidental changes.
 */
export function hash128(text: string): [number, number, number, number] {
  let a = 1779033703
  let b = 3144134277
  let c = 1013904242
  let d = 2773480762
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    a = b ^ Math.imul(a ^ unit, 597399067)
    b = c ^ Math.imul(b ^ unit, 2869860233)
    c = d ^ Math.imul(c ^ unit, 951274213)
    d = a ^ Math.imul(d ^ unit, 2716044179)
  }
  a = Math.imul(c ^ (a >>> 18), 597399067)
  b = Math.imul(d ^ (b >>> 22), 2869860233)
  c = Math.imul(a ^ (c >>> 17), 951274213)
  d = Math.imul(b ^ (d >>> 19), 2716044179)
  a ^= b ^ c ^ d
  return [a >>> 0, (b ^ a) >>> 0, (c ^ a) >>> 0, (d ^ a) >>> 0]
}

/** A short fingerprint: eight hexadecimal digits per word. Default: one word. */
export function fingerprint(text: string, words: 1 | 2 | 3 | 4 = 1): string {
  return hash128(text)
    .slice(0, words)
    .map(word => word.toString(16).padStart(8, '0'))
    .join('')
}
