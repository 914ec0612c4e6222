// The schemas of the default contract that templates are seen from.
import {
  type Contract,
  type DeclaredReply,
  type OperationId,
  operations,
  resolve,
  type Schema,
} from '#openapi'

/** The schema of an operation's success in the default contract. */
export function replySchema(document: Contract, id: OperationId): Schema {
  const { path, method } = operations[id]
  const operation = document.paths[path]?.[method.toLowerCase() as 'get']
  const [, item] = Object.entries(operation?.responses ?? {}).find(([status]) => Number(status) < 400) ?? []
  if (!item) return {}
  const { element } = resolve<DeclaredReply>(document, item, '')
  return element.content?.['application/json']?.schema ?? {}
}

/** What a template of a refusal can show: the members of our refusal, its status with its usual title, and the path. */
export function refusalSchema(document: Contract): Schema {
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
