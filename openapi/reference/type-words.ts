// The type of a value in words: on the reference page and in the console.
import type { Contract, Schema } from '../contract.ts'
import { componentOf, resolve } from '../elements.ts'

/** The type with its limits, in a few words: `integer or null, at least 1, 50 unless given`. */
export function typeWords(document: Contract, schema: Schema): string {
  const { $ref, ...siblings } = schema
  if ($ref !== undefined) return typeWords(document, { ...resolve(document, schema).element, ...siblings })
  const union = schema.oneOf ?? schema.anyOf
  const types = schema.type === undefined ? [] : [schema.type].flat()
  const words = union
    ? [union.map(branch => nameOrWords(document, branch)).join(' or ')]
    : [
        types
          .map(type => (type === 'array' ? `list of ${nameOrWords(document, schema.items)}` : type))
          .join(' or '),
      ]
  if (schema.const !== undefined) words.push(`always ${JSON.stringify(schema.const)}`)
  if (schema.enum) words.push(`one of ${schema.enum.map(value => JSON.stringify(value)).join(', ')}`)
  if (schema.minimum !== undefined) words.push(`at least ${schema.minimum}`)
  if (schema.maximum !== undefined) words.push(`at most ${schema.maximum}`)
  if (schema.maxLength !== undefined) words.push(`at most ${schema.maxLength} characters`)
  if (schema.format) words.push(schema.format)
  if (schema.pattern) words.push(`matches ${schema.pattern}`)
  if (schema.additionalProperties === false) words.push('no other fields')
  if (schema.default !== undefined) words.push(`${JSON.stringify(schema.default)} unless given`)
  return words.filter(Boolean).join(', ') || 'anything'
}

function nameOrWords(document: Contract, schema: Schema = {}): string {
  return nameOf(schema) ?? typeWords(document, schema)
}

/** The name of the component that a schema refers to. */
export const nameOf = ({ $ref }: Schema): string | undefined => $ref && componentOf($ref)
