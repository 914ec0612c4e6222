// Validates single values without a compiler, for the simple schemas of nearly all parameters. A mock that only serves
// reads never loads the compiler, which takes longer than everything else in the first reply.

import type { Schema, SchemaType } from './contract.ts'
import { typeOf } from './elements.ts'

/** Keywords without an effect on validation. */
const ANNOTATIONS = new Set(['title', 'description', 'default', 'example', 'examples', 'deprecated'])

/** The supported keywords. Most schemas only have a type. */
const UNDERSTOOD = new Set(['type', 'enum', 'minimum', 'maximum'])

const SINGLE: readonly SchemaType[] = ['null', 'boolean', 'integer', 'number', 'string']

/** A validator for a schema; undefined if it has keywords other than a type, listed values and bounds. */
export function singleValueCheck(schema: Schema): ((value: unknown) => boolean) | undefined {
  const says = Object.keys(schema).filter(key => !ANNOTATIONS.has(key) && !key.startsWith('x-'))
  const { type, enum: values, minimum, maximum } = schema
  if (type === undefined || !says.every(key => UNDERSTOOD.has(key))) return undefined
  const types = new Set<SchemaType>(typeof type === 'string' ? [type] : type)
  if (![...types].every(each => SINGLE.includes(each))) return undefined
  if (types.has('number')) types.add('integer')
  const [least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY] = [minimum, maximum] as number[]
  return value => {
    if (!types.has(typeOf(value)) || (values && !values.includes(value))) return false
    return typeof value !== 'number' || (value >= least && value <= most)
  }
}
