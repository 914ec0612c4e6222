// Checks of single values that need no compiler: nearly all parameters have such schemas. A mock that only reads never
// loads the compiler, which takes longer than all else of a first reply.

import type { Schema, SchemaType } from './contract.ts'
import { typeOf } from './elements.ts'

/** What says nothing about values. */
const ANNOTATIONS = new Set(['title', 'description', 'default', 'example', 'examples', 'deprecated'])

/** What is understood here. Most checks are of a type alone. */
const UNDERSTOOD = new Set(['type', 'enum', 'minimum', 'maximum'])

const SINGLE: readonly SchemaType[] = ['null', 'boolean', 'integer', 'number', 'string']

/** Whether a value fits a schema; undefined for schemas that say more than a type, a list of values, or bounds. */
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
