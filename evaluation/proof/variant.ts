import type { TargetInput } from '../../conformance/target/target-schema.ts'
import type { Deployment, Deviation } from './deployment.ts'

/** A lawful deployment that differs from the usual one: any `violated` on it is an error of the suite. */
export interface Variant {
  readonly id: string
  readonly what: string
  /** Also runs the check that uses up a rate limit, which takes a while. */
  readonly limits?: true
  readonly deviation?: Deviation
  /** Removes what the author of the target file omits or cannot name. */
  readonly target?: (target: TargetInput, deployment: Deployment) => TargetInput
}
