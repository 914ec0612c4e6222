// The operators of templates. Each changes a schema together with the values that fit it.
import type { Schema } from '#openapi'
import type { Step } from './expression.ts'
import { valueForm, written } from './value-forms.ts'

/** The context for which a value is made. */
export interface TemplateMoment {
  /** The instant by the workspace's clock, in epoch milliseconds. */
  readonly at: number
  /** The seed of made-up values, different for each reply. */
  readonly seed: string
  /** The whole default reply, which conditions may read. */
  readonly reply?: unknown
}

/** A member that is missing. */
export const MISSING = Symbol('missing')

export interface CompiledTemplate {
  readonly schema: Schema
  readonly isOptional: boolean
  readonly encode: (source: unknown, moment: TemplateMoment) => unknown
}

/** A template with one more operator appended. */
export function operated(
  { schema, isOptional, encode }: CompiledTemplate,
  step: Exclude<Step, { readonly op: 'or' }>,
): CompiledTemplate {
  const each = (convert: (value: never) => unknown, kind: Schema): CompiledTemplate => ({
    schema: isNullable(schema) ? nullable(kind) : kind,
    isOptional,
    encode(source, moment) {
      const value = encode(source, moment)
      return value === null || value === undefined || value === MISSING ? value : convert(value as never)
    },
  })
  switch (step.op) {
    case 'times':
      return each(
        (value: unknown) => (typeof value === 'number' ? Number((value * step.by).toFixed(10)) : value),
        { type: 'number' },
      )
    case 'whole':
      return each((value: unknown) => (typeof value === 'number' ? Math.round(value) : value), {
        type: 'integer',
      })
    case 'text':
      return each((value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value)), {
        type: 'string',
      })
    case 'number':
      return each(
        (value: unknown) => {
          const number = Number(value)
          return Number.isFinite(number) ? number : value
        },
        { type: 'number' },
      )
    case 'count':
      return each(
        (value: unknown) => (Array.isArray(value) ? value.length : Object.keys(value as object).length),
        {
          type: 'integer',
        },
      )
    case 'first':
      return {
        schema: nullable(schema.items ?? {}),
        isOptional,
        encode(source, moment) {
          const value = encode(source, moment)
          return Array.isArray(value) ? ((value as unknown[])[0] ?? null) : value
        },
      }
    case 'join':
      return each((value: unknown) => (Array.isArray(value) ? value.join(' ') : value), { type: 'string' })
    case 'as':
      return each((value: unknown) => written(value, step.form), valueForm(step.form)!.schema)
    case 'optional':
      return {
        schema,
        isOptional: true,
        encode(source, moment) {
          const value = encode(source, moment)
          return value === null || value === undefined ? MISSING : value
        },
      }
    default:
      throw new Error('every operator is handled')
  }
}

/** A template with a default in the place of null. */
export function withDefault(
  { schema, isOptional, encode }: CompiledTemplate,
  instead: CompiledTemplate,
): CompiledTemplate {
  return {
    schema: { anyOf: [schema, instead.schema] },
    isOptional,
    encode(source, moment) {
      const value = encode(source, moment)
      return value === null || value === undefined ? instead.encode(source, moment) : value
    },
  }
}

export function always(schema: Schema, encode: CompiledTemplate['encode']): CompiledTemplate {
  return { schema, isOptional: false, encode }
}

export function isNullable({ type, oneOf, anyOf }: Schema): boolean {
  return [type].flat().includes('null') || [...(oneOf ?? []), ...(anyOf ?? [])].some(isNullable)
}

export function nullable(schema: Schema): Schema {
  return isNullable(schema) ? schema : { anyOf: [schema, { type: 'null' }] }
}
