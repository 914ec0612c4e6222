/** What one more sight of a requirement means: a change counts once a repetition has shown it again. */

import type { KINDS } from './page/row-names.ts'

/** Those of requirements, and of the comparison with a twin. */
export type Verdict = 'met' | 'violated' | 'waived' | 'alike' | 'drifted'

export const isBad = (verdict: Verdict | null) => verdict === 'violated' || verdict === 'drifted'

export type Kind = keyof typeof KINDS

/** A verdict, with the most modest kind of pass that has shown it. */
export interface Sight {
  readonly verdict: Verdict
  readonly kind: Kind
}

export type Transition =
  /** The first verdict of this requirement. */
  | 'first'
  /** As before. */
  | 'same'
  /** As before, after a pass that saw otherwise: that was a blip. */
  | 'blip'
  /** Otherwise than before; the next pass decides. */
  | 'suspect'
  /** Otherwise than before for the second time: the verdict has changed. */
  | 'change'
  /** Nothing follows: reads do not show again what only a full pass has seen. */
  | 'none'

/** `isBaseline`: there were no verdicts of this sort before this pass, so that nothing is news. */
export function transition(
  current: Sight | undefined,
  suspicion: Sight | undefined,
  seen: Sight,
  isBaseline: boolean,
): Transition {
  if (!current) {
    if (isBaseline || !isBad(seen.verdict)) return 'first'
    return suspicion ? 'change' : 'suspect'
  }
  if (seen.verdict === current.verdict) return suspicion && covers(seen, suspicion) ? 'blip' : 'same'
  if (isBad(current.verdict) && !covers(seen, current)) return 'none'
  return suspicion?.verdict === seen.verdict ? 'change' : 'suspect'
}

/** Whether a pass of this kind sees all that the other saw. */
const covers = (pass: Sight, other: Sight) => pass.kind === 'full' || other.kind === 'reads'
