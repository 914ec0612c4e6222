import type { LintReport } from '../control/generated/control.gen.ts'
import { countOf } from '../journal/verify.ts'
import type { LintProblem } from './lint-rule.ts'

/** A report as text for a terminal. */
export function lintText(report: LintReport): string {
  const { checked, exchanges, problems, unseen, passed } = report
  const all = exchanges === 1 ? '1 exchange' : `${exchanges} exchanges`
  const of = checked === exchanges ? all : `the last ${checked} of ${all}`
  const lines = [`Lint of the client in ${of}`, '']
  for (const finding of problems) lines.push(...linesOf(finding), '')
  if (unseen.length > 0) lines.push(`Not seen: ${unseen.join(', ')}.`)
  lines.push(passed ? 'Passed.' : 'Failed.')
  return lines.join('\n')
}

function linesOf({ severity, rule, section, count, advice, todo, examples }: LintProblem): string[] {
  return [
    `${severity === 'warning' ? '!' : '-'} ${rule} (section ${section}), ${countOf(count)}`,
    `  ${advice}`,
    ...examples.map(
      ({ what, exchanges }) => `    ${what}${exchanges.length > 0 ? `  [${exchanges.join(' ')}]` : ''}`,
    ),
    `  To do: ${todo}`,
  ]
}
