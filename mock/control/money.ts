// The wallet and the plan, which people change in the app.
import { reachBalance } from '../seed/index.ts'
import { balanceMicros } from '../work/accounts.ts'
import { topUp } from '../work/funds.ts'
import { euros, microsOf } from '../world/money.ts'
import { planOf } from '../world/plans.ts'
import type { Workspace } from '../world/workspace.ts'
import type { ControlFunctions } from './control-function.ts'
import { invalid } from './refusal.ts'
import { iso } from './time.ts'

const MAX_TOP_UPS = 100

export const money = {
  /** The balance and the latest top-ups, newest first. */
  readBalance(_, { hosted: { workspace } }) {
    const topUps = workspace.ledger
      .rows({ where: { kind: 'top-up' } })
      .slice(-MAX_TOP_UPS)
      .reverse()
    return {
      ...balanceOf(workspace),
      top_ups: topUps.map(({ at, micros }) => ({ at: iso(at), euros: euros(-micros) })),
    }
  },

  setBalance: ({ body }, { hosted }) => setBalance(hosted.workspace, body.balance_euros),

  topUp({ body: { euros } }, { hosted: { workspace } }) {
    topUp(workspace, microsOf(euros))
    return balanceOf(workspace)
  },

  /** Changes caps and features at once, and the fee from the next month on. */
  setPlan({ body: { plan: name } }, { hosted }) {
    const { tenant } = hosted.workspace.tables
    const plan = planOf(`plan_${name}`)
    for (const { id } of tenant.all()) tenant.replace(id, { planId: plan.id })
    return { plan: name, plan_id: plan.id, name: plan.name }
  },
} satisfies Partial<ControlFunctions>

/** Sets the balance, by a top-up or an adjustment. */
export function setBalance(workspace: Workspace, euros: number) {
  const tooMuch = balanceMicros(workspace) - microsOf(euros)
  if (!Number.isSafeInteger(tooMuch)) throw invalid('balance_euros', 'an amount of money', euros)
  reachBalance(workspace, euros)
  return balanceOf(workspace)
}

function balanceOf(workspace: Workspace) {
  return { balance_euros: euros(balanceMicros(workspace)) }
}
