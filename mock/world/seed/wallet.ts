// What the demo company pays for the service itself, and the money that it put into its wallet.
import { planOf } from '../plans.ts'
import type { Workspace } from '../workspace.ts'
import { HOUR } from './calendar.ts'
import type { Past } from './past.ts'

const EURO = 1_000_000
const FIRST_TOP_UP = 500 * EURO
const MONTHLY_TOP_UP = 200 * EURO

/** Top-ups and monthly fees of this month and of so many months before. What they leave pays for the usage. */
export function spendOnPlan(past: Past, monthsBefore: number): void {
  const { workspace } = past
  const fee = planOf(workspace.tables.tenant.all()[0]?.planId ?? '').monthlyPriceMicros
  for (let before = monthsBefore; before >= 0; before--) {
    const at = startOfUtcMonth(workspace.now(), before)
    const topUp = before === monthsBefore ? FIRST_TOP_UP : MONTHLY_TOP_UP
    past.spend({ at, kind: 'top-up', model: null, flatMicros: -topUp })
    past.spend({
      at: Math.min(at + 2 * HOUR, workspace.now()),
      kind: 'subscription',
      model: null,
      flatMicros: fee,
    })
  }
  planNextMonth(workspace)
}

/** The first money of a company that has just begun: nothing is spent yet, its first fee comes with the next month. */
export function topUpFirst(past: Past): void {
  past.spend({ at: past.workspace.now(), kind: 'top-up', model: null, flatMicros: -FIRST_TOP_UP })
  planNextMonth(past.workspace)
}

function planNextMonth({ id, simulation }: Workspace): void {
  const next = startOfUtcMonth(simulation.now(), -1)
  simulation.plan(next, 'wallet.month-begins', id, { topUpMicros: MONTHLY_TOP_UP }, true)
}

function startOfUtcMonth(instant: number, monthsBefore: number): number {
  const date = new Date(instant)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - monthsBefore, 1)
}
