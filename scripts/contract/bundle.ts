// Joins the split contract into one document. References between files become references to components, so the
// names that the authors chose are the names that every tool and every client sees.
import { posix } from 'node:path'
import { escapeSegment, lookUp, segmentsOf } from '../../openapi/elements.ts'
import { impliedParts, schemaInFull, spreadRateLimits, withContent } from './implied-parts.ts'
import { isObject, type Json, type JsonObject, type Place, type Problem, type Sources } from './sources.ts'

export interface Bundle {
  document: JsonObject
  problems: Problem[]
  /** The file and line of the element at a JSON pointer of the document. */
  placeAt: (pointer: string) => Place
}

/** The kinds of components that a file of the contract may hold. */
export const KINDS = ['schemas', 'parameters', 'headers', 'responses', 'requestBodies', 'examples'] as const
type Kind = (typeof KINDS)[number]

interface Component {
  kind: Kind
  name: string
  /** `file#/schemas/Name`, which distinguishes components with the same name. */
  source: string
}

/** Bundles the contract whose root is `entry`. Never throws for an invalid contract; `problems` has the mistakes. */
export function bundle(sources: Sources, entry = 'openapi.yaml'): Bundle {
  const problems: Problem[] = []
  const components = new Map<string, Component & { value: Json }>()

  const root = sources.read(entry)
  if (!isObject(root)) {
    const place = { file: entry, line: 1 }
    const what = 'is missing or is not a YAML map.'
    const todo = 'Write the root of the OpenAPI document here.'
    problems.push(...sources.problems, { ...place, where: 'contract', what, todo })
    return { document: {}, problems, placeAt: () => place }
  }

  const complete = root['x-usual-replies'] && impliedParts(sources, root, entry)
  const document = copy(root, entry, '') as JsonObject
  delete document['x-usual-replies']
  const own = isObject(document.components) ? document.components : {}
  document.components = { ...own, ...sortedComponents(components) }
  problems.unshift(...sources.problems, ...spreadRateLimits(document, sources))
  return { document, problems, placeAt: pointer => placeAt(document, pointer) }

  function copy(value: Json, file: string, where: string): Json {
    if (Array.isArray(value)) {
      const items = value.map((item, index) => copy(item, file, `${where}/${index}`))
      return sources.inherit(items, value)
    }
    if (!isObject(value)) return value
    if (!isReference(where)) return sources.inherit(copyEntries(value, file, where), value)
    if (typeof value.$ref === 'string') return copyReference(value, file, where)
    const whole = withWords(schemaInFull(withContent(value, where), sources), file)
    return sources.inherit(copyEntries(whole, file, where), value)
  }

  function copyEntries(value: JsonObject, file: string, where: string): JsonObject {
    const entries = Object.entries(value)
    return Object.fromEntries(
      entries.map(([key, entry]) => [key, copy(entry, file, `${where}/${escapeSegment(key)}`)]),
    )
  }

  function copyReference(value: JsonObject, file: string, where: string): Json {
    const { target, pointer, found, refuse, place } = follow(value, file)
    if (target === entry) return sources.inherit(copyEntries(value, file, where), value)
    if (found === undefined) return refuse('points to nothing.', 'Correct the path or the name after #.')
    if (/^\/paths\/[^/]+$/.test(where)) {
      const [, path = ''] = segmentsOf(where)
      const item = complete && isObject(found) ? complete(found, { path, file: target }) : found
      return copy(item, target, where)
    }
    const component = componentOf(target, pointer)
    if (!component)
      return refuse(
        'does not point to a component.',
        'Refer to #/schemas/<Name> of a resource file, or to <Name> of a file in shared/.',
      )
    include(component, target, place)
    const rest = pointer.split('/').slice(component.source.split('#')[1]?.split('/').length ?? 0)
    const siblings = copyEntries(value, file, where)
    siblings.$ref = ['#/components', component.kind, component.name, ...rest].join('/')
    return sources.inherit(siblings, value)
  }

  /** A schema in full: `enum: { $ref: … }` has the words that it points to, and null where the type allows that. */
  function withWords(schema: JsonObject, file: string): JsonObject {
    if (!isObject(schema.enum)) return schema
    const { found, refuse } = follow(schema.enum, file)
    if (!Array.isArray(found))
      return refuse('does not point to a list of words.', 'Refer to #/schemas/<Name>/enum.')
    return { ...schema, enum: [schema.type].flat().includes('null') ? [...found, null] : found }
  }

  function follow(reference: JsonObject, file: string) {
    const ref = String(reference.$ref)
    const [path = '', pointer = ''] = ref.split('#')
    const target = path === '' ? file : posix.join(posix.dirname(file), path)
    const place = sources.placeOf(reference, '$ref') ?? { file, line: 1 }
    const refuse = (what: string, todo: string) => {
      problems.push({ ...place, where: ref, what, todo })
      return {}
    }
    return {
      target,
      pointer,
      place,
      refuse,
      found: lookUp(sources.read(target), pointer) as Json | undefined,
    }
  }

  function include(component: Component, file: string, place: Place): void {
    const id = `${component.kind}/${component.name}`
    const known = components.get(id)
    if (known && known.source !== component.source) {
      const what = `is the name of two ${component.kind}: ${known.source} and ${component.source}.`
      const todo = 'Rename one of them, or move it to shared/ and refer to it from both.'
      problems.push({ ...place, where: component.name, what, todo })
    }
    if (known) return
    const entry = { ...component, value: null as Json }
    components.set(id, entry)
    const original = (lookUp(sources.read(file), component.source.split('#')[1] ?? '') ?? null) as Json
    entry.value = copy(original, file, `/components/${id}`)
  }

  function placeAt(document: JsonObject, pointer: string): Place {
    let place: Place = { file: entry, line: 1 }
    let value: Json | undefined = document
    for (const segment of segmentsOf(pointer)) {
      if (typeof value !== 'object' || value === null) break
      place = sources.placeOf(value, segment) ?? place
      value = (value as JsonObject)[segment]
    }
    // For an object, its own position is the best one; it may be in another file.
    const own = typeof value === 'object' && value !== null ? sources.placeOf(value) : undefined
    return own && own.file !== place.file ? own : place
  }
}

/** In examples, defaults and enumerations `$ref` is data, and below `properties` it is the name of a field. */
function isReference(where: string): boolean {
  if (/\/properties$/.test(where)) return false
  return !/(?<!\/properties|\/responses)\/(example|default|const|enum|examples\/[^/]+\/value)(\/|$)/.test(
    where,
  )
}

function componentOf(file: string, pointer: string): Component | undefined {
  const [first, second] = segmentsOf(pointer)
  const shared = /(?:^|\/)shared\/(\w+)\.yaml$/.exec(file)?.[1]
  if (shared && isKind(shared) && first) return { kind: shared, name: first, source: `${file}#/${first}` }
  if (first && isKind(first) && second)
    return { kind: first, name: second, source: `${file}#/${first}/${second}` }
  return undefined
}

export function isKind(word: string): word is Kind {
  return (KINDS as readonly string[]).includes(word)
}

function sortedComponents(components: Map<string, Component & { value: Json }>): JsonObject {
  const sorted = [...components.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
  const kinds = KINDS.map(kind => {
    const entries = sorted.flatMap(one => (one.kind === kind ? [[one.name, one.value]] : []))
    return [kind, Object.fromEntries(entries)] as const
  })
  return Object.fromEntries(kinds.filter(([, members]) => Object.keys(members).length > 0))
}
