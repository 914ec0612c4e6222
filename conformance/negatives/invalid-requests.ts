/** Invalid requests for a requirement, each checked against the contract, so that a refusal is certainly right. */

import { document, type OperationId, validateRequest, type WrongRequest, wrongRequests } from '#openapi'
import type { Json } from '../extract/find-value.ts'
import { operation, type Subject } from '../requirements/contract.ts'

/** All invalid requests for one requirement, derived from a valid body. */
export function invalidRequestsFor(operationId: string, subject: Subject, right: Json): WrongRequest[] {
  const negatives = wrongRequests(document, operation(operationId), subject, right)
  for (const { what, body, query } of negatives)
    if (isValid(operationId, body, query))
      throw new Error(`${operationId} with ${what} is valid; it cannot serve as an invalid request`)
  return negatives
}

/** Validates the serialised form, as a server reads it. */
function isValid(operationId: string, body: unknown, query: WrongRequest['query'] = {}): boolean {
  const path = Object.fromEntries(operation(operationId).pathParams.map(({ name }) => [name, 'id']))
  const sent = body === undefined ? undefined : (JSON.parse(JSON.stringify(body)) as unknown)
  return validateRequest(operationId as OperationId, {
    path,
    query,
    ...(sent !== undefined && { body: sent }),
  }).ok
}
