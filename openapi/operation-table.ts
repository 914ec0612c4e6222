// Makes the table of operations: what server and suite need without reading the document, one row by operationId.
import { deprecatedParts } from './deprecation.ts'
import { gapsBelow } from './elements.ts'
import { type Fields, isFields } from './fields.ts'
import { asObject, deref, operationsOf, parametersIn, type RawOperation, scopesOf } from './raw-document.ts'

/** The rows in the order of the document's paths. */
export function operationTable(document: Fields) {
  return Object.fromEntries(operationsOf(document).map(operation => [operation.id, row(document, operation)]))
}

function row(document: Fields, { id, method, path, pathItem, operation }: RawOperation) {
  const replies = repliesOf(document, operation)
  const statuses = Object.keys(replies).map(Number)
  const parameters = parametersIn(document, pathItem, operation)
  const rateLimit = operation['x-rate-limit']
  return {
    id,
    method,
    path,
    tag: Array.isArray(operation.tags) ? (operation.tags[0] ?? '') : '',
    summary: operation.summary ?? '',
    scopes: scopesOf(document, operation),
    roleRule: operation['x-role-rule'] ?? null,
    rateLimit: isFields(rateLimit)
      ? { requests: rateLimit.requests ?? 0, windowSeconds: rateLimit.window_seconds ?? 60 }
      : null,
    deprecations: deprecatedParts(document, operation, parameters),
    successStatus: statuses.find(status => status >= 200 && status < 300) ?? 200,
    statuses,
    replies,
    pathParams: parameters.filter(parameter => parameter.in === 'path').map(parameterRow),
    queryParams: parameters.filter(parameter => parameter.in === 'query').map(parameterRow),
    headerParams: parameters.filter(parameter => parameter.in === 'header').map(parameterRow),
    requestBody: requestBodyOf(document, operation),
    streams: Object.values(replies).some(types => types.includes('text/event-stream')),
    gaps: gapsBelow(document, [{ ...pathItem, ...noMethods }, operation]),
  }

  function parameterRow(parameter: Fields) {
    const schema = deref(document, parameter.schema)
    const types = Array.isArray(schema.type) ? schema.type : [schema.type ?? null]
    return {
      name: parameter.name ?? '',
      required: parameter.required === true,
      nullable: types.includes('null'),
      hasDefault: schema.default !== undefined,
      aliasOf: parameter['x-alias-of'] ?? null,
      gaps: gapsBelow(document, [parameter]),
    }
  }
}

const noMethods = { get: null, put: null, post: null, patch: null, delete: null }

function repliesOf(document: Fields, operation: Fields): Record<string, string[]> {
  const replies: Record<string, string[]> = {}
  for (const [status, reply] of Object.entries(isFields(operation.responses) ? operation.responses : {})) {
    if (/^\d{3}$/.test(status)) replies[status] = Object.keys(asObject(deref(document, reply).content))
  }
  return replies
}

function requestBodyOf(document: Fields, operation: Fields) {
  if (!operation.requestBody) return null
  const body = deref(document, operation.requestBody)
  return { required: body.required === true, contentTypes: Object.keys(asObject(body.content)) }
}
