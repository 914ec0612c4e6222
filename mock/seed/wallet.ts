// What the demo company pays for the service itself, and the money that it puts into its wallet.
import { charge, topUp } from '../work/funds.ts'
import { planOf } from '../world/plans.ts'
import type { Workspace } from '../world/workspace.ts'

const EURO = 1_000_000
const FIRST_TOP_UP = 500 * EURO
const MONTHLY_TOP_UP = 200 * EURO

/** The first money of a company. Its next fee comes with the next month, and more money with it. */
export function openWallet(workspace: Workspace): void {
  topUp(workspace, FIRST_TOP_UP)
  const { id, simulation } = workspace
  const now = new Date(simulation.now())
  const nextMonth = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)
  simulation.plan(nextMonth, 'wallet.month-begins', id, { topUpMicros: MONTHLY_TOP_UP }, true)
}

/** The fee of the month that it is. */
export function payFee(workspace: Workspace): void {
  const [tenant] = workspace.tables.tenant.all()
  if (!tenant) return
  const flatMicros = planOf(tenant.planId).monthlyPriceMicros
  charge(workspace, { kind: 'subscription', model: null, flatMicros })
}
