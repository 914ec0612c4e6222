/** What improved or regressed between two runs, by requirement and by observed answer. */

import { forLog, mapStrings } from '../engine/safe-text.ts'
import type { Difference, Report } from './report.ts'

export function compare(before: Report, after: Report): Difference {
  const was = new Map(before.requirements.map(row => [row.id, row.verdict]))
  const difference: Difference = { worse: [], better: [], other: [] }
  const violated: string[] = []
  for (const { id, verdict, statement, findings } of after.requirements) {
    const old = was.get(id)
    was.delete(id)
    if (old === verdict) continue
    const line = `${id}  ${old ?? 'unknown'} → ${verdict}  ${statement}`
    const why = findings[0] ? `\n      ${findings[0].sentence}` : ''
    if (verdict === 'violated') violated.push(line + why)
    else if (old === 'violated' && verdict === 'met') difference.better.push(line)
    else if (old === 'met') difference.worse.push(line + why)
    else if (verdict === 'met') difference.better.push(line)
    else difference.other.push(line + why)
  }
  difference.worse.unshift(...violated)
  for (const [id, verdict] of was) difference.other.push(`${id}  ${verdict} → not selected`)
  const answers = (report: Report) =>
    new Map(
      report.observations.map(one => [
        one.gap,
        one.answers
          .map(answer => answer.answer)
          .toSorted()
          .join(', '),
      ]),
    )
  const [left, right] = [answers(before), answers(after)]
  for (const [gap, answer] of right) {
    const old = left.get(gap)
    if (old !== undefined && old !== answer) difference.other.push(`${gap}  answered ${old}, now ${answer}`)
  }
  return difference
}

export function differenceText(difference: Difference): string {
  const { worse, better, other } = mapStrings(difference, forLog)
  if (worse.length + better.length + other.length === 0) return 'No difference.'
  const part = (title: string, lines: string[]) =>
    lines.length > 0 ? [`${title} (${lines.length})`, ...lines.map(line => `  ${line}`), ''] : []
  return [...part('Worse', worse), ...part('Better', better), ...part('Other', other)].join('\n').trimEnd()
}
