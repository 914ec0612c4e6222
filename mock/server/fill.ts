// While the contract is edited: what a reply lacks by it is made up, until a view provides it.
import { document, type OperationId, type OperationRow, resolve } from '#openapi'
import type { Reply } from '../service/handler.ts'
import { fillFromSchema } from '../world/seed/fill-from-schema.ts'

/** The reply with every field that the contract requires of it; streams are left as they are. */
export async function filled(
  reply: Reply<OperationId>,
  operation: OperationRow,
  seed: string,
): Promise<Reply<OperationId>> {
  if ('stream' in reply || reply.body === undefined) return reply
  const method = operation.method.toLowerCase() as Lowercase<OperationRow['method']>
  const found = document.paths[operation.path]?.[method]?.responses[Number(reply.status)]
  const schema = found && resolve(document, found, '').element.content?.['application/json']?.schema
  if (!schema) return reply
  return { ...reply, body: await fillFromSchema(schema, reply.body, seed) } as Reply<OperationId>
}
