/** Reads YAML, and JSON, which is YAML as well, with the positions of its members, in time that grows with its length alone. */
import {
  CORE_SCHEMA,
  EVENT_ID,
  getScalarValue,
  parseEvents,
  SCALAR_STYLE,
  type ScalarEvent,
  YAMLException,
} from 'js-yaml'

/** A position in a file, counted from 1. */
export interface Place {
  readonly file: string
  readonly line: number
  readonly column: number
}

/** The path of a member, such as `['agents', 'quote-writer', 'script', 2]`. */
export type Path = readonly (string | number)[]

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

/** A part of a text in YAML. */
export interface YamlNode {
  /** Where it begins; undefined for a value that is left out. */
  readonly offset: number | undefined
  readonly tag?: string
  /** The characters and the value of a scalar. */
  readonly scalar?: { readonly text: string; readonly value: unknown }
  readonly items?: readonly YamlNode[]
  readonly pairs?: readonly (readonly [key: YamlNode, value: YamlNode])[]
  /** What an alias stands for. */
  readonly alias?: YamlNode
}

/** The maximum size of a file after its aliases are expanded. */
const MAX_BYTES = 10_000_000
const MAX_DEPTH = 100
/** Values that stand in a file more than once, by its aliases. */
export const MAX_UNFOLDED = 10_000

/** The root of a text, undefined if it is empty; or what makes it no YAML: later mistakes would mostly follow from the first. */
export function parseYaml(text: string) {
  // The trace of a mistake is not shown, and costs more than the rest.
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  try {
    return { root: nodesIn(text), mistake: undefined }
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error
    return { root: undefined, mistake: { offset: error.mark?.position ?? 0, message: error.reason } }
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}

/** Reads a text as a value. Reports what makes it no YAML, or what a file may not contain. */
export function readYaml(
  text: string,
  file: string,
  report: (place: Place | undefined, at: Path, message: string) => void,
): Sourced {
  const { root, mistake } = parseYaml(text)
  const placeAt = placesIn(text, file)
  if (mistake) {
    const hint = 'a text with { } [ ] , # or a colon in it needs quotes'
    report(placeAt(mistake.offset), [], `${mistake.message}; ${hint}`)
    return { value: undefined, placeOf: () => undefined }
  }
  let bytes = 0
  let unfoldedValues = 0
  const path: (string | number)[] = []
  /** The lists and maps around a node. */
  const within: YamlNode[] = []
  const value = root && plain(root, false)
  return { value: bytes > MAX_BYTES ? undefined : (value ?? null), placeOf }

  function placeOf(path: Path, ofKey = false): Found | undefined {
    const found = nodeAt(root, path, ofKey)
    return found && { place: placeAt(found.offset), depth: found.depth }
  }

  function plain(node: YamlNode, isUnfolded: boolean): unknown {
    const found = node.alias ?? node
    const unfolded = isUnfolded || node.alias !== undefined
    if (isUnfolded && ++unfoldedValues > MAX_UNFOLDED)
      return stop(`its anchors unfold to more than ${MAX_UNFOLDED} values`)
    if (unfolded && within.includes(found))
      return stop('contains itself; an anchor may not stand within what it names')
    if (within.length > MAX_DEPTH) return stop(`is nested more than ${MAX_DEPTH} times`)
    if (found.tag !== undefined)
      report(
        placeAt(found.offset ?? node.offset ?? 0),
        [...path],
        `tags such as ${found.tag} are not taken; leave it out`,
      )
    if (found.scalar) {
      bytes += found.scalar.text.length + 1
      return found.scalar.value
    }
    bytes += 2
    if (bytes > MAX_BYTES) return stop('becomes more than 10 MB when its anchors are unfolded')
    within.push(found)
    const value = found.items ? list(found.items, unfolded) : map(found.pairs ?? [], unfolded)
    within.pop()
    return value
  }

  function list(items: readonly YamlNode[], isUnfolded: boolean): unknown[] {
    return items.map((item, index) => member(item, index, isUnfolded))
  }

  function map(pairs: NonNullable<YamlNode['pairs']>, isUnfolded: boolean): Record<string, unknown> {
    const values: Record<string, unknown> = {}
    for (const [key, inner] of pairs) {
      const name = nameOf(key)
      if (Object.hasOwn(values, name))
        report(placeAt(key.offset ?? 0), [...path, name], 'is there twice; put both together, or rename one')
      const value = member(inner, name, isUnfolded)
      // An assignment would set the prototype.
      if (name === '__proto__') Object.defineProperty(values, name, { ...OWN, value })
      else values[name] = value
      if (bytes > MAX_BYTES) break
    }
    return values
  }

  function member(node: YamlNode, name: string | number, isUnfolded: boolean): unknown {
    path.push(name)
    const value = plain(node, isUnfolded)
    path.pop()
    return value
  }

  function stop(message: string): null {
    bytes = MAX_BYTES + 1
    report(placeOf(path)?.place, [...path], message)
    return null
  }
}

const OWN = { enumerable: true, writable: true, configurable: true }

/** The line and column of each offset. */
export function placesIn(text: string, file: string): (offset: number) => Place {
  let starts: number[] | undefined
  return offset => {
    starts ??= [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)]
    const line = starts.findLastIndex(start => start <= offset)
    return { file, line: line + 1, column: offset - starts[line]! + 1 }
  }
}

const nameOf = ({ scalar, alias }: YamlNode): string => String((scalar ?? alias?.scalar)?.value)

/** The offset of the member at a path, or of the nearest one around it. An alias has no members of its own. */
function nodeAt(root: YamlNode | undefined, path: Path, ofKey: boolean) {
  if (!root) return undefined
  let node: YamlNode | undefined = root
  let offset = root.offset ?? 0
  let depth = 0
  for (const part of path) {
    let key: YamlNode | undefined
    if (node?.items) node = node.items[Number(part)]
    else if (node?.pairs) [key, node] = node.pairs.findLast(([one]) => nameOf(one) === part) ?? []
    else break
    const isName: boolean = ofKey && depth === path.length - 1
    const found: number | undefined = (isName ? key?.offset : undefined) ?? node?.offset ?? key?.offset
    if (found === undefined) break
    offset = found
    depth += 1
  }
  return { offset, depth }
}

type Open = { node: YamlNode; children: YamlNode[] }

function nodesIn(text: string): YamlNode | undefined {
  const anchors = new Map<string, YamlNode>()
  const open: Open[] = []
  let root: YamlNode | undefined
  let documents = 0
  const slice = (start: number, end: number) => (start < 0 ? undefined : text.slice(start, end))
  const add = (node: YamlNode, anchor: string | undefined) => {
    if (anchor !== undefined) anchors.set(anchor, node)
    open.at(-1)!.children.push(node)
  }
  for (const event of parseEvents(text, { maxDepth: 1000 })) {
    if (event.type === EVENT_ID.DOCUMENT) {
      documents += 1
      if (documents > 1)
        YAMLException.throwAt(text, text.lastIndexOf('\n---') + 1, 'a second document begins')
      open.push({ node: { offset: undefined }, children: [] })
      continue
    }
    if (event.type === EVENT_ID.POP) {
      const { node, children } = open.pop()!
      const [first] = children
      if (open.length === 0) root = first
      else if (node.pairs) Object.assign(node, { pairs: inPairs(children) })
      continue
    }
    const anchor = slice(event.anchorStart, event.anchorEnd)
    if (event.type === EVENT_ID.ALIAS) {
      const alias = anchors.get(anchor ?? '')
      if (!alias) YAMLException.throwAt(text, event.anchorStart - 1, `there is no anchor ${anchor} before it`)
      add({ offset: event.anchorStart - 1, alias }, undefined)
      continue
    }
    const tag = slice(event.tagStart, event.tagEnd)
    if (event.type === EVENT_ID.SCALAR) add(withTag(scalarOf(text, event), tag), anchor)
    else {
      const children: YamlNode[] = []
      const { start: offset } = event
      const isList = event.type === EVENT_ID.SEQUENCE
      const node = withTag(isList ? { offset, items: children } : { offset, pairs: [] }, tag)
      add(node, anchor)
      open.push({ node, children })
    }
  }
  return root
}

const withTag = (node: YamlNode, tag: string | undefined) => (tag === undefined ? node : { ...node, tag })

function inPairs(children: readonly YamlNode[]) {
  const pairs: [YamlNode, YamlNode][] = []
  for (let at = 0; at + 1 < children.length; at += 2) pairs.push([children[at]!, children[at + 1]!])
  return pairs
}

const { PLAIN, LITERAL_BLOCK, FOLDED_BLOCK } = SCALAR_STYLE

/** An id may be a number with more digits than a number keeps. */
const isLong = (text: string) => /^\d{16,}$/.test(text) && !Number.isSafeInteger(Number(text))

function scalarOf(text: string, event: ScalarEvent): YamlNode {
  const source = getScalarValue(text, event)
  const { style, valueStart } = event
  const scalar = {
    text: source,
    value: style === PLAIN && !isLong(source) ? CORE_SCHEMA.resolveImplicitScalarTag(source).value : source,
  }
  if (valueStart < 0) return { offset: undefined, scalar }
  if (style === PLAIN) return { offset: valueStart, scalar }
  // The value begins behind its quote, or below the sign of its block.
  const sign = style === LITERAL_BLOCK ? '|' : style === FOLDED_BLOCK ? '>' : text[valueStart - 1]!
  return { offset: text.lastIndexOf(sign, valueStart - 1), scalar }
}
