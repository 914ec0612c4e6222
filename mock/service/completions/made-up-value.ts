// Random values that fit a JSON Schema from the caller, validated afterwards. Runs only in the worker, because a schema
// can make it run for ever.

import type { ValidateFunction } from 'ajv/dist/2020.js'
import type { JsonSchema } from 'json-schema-faker'
import { jsonIn } from '../../store/json-in.ts'
import { mapValues } from '../../store/members.ts'
import { likelyText, withLikelyValues } from './likely-values.ts'

/** A value to make up, or to validate if the message contains it (`mock: output`). */
export interface ValueOrder {
  readonly form: SchemaForm
  /** The JSON of `mock: output`; refused if it does not fit the schema. */
  readonly requested?: string | undefined
  /** The number of elements of a made-up array. */
  readonly count: number
  /** The seed of each attempt, for each element. */
  readonly seeds: readonly number[]
  /** The day near which made-up dates are, such as 2026-11-20. */
  readonly today: string
}

export interface SchemaForm {
  readonly type: 'object' | 'array' | 'any'
  readonly schema: Schema
}

type Schema = Readonly<Record<string, unknown>>

/** The value, or the problem with the schema or the request. */
export type ValueResult =
  | { readonly value: unknown }
  | { readonly wrong: 'schema' | 'request'; readonly expected: string; readonly reason?: string }

export const ATTEMPTS = 8

/** In characters of JSON; no model gives a longer answer. */
const MAX_VALUE_LENGTH = 200_000

/** Makes the value of an order. The same order always gives the same value. */
export async function madeUpValue(order: ValueOrder): Promise<ValueResult> {
  const { form, requested } = order
  const fits = await validatorFor(form)
  if (typeof fits === 'string')
    return { wrong: 'schema', expected: 'a JSON Schema that can be used', reason: fits }
  return requested === undefined ? made(order, fits) : requestedValue(form, requested, fits)
}

/** Loads the generators and validators before the first order, because that is slow. */
export async function loadMakers(): Promise<void> {
  await Promise.all([makers(), checkers()])
}

function makers() {
  return Promise.all([import('json-schema-faker'), import('@faker-js/faker/locale/en')])
}

function checkers() {
  return Promise.all([import('ajv'), import('ajv/dist/2020.js'), import('ajv-formats')])
}

/** A validator for the form; a text with the reason if the schema is invalid. */
async function validatorFor(form: SchemaForm): Promise<ValidateFunction | string> {
  const { $schema, ...schema } = form.schema
  const isOld = typeof $schema === 'string' && /draft-0[67]/.test($schema)
  const [{ Ajv }, { Ajv2020 }, formats] = await checkers()
  // One per request, because schemas of two callers may have the same `$id`.
  const ajv = new (isOld ? Ajv : Ajv2020)({ strict: false, logger: false })
  formats.default.default(ajv)
  try {
    checkSize(schema)
    return ajv.compile(schema)
  } catch (error) {
    return reasonOf(error)
  }
}

/** The largest minimum of items, letters or members that a schema may ask for. */
const MAX_MINIMUM = 10_000

/** A schema that requires a million elements would delay all other requests. */
function checkSize(schema: Schema): void {
  JSON.stringify(schema, (key, value) => {
    if (
      /^min(?:Items|Length|Properties|Contains)$/.test(key) &&
      typeof value === 'number' &&
      value > MAX_MINIMUM
    )
      throw new RangeError(`${key} is ${value}, more than the ${MAX_MINIMUM} that the mock makes up`)
    return value
  })
}

/**
 * Makes up a value and validates it, attempt by attempt. Later attempts leave out optional fields, for recursive
 * schemas, and likely texts, for narrow ones.
 */
async function made({ form, count, seeds, today }: ValueOrder, fits: ValidateFunction): Promise<ValueResult> {
  const [{ generateSync }, { faker }] = await makers()
  const plain = form.type === 'object' ? { type: 'object', ...form.schema } : form.schema
  const likely = withLikelyValues(plain)
  const makeText = (name: string, min?: number, max?: number) => likelyText(faker, today, name, min, max)
  let reason = 'no value was found'
  const attempt = (element: number, number: number): unknown => {
    const isEarly = number < ATTEMPTS / 2
    const seed = seeds[element * ATTEMPTS + number] ?? 0
    faker.seed(seed)
    const schema = structuredClone(isEarly ? likely : plain) as JsonSchema
    const optionalsProbability = isEarly ? 0.8 : 0
    const extensions = { faker: { likely: makeText } }
    return withoutNoise(generateSync(schema, { seed, maxDepth: 12, optionalsProbability, extensions }))
  }
  const element = (index: number): { readonly value: unknown } | undefined => {
    for (let number = 0; number < ATTEMPTS; number++) {
      try {
        const value = attempt(index, number)
        if (form.type === 'object' && !isObject(value)) reason = 'it describes something else than an object'
        else if (!fits(value)) reason = misfitOf(fits)
        else if (JSON.stringify(value).length <= MAX_VALUE_LENGTH) return { value }
        else reason = `the values made up for it are longer than ${MAX_VALUE_LENGTH} characters`
      } catch (error) {
        reason = reasonOf(error)
      }
    }
    return undefined
  }
  const elements: unknown[] = []
  for (let index = 0; index < (form.type === 'array' ? count : 1); index++) {
    const found = element(index)
    if (!found) return { wrong: 'schema', expected: 'a JSON Schema that a value can fit', reason }
    elements.push(found.value)
  }
  return { value: form.type === 'array' ? elements : elements[0] }
}

function requestedValue(form: SchemaForm, requested: string, fits: ValidateFunction): ValueResult {
  const value = jsonIn(requested)
  if (value === undefined) return { wrong: 'request', expected: 'JSON behind mock: output' }
  const elements = form.type === 'array' && Array.isArray(value) ? value : [value]
  if (elements.every(element => fits(element))) return { value }
  return {
    wrong: 'request',
    expected: 'JSON that fits the schema behind mock: output',
    reason: misfitOf(fits),
  }
}

function misfitOf({ errors }: ValidateFunction): string {
  const [first] = errors ?? []
  return first ? `the value${first.instancePath.replaceAll('/', '.')} ${first.message}` : 'it does not fit'
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value without rounding errors of binary fractions, such as 1831.1200000000001. */
function withoutNoise(value: unknown): unknown {
  if (typeof value === 'number') return Number(value.toFixed(6))
  if (Array.isArray(value)) return value.map(withoutNoise)
  if (typeof value !== 'object' || value === null) return value
  return mapValues(value as Record<string, unknown>, withoutNoise)
}
