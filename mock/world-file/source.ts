// Parses YAML or JSON to a plain value with the positions of its members.
import type * as Yaml from 'yaml'
import type { Alias, Document, Node } from 'yaml'
import { parseYaml } from './parse-yaml.ts'
import type { Path, Place } from './problem.ts'

/** The maximum size of a file after its aliases are expanded. */
const MAX_BYTES = 10_000_000
const MAX_DEPTH = 100
/** Values that stand in a file more than once, by its aliases. */
export const MAX_UNFOLDED = 10_000

/** A value with the positions of its members. */
export interface Sourced {
  readonly value: unknown
  readonly placeOf: PlaceOf
}

/** A position, and how many parts of the path it was found by. */
export interface Found {
  readonly place: Place
  readonly depth: number
}

/**
 * Finds the position of a member's value or, with `ofKey`, of its name. A member without one has that of its parent;
 * undefined if that has none either.
 */
export type PlaceOf = (path: Path, ofKey?: boolean) => Found | undefined

/** For values that were not given as text. */
export const nowhere: PlaceOf = () => undefined

/** The positions of two sources that were merged: the tasks of the second follow those of the first, of which there are so many. */
export function mergedPlaces(first: PlaceOf, second: PlaceOf, tasks: number): PlaceOf {
  return (path, ofKey) => {
    const [kind, index, ...more] = path
    const isTask = kind === 'tasks' && typeof index === 'number'
    const own = second(isTask ? [kind, index - tasks, ...more] : path, ofKey)
    const base = first(path, ofKey)
    return base && base.depth > (own?.depth ?? -1) ? base : own
  }
}

/** Parses a text; syntax errors are reported. */
export async function parseSource(
  text: string,
  file: string,
  report: (place: Place | undefined, at: Path, message: string) => void,
): Promise<Sourced> {
  const { yaml, lines, document } = await parseYaml(text)
  const placeAt = (offset: number | undefined): Place => {
    const { line, col } = lines.linePos(offset ?? 0)
    return { file, line, column: col }
  }
  // Later errors mostly follow from the first.
  const [first] = document.errors
  if (first) {
    report(
      placeAt(first.pos[0]),
      [],
      `${first.message}; a text with { } [ ] , # or a colon in it needs quotes`,
    )
    return { value: undefined, placeOf: nowhere }
  }
  let bytes = 0
  let unfoldedValues = 0
  const named = namedNodes(yaml, document)
  const value = plain(document.contents, [], [], false)
  return { value: bytes > MAX_BYTES ? undefined : value, placeOf }

  function placeOf(path: Path, ofKey = false): Found | undefined {
    let node: unknown = document.contents
    if (!node) return undefined
    let offset = offsetOf(node)
    let depth = 0
    for (const part of path) {
      let name: unknown
      // An alias has no members of its own.
      if (yaml.isSeq(node)) node = node.items[Number(part)]
      else if (yaml.isMap(node)) {
        const pair = node.items.findLast(({ key }) => nameOf(key) === part)
        name = pair?.key
        node = pair?.value
      } else break
      const found =
        (ofKey && depth === path.length - 1 ? offsetOf(name) : undefined) ?? offsetOf(node) ?? offsetOf(name)
      if (found === undefined) break
      offset = found
      depth += 1
    }
    return { place: placeAt(offset), depth }
  }

  function nameOf(key: unknown): string {
    return yaml.isScalar(key) ? String(key.value) : String(key)
  }

  function plain(node: unknown, path: Path, within: readonly unknown[], isUnfolded: boolean): unknown {
    const found = yaml.isAlias(node) ? named.get(node) : (node as Node | null | undefined)
    if (!found) return null
    const unfolded = isUnfolded || yaml.isAlias(node)
    if (isUnfolded && ++unfoldedValues > MAX_UNFOLDED)
      return stop(path, `its anchors unfold to more than ${MAX_UNFOLDED} values`)
    if (within.includes(found))
      return stop(path, 'contains itself; an anchor may not stand within what it names')
    if (within.length > MAX_DEPTH) return stop(path, `is nested more than ${MAX_DEPTH} times`)
    if (found.tag)
      report(placeAt(offsetOf(found)), path, `tags such as ${found.tag} are not taken; leave it out`)
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
      const name = nameOf(key)
      const at = [...path, name]
      if (entries.has(name))
        report(placeAt(offsetOf(key)), at, 'is there twice; put both together, or rename one')
      entries.set(name, plain(value, at, inside, unfolded))
      if (bytes > MAX_BYTES) break
    }
    return Object.fromEntries(entries)
  }

  function stop(path: Path, message: string): null {
    bytes = MAX_BYTES + 1
    report(placeOf(path)?.place, path, message)
    return null
  }
}

/** Where a node begins in the text. */
function offsetOf(node: unknown): number | undefined {
  return (node as Node | null | undefined)?.range?.[0]
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
