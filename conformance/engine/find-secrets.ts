/**
 * Finds secrets in a text, whole or in pieces and however they are encoded, in time linear in the text.
 *
 * Text and secrets are decoded to the same plain form. In it, a piece of a secret is a run of positions at which a
 * window of eight characters also occurs in the secret. A piece is no secret where each window of it also occurs in a
 * public text. No patterns are built from secrets.
 */
import { decoded, folded, foldedCode, isMark, type View, viewOf } from './decoded-text.ts'

export interface Secret {
  readonly value: string
  readonly shown: string
}

/** A part of the text to replace. */
export interface Hit {
  from: number
  to: number
  shown: string
  /** A piece of base64: signs next to it mix the secret with its surroundings. */
  isBase64: boolean
}

const WINDOW = 8
/** A piece is a third of a secret, within these bounds; a shorter secret is only found whole. */
const LEAST_PIECE = 12
const LONGEST_PIECE = 24

interface Needle extends Secret {
  /** How many windows it has. */
  readonly windows: number
  /** How many windows in a row make a piece. */
  readonly least: number
  readonly isBase64: boolean
}

export class SecretFinder {
  /** Shorter secrets are found as whole words, because they occur in other words by chance. */
  readonly #words: Secret[] = []
  readonly #needles: Needle[] = []
  /** By the hash of a window: the needles that it occurs in. */
  readonly #windows = new Map<number, number[]>()
  /** Whether a hash with these last bits is in `#windows`. */
  readonly #mayBe = new Uint8Array(1 << 16)
  /** Hashes of the windows of public texts. */
  readonly #publics: ReadonlySet<number>[]

  constructor(...publics: ReadonlySet<number>[]) {
    this.#publics = publics
  }

  add(secret: Secret): void {
    const views = [...viewsOf(secret.value)].map(folded)
    if (views.some(({ codes }) => codes.length < WINDOW)) this.#words.push(secret)
    for (const view of views) this.#addNeedle(secret, view)
    this.#addNeedle(secret, folded(viewOf(Buffer.from(secret.value).toString('hex'))))
    for (const core of base64Cores(secret.value)) this.#addNeedle(secret, folded(viewOf(core)), true)
  }

  /** Parts to replace, in order and without overlaps. */
  find(text: string): Hit[] {
    const hits = this.#words.flatMap(secret => wordsIn(text, secret))
    if (this.#needles.length > 0 && !this.#isClean(text))
      for (const view of viewsOf(text)) this.#search(folded(view), hits)
    return merged(text, hits)
  }

  /** Whether the text is not encoded and has no window of a secret. Most texts are clean, and this takes little time. */
  #isClean(text: string): boolean {
    const codes = new Uint16Array(WINDOW)
    let hash = 0
    let length = 0
    for (let at = 0; at < text.length; at++) {
      const sign = text.charCodeAt(at)
      if (isMark(sign)) return false
      const code = foldedCode(sign)
      if (code < 0) continue
      const out = codes[length % WINDOW]!
      codes[length % WINDOW] = code
      hash = (Math.imul(hash, FACTOR) + code - Math.imul(out, FACTOR_OUT)) | 0
      if (++length >= WINDOW && this.#mayBe[hash & 0xffff] === 1 && this.#windows.has(hash)) return false
    }
    return true
  }

  #addNeedle(secret: Secret, { codes }: View, isBase64 = false): void {
    if (codes.length < WINDOW) return
    const piece = Math.min(LONGEST_PIECE, Math.max(LEAST_PIECE, Math.ceil(codes.length / 3)))
    const needle =
      this.#needles.push({
        ...secret,
        windows: codes.length - WINDOW + 1,
        least: Math.min(codes.length, piece) - WINDOW + 1,
        isBase64,
      }) - 1
    eachWindow(codes, hash => {
      const known = this.#windows.get(hash)
      if (known === undefined) this.#windows.set(hash, [needle])
      else if (known.at(-1) !== needle) known.push(needle)
      this.#mayBe[hash & 0xffff] = 1
    })
  }

  #search(view: View, hits: Hit[]): void {
    /** By needle: its latest run. */
    const runs = new Map<number, Run>()
    const end = (index: number, { first, last, isPublic }: Run) => {
      const { windows, least, shown, isBase64 } = this.#needles[index]!
      const length = last - first + 1
      if (length < least || (isPublic && length < windows)) return
      hits.push({ from: view.from[first]!, to: view.to[last + WINDOW - 1]!, shown, isBase64 })
    }
    eachWindow(view.codes, (hash, at) => {
      if (this.#mayBe[hash & 0xffff] === 0) return
      const found = this.#windows.get(hash)
      if (!found) return
      const isPublic = this.#publics.some(hashes => hashes.has(hash))
      for (const index of found) {
        const run = runs.get(index)
        if (run?.last === at - 1) {
          run.last = at
          run.isPublic &&= isPublic
        } else {
          if (run) end(index, run)
          runs.set(index, { first: at, last: at, isPublic })
        }
      }
    })
    for (const [index, run] of runs) end(index, run)
  }
}

/** Where a piece of a secret begins and ends, by its windows, and whether all of them are of public texts. */
interface Run {
  readonly first: number
  last: number
  isPublic: boolean
}

/** The hashes of all windows of a text that is no secret. */
export function windowsOf(text: string): number[] {
  const hashes: number[] = []
  eachWindow(folded(viewOf(text)).codes, hash => hashes.push(hash))
  return hashes
}

/** A text as it is, and decoded as often as it was encoded. */
function* viewsOf(text: string): Generator<View> {
  let view = viewOf(text)
  yield view
  for (let times = 0; times < MAX_ENCODINGS; times++) {
    const next = decoded(view)
    if (next === view) return
    view = next
    yield view
  }
}

/** More than anything encodes a text; each costs another search. */
const MAX_ENCODINGS = 6

const FACTOR = 0x01000193
const FACTOR_OUT = Array.from({ length: WINDOW }).reduce<number>(power => Math.imul(power, FACTOR), 1)

/** Calls back with the rolling hash of every window. */
function eachWindow(codes: Uint16Array, found: (hash: number, at: number) => void): void {
  let hash = 0
  for (let at = 0; at < codes.length; at++) {
    hash = (Math.imul(hash, FACTOR) + codes[at]!) | 0
    if (at >= WINDOW) hash = (hash - Math.imul(codes[at - WINDOW]!, FACTOR_OUT)) | 0
    if (at >= WINDOW - 1) found(hash, at - WINDOW + 1)
  }
}

function wordsIn(text: string, { value, shown }: Secret): Hit[] {
  const lower = text.toLowerCase()
  const word = value.toLowerCase()
  const hits: Hit[] = []
  for (let from = lower.indexOf(word); from >= 0; from = lower.indexOf(word, from + word.length)) {
    const to = from + word.length
    if (!/[a-z0-9]/.test(lower[from - 1] ?? '') && !/[a-z0-9]/.test(lower[to] ?? ''))
      hits.push({ from, to, shown, isBase64: false })
  }
  return hits
}

/** Widens base64 to its ends. Where hits overlap, the longest gives the name. */
function merged(text: string, hits: Hit[]): Hit[] {
  const apart: Hit[] = []
  for (const hit of hits.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    const last = apart.at(-1)
    let { from, to } = hit
    if (hit.isBase64) {
      while (from > (last?.to ?? 0) && isBase64(text, from - 1)) from--
      to = Math.max(to, last?.to ?? 0)
      while (isBase64(text, to)) to++
    }
    if (!last || from >= last.to) apart.push({ ...hit, from, to })
    else {
      if (hit.to - hit.from > last.to - last.from) last.shown = hit.shown
      last.to = Math.max(last.to, to)
    }
  }
  return apart
}

const isBase64 = (text: string, at: number) => at < text.length && /[\w+/=-]/.test(text[at]!)

/** The parts of its base64 form that depend on the secret alone, at every alignment (`Bearer KEY`, `user:KEY`). */
function base64Cores(secret: string): string[] {
  return [0, 1, 2].map(offset => {
    const text = Buffer.from('\0'.repeat(offset) + secret).toString('base64')
    const whole = Math.floor(((offset + Buffer.byteLength(secret)) * 8) / 6)
    return text.slice(Math.ceil((offset * 8) / 6), whole)
  })
}
