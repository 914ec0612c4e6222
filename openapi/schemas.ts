// Validates values with schemas of the contract, addressed by JSON pointer and compiled on first use.

import type { ErrorObject, ValidateFunction } from 'ajv'
import { platform } from '#platform'
import type { Contract, Schema, SchemaType } from './contract.ts'
import { escapeSegment, lookUp, typeOf } from './elements.ts'
import { explain } from './explain.ts'
import type { Issue } from './issue.ts'
import { instantOf } from './timestamp.ts'

export type SchemaChecker = ReturnType<typeof schemaChecker>

const extensions =
  'example xml externalDocs discriminator x-gap x-gap-keywords x-deprecation x-handle-of'.split(' ')

/**
 * Values with more parts are validated up to the first mistake, so that the work stays proportional to the input.
 * Replies may have more, because they are validated off the hot path.
 */
const MAX_PARTS = 5_000
export const MAX_PARTS_OF_A_REQUEST = 500

/** A validator of values with the schemas of a document. */
export function schemaChecker(document: Contract) {
  const made = (allErrors: boolean) => {
    // Loaded on first use, because it would dominate the time of importing the contract.
    const { Ajv2020, addFormats } = platform.loadAjv()
    const ajv = new Ajv2020({ ...options, allErrors })
    addFormats(ajv)
    ajv.addFormat('date-time', text => instantOf(text) !== undefined)
    // Enumerable parts would be searched for ids, which no contract has; that would make all that is made on demand.
    const parts = Object.keys(document) as (keyof Contract)[]
    const hidden = parts.map(part => [part, { value: document[part] }] as const)
    return ajv.addSchema(Object.defineProperties({}, Object.fromEntries(hidden)), 'contract.json')
  }
  const compilerOf = (allErrors: boolean) => {
    let ajv: ReturnType<typeof made> | undefined
    const validators = new Map<string, ValidateFunction>()
    return (pointer: string): ValidateFunction => {
      const known = validators.get(pointer)
      if (known) return known
      ajv ??= made(allErrors)
      const validate = ajv.getSchema(`contract.json#${pointer.split('/').map(encodeURIComponent).join('/')}`)
      if (!validate) throw new Error(`The contract has no schema at ${pointer}.`)
      validators.set(pointer, validate)
      return validate
    }
  }
  /** Nearly all values are valid; an invalid one is validated again to collect all of its mistakes. */
  const toFirst = compilerOf(false)
  const toLast = compilerOf(true)
  const tests = new Map<string, (value: unknown) => boolean>()
  let pointers: Map<object, string> | undefined

  /** Whether a value is valid by the schema at a pointer. */
  function fits(pointer: string, value: unknown): boolean {
    const known = tests.get(pointer)
    if (known) return known(value)
    const test = singleValueCheck((lookUp(document, pointer) ?? {}) as Schema) ?? toFirst(pointer)
    tests.set(pointer, test)
    return test(value)
  }

  /** The mistakes of a value by the schema at a pointer; `name` is the name of the value in messages. */
  function check(
    pointer: string,
    value: unknown,
    where: Issue['in'],
    name?: string,
    mostParts = MAX_PARTS,
  ): Issue[] {
    if (fits(pointer, value)) return []
    const compiled = hasMoreParts(value, mostParts) ? toFirst : toLast
    const at = name === undefined ? '' : `/${escapeSegment(name)}`
    return explain(
      where,
      errorsOf(compiled(pointer), value).map(error => ({ ...error, instancePath: at + error.instancePath })),
      (branch, part) => errorsOf(compiled(pointerOf(branch)), part),
    )
  }

  function pointerOf(branch: Schema): string {
    pointers ??= pointersOf(document)
    const pointer = pointers.get(branch)
    if (pointer === undefined) throw new Error('A branch of a union stands outside the contract.')
    return pointer
  }

  return { fits, check }
}

const options = {
  strict: true,
  strictTypes: false,
  strictRequired: false,
  strictTuples: false,
  allowUnionTypes: true,
  verbose: true,
  inlineRefs: false,
  // Documents are validated when they are generated; repeating that would double the time of the first use.
  validateSchema: false,
  meta: false,
  keywords: extensions,
} as const

function errorsOf(validate: ValidateFunction, value: unknown): ErrorObject[] {
  return validate(value) ? [] : [...(validate.errors ?? [])]
}

/** Whether a value has more lists, objects and single values than the maximum. */
function hasMoreParts(value: unknown, max: number): boolean {
  let count = 1
  const rest = [value]
  for (let part = rest.pop(); part !== undefined; part = rest.pop()) {
    if (typeof part !== 'object' || part === null) continue
    const inside = Object.values(part)
    count += inside.length
    if (count > max) return true
    for (const one of inside) rest.push(one)
  }
  return false
}

function pointersOf(root: object): Map<object, string> {
  const pointers = new Map<object, string>([[root, '']])
  for (const [holder, pointer] of pointers) {
    for (const [key, value] of Object.entries(holder)) {
      if (typeof value === 'object' && value !== null && !pointers.has(value)) {
        pointers.set(value, `${pointer}/${escapeSegment(key)}`)
      }
    }
  }
  return pointers
}

/** Keywords without an effect on validation. */
const ANNOTATIONS = new Set(['title', 'description', 'default', 'example', 'examples', 'deprecated'])

/** The supported keywords. Most schemas only have a type. */
const UNDERSTOOD = new Set(['type', 'enum', 'minimum', 'maximum'])

const SINGLE: readonly SchemaType[] = ['null', 'boolean', 'integer', 'number', 'string']

/**
 * A validator for the simple schemas of nearly all parameters, made without the compiler: loading that takes longer than
 * everything else in a first reply. Undefined if the schema has keywords other than a type, listed values and bounds.
 */
export function singleValueCheck(schema: Schema): ((value: unknown) => boolean) | undefined {
  const { type, enum: values, minimum, maximum } = schema
  const keywords = Object.keys(schema).filter(key => !ANNOTATIONS.has(key) && !key.startsWith('x-'))
  if (type === undefined || !keywords.every(key => UNDERSTOOD.has(key))) return undefined
  const types = new Set<SchemaType>(typeof type === 'string' ? [type] : type)
  if (![...types].every(each => SINGLE.includes(each))) return undefined
  if (types.has('number')) types.add('integer')
  const [least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY] = [minimum, maximum] as number[]
  return value => {
    if (!types.has(typeOf(value)) || (values && !values.includes(value))) return false
    return typeof value !== 'number' || (value >= least && value <= most)
  }
}
