// The operators of templates. Each changes a schema together with the values that fit it.
import type { Schema } from '#openapi'
import { immutable, isImmutable } from '../store/cache.ts'
import type { Step } from './expression.ts'
import { valueForm, writerOf } from './value-forms.ts'

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
  /** The parts of the moment that a value depends on; without any, the same source always gives the same value. */
  readonly uses: Uses
  readonly encode: (source: unknown, moment: TemplateMoment) => unknown
}

export type Uses = ReadonlySet<keyof TemplateMoment>

const NOTHING: Uses = new Set()

/** What a template uses that is made of others. */
export function usesOf(parts: Iterable<{ readonly uses: Uses }>): Uses {
  return new Set(Array.from(parts).flatMap(({ uses }) => [...uses]))
}

/** A template with one more operator appended. */
export function operated(
  { schema, isOptional, uses, encode }: CompiledTemplate,
  step: Exclude<Step, { readonly op: 'or' }>,
): CompiledTemplate {
  const each = (convert: (value: never) => unknown, kind: Schema): CompiledTemplate => ({
    schema: isNullable(schema) ? nullable(kind) : kind,
    isOptional,
    uses,
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
        uses,
        encode(source, moment) {
          const value = encode(source, moment)
          return Array.isArray(value) ? ((value as unknown[])[0] ?? null) : value
        },
      }
    case 'join':
      return each((value: unknown) => (Array.isArray(value) ? value.join(' ') : value), { type: 'string' })
    case 'as':
      return each(writerOf(step.form), valueForm(step.form)!.schema)
    case 'optional':
      return {
        schema,
        isOptional: true,
        uses,
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
  { schema, isOptional, uses, encode }: CompiledTemplate,
  instead: CompiledTemplate,
): CompiledTemplate {
  return {
    schema: { anyOf: [schema, instead.schema] },
    isOptional,
    uses: usesOf([{ uses }, instead]),
    encode(source, moment) {
      const value = encode(source, moment)
      return value === null || value === undefined ? instead.encode(source, moment) : value
    },
  }
}

export function always(schema: Schema, encode: CompiledTemplate['encode']): CompiledTemplate {
  return { schema, isOptional: false, uses: NOTHING, encode }
}

/** Views are immutable and shared by replies, so what is made of one is made once, and marked so that its JSON is as well. */
export function madeOnce(): (source: unknown, make: () => unknown) => unknown {
  const made = new WeakMap<object, object>()
  return (source, make) => {
    if (!isImmutable(source)) return make()
    const known = made.get(source)
    if (known) return known
    const value = make()
    if (typeof value === 'object' && value !== null) made.set(source, immutable(value))
    return value
  }
}

/** A template of which the value of an immutable source is made once, if it uses nothing else. */
export function reused(compiled: CompiledTemplate): CompiledTemplate {
  const { schema, uses, encode } = compiled
  if (uses.size > 0 || (schema.type !== 'object' && schema.type !== 'array')) return compiled
  const once = madeOnce()
  return { ...compiled, encode: (source, moment) => once(source, () => encode(source, moment)) }
}

export function isNullable({ type, oneOf, anyOf }: Schema): boolean {
  return [type].flat().includes('null') || [...(oneOf ?? []), ...(anyOf ?? [])].some(isNullable)
}

export function nullable(schema: Schema): Schema {
  return isNullable(schema) ? schema : { anyOf: [schema, { type: 'null' }] }
}
