// Calls the functions of the control API in this process, as the handles of tests do. The control API does the same over HTTP.
import type { ControlContext } from '../control/control-function.ts'
import type { ControlId } from '../control/document.ts'
import { controlFunctions } from '../control/functions.ts'
import { Peers } from '../control/peers.ts'
import type { Workspaces } from '../control/workspace-store.ts'

type Functions = typeof controlFunctions
type Request<Id extends ControlId> = Parameters<Functions[Id]>[0]

/** A part of a request without the workspace, which the call knows. */
type Given<Part> = Part extends { workspace_id: string } ? Omit<Part, 'workspace_id'> : Part

type MayLack<Part> = undefined extends Part ? true : Record<never, never> extends Given<Part> ? true : false

/** The parts of a request in which something has to be said, and those in which something may be said. */
type Input<Request> = {
  readonly [Part in keyof Request as MayLack<Request[Part]> extends true ? never : Part]: Given<Request[Part]>
} & {
  readonly [Part in keyof Request as MayLack<Request[Part]> extends true ? Part : never]?: Given<
    Request[Part]
  >
}

/**
 * Calls an operation in a workspace.
 *
 * @example call('decideApproval', { path: { approval_id: 'oldest' }, body: { outcome: 'approved' } })
 */
export type Call = <Id extends ControlId>(
  id: Id,
  ...input: Record<never, never> extends Input<Request<Id>> ? [Input<Request<Id>>?] : [Input<Request<Id>>]
) => ReturnType<Functions[Id]>

const NO_PEERS = new Peers()

/** Calls in the workspace with that id. */
export function callsIn(workspaces: Workspaces, url: string, id: string): Call {
  const context: ControlContext = {
    workspaces,
    ownUrl: url,
    baseUrl: url,
    peers: NO_PEERS,
    team: undefined,
    consoleVersion: '',
    onClose: () => {},
    get hosted() {
      const hosted = workspaces.require(id)
      hosted.workspace.simulation.settle()
      return hosted
    },
  }
  return (operation, ...[input]) => {
    const run = controlFunctions[operation] as (request: unknown, context: ControlContext) => unknown
    return run({ path: {}, query: {}, header: {}, ...input }, context) as never
  }
}
