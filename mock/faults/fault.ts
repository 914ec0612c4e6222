import type { Effect } from '../control/generated/control.gen.ts'

/** One effect of a fault that applies to a request. */
export interface AppliedEffect<Kind extends Effect['do'] = Effect['do']> {
  readonly fault: string
  readonly effect: Extract<Effect, { do: Kind }>
}
