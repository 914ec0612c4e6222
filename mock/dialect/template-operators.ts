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

type Plain = Exclude<Step['op'], 'times' | 'as' | 'or' | 'first' | 'optional'>

/** The operators without an argument: the schema of what they make of a value, and how. */
const PLAIN: Readonly<Record<Plain, readonly [schema: Schema, convert: (value: unknown) => unknown]>> = {
  whole: [{ type: 'integer' }, value => (typeof value === 'number' ? Math.round(value) : value)],
  text: [{ type: 'string' }, value => (typeof value === 'object' ? JSON.stringify(value) : String(value))],
  number: [{ type: 'number' }, value => (Number.isFinite(Number(value)) ? Number(value) : value)],
  count: [
    { type: 'integer' },
    value => (Array.isArray(value) ? value.length : Object.keys(value as object).length),
  ],
  join: [{ type: 'string' }, value => (Array.isArray(value) ? value.join(' ') : value)],
}

/** A template with one more operator appended. */
export function operated(
  compiled: CompiledTemplate,
  step: Exclude<Step, { readonly op: 'or' }>,
): CompiledTemplate {
  const { schema, encode } = compiled
  const each = (kind: Schema, convert: (value: unknown) => unknown): CompiledTemplate => ({
    ...compiled,
    schema: isNullable(schema) ? nullable(kind) : kind,
    encode(source, moment) {
      const value = encode(source, moment)
      return value === null || value === undefined || value === MISSING ? value : convert(value)
    },
  })
  switch (step.op) {
    case 'times':
      return each({ type: 'number' }, value =>
        typeof value === 'number' ? Number((value * step.by).toFixed(10)) : value,
      )
    case 'as':
      return each(valueForm(step.form)!.schema, writerOf(step.form))
    case 'first':
      return {
        ...compiled,
        schema: nullable(schema.items ?? {}),
        encode(source, moment) {
          const value = encode(source, moment)
          return Array.isArray(value) ? ((value as unknown[])[0] ?? null) : value
        },
      }
    case 'optional':
      return { ...compiled, isOptional: true, encode: (source, moment) => encode(source, moment) ?? MISSING }
    default:
      return each(...PLAIN[step.op])
  }
}

/** A template with a default in the place of null. */
export function withDefault(compiled: CompiledTemplate, instead: CompiledTemplate): CompiledTemplate {
  return {
    ...compiled,
    schema: { anyOf: [compiled.schema, instead.schema] },
    uses: usesOf([compiled, instead]),
    encode: (source, moment) => compiled.encode(source, moment) ?? instead.encode(source, moment),
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
