/** Keeps secrets out of everything that leaves the suite: by value, wherever they turn up. */
export class Redactor {
  readonly #names = new Map<string, string>()
  #secrets: RegExp | undefined

  /** From now on `secret` is shown as `$NAME`. Its escaped and encoded forms are covered too. */
  add(secret: string, name: string) {
    if (secret === '') return
    const forms = new Set([
      secret,
      encodeURIComponent(secret),
      JSON.stringify(secret).slice(1, -1),
      Buffer.from(secret).toString('base64'),
      Buffer.from(secret).toString('base64').replace(/=+$/, ''),
      secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
    ])
    for (const form of forms) if (!this.#names.has(form)) this.#names.set(form, `$${name}`)
    const longestFirst = [...this.#names.keys()].toSorted((a, b) => b.length - a.length)
    this.#secrets = new RegExp(longestFirst.map(literally).join('|'), 'g')
  }

  text(text: string): string {
    return this.#secrets ? text.replace(this.#secrets, form => this.#names.get(form) ?? form) : text
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

const literally = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
