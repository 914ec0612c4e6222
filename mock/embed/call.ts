// Calls functions of the control API in this process, as the handles of tests do.
import { ConformanceRuns } from '../control/conformance-runs.ts'
import type { ControlContext, Sent } from '../control/control-function.ts'
import { type ControlId, controlOperations, validateControlRequest } from '../control/document.ts'
import { controlFunctions } from '../control/functions.ts'
import { Peers } from '../control/peers.ts'
import type { Workspaces } from '../control/workspace-store.ts'
import { atOnce, isSliced, type Slices } from '../simulation/slices.ts'
import { requestInvalid } from '../world/refusal.ts'

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
) => Done<ReturnType<Functions[Id]>>

/** What long work comes to. */
type Done<Result> = Result extends Slices<infer Whole> ? Whole : Result

const NO_PEERS = new Peers()
const NO_SUITE = new ConformanceRuns(undefined)

/** Calls in the workspace with that id. */
export function callsIn(workspaces: Workspaces, url: string, id: string): Call {
  const context: ControlContext = {
    workspaces,
    ownUrl: url,
    baseUrl: url,
    peers: NO_PEERS,
    team: undefined,
    conformance: NO_SUITE,
    onClose: () => {},
    get hosted() {
      const hosted = workspaces.require(id)
      hosted.workspace.simulation.settle()
      return hosted
    },
  }
  return (operation, ...[input]) => {
    const run = controlFunctions[operation] as (request: unknown, context: ControlContext) => unknown
    const { path, ...more } = (input as AnyInput) ?? {}
    const request = checkedRequest(operation, { path: { workspace_id: id, ...path }, ...more })
    const result = run(request, context)
    return (isSliced(result) ? atOnce(result) : result) as never
  }
}

interface AnyInput {
  readonly path?: object
  readonly query?: object
  readonly body?: unknown
}

/** The request as it would arrive by HTTP, checked as it is there. */
export function checkedRequest(operation: ControlId, { path, query, body }: AnyInput): { body: unknown } {
  const { value, issues } = validateControlRequest(controlOperations[operation], {
    path: textsOf(path) as Record<string, string>,
    query: textsOf(query),
    header: {},
    body: body === undefined ? undefined : JSON.parse(JSON.stringify(body)),
  })
  if (issues.length > 0) throw requestInvalid(issues)
  return value
}

function textsOf(values: object = {}): Record<string, string | string[]> {
  const given = Object.entries(values).filter(([, value]) => value !== undefined)
  return Object.fromEntries(
    given.map(([name, value]) => [name, Array.isArray(value) ? value.map(String) : String(value)]),
  )
}
