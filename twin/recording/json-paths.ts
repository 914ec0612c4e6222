import type { Fields } from '#openapi'

/** A member of a JSON value. */
export interface Leaf {
  readonly value: unknown
  /** The name of the member, or of the member whose list contains it. */
  readonly name: string
  /** The path with indexes: `items[0].id`. */
  readonly at: string
  /** The path without indexes: `items[].id`. */
  readonly path: string
}

/** Every value that is not an object or list, and every empty object and list. */
export function leavesOf(whole: unknown): Leaf[] {
  const found: Leaf[] = []
  walk(whole, '', '', '')
  return found

  function walk(value: unknown, name: string, at: string, path: string): void {
    const inner = typeof value === 'object' && value !== null ? (value as Fields) : {}
    const keys = Object.keys(inner)
    if (keys.length === 0) found.push({ value, name, at, path })
    for (const key of keys)
      if (Array.isArray(inner)) walk(inner[key], name, `${at}[${key}]`, `${path}[]`)
      else walk(inner[key], key, join(at, key), join(path, key))
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
