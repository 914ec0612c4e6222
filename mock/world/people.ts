// The people of a workspace, and the keys that act in their name (sections 5.2 to 5.5).
import type { Scope } from '#openapi'

/** `admin` sees the whole workspace, `manager` the teams that they manage, `member` their own work. */
export const ROLES = ['admin', 'manager', 'member'] as const
export type Role = (typeof ROLES)[number]

export interface PersonRow {
  readonly id: string
  /** The name under which the world file and tests know the person, such as `person-manager`. */
  readonly handle: string
  /** The place in the list of people; ids have no order that means anything. */
  readonly position: number
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
  readonly handle: string
  readonly name: string
}

export interface KeyRow {
  readonly id: string
  /** The text after `Bearer`. */
  readonly secret: string
  readonly name: string
  readonly personId: string
  readonly scopes: readonly Scope[]
  readonly createdAt: number
  readonly revokedAt: number | null
}
