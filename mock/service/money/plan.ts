import { type Plan, planOf } from '../../world/plans.ts'
import type { Tables } from '../../world/tables.ts'

/** The plan of the workspace. No request can choose it. */
export function planOfTenant({ tenant }: Tables): Plan {
  const [row] = tenant.all()
  if (!row) throw new Error('the workspace has no tenant row, so its plan is not known')
  return planOf(row.planId)
}
