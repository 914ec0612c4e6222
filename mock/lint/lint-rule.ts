// A rule of the client lint: something that a client does against the advice of the specification.
import type { Contract } from '#openapi'
import type { LintReport } from '../control/generated/control.gen.ts'
import type { CoverageTally } from '../coverage/tally.ts'
import type { Exchange } from '../journal/exchange.ts'
import type { KeyRow } from '../world/people.ts'

/** A rule that the client breaks. */
export type LintProblem = LintReport['problems'][number]

/** A place where a rule is broken. */
export type Occurrence = LintProblem['examples'][number]

/** The evidence for all rules. */
export interface LintInput {
  /** The exchanges that the journal still has, oldest first. */
  readonly entries: readonly Exchange[]
  /** Whether the journal has dropped older ones. */
  readonly forgotten: boolean
  readonly keys: readonly KeyRow[]
  readonly tally: CoverageTally
  /** The document that the workspace serves. */
  readonly contract: Contract
}

interface LintRule {
  /** `warning`: it will hurt in production. `note`: worth a look. */
  readonly severity: LintProblem['severity']
  /** The section of the specification with the advice. */
  readonly section: string
  readonly advice: string
  readonly todo: string
  readonly look: (evidence: LintInput) => readonly Occurrence[]
}

/** Rules by their id, as `--fail-on` takes it. */
export type LintRules = Readonly<Record<string, LintRule>>
