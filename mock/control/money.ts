// The wallet and the plan, as people change them in the app.
import { balanceMicros } from '../work/accounts.ts'
import { charge, topUp } from '../work/funds.ts'
import { watchWallet } from '../work/spending-limits.ts'
import { PLANS } from '../world/plans.ts'
import type { Workspace } from '../world/workspace.ts'
import { invalid } from './refusal.ts'
import { iso } from './time.ts'

const EURO = 1_000_000

export type PlanName = 'starter' | 'business' | 'enterprise'

export interface Balance {
  readonly balance_euros: number
}

export function readBalance(workspace: Workspace): Balance {
  return { balance_euros: balanceMicros(workspace) / EURO }
}

const MAX_TOP_UPS = 100

/** The balance and the latest top-ups, newest first. */
export function readWallet(workspace: Workspace) {
  const topUps = workspace.ledger
    .rows({ where: { kind: 'top-up' } })
    .slice(-MAX_TOP_UPS)
    .reverse()
  return {
    ...readBalance(workspace),
    top_ups: topUps.map(({ at, micros }) => ({ at: iso(at), euros: -micros / EURO })),
  }
}

/** Tops up the wallet. */
export function putIn(workspace: Workspace, euros: number): Balance {
  if (!(euros > 0)) throw invalid('euros', 'an amount above 0', euros)
  topUp(workspace, Math.round(euros * EURO))
  return readBalance(workspace)
}

/** Sets the balance, by a top-up or an adjustment. */
export function setBalance(workspace: Workspace, euros: number): Balance {
  const tooMuch = balanceMicros(workspace) - Math.round(euros * EURO)
  if (!Number.isSafeInteger(tooMuch)) throw invalid('balance_euros', 'an amount of money', euros)
  if (tooMuch < 0) topUp(workspace, -tooMuch)
  else if (tooMuch > 0) charge(workspace, { kind: 'adjustment', model: null, flatMicros: tooMuch })
  watchWallet(workspace)
  return readBalance(workspace)
}

/** Changes the plan: caps and features at once, the fee from the next month on. */
export function setPlan({ tables }: Workspace, name: PlanName) {
  const plan = PLANS.find(({ id }) => id === `plan_${name}`)
  const [tenant] = tables.tenant.all()
  if (!plan || !tenant) throw invalid('plan', `one of ${PLANS.map(({ id }) => id.slice(5)).join(', ')}`, name)
  tables.tenant.replace(tenant.id, { planId: plan.id })
  return { plan: name, plan_id: plan.id, name: plan.name }
}
