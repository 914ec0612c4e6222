// What can go wrong on purpose. The document of the control API (faults.yaml) describes it; nothing is declared twice.
import type { components } from '../control/generated/control.gen.ts'

type Schemas = components['schemas']

/** A fault to be added: which requests it matches, how often it applies, and what goes wrong. */
export type FaultSpec = Schemas['FaultSpec']
/** Which requests a fault matches. */
export type FaultTarget = Schemas['FaultTarget']
/** A fault as it stands. */
export type FaultState = Schemas['Fault']
/** What goes wrong. */
export type Effect = Schemas['Effect']
/** Before the service does anything, or after it has done, and kept, what was asked. */
export type Phase = Schemas['Phase']
/** How long a delay is. */
export type Distribution = Schemas['Distribution']
export type Malformation = Schemas['Malformation']

/** One effect of a fault that applies to a request. */
export interface AppliedEffect<Kind extends Effect['do'] = Effect['do']> {
  readonly fault: string
  readonly effect: Extract<Effect, { do: Kind }>
}
