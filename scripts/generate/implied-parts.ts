// What operations of the control API have in common: its YAML leaves out what follows from the path and the request.
import { posix } from 'node:path'
import { lookUp } from '../../openapi/elements.ts'
import { asObject } from '../../openapi/raw-document.ts'
import { isObject, type JsonObject, type Sources } from '../contract/sources.ts'

/** The refusals of a kind of request. An operation may describe its own, or say null where it never refuses so. */
const REFUSALS = {
  always: { '401': 'KeyNeeded', '403': 'ForeignOrigin' },
  byPath: { '404': 'NotFound' },
  byInput: { '422': 'Invalid' },
}

/**
 * Adds to each operation the tag of its file, the parameter `workspace_id` of its path, and its usual refusals. The sources
 * read the result from then on.
 */
export function addImpliedParts(sources: Sources, entry: string): void {
  for (const [path, item] of Object.entries(asObject(asObject(sources.read(entry)).paths))) {
    const [file, pointer = ''] = String(asObject(item).$ref ?? '').split('#')
    if (!file) continue
    const topic = asObject(sources.read(posix.join(posix.dirname(entry), file)))
    const written = lookUp(topic, pointer)
    if (isObject(written))
      asObject(topic.paths)[pointer.split('/').at(-1)!] = completed(written, path, topic, sources)
  }
}

function completed(item: JsonObject, path: string, topic: JsonObject, sources: Sources): JsonObject {
  const { parameters = [], ...operations } = item
  const workspace = path.includes('{workspace_id}') ? [shared('parameters', 'WorkspaceId')] : []
  const all = [...workspace, ...(parameters as JsonObject[])]
  const done = Object.entries(operations).map(([method, operation]) => [
    method,
    sources.inherit(withUsualParts(asObject(operation), path, topic), asObject(operation)),
  ])
  return sources.inherit(
    { ...(all.length > 0 ? { parameters: all } : {}), ...Object.fromEntries(done) },
    item,
  )
}

function withUsualParts(operation: JsonObject, path: string, { tag = '' }: JsonObject): JsonObject {
  const { operationId = '', responses, ...more } = operation
  const takesInput = operation.requestBody !== undefined || operation.parameters !== undefined
  const refusals = {
    ...REFUSALS.always,
    ...(path.includes('{') ? REFUSALS.byPath : {}),
    ...(takesInput ? REFUSALS.byInput : {}),
  }
  const usual = Object.entries(refusals).map(([status, name]) => [status, shared('responses', name)])
  const replies = Object.entries({ ...Object.fromEntries(usual), ...asObject(responses) } as JsonObject)
  return {
    operationId,
    tags: [tag],
    ...more,
    responses: Object.fromEntries(replies.filter(([, reply]) => reply !== null)),
  }
}

function shared(kind: 'parameters' | 'responses', name: string): JsonObject {
  return { $ref: `shared/${kind}.yaml#/${name}` }
}
