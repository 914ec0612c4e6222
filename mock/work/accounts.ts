// The balance of the wallet, with the cost of work under way, and the check that it covers more (gap `empty-wallet`).
import { decisions } from '../profile/decisions.ts'
import { priceOf, type TokenUse } from '../world/models.ts'
import { euros } from '../world/money.ts'
import { Refusal } from '../world/refusal.ts'
import type { Workspace } from '../world/workspace.ts'
import { maxOpenMicros, openMicros } from './open-work.ts'

/** The balance in micro-euros: everything paid in minus everything spent so far, work under way included. */
export function balanceMicros(workspace: Workspace): number {
  return 0 - workspace.ledger.sum().micros - openMicros(workspace)
}

/** A wallet with less than a cent counts as empty. */
const MIN_MICROS = 10_000

/** Up to this many working runs, their exact cost is added up; beyond it, an upper bound is used. */
const MAX_RUNS_ADDED = 1_000

/**
 * Refuses an operation that costs money if the wallet cannot pay for it. Without `costMicros`, an empty wallet refuses.
 */
export function requireFunds(workspace: Workspace, costMicros = 0): void {
  if (!decisions.refusesEmptyWallet(workspace.profile)) return
  const bound = maxOpenMicros(workspace)
  const least = 0 - workspace.ledger.sum().micros - bound.now
  if (least >= MIN_MICROS + costMicros) return
  // Adding up thousands of runs at each start would block all other requests; the upper bound is close enough.
  const balance = bound.runs > MAX_RUNS_ADDED ? least : balanceMicros(workspace)
  if (balance >= Math.max(MIN_MICROS, costMicros)) return
  const left = euros(Math.max(0, balance)).toFixed(2)
  const message = `The balance of the workspace is ${left} euros. Top up the wallet first.`
  const because = { state: `the balance is ${left} euros`, accepted: ['the same request after a top-up'] }
  throw new Refusal('balance_exhausted', message, { because })
}

/** Refuses the use of a model that costs more than the balance. */
export function requireFundsFor(workspace: Workspace, modelId: string, use: TokenUse): void {
  const model = workspace.tables.models.get(modelId)
  if (model) requireFunds(workspace, priceOf(model, use).micros)
}
