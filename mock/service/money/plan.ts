import { type Plan, planOf } from '../../world/plans.ts'
import type { Tables } from '../../world/tables.ts'

/** The plan that the workspace is on; no client can say so. */
export function planOfTenant({ tenant }: Tables): Plan {
  const [row] = tenant.all()
  if (!row) throw new Error('the workspace has no tenant row, so its plan is not known')
  return planOf(row.planId)
}
