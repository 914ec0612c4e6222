// The types of handlers of the control API, which follow from its document, like those of the service.
import type { ReplyIn, RequestIn } from '#openapi'
import type { StreamPart } from '../dialect/stream-part.ts'
import type { HostedWorkspace } from '../server/workspace-registry.ts'
import type { ControlId, ControlTypes, controlOperations } from './document.ts'
import type { LiveEvents } from './live-events.ts'
import type { Peers } from './peers.ts'
import type { Workspaces } from './workspaces.ts'

/** What a handler works with. */
export interface ControlContext {
  /** Every workspace of the mock. */
  readonly workspaces: Workspaces
  /** The address on which the mock listens, whatever name the request was sent to. */
  readonly ownUrl: string
  /** The workspace in the path. Reading it throws a refusal if there is none. */
  readonly hosted: HostedWorkspace
  /** The other shards. */
  readonly peers: Peers
  /** The team whose key was sent; undefined for the control key of the mock, or where none is needed. */
  readonly team: string | undefined
  /** The live events of all workspaces. */
  readonly events: LiveEvents
  /** Calls back when the client has left or has been answered. */
  readonly onClose: (listener: () => void) => void
}

type Defaulted<Id extends ControlId> = Extract<
  (typeof controlOperations)[Id]['queryParams'][number],
  { hasDefault: true }
>['name']

export type ControlRequest<Id extends ControlId> = RequestIn<ControlTypes[Id], Defaulted<Id>>
/** For a stream: its parts instead of a body. */
export type ControlReply<Id extends ControlId> =
  | ReplyIn<ControlTypes[Id]>
  | { readonly status: 200; readonly stream: AsyncIterable<StreamPart> }

type ControlHandler<Id extends ControlId> = (
  request: ControlRequest<Id>,
  context: ControlContext,
) => ControlReply<Id> | Promise<ControlReply<Id>>

/**
 * Handlers by operationId of control.yaml. A missing one, an undeclared status and a body that does not fit do not
 * compile.
 *
 * @example export const clock = { readClock(_, { hosted }) { … } } satisfies ControlHandlers<'readClock'>
 */
export type ControlHandlers<Ids extends ControlId = ControlId> = { [Id in Ids]: ControlHandler<Id> }
