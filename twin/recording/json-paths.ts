/** The members of a JSON value, by their paths: `items[].cost.amount`. */
export interface Leaf {
  /** The path with the place of each element: `items[0].id`. */
  readonly at: string
  /** The same without places: `items[].id`. */
  readonly path: string
  /** The name of the member that it is, or that holds the list that it is in. */
  readonly name: string
  readonly value: unknown
}

/** Every value that is no object and no list, and every empty one of these. */
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

/** The names of all members with their paths, objects and lists included; keys that are data count as one. */
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

/** Whether the name of a member is data: a day, a number, an id. */
export function isDataKey(name: string): boolean {
  return /\d{3,}|^\d+$|^[0-9a-f-]{12,}$|\s|@/.test(name)
}
