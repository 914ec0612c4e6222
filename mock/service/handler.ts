// The type of a handler: a function from a valid request to a reply that the contract declares.
import type { OperationId, operations, ReplyOf, RequestOf } from '#openapi'
import type { StreamPart } from '../dialect/stream-part.ts'
import type { KeyRow, PersonRow } from '../world/people.ts'
import type { Tables } from '../world/tables.ts'
import type { Workspace } from '../world/workspace.ts'

/** The key of a request and the person behind it. */
export interface Caller {
  readonly key: KeyRow
  readonly person: PersonRow
}

/** What a handler works with: one workspace at one instant, for one caller. */
export interface Context {
  readonly workspace: Workspace
  /** `workspace.tables`. */
  readonly tables: Tables
  readonly caller: Caller
  /** The instant of the request by the workspace's clock, in epoch milliseconds. */
  readonly now: number
  /** Calls back when the client has left or has been answered. */
  readonly onClose: (listener: () => void) => void
}

type Streaming = {
  [Id in OperationId]: (typeof operations)[Id]['streams'] extends true ? Id : never
}[OperationId]

/** The answers of an operation, with headers beside the body; for some, a stream instead of a body. */
export type Reply<Id extends OperationId> =
  | (ReplyOf<Id> & { headers?: Readonly<Record<string, string>> })
  | (Id extends Streaming
      ? { status: 200; stream: AsyncIterable<StreamPart>; headers?: Readonly<Record<string, string>> }
      : never)

export type Handler<Id extends OperationId> = (
  request: RequestOf<Id>,
  context: Context,
) => Reply<Id> | Promise<Reply<Id>>

/**
 * Handlers by operationId. A missing one, one of an operation that does not exist, an undeclared status and a body
 * that does not fit do not compile.
 *
 * @example export const runs = { getRun({ path }, { tables }) { … } } satisfies Partial<Handlers>
 */
export type Handlers<Ids extends OperationId = OperationId> = { [Id in Ids]: Handler<Id> }
