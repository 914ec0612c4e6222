/** Keeps secrets out of everything that leaves the suite: by value, wherever they turn up. */
export class Redactor {
  readonly #secrets: [secret: string, name: string][] = []

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
    for (const form of forms) this.#secrets.push([form, `$${name}`])
    this.#secrets.sort((a, b) => b[0].length - a[0].length)
  }

  text(text: string): string {
    let clean = text
    for (const [secret, name] of this.#secrets) clean = clean.replaceAll(secret, name)
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
