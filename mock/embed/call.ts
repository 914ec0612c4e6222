// Calls functions of the control API in this process, as the handles of tests do.
import type { ControlContext, Sent } from '../control/control-function.ts'
import type { ControlId } from '../control/document.ts'
import { controlFunctions } from '../control/functions.ts'
import { Peers } from '../control/peers.ts'
import type { Workspaces } from '../control/workspace-store.ts'

type Functions = typeof controlFunctions

/** A request without its workspace, which the call adds. */
type Unbound<Request> = {
  [Part in keyof Request]: Request[Part] extends { workspace_id: string }
    ? Omit<Request[Part], 'workspace_id'>
    : Request[Part]
}

type Input<Id extends ControlId> = Sent<Unbound<Parameters<Functions[Id]>[0]>>

/**
 * Calls an operation in a workspace.
 *
 * @example call('decideApproval', { path: { approval_id: 'oldest' }, body: { outcome: 'approved' } })
 */
export type Call = <Id extends ControlId>(
  id: Id,
  ...input: Record<never, never> extends Input<Id> ? [Input<Id>?] : [Input<Id>]
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
