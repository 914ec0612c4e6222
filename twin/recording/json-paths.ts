/** The members of a JSON value by path: `items[].cost.amount`. */
export interface Leaf {
  /** The path with indexes: `items[0].id`. */
  readonly at: string
  /** The path without indexes: `items[].id`. */
  readonly path: string
  /** The name of the member, or of the member whose list contains it. */
  readonly name: string
  readonly value: unknown
}

/** Every value that is not an object or list, and every empty object and list. */
export function leavesOf(value: unknown): Leaf[] {
  const found: Leaf[] = []
  walk(value, '', '', '')
  return found

  function walk(one: unknown, at: string, path: string, name: string): void {
    if (Array.isArray(one)) {
      if (one.length === 0) found.push({ at, path, name, value: one })
      for (const [index, item] of one.entries()) walk(item, `${at}[${index}]`, `${path}[]`, name)
    } else if (typeof one === 'object' && one !== null) {
      const entries = Object.entries(one)
      if (entries.length === 0) found.push({ at, path, name, value: one })
      for (const [key, inner] of entries)
        walk(inner, at === '' ? key : `${at}.${key}`, path === '' ? key : `${path}.${key}`, key)
    } else found.push({ at, path, name, value: one })
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
        const name = isDataKey(key) ? '*' : key
        const at = path === '' ? name : `${path}.${name}`
        found.add(at)
        walk(inner, at)
      }
  }
}

/** Whether a member's name is data: a day, a number, an id. */
export function isDataKey(name: string): boolean {
  return /\d{3,}|^\d+$|^[0-9a-f-]{12,}$|\s|@/.test(name)
}
