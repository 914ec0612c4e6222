// What a profile changes in an operation beside schemas: scopes, roles, limits, parameters, statuses and headers.

import {
  type DeclaredReply,
  document,
  type Operation,
  type OperationRow,
  type Parameter,
  resolve,
} from '#openapi'
import { isWorkspaceWide, rateLimitOf, scopesOf } from './access-rules.ts'
import { decisions } from './decisions.ts'
import type { Profile } from './profile.ts'
import { refusalsOf } from './statuses.ts'

/** The operation as a deployment with this profile would describe it. */
export function operationUnder(operation: Operation, row: OperationRow, profile: Profile): Operation {
  const { 'x-role-rule': _, ...plain } = operation
  const scopes = scopesOf(row, profile)
  const limit = rateLimitOf(row, profile)
  return {
    ...plain,
    ...(isWorkspaceWide(row, profile) ? { 'x-role-rule': 'workspace-wide' } : {}),
    ...(scopes === row.scopes ? {} : { security: scopes.map(one => ({ apiKey: [...one] })) }),
    ...(limit && { 'x-rate-limit': { requests: limit.requests, window_seconds: limit.windowSeconds } }),
    ...parametersOf(operation, profile),
    ...(operation.requestBody ? { requestBody: bodyOf(operation.requestBody, profile) } : {}),
    responses: responsesOf(operation, row, profile),
  }
}

export function replyUnder(reply: DeclaredReply, profile: Profile): DeclaredReply {
  const { headers, ...plain } = reply
  if (!headers) return reply
  const kept = Object.entries(headers).filter(([name]) => isHeaderSent(name, profile))
  return kept.length === 0 ? plain : { ...plain, headers: Object.fromEntries(kept) }
}

/** Whether a header is sent. Only headers about limits may not be; gap `rate-limit-headers`. */
export function isHeaderSent(name: string, profile: Profile): boolean {
  const answer = decisions.rateLimitHeaders(profile)
  if (/^retry-after$/i.test(name)) return answer !== 'none'
  return answer === 'all' || !/^x-ratelimit-/i.test(name)
}

/** Streams that cannot be resumed take no id of the last event. */
function parametersOf(operation: Operation, profile: Profile): Partial<Operation> {
  if (operation.operationId !== 'streamChat' || decisions.chatStreamResumesFrom(profile) === 'last-event-id')
    return {}
  const isKept = (parameter: NonNullable<Operation['parameters']>[number]) =>
    resolve<Parameter>(document, parameter).element.in !== 'header'
  return { parameters: operation.parameters?.filter(isKept) ?? [] }
}

/** Where a missing body stands for an empty object, only bodies with required fields are required. */
function bodyOf(body: NonNullable<Operation['requestBody']>, profile: Profile) {
  if ('$ref' in body || !body.required || !decisions.readsMissingBodyAsEmpty(profile)) return body
  const schemas = Object.values(body.content).map(({ schema = {} }) => resolve(document, schema).element)
  const isNeeded = schemas.some(schema => 'required' in schema && (schema.required as string[]).length > 0)
  return isNeeded ? body : { ...body, required: false }
}

function responsesOf({ responses }: Operation, row: OperationRow, profile: Profile): Operation['responses'] {
  const served = Object.entries(responses).filter(([status]) => Number(status) < 400)
  const refused = [...refusalsOf(row, profile)].map(([status, names]) => [
    String(status),
    names.length === 1 ? { $ref: `#/components/responses/${names[0]}` } : together(names),
  ])
  return Object.fromEntries([...served, ...refused])
}

/** Joins replies with the same status; the example is that of the first. */
function together(names: readonly string[]): DeclaredReply {
  const replies = names.map(name => document.components.responses?.[name] ?? {})
  const descriptions = replies.map(({ description = '' }) => description.trim())
  const gaps = replies.flatMap(reply => reply['x-gap'] ?? [])
  return {
    ...Object.assign({}, ...replies.toReversed()),
    description: descriptions.join('\n\nOr: '),
    ...(gaps.length > 0 ? { 'x-gap': [...new Set(gaps)] } : {}),
  }
}
