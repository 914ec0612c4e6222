// Walks the schemas of the contract and makes every change that a profile asks for: to the schema, and with it to the
// values that fit. What is inside is dressed before what is around it.
import { type Contract, gaps, type Schema } from '#openapi'
import {
  type Change,
  type Changes,
  type Dressed,
  inOrder,
  isFields,
  type Place,
  type Turn,
} from './dressing.ts'
import { turnProperties } from './objects.ts'
import type { Profile } from './profile.ts'

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
    const later =
      (turn: 'out' | 'back'): Turn =>
      (value, moment) =>
        components.get(name)?.[turn]?.(value, moment) ?? value
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
    let dressed = dressParts(schema, place)
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
      }
    }
    return withExamples(schema, dressed)
  }

  function dressParts(schema: Schema, place: Place): Dressed {
    if (schema.$ref !== undefined) return { ...component(nameOf(schema.$ref)), schema }
    const around: Around = { within: place.within, gaps: place.gaps, inRequests: place.inRequests }
    const part = (inner: Schema, name?: string) =>
      isFields(inner)
        ? change(inner, placeOf(inner, around, name === undefined ? {} : { name }))
        : { schema: inner }
    let dressed: Dressed = { schema }
    const join = (keyword: string, value: unknown, out: Turn | undefined, back: Turn | undefined) => {
      dressed = {
        schema: { ...dressed.schema, [keyword]: value },
        out: inOrder(dressed.out, out),
        back: inOrder(dressed.back, back),
      }
    }
    if (schema.properties) {
      const parts = Object.entries(schema.properties).map(
        ([name, inner]) => [name, part(inner, name)] as const,
      )
      join(
        'properties',
        Object.fromEntries(parts.map(([name, inner]) => [name, inner.schema])),
        turnProperties(parts.map(([name, { out }]) => [name, out])),
        turnProperties(parts.map(([name, { back }]) => [name, back])),
      )
    }
    if (schema.items) {
      const inner = part(schema.items)
      join('items', inner.schema, ofItems(inner.out), ofItems(inner.back))
    }
    for (const keyword of ['oneOf', 'anyOf'] as const) {
      const branches = schema[keyword]?.map(branch => ({ was: branch, is: part(branch) }))
      if (!branches) continue
      join(
        keyword,
        branches.map(({ is }) => is.schema),
        ofBranch(branches.map(({ was, is }) => [value => mayFit(was, value, original), is.out])),
        ofBranch(branches.map(({ is }) => [value => mayFit(is.schema, value, tailored), is.back])),
      )
    }
    if (schema.allOf) {
      const parts = schema.allOf.map(inner => part(inner))
      join(
        'allOf',
        parts.map(inner => inner.schema),
        inOrder(...parts.map(inner => inner.out)),
        inOrder(...parts.map(inner => inner.back)),
      )
    }
    return dressed
  }

  const original = (name: string) => document.components.schemas[name] ?? {}
  const tailored = (name: string) => components.get(name)?.schema ?? original(name)

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
      return make && answer !== usual ? [{ gap: id, answer: answer as string, make }] : []
    }),
  )
}

/** Samples fit the schema as it is now, too; those that a change has put there stay. */
function withExamples(was: Schema, dressed: Dressed): Dressed {
  const { schema, out } = dressed
  if (!out || !was.examples || schema.examples !== was.examples) return dressed
  const examples = was.examples.map(example => out(example, { at: EXAMPLE_TIME, status: 200 }))
  return { ...dressed, schema: { ...schema, examples } }
}

/** The instant of every example. */
export const EXAMPLE_TIME = Date.parse('2026-11-20T09:30:00Z')

function isSent(whole: Place['whole']): boolean {
  return whole !== 'reply' && whole !== 'refusal' && whole !== 'event'
}

function ofItems(turn: Turn | undefined): Turn | undefined {
  return turn && ((value, moment) => (Array.isArray(value) ? value.map(item => turn(item, moment)) : value))
}

/** The turn of the first branch that the value may be of. */
function ofBranch(
  branches: readonly (readonly [mayBe: (value: unknown) => boolean, turn: Turn | undefined])[],
) {
  if (branches.every(([, turn]) => !turn)) return undefined
  const choose: Turn = (value, moment) => {
    const turn = branches.find(([mayBe]) => mayBe(value))?.[1]
    return turn ? turn(value, moment) : value
  }
  return choose
}

/** Whether a value may be meant for a schema: its type, and the constants that tell one kind from another. */
function mayFit(schema: Schema, value: unknown, component: (name: string) => Schema): boolean {
  if (schema.$ref !== undefined) return mayFit(component(nameOf(schema.$ref)), value, component)
  if (schema.type !== undefined && ![schema.type].flat().some(type => isOfType(type, value))) return false
  if (schema.const !== undefined && schema.const !== value) return false
  if (schema.oneOf) return schema.oneOf.some(branch => mayFit(branch, value, component))
  if (!isFields(value)) return true
  return Object.entries(schema.properties ?? {}).every(
    ([name, inner]) => inner.const === undefined || inner.const === value[name],
  )
}

function isOfType(type: string, value: unknown): boolean {
  if (type === 'null') return value === null
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return isFields(value)
  return typeof value === (type === 'integer' ? 'number' : type)
}

function nameOf(ref: string): string {
  return ref.slice('#/components/schemas/'.length)
}

/** The components whose values stand in requests. */
function componentsOfRequests(document: Contract): Set<string> {
  const found = new Set<string>()
  const collect = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(collect)
    else if (isFields(node)) {
      const name = typeof node.$ref === 'string' ? nameOf(node.$ref) : ''
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
