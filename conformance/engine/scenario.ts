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
  /** True when it creates or changes something, or costs runs; such scenarios do not run with `--read-only`. */
  writes?: boolean
  /** When it runs; left out: among the others. */
  turn?: Turn
  run: (t: Trial) => Promise<void>
}

/**
 * `alone`: after the others, one by one, because no other scenario may change the data meanwhile. `closing`: it compares
 * figures, after the other uses of rate-limited endpoints; paid work is not started meanwhile, unless that would take too
 * long. `last`: it uses up the rate limits. `overall`: it judges all exchanges of the run, after everything else.
 */
type Turn = 'alone' | 'closing' | 'last' | 'overall'

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

/** A scenario, with each requirement once: several tables of a file may hold it. What costs runs also writes. */
export const scenario = (it: Scenario): Scenario => ({
  ...it,
  requirements: [...new Set(it.requirements)],
  writes: it.writes ?? (it.cost?.runs ?? 0) > 0,
})
