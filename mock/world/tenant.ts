import type { PlanId } from './plans.ts'

/** The settings of the workspace, in one row. */
export interface TenantRow {
  readonly id: string
  readonly name: string
  /** An IANA time zone. */
  readonly timeZone: string
  readonly planId: PlanId
}
