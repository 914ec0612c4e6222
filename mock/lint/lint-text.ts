import type { Conduct, Finding } from './client-lint.ts'
import { timesOf } from './lint-rule.ts'

/** A conduct report for a terminal. */
export function conductText(conduct: Conduct): string {
  const { judged, exchanges, findings, unseen, passed } = conduct
  const of = judged === exchanges ? `${judged} exchanges` : `the last ${judged} of ${exchanges} exchanges`
  const lines = [`Conduct of the client in ${of}`, '']
  for (const finding of findings) lines.push(...linesOf(finding), '')
  if (unseen.length > 0) lines.push(`Not seen: ${unseen.join(', ')}.`)
  lines.push(passed ? 'Passed.' : 'Failed.')
  return lines.join('\n')
}

function linesOf({ severity, habit, section, count, advice, todo, examples }: Finding): string[] {
  return [
    `${severity === 'warning' ? '!' : '-'} ${habit} (section ${section}), ${timesOf(count)}`,
    `  ${advice}`,
    ...examples.map(
      ({ what, exchanges }) => `    ${what}${exchanges.length > 0 ? `  [${exchanges.join(' ')}]` : ''}`,
    ),
    `  To do: ${todo}`,
  ]
}
