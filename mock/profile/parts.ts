// Rewrites the parts of a schema: properties, items, and branches of unions.
import { componentOf, isFields, type Schema } from '#openapi'
import { convertProperties } from './objects.ts'
import { type Codec, type Conversion, inOrder } from './rewriting.ts'

/** Rewrites one part; `name` is the name of the property. */
export type RewritePart = (part: Schema, name?: string) => Codec

/** Components by name, before and after the rewrite. */
export interface Components {
  readonly was: (name: string) => Schema
  readonly is: (name: string) => Schema
}

export function rewriteParts(schema: Schema, part: RewritePart, components: Components): Codec {
  const parts = [
    ofProperties(schema, part),
    ofItems(schema, part),
    ofUnion('oneOf', schema, part, components),
    ofUnion('anyOf', schema, part, components),
    ofAll(schema, part),
  ]
  return parts
    .filter(each => each !== undefined)
    .reduce<Codec>(
      (all, each) => ({
        schema: { ...all.schema, ...each.schema },
        encode: inOrder(all.encode, each.encode),
        decode: inOrder(all.decode, each.decode),
        narrower: all.narrower || each.narrower,
      }),
      { schema },
    )
}

function ofProperties({ properties }: Schema, part: RewritePart): Codec | undefined {
  if (!properties) return undefined
  const codecs = Object.entries(properties).map(([name, inner]) => [name, part(inner, name)] as const)
  return {
    schema: { properties: Object.fromEntries(codecs.map(([name, { schema }]) => [name, schema])) },
    encode: convertProperties(codecs.map(([name, { encode }]) => [name, encode])),
    decode: convertProperties(codecs.map(([name, { decode }]) => [name, decode])),
    narrower: codecs.some(([, { narrower }]) => narrower),
  }
}

function ofItems({ items }: Schema, part: RewritePart): Codec | undefined {
  if (!items) return undefined
  const { schema, encode, decode, narrower } = part(items)
  return { schema: { items: schema }, encode: eachOf(encode), decode: eachOf(decode), narrower }
}

function ofAll({ allOf }: Schema, part: RewritePart): Codec | undefined {
  const codecs = allOf?.map(inner => part(inner))
  return (
    codecs && {
      schema: { allOf: codecs.map(({ schema }) => schema) },
      encode: inOrder(...codecs.map(({ encode }) => encode)),
      decode: inOrder(...codecs.map(({ decode }) => decode)),
      narrower: codecs.some(({ narrower }) => narrower),
    }
  )
}

function ofUnion(
  keyword: 'oneOf' | 'anyOf',
  schema: Schema,
  part: RewritePart,
  components: Components,
): Codec | undefined {
  const branches = schema[keyword]
  const codecs = branches?.map(branch => part(branch))
  if (!branches || !codecs) return undefined
  return {
    schema: { [keyword]: codecs.map(({ schema }) => schema) },
    encode: ofBranch(
      codecs.map(({ encode }, at) => [value => mayFit(branches[at] ?? {}, value, components.was), encode]),
    ),
    decode: ofBranch(
      codecs.map(({ decode, schema: branch }) => [value => mayFit(branch, value, components.is), decode]),
    ),
    narrower: codecs.some(({ narrower }) => narrower),
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
