// An operation of the control API is its YAML and one function, whose types follow from the document.
import type { ReplyIn, RequestIn } from '#openapi'
import type { StreamPart } from '../dialect/stream-part.ts'
import type { HostedWorkspace } from '../server/workspace-registry.ts'
import type { ControlId, ControlTypes, controlOperations } from './document.ts'
import type { Peers } from './peers.ts'
import type { Workspaces } from './workspace-store.ts'

/** What a function works with beside its request. */
export interface ControlContext {
  /** Every workspace of the mock. */
  readonly workspaces: Workspaces
  /** The workspace in the path, in which everything due has happened. Reading it throws a refusal if there is none. */
  readonly hosted: HostedWorkspace
  /** The address on which the mock listens, whatever name the request was sent to. */
  readonly ownUrl: string
  /** The address that the caller uses. */
  readonly baseUrl: string
  /** The other shards. */
  readonly peers: Peers
  /** The team whose key was sent; undefined for the control key of the mock, or where none is needed. */
  readonly team: string | undefined
  /** Which version of the console the mock serves; empty where it serves none. */
  readonly consoleVersion: string
  /** Calls back when the client has left or has been answered. */
  readonly onClose: (listener: () => void) => void
}

type Defaulted<Id extends ControlId> = Extract<
  (typeof controlOperations)[Id]['queryParams'][number],
  { hasDefault: true }
>['name']

/** A request that fits the document: absent parameters have their defaults. The context has the workspace of its path. */
export type ControlRequest<Id extends ControlId> = RequestIn<ControlTypes[Id], Defaulted<Id>>

type MayLack<Part> = undefined extends Part ? true : Record<never, never> extends Part ? true : false

/** What a caller says: a request, of whose parts those may lack in which nothing has to be said. */
export type Sent<Request> = {
  readonly [Part in keyof Request as MayLack<Request[Part]> extends true ? never : Part]: Request[Part]
} & {
  readonly [Part in keyof Request as MayLack<Request[Part]> extends true ? Part : never]?: Request[Part]
}

/** The body of the one successful reply, or the parts of a stream. */
export type ControlResult<Id extends ControlId> = (typeof controlOperations)[Id]['streams'] extends true
  ? AsyncIterable<StreamPart>
  : Extract<ReplyIn<ControlTypes[Id]>, { status: (typeof controlOperations)[Id]['successStatus'] }>['body']

type ControlFunction<Id extends ControlId> =
  ControlResult<Id> extends undefined
    ? (request: ControlRequest<Id>, context: ControlContext) => void
    : (request: ControlRequest<Id>, context: ControlContext) => ControlResult<Id> | Promise<ControlResult<Id>>

/**
 * Functions by operationId. `functions.ts` has those of all topics: a missing one, an unknown one and a body that does not
 * fit do not compile.
 *
 * @example export const clock = { readClock: (_, { hosted }) => … } satisfies Partial<ControlFunctions>
 */
export type ControlFunctions = { readonly [Id in ControlId]: ControlFunction<Id> }
