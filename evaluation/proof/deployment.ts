/** A deployment of the mock that the suite judges, and how it may differ from the clean mock. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Profile, Roles, Workspace } from '#mock'
import type { TargetInput } from '../../conformance/index.ts'
import type { Intercept } from './intercept.ts'

/** A workspace under test and its neighbour, of which the first must never see anything. */
export interface Tenants {
  readonly home: Workspace
  readonly roles: Roles
  readonly neighbour: Workspace
  readonly neighbourRoles: Roles
}

/** What a deployment does differently from the clean mock. */
export interface Deviation {
  readonly profile?: Partial<Profile>
  /** Between the server and the workspace under test, and its neighbour. */
  readonly intercept?: Intercept
  readonly neighbour?: Intercept
  /** Sees a request first, and may change its address and its headers. True when it has been answered. */
  readonly arrive?: (request: IncomingMessage, response: ServerResponse) => boolean | undefined
  /** Sees the head of a reply last. */
  readonly depart?: (head: Head, request: IncomingMessage) => Head
}

export interface Head {
  readonly status: number
  readonly headers: Readonly<Record<string, string | number>>
}

export interface Deployment extends Disposable {
  readonly target: TargetInput
  /** Calls it without a connection; undefined where it does something to connections. */
  readonly fetch: typeof globalThis.fetch | undefined
  readonly tenants: Tenants
}
