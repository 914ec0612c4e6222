// An operation of the control API consists of its YAML and one function, whose types are derived from the document.
import type { RequestIn } from '#openapi'
import type { HostedWorkspace } from '../server/workspace-registry.ts'
import type { Slices } from '../simulation/slices.ts'
import type { ConformanceRuns } from './conformance-runs.ts'
import type { ControlId, ControlResult, ControlTypes, controlOperations } from './document.ts'
import type { Peers } from './peers.ts'
import type { Workspaces } from './workspace-store.ts'

/** The context of a function, besides its request. */
export interface ControlContext {
  readonly workspaces: Workspaces
  /** The workspace in the path, in which everything due has happened. Reading it throws a refusal if there is none. */
  readonly hosted: HostedWorkspace
  /** The address on which the mock listens, whatever name the request was sent to. */
  readonly ownUrl: string
  /** The address that the caller uses. */
  readonly baseUrl: string
  readonly conformance: ConformanceRuns
  readonly peers: Peers
  /** The team of the key that was sent; undefined for the mock's own control key, or without keys. */
  readonly team: string | undefined
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

/** A request as a caller writes it; parts without required members may be left out. */
export type Sent<Request> = {
  readonly [Part in keyof Request as MayLack<Request[Part]> extends true ? never : Part]: Request[Part]
} & {
  readonly [Part in keyof Request as MayLack<Request[Part]> extends true ? Part : never]?: Request[Part]
}

type ControlFunction<Id extends ControlId> = (
  request: ControlRequest<Id>,
  context: ControlContext,
) => Answer<ControlResult<Id>>

/**
 * A reply without a body is made by a function that returns nothing. Long work comes in slices: embedded calls do it at
 * once, and over HTTP others are served between them.
 */
type Answer<Result> = [Result] extends [undefined]
  ? void | Promise<void>
  : Result | Promise<Result> | Slices<Result>

/**
 * Functions by operationId. `functions.ts` has those of all topics: a missing one, an unknown one and a body that does not
 * fit do not compile.
 *
 * @example export const clock = { readClock: (_, { hosted }) => … } satisfies Partial<ControlFunctions>
 */
export type ControlFunctions = { readonly [Id in ControlId]: ControlFunction<Id> }
