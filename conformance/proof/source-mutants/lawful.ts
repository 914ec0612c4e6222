/** Mutants that differ and break no sentence of the specification: what they change is not stated. */

const REASONS: readonly [pattern: RegExp, reason: string][] = [
  [
    /issues\.push|refuse\(|Exception\(|Problem|Refusal\(|\b(msg|loc|detail):/,
    'the body of a refusal is not stated',
  ],
]

/** Why the mutant is lawful, or undefined when it breaks a stated sentence as far as is known. */
export function lawfulReason(id: string, diff: string): string | undefined {
  // A refusal that is left out, or another status, is more than another body.
  if (/(drop-statement|condition|drop-operand|swap-logic|swap-comparison|shift-number|flip-flag)/.test(id))
    return undefined
  return REASONS.find(([pattern]) => pattern.test(diff))?.[1]
}
