// Applies the rewrites of a profile to the schemas of the contract. Each yields a codec: the new schema with the functions
// that convert its values. Inner schemas are rewritten before outer ones.
import { componentOf, document, elementsBelow, type GapId, gaps, isFields, type Schema } from '#openapi'
import { rewriteParts } from './parts.ts'
import type { Profile } from './profile.ts'
import { say, words } from './rewrites/status-words.ts'
import {
  type Codec,
  type Conversion,
  inOrder,
  type Rewrite,
  type Rewrites,
  type SchemaPlace,
  without,
} from './rewriting.ts'

/** Rewrites the schemas of the contract for one profile. */
export type Rewriter = ReturnType<typeof rewriterFor>

/** A rewriter that applies the rewrites of the profile's answers in the order of the list. */
export function rewriterFor(changes: readonly Rewrites[], profile: Profile) {
  const asked = [...ofDialect(profile), ...changesFor(changes, profile)]
  const sent = componentsOfRequests()
  const components = new Map<string, Codec>()
  const added: Record<string, Schema> = {}

  function component(name: string): Codec {
    const known = components.get(name)
    if (known) return known
    const schema = document.components.schemas[name]
    if (!schema) throw new Error(`The contract has no schema ${name}.`)
    // A recursive schema finds this codec; it is complete before the first value is converted.
    const later = (which: 'encode' | 'decode'): Conversion => {
      return (value, moment) => {
        const convert = components.get(name)?.[which]
        return convert ? convert(value, moment) : value
      }
    }
    components.set(name, { schema, encode: later('encode'), decode: later('decode') })
    const place = { component: name, within: name, inRequests: sent.has(name) }
    const codec = change(schema, placeOf(schema, place))
    components.set(name, codec)
    return codec
  }

  function placeOf(schema: Schema, known: Partial<SchemaPlace>): SchemaPlace {
    const own = [schema['x-gap'] ?? []].flat()
    return {
      inRequests: !['reply', 'refusal', 'event'].includes(known.whole ?? ''),
      codecOf: component,
      ...known,
      gaps: own.length > 0 ? own : (known.gaps ?? []),
    }
  }

  /** Rewrites the parts first, then the schema itself. */
  function change(schema: Schema, place: SchemaPlace): Codec {
    let codec = inside(schema, place)
    for (const { make, ...answered } of asked) {
      const next = make(codec.schema, place, { ...answered, profile })
      if (!next) continue
      Object.assign(added, next.components)
      codec = {
        schema: next.schema,
        encode: inOrder(codec.encode, next.encode),
        decode: inOrder(next.decode, codec.decode),
        mediaType: next.mediaType ?? codec.mediaType,
        stream: next.stream ?? codec.stream,
        narrower: next.narrower || codec.narrower,
      }
    }
    return withExamples(schema, codec)
  }

  function inside(schema: Schema, place: SchemaPlace): Codec {
    if (schema.$ref !== undefined) return { ...component(componentOf(schema.$ref)), schema }
    const { within, gaps, inRequests } = place
    return rewriteParts(
      schema,
      (inner, name) =>
        // `true` is the schema that fits everything.
        isFields(inner)
          ? change(inner, placeOf(inner, { within, gaps, inRequests, name }))
          : { schema: inner },
      { was: original, is: name => components.get(name)?.schema ?? original(name) },
    )
  }

  const original = (name: string) => document.components.schemas[name] ?? {}

  return {
    /** The codec of a component, created on first use. */
    codecOf: component,
    /** The codec of a whole message or parameter. */
    rewrite: (schema: Schema, where: Partial<SchemaPlace>) => change(schema, placeOf(schema, where)),
    /** Schemas that the rewrites have added to the document so far. */
    added,
    profile,
  }
}

function changesFor(changes: readonly Rewrites[], profile: Profile) {
  return changes.flatMap(table =>
    gaps.flatMap(({ id, default: usual }) => {
      const answer = profile[id]
      const make = (table[id] as Record<string, Rewrite> | undefined)?.[answer]
      return make && answer !== usual ? [{ gap: id, answer, make }] : []
    }),
  )
}

/** The deployment's words are applied before the answers, because answers refer to the renamed words. */
function ofDialect({ dialect }: Profile) {
  return Object.entries(dialect?.words ?? {}).flatMap(([name, spoken]) => {
    const marks = [document.components.schemas[name]?.['x-gap'] ?? []].flat() as GapId[]
    return marks.filter(gap => gap in words).map(gap => ({ gap, answer: 'dialect', make: say(spoken) }))
  })
}

/** Converts the examples of a schema, unless a rewrite has replaced them. */
function withExamples(was: Schema, codec: Codec): Codec {
  const { schema, encode, narrower } = codec
  if (!was.examples || schema.examples !== was.examples) return codec
  if (narrower) return { ...codec, schema: without(schema, 'examples') }
  if (!encode) return codec
  const examples = was.examples.map(example => encode(example, { at: EXAMPLE_TIME, status: 200 }))
  return { ...codec, schema: { ...schema, examples } }
}

/** The instant of every example. */
export const EXAMPLE_TIME = Date.parse('2026-11-20T09:30:00Z')

function componentsOfRequests(): Set<string> {
  const bodies = Object.values(document.paths).flatMap(item =>
    Object.values(item).flatMap(operation => ('requestBody' in operation ? [operation.requestBody] : [])),
  )
  return new Set(
    [...elementsBelow(document, ...bodies)].flatMap(({ $ref }) =>
      typeof $ref === 'string' ? [componentOf($ref)] : [],
    ),
  )
}
