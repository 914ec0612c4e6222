// Parses YAML or JSON to a plain value with the positions of its members.
import type * as Yaml from 'yaml'
import type { Alias, Document, Node } from 'yaml'
import type { Path, Place } from './problem.ts'

/** The maximum size of a file after its aliases are expanded. */
const MAX_BYTES = 10_000_000
const MAX_DEPTH = 100
/** Values that stand in a file more than once, by its aliases. */
export const MAX_UNFOLDED = 10_000

/** A value with the positions of its members. */
export interface Sourced {
  readonly value: unknown
  readonly places: Places
}

/** The positions of members. A member without one has that of its parent. */
export class Places {
  readonly #keys = new Map<string, Place>()
  readonly #values = new Map<string, Place>()

  set(path: Path, value: Place, key: Place = value): void {
    this.#values.set(nameOf(path), value)
    this.#keys.set(nameOf(path), key)
  }

  /** The position of a member's value or, with `ofKey`, of its name. */
  of(path: Path, ofKey = false): Place | undefined {
    for (let length = path.length; length >= 0; length--) {
      const known = (ofKey && length === path.length ? this.#keys : this.#values).get(
        nameOf(path.slice(0, length)),
      )
      if (known) return known
    }
    return undefined
  }

  /** Adds the positions of another source; `renamed` maps its paths. */
  add(others: Places, renamed: (path: Path) => Path = path => path): void {
    for (const [name, value] of others.#values) {
      const path = renamed(JSON.parse(name) as Path)
      this.set(path, value, others.#keys.get(name))
    }
  }
}

function nameOf(path: Path): string {
  return JSON.stringify(path)
}

/** Parses a text; syntax errors are reported. */
export async function parseSource(
  text: string,
  file: string,
  report: (place: Place, at: Path, message: string) => void,
): Promise<Sourced> {
  // Imported on demand, so that a mock without a world file starts faster.
  const yaml = await import('yaml')
  const lines = new yaml.LineCounter()
  const document = yaml.parseDocument(text, { lineCounter: lines, uniqueKeys: false, prettyErrors: false })
  const placeAt = (offset: number | undefined): Place => {
    const { line, col } = lines.linePos(offset ?? 0)
    return { file, line, column: col }
  }
  const places = new Places()
  // Later errors mostly follow from the first.
  const [first] = document.errors
  if (first) {
    report(
      placeAt(first.pos[0]),
      [],
      `${first.message}; a text with { } [ ] , # or a colon in it needs quotes`,
    )
    return { value: undefined, places }
  }
  let bytes = 0
  let unfoldedValues = 0
  const named = namedNodes(yaml, document)
  const value = plain(document.contents, [], [], false)
  return { value: bytes > MAX_BYTES ? undefined : value, places }

  function plain(node: unknown, path: Path, within: readonly unknown[], isUnfolded: boolean): unknown {
    const found = yaml.isAlias(node) ? named.get(node) : (node as Node | null | undefined)
    if (!found) return null
    // The position of an aliased value is that of the alias.
    const unfolded = isUnfolded || yaml.isAlias(node)
    if (!isUnfolded) placeOnce(path, node as Node)
    else if (++unfoldedValues > MAX_UNFOLDED)
      return stop(path, `its anchors unfold to more than ${MAX_UNFOLDED} values`)
    if (within.includes(found))
      return stop(path, 'contains itself; an anchor may not stand within what it names')
    if (within.length > MAX_DEPTH) return stop(path, `is nested more than ${MAX_DEPTH} times`)
    if (found.tag)
      report(placeAt(found.range?.[0]), path, `tags such as ${found.tag} are not taken; leave it out`)
    if (yaml.isScalar(found)) {
      bytes += String(found.source ?? found.value).length + 1
      return found.value
    }
    bytes += 2
    if (bytes > MAX_BYTES) return stop(path, 'becomes more than 10 MB when its anchors are unfolded')
    const inside = [...within, found]
    if (yaml.isSeq(found))
      return found.items.map((item, index) => plain(item, [...path, index], inside, unfolded))
    if (!yaml.isMap(found)) return null
    const entries = new Map<string, unknown>()
    for (const { key, value } of found.items) {
      const name = yaml.isScalar(key) ? String(key.value) : String(key)
      const at = [...path, name]
      const keyPlace = placeAt((key as Node | null)?.range?.[0])
      if (entries.has(name)) report(keyPlace, at, 'is there twice; put both together, or rename one')
      if (!unfolded)
        places.set(
          at,
          placeAt((value as Node | null)?.range?.[0] ?? (key as Node | null)?.range?.[0]),
          keyPlace,
        )
      entries.set(name, plain(value, at, inside, unfolded))
      if (bytes > MAX_BYTES) break
    }
    return Object.fromEntries(entries)
  }

  function placeOnce(path: Path, node: Node): void {
    if (path.length === 0 || typeof path.at(-1) === 'number') places.set(path, placeAt(node.range?.[0]))
  }

  function stop(path: Path, message: string): null {
    bytes = MAX_BYTES + 1
    report(places.of(path) ?? placeAt(0), path, message)
    return null
  }
}

/** The node that each alias stands for: the latest before it with that anchor. */
function namedNodes({ visit, isAlias }: typeof Yaml, document: Document): Map<Alias, Node | undefined> {
  const latest = new Map<string, Node>()
  const named = new Map<Alias, Node | undefined>()
  visit(document, {
    Node(_, node) {
      if (isAlias(node)) named.set(node, latest.get(node.source))
      else if (node.anchor !== undefined) latest.set(node.anchor, node)
    },
  })
  return named
}
