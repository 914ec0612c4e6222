// The subscription fees and top-ups of a company.
import { monthAt } from '../simulation/time-zone.ts'
import { balanceMicros } from '../work/accounts.ts'
import { charge, topUp } from '../work/funds.ts'
import { watchWallet } from '../work/spending-limits.ts'
import { microsOf } from '../world/money.ts'
import type { Workspace } from '../world/workspace.ts'
import type { Company } from '../world-file/index.ts'

/** The first top-up of a company. The next fee and top-up come with the next month. */
export function openWallet(workspace: Workspace, company: Company): void {
  const first = microsOf(company.top_up_euros)
  // The first month is paid for from its first day on.
  const month = monthAt(workspace.now())
  if (first > 0) topUp(workspace, first, month.from)
  const topUpMicros = microsOf(company.monthly_top_up_euros)
  workspace.simulation.plan(month.to, 'wallet.month-begins', workspace.id, { topUpMicros }, true)
}

/** Sets the balance to so many euros, by a top-up or an adjustment. */
export function reachBalance(workspace: Workspace, euros: number): void {
  const tooMuch = balanceMicros(workspace) - microsOf(euros)
  if (tooMuch < 0) topUp(workspace, -tooMuch)
  else if (tooMuch > 0) charge(workspace, { kind: 'adjustment', model: null, flatMicros: tooMuch })
  watchWallet(workspace)
}
