// Who works in a workspace, and the keys that act in their name (sections 5.2 to 5.5).

/** `admin` sees the whole workspace, `manager` the teams that they manage, `member` their own work. */
export type Role = 'admin' | 'manager' | 'member'

export interface PersonRow {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly role: Role
  /** The teams that the person belongs to; the first one pays for what the person spends. */
  readonly teamIds: readonly string[]
  /** The teams that the person manages; empty unless `role` is `manager`. */
  readonly managedTeamIds: readonly string[]
}

export interface TeamRow {
  readonly id: string
  readonly name: string
}

/** The scopes of section 5.3. */
export const SCOPES = [
  'agents:read',
  'agents:run',
  'tasks:read',
  'tasks:write',
  'runs:read',
  'approvals:read',
  'analytics:read',
  'workflows:read',
  'workflows:run',
  'chat:read',
  'chat:write',
  'knowledge:read',
  'agency-usage:read',
] as const

export type Scope = (typeof SCOPES)[number]

export interface KeyRow {
  readonly id: string
  /** What stands behind `Bearer`. */
  readonly secret: string
  readonly name: string
  readonly personId: string
  readonly scopes: readonly Scope[]
  readonly createdAt: number
  readonly revokedAt: number | null
}
