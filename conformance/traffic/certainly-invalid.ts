/** Whether an observed request breaks a stated rule as certainly as the suite's own invalid requests. */
import {
  certainlyWrongValues,
  document,
  fieldSchema,
  parametersOf,
  resolve,
  type Schema,
  wrongItems,
} from '#openapi'
import { isObject, type Json } from '../extract/find-value.ts'
import { operation, type Subject } from '../requirements/contract.ts'

/**
 * What is wrong with the request, in words; undefined where a lenient service may accept it. The body is undefined where
 * none was sent or it is not JSON.
 */
export function invalidBy(
  operationId: string,
  subject: Subject,
  { query, body }: { query: URLSearchParams; body: unknown },
): string | undefined {
  const wrong =
    subject.in === 'query'
      ? isWrongText(operationId, subject, query.get(subject.field))
      : isWrongBody(operationId, subject, body)
  if (!wrong) return undefined
  const { field } = subject
  if (subject.in === 'query') return `${field}=${query.get(field)}`
  if (field === '*' || !isObject(body)) return 'the body'
  return field in body ? `${field} = ${JSON.stringify(body[field])?.slice(0, 80)}` : `no ${field}`
}

function isWrongText(id: string, { case: kind, field, value }: Subject, text: string | null): boolean {
  if (text === null) return false
  const number = /^-?\d+$/.test(text) ? Number(text) : Number.NaN
  if (kind === 'bound-low') return number < Number(value)
  if (kind === 'bound-high') return number > Number(value)
  if (kind === 'refuses-unlisted') return isUnlisted(parameterSchema(id, field), text)
  return kind === 'refuses-type' && isPlainWord(text)
}

function isWrongBody(id: string, { case: kind, field }: Subject, body: unknown): boolean {
  if (field === '*' && kind === 'refuses-type') return Array.isArray(body) && body.length > 0
  // The form of `output` is not stated, so a service may accept anything.
  if (!isObject(body) || field === 'output') return false
  if (field === '*')
    return kind === 'refuses-extra' && Object.keys(body).some(name => name !== 'type' && name !== 'id')
  const value = body[field]
  switch (kind) {
    case 'refuses-missing':
      return !(field in body)
    case 'refuses-type':
      return value !== undefined && isOfKind(value, certainlyWrongValues(document, operation(id), field))
    case 'refuses-unlisted':
      return isUnlisted(bodyField(id, field), value)
    case 'refuses-items':
      return hasWrongItem(id, field, value)
    case 'refuses-pair':
      return isHalfAPair(body, field)
    default:
      return false
  }
}

/** A word that even a lenient service cannot read as a number, boolean or null. */
function isPlainWord(text: string): boolean {
  return (
    /^[a-z]{3,}$/i.test(text) && !/^(true|false|yes|off|null|none|nil|all|any|nan|inf(inity)?)$/i.test(text)
  )
}

/** A word that differs from the listed ones in more than its case. */
function isUnlisted({ enum: listed }: { readonly enum?: readonly unknown[] }, value: unknown): boolean {
  return (
    listed !== undefined &&
    typeof value === 'string' &&
    isPlainWord(value) &&
    !listed.includes(value.toLowerCase())
  )
}

/** Whether the value is of the same kind as an invalid value that the suite sends. */
function isOfKind(value: unknown, wrong: readonly unknown[]): boolean {
  if (typeof value === 'string' && !isPlainWord(value)) return false
  if (typeof value === 'object' && value !== null && Object.keys(value).length === 0) return false
  return wrong.some(one =>
    typeof one === 'number' && typeof value === 'number'
      ? Number.isInteger(one) === Number.isInteger(value)
      : kindOf(one) === kindOf(value),
  )
}

function hasWrongItem(id: string, field: string, value: unknown): boolean {
  const parts = (list: unknown) => (Array.isArray(list) || isObject(list) ? Object.values(list) : [])
  const wrong = wrongItems(document, bodyField(id, field))
    .flatMap(parts)
    .filter(part => part !== 'right')
  return parts(value).some(part => isOfKind(part, wrong))
}

function isHalfAPair(body: Json, field: string): boolean {
  const other = field === 'id' ? 'type' : 'id'
  return (body[field] ?? null) === null && typeof body[other] === 'string' && body[other] !== ''
}

function kindOf(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
}

const bodyField = (id: string, field: string): Schema => fieldSchema(document, operation(id), field)

function parameterSchema(id: string, name: string): Schema {
  const found = parametersOf(document, operation(id)).find(parameter => parameter.name === name)
  return found === undefined ? {} : resolve(document, found.schema).element
}
