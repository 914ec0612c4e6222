// The people of a workspace, and the keys that act in their name (sections 5.2 to 5.5).
import type { Scope } from '#openapi'

/** `admin` sees the whole workspace, `manager` the managed teams, `member` only their own work. */
export const ROLES = ['admin', 'manager', 'member'] as const
export type Role = (typeof ROLES)[number]

export interface PersonRow {
  readonly id: string
  /** The handle in the world file and in tests, such as `person-manager`. */
  readonly handle: string
  /** The position in the list of people, because ids have no meaningful order. */
  readonly position: number
  readonly name: string
  readonly email: string
  readonly role: Role
  /** The teams of the person; the first one pays for the person's spending. */
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
