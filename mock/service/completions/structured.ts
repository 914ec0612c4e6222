// Structured answers: one of several texts, or a value that fits a JSON Schema of the caller.
import { issue, type Schemas } from '#openapi'
import { orderValue } from '#value-maker'
import type { Random } from '../../simulation/random.ts'
import { type Refusal, requestInvalid } from '../../world/refusal.ts'
import { iso } from '../time.ts'
import { ATTEMPTS, type SchemaForm } from './made-up-value.ts'

/** The form that an answer has to take. */
export type Form =
  | { readonly type: 'choice'; readonly options: readonly string[] }
  /** `field` is the path of the schema in the body. */
  | (SchemaForm & { readonly field: string })

type OutputSpec = Partial<Schemas['OutputSpecIn']>

/** The form that `output` requests; null for plain text. A schema without a type requests an object. */
export function formOf(output: OutputSpec | null | undefined): Form | null {
  const type = output?.type ?? (output?.schema ? 'object' : 'text')
  if (type === 'text') return null
  if (type === 'choice') {
    if (output?.options?.length) return { type, options: output.options }
    throw unusable('output.options', 'a list of texts to choose from', output?.options)
  }
  if (output?.schema) return { type, schema: output.schema, field: 'output.schema' }
  const expected = `the JSON Schema of ${type === 'array' ? 'an element' : 'the object'}`
  throw unusable('output.schema', expected, output?.schema)
}

/**
 * A value of that form, always the same for the same random stream on the same day. `requested` is the JSON of `mock: output`; refused
 * if it does not fit.
 */
export async function valueFor(
  form: Form,
  random: Random,
  now: number,
  requested?: string,
): Promise<unknown> {
  if (form.type === 'choice') return choiceFrom(form.options, random, requested)
  const { type, schema, field } = form
  const count = type === 'array' && requested === undefined ? random.int(1, 3) : 1
  const seeds = Array.from({ length: count * ATTEMPTS }, () => random.int(0, 2 ** 31 - 1))
  const today = iso(now).slice(0, 10)
  const result = await orderValue({ form: { type, schema }, requested, count, seeds, today })
  if ('value' in result) return result.value
  const { wrong, expected, reason } = result
  throw wrong === 'request'
    ? unusable('messages', expected, requested, reason)
    : unusable(field, expected, schema, reason)
}

function choiceFrom(options: readonly string[], random: Random, requested: string | undefined): string {
  if (requested === undefined || options.includes(requested)) return requested ?? random.pick(options)
  throw unusable('messages', `one of ${options.join(', ')} behind mock: output`, requested)
}

function unusable(field: string, expected: string, received: unknown, reason?: string): Refusal {
  const says = reason === undefined ? undefined : `must be ${expected}, but ${reason}`
  return requestInvalid([issue('body', field, expected, received, says)])
}
