// Rewrites of objects by the names of their properties. Properties keep their order.

import type { Fields, Schema } from '#openapi'
import { keepMembers } from '../store/members.ts'
import { type Codec, type Conversion, ofFields } from './rewriting.ts'

/** Keeps only these properties of an object. */
export function keepProperties(schema: Schema, isKept: (name: string) => boolean): Codec {
  return {
    schema: {
      ...schema,
      properties: keepMembers(schema.properties ?? {}, isKept),
      ...(schema.required ? { required: schema.required.filter(isKept) } : {}),
    },
    encode: ofFields(value => keepMembers(value, isKept)),
  }
}

/** Drops these properties of an object. */
export function dropProperties(schema: Schema, ...names: string[]): Codec {
  return keepProperties(schema, name => !names.includes(name))
}

/** The properties that replace one, each with its schema and its value. */
export type Replacement = Readonly<
  Record<string, { readonly schema: Schema; readonly value: (was: unknown) => unknown }>
>

/** Replaces a property by others, which are required if it was. */
export function replaceProperty(schema: Schema, name: string, by: Replacement): Codec {
  const names = Object.keys(by)
  const inPlace = <Value>(all: Record<string, Value>, instead: (was: Value) => Record<string, Value>) =>
    Object.fromEntries(
      Object.entries(all).flatMap(([key, value]) =>
        key === name ? Object.entries(instead(value)) : [[key, value]],
      ),
    ) as Record<string, Value>
  const schemas = Object.fromEntries(names.map(key => [key, by[key]!.schema]))
  return {
    schema: {
      ...schema,
      properties: inPlace(schema.properties ?? {}, () => schemas),
      ...(schema.required
        ? { required: schema.required.flatMap(key => (key === name ? names : [key])) }
        : {}),
    },
    encode: ofFields(value =>
      inPlace(value, was => Object.fromEntries(names.map(key => [key, by[key]!.value(was)]))),
    ),
  }
}

/** Renames properties of an object. */
export function renameProperties(schema: Schema, names: Readonly<Record<string, string>>): Codec {
  const renamed = (name: string) => names[name] ?? name
  return {
    schema: {
      ...schema,
      properties: mapNames(schema.properties ?? {}, renamed),
      ...(schema.required ? { required: schema.required.map(renamed) } : {}),
    },
    encode: ofFields(value => mapNames(value, renamed)),
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

function mapNames<Value>(all: Record<string, Value>, renamed: (name: string) => string) {
  return Object.fromEntries(Object.entries(all).map(([name, value]) => [renamed(name), value]))
}
