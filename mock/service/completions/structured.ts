// Answers in a form: values that fit a JSON Schema given by the caller, made up by chance and then checked.
import type { ValidateFunction } from 'ajv/dist/2020.js'
import type { JsonSchema } from 'json-schema-faker'
import type { Issue, Schemas } from '#openapi'
import type { Random } from '../../simulation/random.ts'
import { Refusal } from '../../world/refusal.ts'
import { withLikelyTexts } from './likely-texts.ts'

/** The form that an answer has to take. */
export type Form =
  | { readonly type: 'choice'; readonly options: readonly string[] }
  /** `field` is where in the body the schema stands. */
  | { readonly type: 'object' | 'array' | 'any'; readonly schema: Schema; readonly field: string }

type SchemaForm = Exclude<Form, { type: 'choice' }>
type Schema = Readonly<Record<string, unknown>>
type OutputSpec = Partial<Schemas['OutputSpecIn']>

/** What `output` asks for; null when a text will do. One without a type but with a schema asks for an object. */
export function formOf(output: OutputSpec | null | undefined): Form | null {
  const type = output?.type ?? (output?.schema ? 'object' : 'text')
  if (type === 'text') return null
  if (type === 'choice') {
    if (output?.options?.length) return { type, options: output.options }
    throw unusable('output.options', 'a list of texts to choose from', output?.options)
  }
  if (output?.schema) return { type, schema: output.schema, field: 'output.schema' }
  throw unusable(
    'output.schema',
    `the JSON Schema of ${type === 'array' ? 'an element' : 'the object'}`,
    output?.schema,
  )
}

/**
 * A value of that form, the same for the same stream of chance. `wished` is the JSON of the value that the caller
 * wants; it is refused when it does not fit.
 */
export async function valueFor(form: Form, random: Random, wished?: string): Promise<unknown> {
  if (form.type === 'choice') return choiceFrom(form.options, random, wished)
  const fits = await validatorFor(form)
  if (wished !== undefined) return wishedValue(form, wished, fits)
  const makeOne = await maker(form, fits, random)
  return form.type === 'array' ? Array.from({ length: random.int(1, 3) }, makeOne) : makeOne()
}

function choiceFrom(options: readonly string[], random: Random, wished: string | undefined): string {
  if (wished === undefined || options.includes(wished)) return wished ?? random.pick(options)
  throw unusable('messages', `one of ${options.join(', ')} behind mock: output`, wished)
}

async function validatorFor(form: SchemaForm): Promise<ValidateFunction> {
  const { $schema, ...schema } = form.schema
  const isOld = typeof $schema === 'string' && /draft-0[67]/.test($schema)
  const [{ Ajv }, { Ajv2020 }, formats] = await Promise.all([
    import('ajv'),
    import('ajv/dist/2020.js'),
    import('ajv-formats'),
  ])
  // One for each request: the schemas of two callers may have the same name.
  const ajv = new (isOld ? Ajv : Ajv2020)({ strict: false, allErrors: true, logger: false })
  formats.default.default(ajv)
  try {
    checkSize(schema)
    return ajv.compile(schema)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw unusable(form.field, 'a JSON Schema that can be used', form.schema, reason)
  }
}

const LARGEST = 10_000

/** A schema that asks for a million elements would keep everybody else waiting. */
function checkSize(schema: Schema): void {
  JSON.stringify(schema, (key, value) => {
    if (/^min(?:Items|Length|Properties|Contains)$/.test(key) && typeof value === 'number' && value > LARGEST)
      throw new RangeError(`${key} is ${value}, more than the ${LARGEST} that the mock makes up`)
    return value
  })
}

const ATTEMPTS = 8

/**
 * Makes up one value after the other. Later attempts leave optional fields out, for schemas that have no end, and
 * likely texts too, for schemas that take less.
 */
async function maker(form: SchemaForm, fits: ValidateFunction, random: Random): Promise<() => unknown> {
  const [{ generateSync }, { faker }] = await Promise.all([
    import('json-schema-faker'),
    import('@faker-js/faker/locale/en'),
  ])
  const plain = form.type === 'object' ? { type: 'object', ...form.schema } : form.schema
  const likely = withLikelyTexts(plain)
  return () => {
    let reason = 'no value was found'
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const isEarly = attempt < ATTEMPTS / 2
      const seed = random.int(0, 2 ** 31 - 1)
      try {
        faker.seed(seed)
        const schema = structuredClone(isEarly ? likely : plain) as JsonSchema
        const optionalsProbability = isEarly ? 0.8 : 0
        const value = generateSync(schema, {
          seed,
          maxDepth: 12,
          optionalsProbability,
          extensions: { faker },
        })
        if (form.type === 'object' && !isObject(value)) reason = 'it describes something else than an object'
        else if (fits(value)) return value
        else reason = complaintOf(fits)
      } catch (error) {
        reason = error instanceof Error ? error.message : String(error)
      }
    }
    throw unusable(form.field, 'a JSON Schema that a value can fit', form.schema, reason)
  }
}

function wishedValue(form: SchemaForm, wished: string, fits: ValidateFunction): unknown {
  let value: unknown
  try {
    value = JSON.parse(wished)
  } catch {
    throw unusable('messages', 'JSON behind mock: output', wished)
  }
  const elements = form.type === 'array' && Array.isArray(value) ? value : [value]
  if (elements.every(element => fits(element))) return value
  throw unusable(
    'messages',
    `JSON that fits body.${form.field} behind mock: output`,
    wished,
    complaintOf(fits),
  )
}

function complaintOf({ errors }: ValidateFunction): string {
  const [first] = errors ?? []
  return first ? `the value${first.instancePath.replaceAll('/', '.')} ${first.message}` : 'it does not fit'
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function unusable(field: string, expected: string, received: unknown, reason?: string): Refusal {
  const found = reason ?? (received === undefined ? 'it was missing' : `it was ${JSON.stringify(received)}`)
  const message = `body.${field} must be ${expected}, but ${found}`
  const issue: Issue = { in: 'body', field, message, expected, received: received ?? null }
  return new Refusal('request_invalid', `${message}.`, { issues: [issue] })
}
