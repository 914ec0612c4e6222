// Walks the schemas of the contract and makes every change that a profile asks for: to the schema, and with it to the
// values that fit. What is inside is dressed before what is around it.
import { type Contract, gaps, type Schema } from '#openapi'
import { componentOf, dressParts } from './parts.ts'
import type { Profile } from './profile.ts'
import {
  type Change,
  type Changes,
  type Dressed,
  inOrder,
  isFields,
  type Place,
  type Turn,
  without,
} from './rewriting.ts'

/** Dresses schemas of one document by one profile. */
export interface Tailor {
  /** The dressed schema of a component; made when it is first asked for. */
  component(name: string): Dressed
  /** The dressed schema of a whole message or parameter. */
  dress(schema: Schema, where: Pick<Place, 'whole'> & Partial<Place>): Dressed
  /** The schemas that the changes have added to the document so far. */
  readonly added: Readonly<Record<string, Schema>>
  readonly profile: Profile
}

type Around = Pick<Place, 'within' | 'gaps' | 'inRequests'>

/** A tailor for a document, with the changes that a profile's answers ask for, in the order of the list. */
export function tailorFor(document: Contract, changes: readonly Changes[], profile: Profile): Tailor {
  const asked = changesFor(changes, profile)
  const sent = componentsOfRequests(document)
  const components = new Map<string, Dressed>()
  const added: Record<string, Schema> = {}

  function component(name: string): Dressed {
    const known = components.get(name)
    if (known) return known
    const schema = document.components.schemas[name]
    if (!schema) throw new Error(`The contract has no schema ${name}.`)
    // A schema that contains itself finds its own turns here; they are known by the time a value comes.
    const later = (which: 'out' | 'back'): Turn => {
      return (value, moment) => {
        const turn = components.get(name)?.[which]
        return turn ? turn(value, moment) : value
      }
    }
    components.set(name, { schema, out: later('out'), back: later('back') })
    const around = { within: name, gaps: [], inRequests: sent.has(name) }
    const dressed = change(schema, { ...placeOf(schema, around), component: name })
    components.set(name, dressed)
    return dressed
  }

  function placeOf(schema: Schema, around: Around, more: Partial<Place> = {}): Place {
    const own = [schema['x-gap'] ?? []].flat()
    return {
      component: undefined,
      name: undefined,
      whole: undefined,
      operation: undefined,
      dressed: component,
      ...around,
      ...more,
      gaps: own.length > 0 ? own : around.gaps,
    }
  }

  /** The parts first, then the changes of the schema itself, one after the other. */
  function change(schema: Schema, place: Place): Dressed {
    let dressed = inside(schema, place)
    for (const { make, ...answered } of asked) {
      const next = make(dressed.schema, place, { ...answered, profile })
      if (!next) continue
      Object.assign(added, next.components)
      dressed = {
        schema: next.schema,
        out: inOrder(dressed.out, next.out),
        back: inOrder(next.back, dressed.back),
        mediaType: next.mediaType ?? dressed.mediaType,
        stream: next.stream ?? dressed.stream,
        narrower: next.narrower || dressed.narrower,
      }
    }
    return withExamples(schema, dressed)
  }

  function inside(schema: Schema, place: Place): Dressed {
    if (schema.$ref !== undefined) return { ...component(componentOf(schema.$ref)), schema }
    const around: Around = { within: place.within, gaps: place.gaps, inRequests: place.inRequests }
    return dressParts(
      schema,
      (inner, name) =>
        // `true` is a schema as well, which fits everything.
        isFields(inner) ? change(inner, placeOf(inner, around, { name })) : { schema: inner },
      { was: original, is: name => components.get(name)?.schema ?? original(name) },
    )
  }

  const original = (name: string) => document.components.schemas[name] ?? {}

  return {
    component,
    dress: (schema, where) =>
      change(
        schema,
        placeOf(
          schema,
          { within: undefined, gaps: where.gaps ?? [], inRequests: isSent(where.whole) },
          where,
        ),
      ),
    added,
    profile,
  }
}

/** The changes that the answers of a profile ask for. */
function changesFor(changes: readonly Changes[], profile: Profile) {
  return changes.flatMap(table =>
    gaps.flatMap(({ id, default: usual }) => {
      const answer = profile[id]
      const make = (table[id] as Record<string, Change> | undefined)?.[answer]
      return make && answer !== usual ? [{ gap: id, answer, make }] : []
    }),
  )
}

/** Examples fit the schema as it is now, too; those that a change has put there stay. */
function withExamples(was: Schema, dressed: Dressed): Dressed {
  const { schema, out, narrower } = dressed
  if (!was.examples || schema.examples !== was.examples) return dressed
  if (narrower) return { ...dressed, schema: without(schema, 'examples') }
  if (!out) return dressed
  const examples = was.examples.map(example => out(example, { at: EXAMPLE_TIME, status: 200 }))
  return { ...dressed, schema: { ...schema, examples } }
}

/** The instant of every example. */
export const EXAMPLE_TIME = Date.parse('2026-11-20T09:30:00Z')

function isSent(whole: Place['whole']): boolean {
  return whole !== 'reply' && whole !== 'refusal' && whole !== 'event'
}

/** The components whose values stand in requests. */
function componentsOfRequests(document: Contract): Set<string> {
  const found = new Set<string>()
  const collect = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(collect)
    else if (isFields(node)) {
      const name = typeof node.$ref === 'string' ? componentOf(node.$ref) : ''
      if (document.components.schemas[name] && !found.has(name)) {
        found.add(name)
        collect(document.components.schemas[name])
      }
      Object.values(node).forEach(collect)
    }
  }
  for (const item of Object.values(document.paths))
    for (const operation of Object.values(item))
      if (isFields(operation)) collect((operation as { requestBody?: unknown }).requestBody)
  return found
}
