// What a client does against the advice of the specification, from the journal.
import type { Evidence, Severity, Sighting } from './lint-rule.ts'
import { wordHabits } from './request-rules.ts'
import { reachHabits } from './scope-rules.ts'
import { paceHabits } from './timing-rules.ts'

const habits = [...paceHabits, ...wordHabits, ...reachHabits]

/** Every habit that is looked for, by the name that `--fail-on` takes. */
export const habitIds: readonly string[] = habits.map(({ id }) => id)

/** A habit that was seen. */
export interface Finding {
  readonly habit: string
  readonly severity: Severity
  readonly section: string
  readonly advice: string
  readonly todo: string
  /** How often it was seen. */
  readonly count: number
  /** The first few. */
  readonly examples: Sighting[]
}

export interface Conduct {
  /** How many exchanges were judged, and how many there were. */
  readonly judged: number
  readonly exchanges: number
  /** Whether nothing was found that was to be failed on. */
  readonly passed: boolean
  readonly findings: Finding[]
  /** The habits that were looked for and not seen. */
  readonly unseen: string[]
}

const MOST_EXAMPLES = 5
const MOST_EXCHANGES = 10

/**
 * Judges what a client did. `failOn` names habits and severities that must not be seen: `warning` unless told, which a
 * note is not.
 */
export function conductOf(evidence: Evidence, failOn: readonly string[] = ['warning']): Conduct {
  const findings = habits.flatMap(({ look, id, ...habit }) => {
    const seen = look(evidence)
    if (seen.length === 0) return []
    const examples = seen
      .slice(0, MOST_EXAMPLES)
      .map(({ what, exchanges }) => ({ what, exchanges: exchanges.slice(0, MOST_EXCHANGES) }))
    return [{ habit: id, ...habit, count: seen.length, examples }]
  })
  const fails = ({ habit, severity }: Finding) =>
    failOn.includes(habit) || failOn.includes(severity) || (failOn.includes('note') && severity === 'warning')
  return {
    judged: evidence.entries.length,
    exchanges: evidence.tally.exchanges,
    passed: !findings.some(fails),
    findings,
    unseen: habitIds.filter(id => !findings.some(({ habit }) => habit === id)),
  }
}
