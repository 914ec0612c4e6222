import type { TargetInput } from '../../conformance/target/target-schema.ts'
import type { Deployment, Deviation } from './deployment.ts'

/** A lawful deployment that differs from the usual one; a single `violated` on it is a fault of the suite. */
export interface Variant {
  readonly id: string
  readonly what: string
  /** Run against it the check that uses up a rate limit, too; it takes a while. */
  readonly limits?: true
  readonly deviation?: Deviation
  /** What the person who writes the target file leaves out, or cannot name. */
  readonly target?: (target: TargetInput, deployment: Deployment) => TargetInput
}
