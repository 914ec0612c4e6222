// Rewrites the parts of a schema: properties, items, and branches of unions.
import { componentOf, isFields, type Schema } from '#openapi'
import { mapValues } from '../store/members.ts'
import { convertProperties } from './objects.ts'
import { type Codec, type Conversion, inOrder } from './rewriting.ts'

/** Rewrites one part; `name` is the name of the property. */
export type RewritePart = (part: Schema, name?: string) => Codec

/** Components by name, before and after the rewrite. */
export interface Components {
  readonly was: (name: string) => Schema
  readonly is: (name: string) => Schema
}

export function rewriteParts(schema: Schema, part: RewritePart, { was, is }: Components): Codec {
  let whole: Codec = { schema }
  const { properties, items } = schema
  if (properties) {
    const codecs = mapValues(properties, part)
    const all = Object.entries(codecs)
    add({ properties: mapValues(codecs, one => one.schema) }, Object.values(codecs), way =>
      convertProperties(all.map(([name, codec]) => [name, codec[way]])),
    )
  }
  if (items) {
    const codec = part(items)
    add({ items: codec.schema }, [codec], way => eachOf(codec[way]))
  }
  for (const keyword of ['oneOf', 'anyOf', 'allOf'] as const) {
    const branches = schema[keyword]
    if (!branches) continue
    const codecs = branches.map(branch => part(branch))
    const schemas = codecs.map(one => one.schema)
    add({ [keyword]: schemas }, codecs, way => {
      if (keyword === 'allOf') return inOrder(...codecs.map(one => one[way]))
      const [before, component] = way === 'encode' ? [branches, was] : [schemas, is]
      return ofBranch(codecs.map((one, at) => [value => mayFit(before[at]!, value, component), one[way]]))
    })
  }
  return whole

  function add(
    changed: Partial<Schema>,
    codecs: readonly Codec[],
    convert: (way: 'encode' | 'decode') => Conversion | undefined,
  ) {
    whole = {
      schema: { ...whole.schema, ...changed },
      encode: inOrder(whole.encode, convert('encode')),
      decode: inOrder(whole.decode, convert('decode')),
      narrower: whole.narrower || codecs.some(({ narrower }) => narrower),
    }
  }
}

function eachOf(convert: Conversion | undefined): Conversion | undefined {
  return (
    convert && ((value, moment) => (Array.isArray(value) ? value.map(item => convert(item, moment)) : value))
  )
}

/** Converts by the first branch that the value may belong to. */
function ofBranch(
  branches: readonly (readonly [mayBe: (value: unknown) => boolean, convert: Conversion | undefined])[],
): Conversion | undefined {
  if (branches.every(([, convert]) => !convert)) return undefined
  return (value, moment) => {
    const convert = branches.find(([mayBe]) => mayBe(value))?.[1]
    return convert ? convert(value, moment) : value
  }
}

/** Whether a value may belong to a schema, by its type and by the constants that distinguish branches. */
function mayFit(schema: Schema, value: unknown, component: (name: string) => Schema): boolean {
  if (schema.$ref !== undefined) return mayFit(component(componentOf(schema.$ref)), value, component)
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
