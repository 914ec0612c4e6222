// What there is in the wallet, work under way included, and whether there is enough for more.
import { decisions } from '../profile/decisions.ts'
import { priceOf, type TokenUse } from '../world/models.ts'
import { Refusal } from '../world/refusal.ts'
import type { Workspace } from '../world/workspace.ts'
import { maxOpenMicros, openMicros } from './open-work.ts'

/** Micro-euros left in the wallet: what came in minus what was spent up to now. */
export function balanceMicros(workspace: Workspace): number {
  return 0 - workspace.ledger.sum().micros - openMicros(workspace)
}

/** A wallet with less than a cent is empty. */
const MIN_MICROS = 10_000

/** How many working runs are added up; of more, a bound of their cost is taken. */
const MAX_RUNS_ADDED = 1_000

/** Refuses what costs money, so much of it if that is known, when there is not enough; gap `empty-wallet`. */
export function requireFunds(workspace: Workspace, costMicros = 0): void {
  if (!decisions.refusesEmptyWallet(workspace.profile)) return
  const most = maxOpenMicros(workspace)
  if (0 - workspace.ledger.sum().micros - most.now >= MIN_MICROS + costMicros) return
  // Adding up very much work for each start would keep everybody waiting; its bound is close enough.
  const balance =
    most.runs > MAX_RUNS_ADDED ? 0 - workspace.ledger.sum().micros - most.now : balanceMicros(workspace)
  if (balance >= Math.max(MIN_MICROS, costMicros)) return
  const euros = (Math.max(0, balance) / 1_000_000).toFixed(2)
  throw new Refusal(
    'balance_exhausted',
    `The balance of the workspace is ${euros} euros. Top up the wallet first.`,
    {
      because: { state: `the balance is ${euros} euros`, accepted: ['the same request after a top-up'] },
    },
  )
}

/** Refuses the use of a model that costs more than what is left. */
export function requireFundsFor(workspace: Workspace, modelId: string, use: TokenUse): void {
  const model = workspace.tables.models.get(modelId)
  if (model) requireFunds(workspace, priceOf(model, use).micros)
}
