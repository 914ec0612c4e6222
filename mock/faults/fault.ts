// Types of faults, from the document of the control API (faults.yaml).
import type { components } from '../control/generated/control.gen.ts'

type Schemas = components['schemas']

/** A fault to add: which requests it matches, how often it applies, and its effects. */
export type FaultSpec = Schemas['FaultSpec']
/** Which requests a fault matches. */
export type FaultTarget = Schemas['FaultTarget']
/** A fault in its present state. */
export type FaultState = Schemas['Fault']
/** An effect of a fault. */
export type Effect = Schemas['Effect']
/** Before the handler, or after it, when its changes are stored. */
export type Phase = Schemas['Phase']
/** The distribution of a delay. */
export type Distribution = Schemas['Distribution']
export type Malformation = Schemas['Malformation']

/** One effect of a fault that applies to a request. */
export interface AppliedEffect<Kind extends Effect['do'] = Effect['do']> {
  readonly fault: string
  readonly effect: Extract<Effect, { do: Kind }>
}
