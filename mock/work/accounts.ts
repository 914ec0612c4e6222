// What there is in the wallet, work under way included, and whether there is enough for more.
import { decisions } from '../profile/decisions.ts'
import { Refusal } from '../world/refusal.ts'
import type { Workspace } from '../world/workspace.ts'
import { mostOpenMicros, openMicros } from './open-work.ts'

/** Micro-euros left in the wallet: what came in minus what was spent up to now. */
export function balanceMicros(workspace: Workspace): number {
  return 0 - workspace.ledger.sum().micros - openMicros(workspace)
}

/** A wallet with less than a cent is empty. */
const LEAST = 10_000

/** Refuses to start what costs money when there is none, where the profile says so. */
export function requireFunds(workspace: Workspace): void {
  if (!decisions.refusesEmptyWallet(workspace.profile)) return
  if (0 - workspace.ledger.sum().micros - mostOpenMicros(workspace).now >= LEAST) return
  const balance = balanceMicros(workspace)
  if (balance >= LEAST) return
  const euros = (balance / 1_000_000).toFixed(2)
  throw new Refusal(
    'balance_exhausted',
    `The balance of the workspace is ${euros} euros. Top up the wallet first.`,
    {
      because: { state: `the balance is ${euros} euros`, accepted: ['the same request after a top-up'] },
    },
  )
}
