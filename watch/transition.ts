/** What one more sight of a requirement means: a change counts once a repetition has shown it again. */

export type Verdict = 'met' | 'violated' | 'waived'

/** What a pass asks: reads only, which cost nothing, or everything. */
export type Kind = 'reads' | 'full'

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

/** `isBaseline`: the deployment had no verdicts before this pass, so that nothing is news. */
export function transition(
  current: Sight | undefined,
  suspicion: Sight | undefined,
  seen: Sight,
  isBaseline: boolean,
): Transition {
  if (!current) {
    if (isBaseline || seen.verdict !== 'violated') return 'first'
    return suspicion ? 'change' : 'suspect'
  }
  if (seen.verdict === current.verdict) return suspicion && covers(seen, suspicion) ? 'blip' : 'same'
  if (current.verdict === 'violated' && !covers(seen, current)) return 'none'
  return suspicion?.verdict === seen.verdict ? 'change' : 'suspect'
}

/** Whether a pass of this kind sees all that the other saw. */
const covers = (pass: Sight, other: Sight) => pass.kind === 'full' || other.kind === 'reads'
