// A deployment's violations of the specification, stored in its twin by requirement and served only on request.
import type { OperationId } from '#openapi'

/** The replacement of a stated member: nothing, or a value of another type. */
export const WRONG_KINDS = ['missing', 'null', 'text', 'number', 'boolean', 'list', 'object'] as const
export type WrongKind = (typeof WRONG_KINDS)[number]

/** How a requirement is violated. */
export interface Violation {
  /** Other statuses of success, by operation. */
  readonly statuses?: Readonly<Partial<Record<OperationId, number>>>
  /** Other statuses of refusals, by code. */
  readonly refusals?: Readonly<Record<string, number>>
  /** Missing members and members of a wrong kind, by operation and path: `data.cost_euros: missing`. */
  readonly members?: Readonly<Partial<Record<OperationId, WrongMembers>>>
  /** Other words for stated ones, by enumeration. */
  readonly words?: Readonly<Record<string, Readonly<Record<string, string>>>>
}

export type WrongMembers = Readonly<Record<string, WrongKind>>

/** By the id of the requirement. */
export type Violations = Readonly<Record<string, Violation>>

/** `content[].status` as `content`, `[]`, `status`. */
export function partsOf(path: string): string[] {
  return path.replaceAll('[]', '.[]').split('.')
}
