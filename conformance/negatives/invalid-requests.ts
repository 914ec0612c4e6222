/** Invalid requests derived from the contract: one thing wrong at a time, everything else valid. */

import { bodySchemaOf, document, type OperationId, resolve, type Schema, validateRequest } from '#openapi'
import type { Json } from '../extract/find-value.ts'
import { operation, type Subject } from '../requirements/contract.ts'
import { wrongItems, wrongValues } from './wrong-values.ts'

export interface InvalidRequest {
  requirement: string
  /** What is wrong, for people: `title = 4711`. */
  what: string
  body?: unknown
  query?: Record<string, string>
}

/** All invalid requests for one requirement, starting from a body that is right. */
export function invalidRequestsFor(
  operationId: string,
  id: string,
  subject: Subject,
  right: Json,
): InvalidRequest[] {
  const made = subject.in === 'query' ? queries(operationId, subject) : bodies(operationId, subject, right)
  const negatives = made.map(negative => ({ ...negative, requirement: id }))
  for (const { what, body, query } of negatives) proveInvalid(operationId, what, body, query)
  return negatives
}

type Made = Omit<InvalidRequest, 'requirement'>

function bodies(operationId: string, subject: Subject, right: Json): Made[] {
  const { field } = subject
  if (field === '*') {
    if (subject.case === 'refuses-extra') {
      return [{ what: 'a further member', body: { ...right, note: 'not a member of this body' } }]
    }
    return [
      { what: 'a list as body', body: [right] },
      ...(operationId === 'cancelRun' ? [{ what: 'a text as body', body: 'text' }] : []),
    ]
  }
  const put = (value: unknown): Made => ({
    what: `${field} = ${JSON.stringify(value)}`,
    body: { ...right, [field]: value },
  })
  const schema = fieldSchema(operationId, field)
  switch (subject.case) {
    case 'refuses-missing': {
      const { [field]: _, ...rest } = right
      return [{ what: `no ${field}`, body: rest }]
    }
    case 'refuses-type':
      return wrongValues(schema, field).map(put)
    case 'refuses-items':
      return wrongItems(schema).map(put)
    case 'refuses-unlisted':
      return [put('no-such-word')]
    case 'refuses-format':
      return [put('not a moment at all')]
    case 'refuses-pair': {
      const { [field]: _, ...rest } = right
      return [put(null), { what: `no ${field}`, body: rest }]
    }
    default:
      throw new Error(`no way to make a ${subject.case} of ${operationId}.${field}`)
  }
}

function queries(operationId: string, { field, case: kind, value }: Subject): Made[] {
  const put = (text: string): Made => ({ what: `${field}=${text}`, query: { [field]: text } })
  if (kind === 'bound-low') return [put(String(Number(value) - 1))]
  if (kind === 'bound-high') return [put(String(Number(value) + 1))]
  if (kind === 'refuses-unlisted') return [put('no-such-word')]
  if (kind === 'refuses-type')
    return isValid(operationId, undefined, { [field]: 'true' }) ? [put('perhaps')] : [put('many'), put('1.5')]
  throw new Error(`no way to make a ${kind} of ${operationId}?${field}`)
}

export function fieldSchema(operationId: string, field: string): Schema {
  const found = bodySchemaOf(document, operation(operationId))?.properties?.[field]
  if (!found) throw new Error(`the body of ${operationId} has no field ${field}`)
  return resolve(document, found).element
}

/** After serialisation the request must still be invalid; otherwise the suite would be at fault. */
function proveInvalid(
  operationId: string,
  what: string,
  body: unknown,
  query: Record<string, string> | undefined,
) {
  if (isValid(operationId, body, query))
    throw new Error(`${operationId} with ${what} is valid; it cannot serve as an invalid request`)
}

function isValid(operationId: string, body: unknown, query: Record<string, string> = {}): boolean {
  const path = Object.fromEntries(operation(operationId).pathParams.map(({ name }) => [name, 'id']))
  const sent = body === undefined ? undefined : (JSON.parse(JSON.stringify(body)) as unknown)
  return validateRequest(operationId as OperationId, {
    path,
    query,
    ...(sent !== undefined && { body: sent }),
  }).ok
}
