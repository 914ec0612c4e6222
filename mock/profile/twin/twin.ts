// A twin: how one deployment answers. `answers` are its answers to gaps; `dialect` is how it writes what it sends. It holds
// names and forms, never data.
import type { Answers } from '../profile.ts'
import type { Dialect } from './template.ts'
import type { Violations } from './violations.ts'

export interface Twin {
  readonly twin: 1
  readonly of?: {
    readonly name?: string
    readonly exchanges?: number
    readonly operations?: number
    readonly learned?: string
  }
  readonly answers?: Answers
  readonly dialect?: Dialect
  /** What the deployment does against the specification; served only after `withViolations`. */
  readonly violations?: Violations
  /** What the recording did not settle, with the evidence. */
  readonly unsure?: readonly Unsure[]
  /** Paths in this file that a person wrote; `learn --update` keeps them. */
  readonly hand?: readonly string[]
}

export interface Unsure {
  readonly at: string
  readonly guess: string
  readonly because: string
  readonly seen: number
}

/** The profile that makes the mock answer like a deployment. Given answers go before those of the twin. */
export function profileOfTwin({ answers, dialect }: Twin, given: Answers = {}): Answers {
  return { ...answers, ...(dialect === undefined ? {} : { dialect }), ...given }
}
