// The inside of a schema, dressed part by part: properties, items, and the branches of unions.
import type { Schema } from '#openapi'
import { turnProperties } from './objects.ts'
import { type Dressed, inOrder, isFields, type Turn } from './rewriting.ts'

/** Dresses one part; `name` is what the property is called. */
export type DressPart = (part: Schema, name?: string) => Dressed

/** The schemas behind names, as they were and as they are now. */
export interface Components {
  readonly was: (name: string) => Schema
  readonly is: (name: string) => Schema
}

/** A schema whose parts have been dressed, with the turns that bring its values there and back. */
export function dressParts(schema: Schema, part: DressPart, components: Components): Dressed {
  const parts = [
    ofProperties(schema, part),
    ofItems(schema, part),
    ofUnion('oneOf', schema, part, components),
    ofUnion('anyOf', schema, part, components),
    ofAll(schema, part),
  ]
  return parts
    .filter(each => each !== undefined)
    .reduce<Dressed>(
      (all, each) => ({
        schema: { ...all.schema, ...each.schema },
        out: inOrder(all.out, each.out),
        back: inOrder(all.back, each.back),
        narrower: all.narrower || each.narrower,
      }),
      { schema },
    )
}

/** The name of the component that a reference is to. */
export function componentOf(ref: string): string {
  return ref.slice('#/components/schemas/'.length)
}

function ofProperties({ properties }: Schema, part: DressPart): Dressed | undefined {
  if (!properties) return undefined
  const dressed = Object.entries(properties).map(([name, inner]) => [name, part(inner, name)] as const)
  return {
    schema: { properties: Object.fromEntries(dressed.map(([name, { schema }]) => [name, schema])) },
    out: turnProperties(dressed.map(([name, { out }]) => [name, out])),
    back: turnProperties(dressed.map(([name, { back }]) => [name, back])),
    narrower: dressed.some(([, { narrower }]) => narrower),
  }
}

function ofItems({ items }: Schema, part: DressPart): Dressed | undefined {
  if (!items) return undefined
  const { schema, out, back, narrower } = part(items)
  return { schema: { items: schema }, out: eachOf(out), back: eachOf(back), narrower }
}

function ofAll({ allOf }: Schema, part: DressPart): Dressed | undefined {
  const dressed = allOf?.map(inner => part(inner))
  return (
    dressed && {
      schema: { allOf: dressed.map(({ schema }) => schema) },
      out: inOrder(...dressed.map(({ out }) => out)),
      back: inOrder(...dressed.map(({ back }) => back)),
      narrower: dressed.some(({ narrower }) => narrower),
    }
  )
}

function ofUnion(
  keyword: 'oneOf' | 'anyOf',
  schema: Schema,
  part: DressPart,
  components: Components,
): Dressed | undefined {
  const branches = schema[keyword]
  const dressed = branches?.map(branch => part(branch))
  if (!branches || !dressed) return undefined
  return {
    schema: { [keyword]: dressed.map(({ schema }) => schema) },
    out: ofBranch(
      dressed.map(({ out }, at) => [value => mayFit(branches[at] ?? {}, value, components.was), out]),
    ),
    back: ofBranch(
      dressed.map(({ back, schema: branch }) => [value => mayFit(branch, value, components.is), back]),
    ),
    narrower: dressed.some(({ narrower }) => narrower),
  }
}

function eachOf(turn: Turn | undefined): Turn | undefined {
  return turn && ((value, moment) => (Array.isArray(value) ? value.map(item => turn(item, moment)) : value))
}

/** The turn of the first branch that the value may be of. */
function ofBranch(
  branches: readonly (readonly [mayBe: (value: unknown) => boolean, turn: Turn | undefined])[],
): Turn | undefined {
  if (branches.every(([, turn]) => !turn)) return undefined
  return (value, moment) => {
    const turn = branches.find(([mayBe]) => mayBe(value))?.[1]
    return turn ? turn(value, moment) : value
  }
}

/** Whether a value may be meant for a schema: its type, and the constants that tell one kind from another. */
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
