// Rewrites of objects by the names of their properties. Properties keep their order.

import type { Fields, Schema } from '#openapi'
import { type Codec, type Conversion, ofFields } from './rewriting.ts'

export function keepProperties(schema: Schema, isKept: (name: string) => boolean): Codec {
  return changeProperties(schema, name => (isKept(name) ? [name] : []))
}

export function dropProperties(schema: Schema, ...names: string[]): Codec {
  return keepProperties(schema, name => !names.includes(name))
}

/** The properties that replace one, each with its schema and its value. */
export type Replacement = Readonly<
  Record<string, { readonly schema: Schema; readonly value: (was: unknown) => unknown }>
>

/** Replaces a property by others, which are required if it was. */
export function replaceProperty(schema: Schema, name: string, by: Replacement): Codec {
  return changeProperties(
    schema,
    key => (key === name ? Object.keys(by) : [key]),
    (key, was) => by[key]?.schema ?? was,
    (key, was) => (by[key] ? by[key].value(was) : was),
  )
}

export function renameProperties(schema: Schema, names: Readonly<Record<string, string>>): Codec {
  return changeProperties(schema, name => [names[name] ?? name])
}

/** Puts properties in the place of each, with the schemas and values that are made of its own. */
function changeProperties(
  schema: Schema,
  namesFor: (name: string) => readonly string[],
  schemaFor = (_: string, was: Schema) => was,
  valueFor = (_: string, was: unknown) => was,
): Codec {
  const changed = <Value>(all: Readonly<Record<string, Value>>, make: (name: string, was: Value) => Value) =>
    Object.fromEntries(
      Object.entries(all).flatMap(([name, was]) => namesFor(name).map(key => [key, make(key, was)])),
    ) as Record<string, Value>
  return {
    schema: {
      ...schema,
      ...(schema.properties ? { properties: changed(schema.properties, schemaFor) } : {}),
      ...(schema.required ? { required: schema.required.flatMap(namesFor) } : {}),
    },
    encode: ofFields(value => changed(value, valueFor)),
  }
}

/** Converts properties of an object, each in its own way; undefined when there is nothing to convert. */
export function convertProperties(
  codecs: readonly (readonly [name: string, convert: Conversion | undefined])[],
) {
  const given = codecs.filter((entry): entry is [string, Conversion] => entry[1] !== undefined)
  if (given.length === 0) return undefined
  return ofFields((value, moment) => {
    const converted: Fields = { ...value }
    for (const [name, convert] of given)
      if (Object.hasOwn(value, name)) converted[name] = convert(value[name], moment)
    return converted
  })
}
