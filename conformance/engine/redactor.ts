/** Keeps secrets out of everything that leaves the suite, in every form in which a server may echo them. */
import type { Target } from '../target/target.ts'

interface Secret {
  shown: string
  /** Found in every text that holds a form of the secret; cheap, so that most texts are never searched. */
  hint: RegExp
  forms: RegExp
}

export class Redactor {
  readonly #secrets = new Map<string, Secret>()

  /** From now on `secret` is shown as `$NAME`. */
  add(secret: string, name: string) {
    if (secret === '' || this.#secrets.has(secret)) return
    this.#secrets.set(secret, { shown: `$${name}`, ...patternsOf(secret) })
  }

  text(text: string): string {
    let clean = text
    for (const [secret, { hint, forms, shown }] of this.#secrets) {
      if (hint.test(clean)) clean = clean.replace(forms, shown.replaceAll('$', '$$$$'))
      clean = withoutBeginning(clean, secret, shown)
    }
    return clean
  }

  /** Every string inside a plain JSON value, keys of objects included. */
  data<T>(value: T): T {
    if (typeof value === 'string') return this.text(value) as T
    if (Array.isArray(value)) return value.map(item => this.data(item)) as T
    if (value === null || typeof value !== 'object') return value
    const clean: Record<string, unknown> = {}
    for (const [name, inner] of Object.entries(value)) clean[this.text(name)] = this.data(inner)
    return clean as T
  }
}

/** Knows the keys of the target and the password of its proxy. */
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
  const pieces = piecesOf(secret, least)
  const forms = [
    [...secret].map(escaped).join(''),
    ...pieces,
    ...cores.map(core => `[\\w+/-]*${core}[\\w+/-]*={0,2}`),
    hex,
  ]
  // Whatever is left of a piece holds one of the blocks; other forms hold a core, or signs that escape.
  const size = Math.max(4, Math.floor(least / 2))
  const blocks = Array.from({ length: Math.floor(secret.length / size) }, (_, n) =>
    literally(secret.slice(n * size, (n + 1) * size)),
  )
  const hints = [...blocks, ...cores, hex.slice(0, 8), '%[2-7]', '\\\\[ux"\\\\/]', '&[#aglq]']
  return { hint: new RegExp(hints.join('|'), 'i'), forms: new RegExp(forms.join('|'), 'gi') }
}

/** A text that was cut may end with the beginning of a secret. */
function withoutBeginning(text: string, secret: string, shown: string): string {
  const tail = text.slice(-secret.length).toLowerCase()
  const begin = secret.toLowerCase()
  for (let length = secret.length - 1; length >= Math.max(8, secret.length / 3); length--)
    if (tail.endsWith(begin.slice(0, length))) return text.slice(0, -length) + shown
  return text
}

/** A character as itself, percent-encoded any number of times, escaped as in JSON or JavaScript, or as an entity. */
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

/** Parts of the secret, at least that long: somebody may have cut it. */
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

/** What its base64 contains wherever it begins in what was encoded (`Bearer KEY`, `user:KEY`), in every alphabet. */
function base64Cores(secret: string): string[] {
  const cores = [0, 1, 2].map(offset => {
    const text = Buffer.from('\0'.repeat(offset) + secret)
      .toString('base64')
      .replace(/=+$/, '')
    const whole = Math.floor(((offset + Buffer.byteLength(secret)) * 8) / 6)
    return text.slice(Math.ceil((offset * 8) / 6), whole)
  })
  return cores
    .filter(core => core.length >= 6)
    .map(core => core.replaceAll('+', '(?:\\+|-|%2B)').replaceAll('/', '(?:\\\\?/|_|%2F)'))
}

const literally = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
