/** A deployment of the mock under test, and how it may deviate from the unmodified mock. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { MockWorkspace, Profile, Roles, Twin, Workspace, WorkspaceOptions } from '#mock'
import type { TargetInput } from '../../conformance/index.ts'
import type { Intercept } from './intercept.ts'

type Dialect = NonNullable<Twin['dialect']>

/** The workspace under test and a second tenant, of which the first must never see anything. */
export interface Tenants {
  readonly home: Workspace
  readonly roles: Roles
  readonly neighbour: Workspace
}

/** How a deployment deviates from the unmodified mock. */
export interface Deviation {
  readonly profile?: Partial<Profile>
  /** Words, bounds and forms that no answer has. */
  readonly dialect?: Pick<Dialect, 'ids' | 'words' | 'requests'>
  /** What its workspaces begin with, and when. */
  readonly workspace?: Pick<WorkspaceOptions, 'from' | 'clock'>
  /** Changes the workspace under test, or its neighbour, before their clocks run. */
  readonly prepare?: (own: MockWorkspace, neighbour: Workspace) => void
  /** Intercepts between the server and the workspace under test or its neighbour. */
  readonly intercept?: Intercept
  readonly neighbour?: Intercept
  /** Called first with a request; may change its URL and headers. Returns true when it has answered. */
  readonly arrive?: (request: IncomingMessage, response: ServerResponse) => boolean | undefined
  /** Called last with the head of a reply. */
  readonly depart?: (head: Head, request: IncomingMessage) => Head
}

export interface Head {
  readonly status: number
  readonly headers: Readonly<Record<string, string | number>>
}

export interface Deployment extends Disposable {
  readonly target: TargetInput
  /** Calls the deployment without a connection; undefined where the deviation changes connections. */
  readonly fetch: typeof globalThis.fetch | undefined
  readonly tenants: Tenants
}
