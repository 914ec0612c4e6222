// Reports from the journal what a client does against the advice of the specification.
import type { LintReport } from '../control/generated/control.gen.ts'
import type { LintInput, LintProblem } from './lint-rule.ts'
import { requestRules } from './request-rules.ts'
import { scopeRules } from './scope-rules.ts'
import { timingRules } from './timing-rules.ts'

const lintRules = { ...timingRules, ...requestRules, ...scopeRules }

export const lintRuleIds: readonly string[] = Object.keys(lintRules)

/** What `--fail-on` takes: severities, `never`, and ids of rules. */
export const lintLevels: readonly string[] = ['warning', 'note', 'never', ...lintRuleIds]

const MAX_EXAMPLES = 5
const MAX_EXCHANGES = 10

/** Checks all rules. `failOn` has the rules and severities that fail the report. */
export function lintClient(evidence: LintInput, failOn: readonly string[]): LintReport {
  const problems = Object.entries(lintRules).flatMap(([id, { look, ...rule }]) => {
    const seen = look(evidence)
    if (seen.length === 0) return []
    const examples = seen
      .slice(0, MAX_EXAMPLES)
      .map(({ what, exchanges }) => ({ what, exchanges: exchanges.slice(0, MAX_EXCHANGES) }))
    return [{ rule: id, ...rule, count: seen.length, examples }]
  })
  const fails = ({ rule, severity }: LintProblem) =>
    failOn.includes(rule) || failOn.includes(severity) || (failOn.includes('note') && severity === 'warning')
  return {
    checked: evidence.entries.length,
    exchanges: evidence.tally.exchanges,
    passed: !problems.some(fails),
    problems,
    unseen: lintRuleIds.filter(id => !problems.some(({ rule }) => rule === id)),
  }
}
