import type { Explanation, ResourceHistory } from '../control/generated/control.gen.ts'
import type { HistoryLine } from './explain-context.ts'

/** An explanation as text for a terminal. */
export function explanationText(explanation: Explanation): string {
  const { story, rule, state, accepted, issues, resources, try: calls } = explanation
  const lines = [story]
  if (rule) {
    lines.push(
      '',
      `Rule: ${rule.code}, section ${rule.section}${rule.title === '' ? '' : ` (${rule.title})`}`,
    )
    if (rule.gap)
      lines.push(
        `  The specification leaves it open (${rule.gap.id}); here the answer is ${rule.gap.answer}: ${rule.gap.means}`,
      )
    lines.push(...rule.requirements.map(({ id, statement }) => `  ${id}: ${statement}`))
  }
  if (issues.length > 0) lines.push('', ...issues.map(({ message }) => `  ${message}`))
  if (state !== null) lines.push('', `State then: ${state}`)
  if (accepted.length > 0) lines.push(`Accepted then: ${accepted.join(', ')}`)
  for (const resource of resources) lines.push('', ...resourceLines(resource))
  if (calls.length > 0)
    lines.push('', 'To try:', ...calls.flatMap(({ what, curl }) => [`  ${what}`, `    ${curl}`]))
  return lines.join('\n')
}

function resourceLines({ kind, id, status, waits_for, note, history, next }: ResourceHistory): string[] {
  return [
    `The ${kind.replace('-', ' ')} ${id} is ${status} now${waits_for === null ? '' : `, and waits for ${waits_for}`}.`,
    ...(note === null ? [] : [`  ${note}`]),
    ...history.map(line => `  ${historyLine(line)}`),
    ...(next.length > 0
      ? ['  It takes:', ...next.flatMap(({ what, curl }) => [`    ${what}`, `      ${curl}`])]
      : []),
  ]
}

function historyLine({ at, from, to, by, note }: HistoryLine): string {
  const who = by
    ? `by ${by.call} (${by.exchange}${by.key === null ? '' : `, key ${by.key}`})`
    : 'by itself, or by a person in the app'
  return `${at} ${from ?? 'new'} -> ${to} ${who}${note === null ? '' : `: ${note}`}`
}
