import { deprecationText } from '../deprecation.ts'
import type { Deprecation } from '../operation-row.ts'

/** The effect of a change of the contract on existing clients. */
export type Effect = 'breaks' | 'adds' | 'changes' | 'deprecates'

/** What a change concerns, to be compared with what a client uses. */
export interface Concern {
  /**
   * The part of the exchange, as in a usage file: `query limit`, `body.title`, `reply 200.items[].id`; empty for the
   * operation as a whole.
   */
  readonly place: string
  /** The status that calls get now. */
  readonly status?: number
  /** Requests need it now. */
  readonly required?: true
  /** It does not exist any more. */
  readonly gone?: true
  /** It exists since now. */
  readonly added?: true
  /** Only members that the contract does not declare. */
  readonly undeclared?: true
  /** The default, which concerns requests without it. */
  readonly default?: true
  /** Kinds and words that are no longer possible. Without both, other values are concerned. */
  readonly kinds?: readonly string[]
  readonly words?: readonly string[]
}

export interface Change {
  effect: Effect
  /** The element, such as `query limit` or `Task.priority`. */
  where: string
  /** The difference in words. */
  says: string
  /** The operation concerned, by its earlier name. */
  operation: string
  /** Its earlier method and path. */
  address: string
  concerns: Concern
}

/** Records a change in an operation. Default: it concerns the place that is called so. */
export type Note = (effect: Effect, where: string, says: string, concerns?: Partial<Concern>) => void

/** Records what an element has become since before: deprecated, with other dates, or no longer so. */
export function compareDeprecation(
  [old, now]: readonly [Deprecation | null, Deprecation | null],
  note: (effect: Effect, says: string) => void,
): void {
  const [was, is] = [old && deprecationText(old), now && deprecationText(now)]
  if (was === is) return
  if (is === null) note('adds', 'is no longer deprecated.')
  else if (was === null) note('deprecates', `is ${is === 'deprecated' ? 'deprecated now' : is}.`)
  else note('deprecates', `is ${is} (before: ${was}).`)
}
