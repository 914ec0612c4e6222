// The schemas of the default contract that templates read from.
import {
  type DeclaredReply,
  document,
  type OperationId,
  operationAt,
  operations,
  resolve,
  type Schema,
} from '#openapi'

/** The schema of an operation's success in the default contract. */
export function replySchema(id: OperationId): Schema {
  const operation = operationAt(document, operations[id])
  const [, item] = Object.entries(operation?.responses ?? {}).find(([status]) => Number(status) < 400) ?? []
  if (!item) return {}
  const { element } = resolve<DeclaredReply>(document, item)
  return element.content?.['application/json']?.schema ?? {}
}

/** The schemas of the events of an operation's stream, by type; `chunk` for events without one. */
export function eventSchemas(id: OperationId): ReadonlyMap<string, Schema> {
  const operation = operationAt(document, operations[id])
  const replies = Object.values(operation?.responses ?? {})
  const schema = replies
    .map(item => resolve<DeclaredReply>(document, item).element.content?.['text/event-stream'])
    .find(content => content !== undefined)?.['x-event-schema']
  if (!schema) return new Map()
  const whole = resolve<Schema>(document, schema).element
  const kinds = (whole.oneOf ?? [whole]).flatMap(one => {
    const { element } = resolve<Schema>(document, one)
    const { const: only, enum: words = only === undefined ? ['chunk'] : [only] } =
      element.properties?.type ?? {}
    return words.map(word => [String(word), element] as const)
  })
  return new Map(kinds)
}

/**
 * The members that a template of a refusal can read: those of our refusal, its status with its usual title, and the
 * path.
 */
export function refusalSchema(): Schema {
  const error = document.components.schemas.Error?.properties?.error?.properties ?? {}
  return {
    type: 'object',
    properties: {
      ...error,
      status: { type: 'integer' },
      title: { type: 'string' },
      path: { type: 'string' },
    },
  }
}
