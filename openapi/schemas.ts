// Checks values against schemas of the contract where they stand, addressed by JSON pointer. Each is compiled when it
// is first needed.
import { createRequire } from 'node:module'
import type { ErrorObject, ValidateFunction } from 'ajv'
import type * as Ajv from 'ajv/dist/2020.js'
import type * as Formats from 'ajv-formats'
import type { Contract, Schema } from './contract.ts'
import { escapeSegment } from './contract.ts'
import { explain } from './explain.ts'
import type { Issue } from './issue.ts'

export type SchemaChecker = ReturnType<typeof schemaChecker>

const extensions = ['example', 'xml', 'externalDocs', 'discriminator', 'x-gap', 'x-gap-keywords', 'x-mock']

const require = createRequire(import.meta.url)

/** A checker of values against the schemas of a document. */
export function schemaChecker(document: Contract) {
  // Loaded when something is first checked: it makes up most of the time that importing the contract would take.
  const { Ajv2020 } = require('ajv/dist/2020.js') as typeof Ajv
  const addFormats = require('ajv-formats') as typeof Formats.default
  const ajv = new Ajv2020({
    strict: true,
    strictTypes: false,
    strictRequired: false,
    strictTuples: false,
    allowUnionTypes: true,
    allErrors: true,
    verbose: true,
    inlineRefs: false,
    // Documents are held to OpenAPI when they are generated; to do it again would double the time of the first check.
    validateSchema: false,
    meta: false,
    keywords: extensions,
  })
  addFormats.default(ajv)
  ajv.addVocabulary(Object.keys(document))
  ajv.addSchema(document, 'contract.json')
  let pointers: Map<object, string> | undefined
  const validators = new Map<string, ValidateFunction>()

  /** The ways in which a value does not fit the schema at a pointer; `name` is what the value is called, if anything. */
  function check(pointer: string, value: unknown, where: Issue['in'], name?: string): Issue[] {
    const validate = compiled(pointer)
    if (validate(value)) return []
    const errors = validate.errors ?? []
    const at = name === undefined ? '' : `/${escapeSegment(name)}`
    return explain(
      where,
      errors.map(error => ({ ...error, instancePath: at + error.instancePath })),
      checkBranch,
    )
  }

  function compiled(pointer: string): ValidateFunction {
    const known = validators.get(pointer)
    if (known) return known
    const validate = ajv.getSchema(`contract.json#${pointer.split('/').map(encodeURIComponent).join('/')}`)
    if (!validate) throw new Error(`The contract has no schema at ${pointer}.`)
    validators.set(pointer, validate)
    return validate
  }

  function checkBranch(branch: Schema, value: unknown): ErrorObject[] {
    pointers ??= pointersOf(document)
    const pointer = pointers.get(branch)
    if (pointer === undefined) throw new Error('A branch of a union stands outside the contract.')
    const validate = compiled(pointer)
    return validate(value) ? [] : [...(validate.errors ?? [])]
  }

  return { check }
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
