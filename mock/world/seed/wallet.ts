// What the demo company pays for the service itself, and the money that it put into its wallet.
import type { LedgerKind } from '../ledger.ts'
import { planOf } from '../plans.ts'
import type { Workspace } from '../workspace.ts'

const EURO = 1_000_000
const HOUR = 3_600_000

/** Top-ups and monthly fees of this month and of so many months before; what is left covers the usage. */
export function seedWallet(workspace: Workspace, planId: string, monthsBefore: number): void {
  const fee = planOf(planId).monthlyPriceMicros
  for (let before = monthsBefore; before >= 0; before--) {
    const month = startOfUtcMonth(workspace.now(), before)
    addAmount(workspace, 'top-up', month, -(before === monthsBefore ? 500 * EURO : 200 * EURO))
    addAmount(workspace, 'subscription', Math.min(month + 2 * HOUR, workspace.now()), fee)
  }
  // So it goes on.
  const next = startOfUtcMonth(workspace.now(), -1)
  workspace.simulation.plan(next, 'wallet.month-begins', workspace.id, { topUpMicros: 200 * EURO }, true)
}

function addAmount({ ledger, ids }: Workspace, kind: LedgerKind, at: number, micros: number): void {
  ledger.append({
    id: ids.next('led'),
    at,
    kind,
    micros,
    savedMicros: 0,
    tokensIn: 0,
    tokensOut: 0,
    agentId: null,
    userId: null,
    teamId: null,
    modelId: null,
    clientId: null,
    runId: null,
    workflowRunId: null,
  })
}

function startOfUtcMonth(instant: number, monthsBefore: number): number {
  const date = new Date(instant)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - monthsBefore, 1)
}
