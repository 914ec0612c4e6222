// What operations have in common: the YAML of a contract leaves out what follows from the path and the request.
import { posix } from 'node:path'
import { asObject, operationsOf } from '../../openapi/raw-document.ts'
import { isObject, type Json, type JsonObject, listOf, type Problem, type Sources } from './sources.ts'

/** The places of replies and of bodies of requests. */
const BODIES = /^\/(paths\/[^/]+\/[^/]+\/requestBody|(paths\/[^/]+\/[^/]+|components)\/responses\/[^/]+)$/

/**
 * What a reply or the body of a request is in full: `schema` stands for one of JSON, `items` for a list of them in `data`. A
 * body is required, unless it says otherwise.
 */
export function withContent(value: JsonObject, where: string): JsonObject {
  const { schema, items, example, required, ...more } = value
  if (!BODIES.test(where) || (schema === undefined && items === undefined)) return value
  const isRequired = where.endsWith('/requestBody') && required !== false
  const list = { exactly: { data: { type: 'array', items: items ?? null } } }
  const json = { schema: schema ?? list, ...(example !== undefined && { example }) }
  return { ...(isRequired && { required: true }), ...more, content: { 'application/json': json } }
}

/**
 * A schema in full: `at-least` has the members of an object, `exactly` those of one without others; those with `?` may be
 * missing. What may be no object as well has a type of its own. `or-null` has the schema of what may also be null.
 */
export function schemaInFull(schema: JsonObject, sources: Sources): JsonObject {
  const entries = Object.entries(schema).flatMap(([key, value]): [string, Json][] => {
    if (key === 'or-null') return [['oneOf', [value, { type: 'null' }]]]
    if ((key !== 'at-least' && key !== 'exactly') || !isObject(value)) return [[key, value]]
    const members = Object.entries(value).map(([name, member]) => [name.replace(/\?$/, ''), member] as const)
    const properties = sources.inherit(Object.fromEntries(members), value)
    const required = Object.keys(value).filter(name => !name.endsWith('?'))
    const isNeeded = required.length > 0
    return Object.entries({
      ...(schema.type === undefined && { type: 'object' }),
      ...(isNeeded && { required }),
      ...(key === 'exactly' && { additionalProperties: false }),
      properties,
    })
  })
  return Object.fromEntries(entries)
}

/** A path of the root document, with the file that describes it. */
interface Place {
  readonly path: string
  readonly file: string
}

/**
 * Returns a function that adds to the operations of a path the tag of their file, the parameters of the path that all files
 * share, and the replies that `x-usual-replies` of the root names. An operation may describe its own, or say null where it
 * never replies so.
 */
export function impliedParts(sources: Sources, root: JsonObject, entry: string) {
  const usual = asObject(root['x-usual-replies'])
  const limits = asObject(asObject(root['x-rate-limits']).requests)
  const folder = posix.join(posix.dirname(entry), 'shared')
  const parameters = Object.entries(asObject(sources.read(`${folder}/parameters.yaml`)))
  const reference = (file: string, kind: string, name: Json) => ({
    $ref: `${posix.relative(posix.dirname(file), folder)}/${kind}.yaml#/${String(name)}`,
  })

  return (item: JsonObject, place: Place): JsonObject => {
    const { parameters: own = [], ...operations } = item
    const shared = parametersFor(item, place)
    const all = [...shared, ...listOf(own)]
    const done = Object.entries(operations).map(([method, operation]) => [
      method,
      isObject(operation) ? sources.inherit(completed(operation, place), operation) : operation,
    ])
    return sources.inherit({ ...(all.length > 0 && { parameters: all }), ...Object.fromEntries(done) }, item)
  }

  function parametersFor(item: JsonObject, { path, file }: Place): JsonObject[] {
    const written = [item, ...Object.values(item)].flatMap(part => listOf(asObject(part).parameters))
    const isWritten = (name: string, shared: string) =>
      written.map(asObject).some(one => one.name === name || String(one.$ref).endsWith(`#/${shared}`))
    return [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name = '']) =>
      parameters
        .filter(([shared, parameter]) => asObject(parameter).name === name && !isWritten(name, shared))
        .map(([shared]) => reference(file, 'parameters', shared)),
    )
  }

  function completed(operation: JsonObject, { path, file }: Place): JsonObject {
    const { operationId = '', responses, ...more } = operation
    const isSo: Record<string, boolean> = {
      all: true,
      path: path.includes('{'),
      input: more.requestBody !== undefined || more.parameters !== undefined,
      role: more['x-role-rule'] !== undefined,
      limit: limits[String(operationId)] !== undefined,
    }
    const implied = Object.entries(usual)
      .filter(([kind]) => isSo[kind])
      .flatMap(([, replies]) => Object.entries(asObject(replies)))
      .map(([status, name]) => [status, reference(file, 'responses', name)])
    const replies = Object.entries({ ...Object.fromEntries(implied), ...asObject(responses) } as JsonObject)
    const { tag } = asObject(sources.read(file))
    return {
      operationId,
      ...(tag !== undefined && { tags: [tag] }),
      ...more,
      responses: Object.fromEntries(replies.filter(([, reply]) => reply !== null)),
    }
  }
}

/**
 * Moves rate limits from the table `x-rate-limits` of the root document to their operations, as `x-rate-limit`, where server
 * and tools read them.
 */
export function spreadRateLimits(document: JsonObject, sources: Sources): Problem[] {
  const { requests, ...shared } = asObject(document['x-rate-limits'])
  delete document['x-rate-limits']
  const table = asObject(requests)
  const operations = new Map(operationsOf(document).map(({ id, operation }) => [id, operation]))
  return Object.entries(table).flatMap(([id, number]) => {
    const operation = operations.get(id)
    const problem = (what: string, todo: string) => {
      const place = sources.placeOf(table, id) ?? { file: 'openapi.yaml', line: 1 }
      return [{ ...place, where: 'x-rate-limits', what, todo }]
    }
    if (!operation)
      return problem(`has a row for ${id}, which is not an operation.`, 'Correct the operationId.')
    if (!Number.isInteger(number))
      return problem(`has no whole number for ${id}.`, 'Write how many requests a window holds.')
    operation['x-rate-limit'] = { requests: number, ...shared }
    return []
  })
}
