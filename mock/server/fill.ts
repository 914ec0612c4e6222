// Makes up what a reply lacks by the contract, until a handler or view provides it; for editing the contract.
import {
  type DeclaredReply,
  document,
  type MediaType,
  type OperationId,
  type OperationRow,
  operationAt,
  resolve,
} from '#openapi'
import { fillFromSchema } from '../seed/fill-from-schema.ts'
import type { Reply } from '../service/handler.ts'

/** The reply with all fields that the contract requires. Streams stay as they are. */
export async function filled(
  reply: Reply<OperationId>,
  operation: OperationRow,
  seed: string,
): Promise<Reply<OperationId>> {
  if ('stream' in reply || reply.body === undefined) return reply
  const schema = mediaOf(operation, Number(reply.status))?.schema
  if (!schema) return reply
  return { ...reply, body: await fillFromSchema(schema, reply.body, seed) } as Reply<OperationId>
}

/** The reply of an operation without a handler: its example, or one made from its schema. */
export async function madeUp(operation: OperationRow, seed: string): Promise<Reply<OperationId>> {
  const status = operation.successStatus
  const media = mediaOf(operation, status)
  const example = media && exampleOf(media)
  const body = media?.schema && (await fillFromSchema(media.schema, example ?? {}, seed))
  return { status, ...(body === undefined ? {} : { body }) } as Reply<OperationId>
}

function mediaOf(operation: OperationRow, status: number): MediaType | undefined {
  const found = operationAt(document, operation)?.responses[status]
  return found && resolve<DeclaredReply>(document, found).element.content?.['application/json']
}

function exampleOf({ example, schema = {} }: MediaType): unknown {
  return example ?? resolve(document, schema).element.examples?.[0]
}
