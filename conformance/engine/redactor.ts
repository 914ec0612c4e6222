/** Redacts secrets in everything that leaves the suite, in every form in which a server may echo them. */
import type { Target } from '../target/target.ts'

interface Secret {
  shown: string
  /** In lower case. Every remnant of a piece contains a block, and every encoded form contains a core. */
  begin: string
  blocks: readonly string[]
  cores: readonly string[]
  forms: RegExp
}

/** Shorter texts are mostly names, ids and sentences of the suite that repeat often in a report. */
const SHORT = 200
const MAX_KNOWN = 20_000

export class Redactor {
  readonly #secrets = new Map<string, Secret>()
  /** Short texts and their redacted forms. */
  readonly #known = new Map<string, string>()
  #shortest = Number.POSITIVE_INFINITY

  /** Shows `secret` as `$NAME` from now on. */
  add(secret: string, name: string) {
    if (secret === '' || this.#secrets.has(secret)) return
    this.#secrets.set(secret, { shown: `$${name}`, ...patternsOf(secret) })
    this.#shortest = Math.min(this.#shortest, secret.length, 8)
    this.#known.clear()
  }

  text(text: string): string {
    if (text.length < this.#shortest) return text
    if (text.length > SHORT) return this.#clean(text)
    const known = this.#known.get(text)
    if (known !== undefined) return known
    const clean = this.#clean(text)
    if (this.#known.size >= MAX_KNOWN) this.#known.clear()
    this.#known.set(text, clean)
    return clean
  }

  #clean(text: string): string {
    const lower = text.toLowerCase()
    const decoded = unescaped(lower)
    let clean = text
    for (const { shown, begin, blocks, cores, forms } of this.#secrets.values()) {
      // The search for all forms of a secret is slow, so it runs only where a part of a secret is seen.
      if (blocks.some(block => decoded.includes(block)) || cores.some(core => lower.includes(core)))
        clean = clean.replace(forms, shown.replaceAll('$', '$$$$'))
      clean = withoutBeginning(clean, begin, shown)
    }
    return clean
  }

  /** Redacts every string in a plain JSON value, including keys of objects. */
  data<T>(value: T): T {
    if (typeof value === 'string') return this.text(value) as T
    if (Array.isArray(value)) return value.map(item => this.data(item)) as T
    if (value === null || typeof value !== 'object') return value
    const clean: Record<string, unknown> = {}
    for (const [name, inner] of Object.entries(value)) clean[this.text(name)] = this.data(inner)
    return clean as T
  }
}

/** A redactor for the target's keys and its proxy's password. */
export function redactorFor(target: Target): Redactor {
  const redactor = new Redactor()
  for (const key of target.keys) redactor.add(key.value, key.shown)
  for (const [name, address] of Object.entries(target.connection.proxy))
    if (name !== 'noProxy' && address !== '') {
      const { username, password } = new URL(address)
      redactor.add(decodeURIComponent(password), 'PROXY_PASSWORD')
      if (password === '') redactor.add(decodeURIComponent(username), 'PROXY_USER')
    }
  return redactor
}

function patternsOf(secret: string): Omit<Secret, 'shown'> {
  const cores = base64Cores(secret)
  const hex = Buffer.from(secret).toString('hex')
  const least = Math.min(secret.length, Math.max(8, Math.ceil(secret.length * 0.6)))
  const forms = [
    [...secret].map(escaped).join(''),
    ...piecesOf(secret, least),
    ...cores.map(
      core =>
        `[\\w+/-]*${core.replaceAll('+', '(?:\\+|-|%2B)').replaceAll('/', '(?:\\\\?/|_|%2F)')}[\\w+/-]*={0,2}`,
    ),
    hex,
  ]
  const lower = secret.toLowerCase()
  const size = Math.max(Math.min(4, secret.length), Math.floor(least / 2))
  return {
    begin: lower,
    blocks: Array.from({ length: Math.floor(secret.length / size) }, (_, n) =>
      unescaped(lower.slice(n * size, (n + 1) * size)),
    ),
    cores: [...cores.map(longestWord), hex].map(core => core.toLowerCase()),
    forms: new RegExp(forms.join('|'), 'gi'),
  }
}

const longestWord = (core: string) =>
  core.split(/[+/]/).reduce((longest, word) => (word.length > longest.length ? word : longest), '')

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Decodes a text as often as it was encoded; precise enough to decide whether to search. */
function unescaped(text: string): string {
  if (!/[%&\\]/.test(text)) return text
  const sign = (code: number) => (code <= 0xffff ? String.fromCharCode(code) : '')
  return text
    .replace(/%(?:25)*([0-9a-f]{2})/g, (_, hex: string) => sign(Number.parseInt(hex, 16)))
    .replace(/\\+[ux](?:00)?([0-9a-f]{2})/g, (_, hex: string) => sign(Number.parseInt(hex, 16)))
    .replace(/&#x0*([0-9a-f]{1,4});/g, (_, hex: string) => sign(Number.parseInt(hex, 16)))
    .replace(/&#0*(\d{1,5});/g, (_, code: string) => sign(Number(code)))
    .replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES[name] ?? '')
    .replaceAll('\\', '')
    .toLowerCase()
}

/** A truncated text may end with the beginning of a secret. */
function withoutBeginning(text: string, begin: string, shown: string): string {
  const least = Math.max(8, Math.ceil(begin.length / 3))
  if (begin.length <= least || text.length < least) return text
  const tail = text.slice(-begin.length).toLowerCase()
  const at = tail.lastIndexOf(begin.slice(0, least))
  return at >= 0 && begin.startsWith(tail.slice(at))
    ? text.slice(0, text.length - tail.length + at) + shown
    : text
}

/**
 * A pattern for a character: plain, percent-encoded any number of times, escaped for JSON or JavaScript, or an entity.
 */
function escaped(sign: string): string {
  const code = sign.codePointAt(0) ?? 0
  const hex = code.toString(16).padStart(2, '0')
  const named: Record<string, string> = {
    '&': '|&amp;',
    '<': '|&lt;',
    '>': '|&gt;',
    '"': '|&quot;',
    "'": '|&apos;',
  }
  const backslash = '"\\/'.includes(sign) ? `|\\\\+${literally(sign)}` : ''
  return `(?:${literally(sign)}|%(?:25)*${hex}|\\\\+u00${hex}|\\\\+x${hex}|&#x0*${hex};|&#0*${code};${named[sign] ?? ''}${backslash})`
}

/** Parts of the secret of at least that length, in case it was truncated. */
function piecesOf(secret: string, least: number): string[] {
  return Array.from({ length: secret.length - least + 1 }, (_, at) => {
    const rest = [...secret.slice(at + least)].map(literally)
    return (
      literally(secret.slice(at, at + least)) +
      rest.map(sign => `(?:${sign}`).join('') +
      ')?'.repeat(rest.length)
    )
  })
}

/** Substrings of its base64 form at every alignment (`Bearer KEY`, `user:KEY`). */
function base64Cores(secret: string): string[] {
  const cores = [0, 1, 2].map(offset => {
    const text = Buffer.from('\0'.repeat(offset) + secret).toString('base64')
    const whole = Math.floor(((offset + Buffer.byteLength(secret)) * 8) / 6)
    return text.slice(Math.ceil((offset * 8) / 6), whole)
  })
  return cores.filter(core => core.length >= 6)
}

const literally = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
