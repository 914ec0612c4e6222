/** A scenario does something to a deployment and gives a verdict on each requirement it declares. */

import type { Scope } from '#openapi'
import type { Capability, FixtureName, Role } from '../target/target-schema.ts'
import type { Trial } from './trial.ts'

export interface Scenario {
  /** Stable and greppable: `runs/pause-and-resume`. */
  id: string
  title: string
  /** Every requirement that this scenario may judge. Those without a verdict are reported by name. */
  requirements: readonly string[]
  needs?: Needs
  cost?: Cost
  /** True when it creates, changes or spends something; such scenarios do not run with `--read-only`. */
  writes?: boolean
  /** True when no other scenario may change the data meanwhile: such scenarios run after the others, one by one. */
  alone?: boolean
  /**
   * True when it compares figures: it runs after the other uses of rate-limited endpoints. Paid work is not started
   * meanwhile, unless that would take too long.
   */
  closing?: boolean
  /** True for the scenario that uses up the rate limits: it runs after all others have finished with them. */
  last?: boolean
  /** True when it judges all exchanges of the run: it runs after everything else. */
  overall?: boolean
  run: (t: Trial) => Promise<void>
}

export interface Needs {
  /** Scopes, each of which some key must have. */
  scopes?: readonly Scope[]
  role?: Role
  fixtures?: readonly FixtureName[]
  capability?: Capability
}

export interface Cost {
  /** Requests to endpoints without a stated rate limit. */
  requests?: number
  /** Requests to each analytics endpoint. */
  analytics?: Readonly<Record<string, number>>
  /** Runs that cost money. */
  runs?: number
  /** The minimum duration in seconds of the deployment's clock. */
  seconds?: number
}

/** A scenario, with each requirement once: several tables of a file may hold it. */
export const scenario = (it: Scenario): Scenario => ({ ...it, requirements: [...new Set(it.requirements)] })
