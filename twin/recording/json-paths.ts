import type { Fields } from '#openapi'

/** A member of a JSON value. Its paths are put together when read, because most never are. */
export class Leaf {
  readonly value: unknown
  /** The name of the member, or of the member whose list contains it. */
  readonly name: string
  readonly #above: Leaf | undefined
  readonly #step: string

  constructor(value: unknown, name = '', above?: Leaf, step = name) {
    this.value = value
    this.name = name
    this.#above = above
    this.#step = step
  }

  /** The path with indexes: `items[0].id`. */
  get at(): string {
    const before = this.#above?.at ?? ''
    return Array.isArray(this.#above?.value) ? `${before}[${this.#step}]` : join(before, this.#step)
  }

  /** The path without indexes: `items[].id`. */
  get path(): string {
    return this.at.replaceAll(/\[\d+\]/g, '[]')
  }
}

/** Every value that is not an object or list, and every empty object and list. */
export function leavesOf(value: unknown): Leaf[] {
  const found: Leaf[] = []
  walk(new Leaf(value))
  return found

  function walk(one: Leaf): void {
    const inner = typeof one.value === 'object' && one.value !== null ? (one.value as Fields) : {}
    const keys = Object.keys(inner)
    if (keys.length === 0) found.push(one)
    for (const key of keys) walk(new Leaf(inner[key], Array.isArray(inner) ? one.name : key, one, key))
  }
}

/** The paths of all members, including objects and lists; keys that are data count as one. */
export function memberPaths(value: unknown): Set<string> {
  const found = new Set<string>()
  walk(value, '')
  return found

  function walk(one: unknown, path: string): void {
    if (Array.isArray(one)) for (const item of one) walk(item, `${path}[]`)
    else if (typeof one === 'object' && one !== null)
      for (const [key, inner] of Object.entries(one)) {
        const at = join(path, isDataKey(key) ? '*' : key)
        found.add(at)
        walk(inner, at)
      }
  }
}

export function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`
}

export function lastOf(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1)
}

/** Whether the name of a member is data: a day, a number, an id. */
export function isDataKey(name: string): boolean {
  return /\d{3,}|^\d+$|^[0-9a-f-]{12,}$|^(?=(?:\D*\d){4})[\w-]{12,}$|\s|@/.test(name)
}
