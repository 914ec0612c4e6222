/** A scenario does something to a deployment and gives a verdict on each requirement it declares. */

import type { Scope } from '#openapi'
import type { Capability, FixtureName, Role } from '../target/target-schema.ts'
import type { Trial } from './trial.ts'

export interface Scenario {
  /** Stable and greppable: `runs/pause-and-resume`. */
  id: string
  title: string
  /** Every requirement that this scenario may give a verdict on. What it does not reach is reported by name. */
  requirements: readonly string[]
  needs?: Needs
  cost?: Cost
  /** True when it creates, changes or spends something; such scenarios do not run with `--read-only`. */
  writes?: boolean
  /** True when nothing else of ours may change the data meanwhile: such scenarios run after the others, one by one. */
  alone?: boolean
  /**
   * True when it compares figures: it comes once the others are done with the limited endpoints, and nothing that
   * costs money is begun any more, unless that takes long.
   */
  closing?: boolean
  /** True for the scenario that comes when no other asks the limited endpoints any more: it uses up their limits. */
  last?: boolean
  /** True for what is judged over all that was exchanged: it comes when everything else is done. */
  overall?: boolean
  run: (t: Trial) => Promise<void>
}

export interface Needs {
  /** Scopes that one key each must have. */
  scopes?: readonly Scope[]
  role?: Role
  fixtures?: readonly FixtureName[]
  capability?: Capability
}

export interface Cost {
  /** Requests on endpoints without a stated rate limit. */
  requests?: number
  /** Requests on each analytics endpoint. */
  analytics?: Readonly<Record<string, number>>
  /** Runs that cost money. */
  runs?: number
  /** The least time it takes, in seconds of the deployment's clock. */
  seconds?: number
}

/** Gives a scenario its type, so that a suite file reads as data. */
export const scenario = (it: Scenario): Scenario => it
