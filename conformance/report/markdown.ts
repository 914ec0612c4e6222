/** Markdown for the summary of a CI job. */

import { forLog, mapStrings } from '../engine/safe-text.ts'
import type { Report, ReportedRequirement } from './report.ts'
import { bySeverity } from './severity.ts'

export function markdown(data: Report): string {
  const report = mapStrings(data, forLog)
  const { met, violated, not_exercised, waived } = report.counts
  const lines = [`## Conformance of ${plain(report.target.name)}: ${plain(report.outcome)}`, '']
  if (report.problems.length > 0)
    return [...lines, ...report.problems.map(problem => `- ${plain(problem)}`), ''].join('\n')
  lines.push(
    '| met | violated | not exercised | waived | exercised |',
    '|---:|---:|---:|---:|---:|',
    `| ${met} | ${violated} | ${not_exercised} | ${waived} | ${report.coverage.exercised} of ${report.coverage.selected} |`,
    '',
  )
  const bad = report.requirements.filter(row => row.verdict === 'violated').toSorted(bySeverity)
  if (bad.length > 0)
    lines.push('### Violated', '', ...bad.slice(0, 30).flatMap(row => violation(row, report)))
  if (bad.length > 30) lines.push(`… and ${bad.length - 30} more in the full report.`, '')
  const open = report.requirements.filter(row => row.verdict === 'not exercised')
  if (open.length > 0) {
    const reasons = [...Map.groupBy(open, row => row.findings[0]?.sentence ?? 'no check for it ran')]
    lines.push('<details><summary>Not exercised, because of</summary>', '')
    for (const [reason, rows] of reasons.toSorted((a, b) => b[1].length - a[1].length)) {
      const add = rows[0]?.add[0]
      const line = add === undefined ? '' : `<br>add to the target: \`${add.replaceAll('`', "'")}\``
      lines.push(`- ${plain(reason)}: ${rows.map(row => row.id).join(', ')}${line}`)
    }
    lines.push('', '</details>', '')
  }
  if (report.advice.length > 0) {
    lines.push('### Implied, not stated', '')
    for (const { id, seen, reading } of report.advice)
      lines.push(`- **${id}** ${plain(seen)}<br>${plain(reading)}`)
    lines.push('')
  }
  if (report.changes) {
    const { since, worse, better, other } = report.changes
    lines.push(`### Since ${since}`, '')
    for (const [title, some] of Object.entries({ worse, better, other }))
      for (const line of some) lines.push(`- ${title}: ${plain(line)}`)
    if (worse.length + better.length + other.length === 0) lines.push('Nothing changed.')
    lines.push('')
  }
  for (const { kind, id, why } of report.leftovers)
    lines.push(`- Left behind: ${kind} ${plain(id)} (${plain(why)})`)
  const requests = Object.values(report.cost.requests).reduce((sum, count) => sum + count, 0)
  lines.push(
    '',
    `${requests} requests, ${report.cost.runs} runs, ${report.cost.euros} euros, ${report.seconds} s`,
    '',
  )
  return lines.join('\n')
}

function violation(row: ReportedRequirement, report: Report): string[] {
  const finding = row.findings.find(one => one.kind === 'violated')
  const exchange = report.exchanges[finding?.exchanges.at(-1) ?? '']
  const { right = '', sure = '', repeat = '' } = row.violation ?? {}
  const code = (text: string) => ['```sh', text.replaceAll('```', "'''"), '```', '']
  const lines = [
    `**${row.id}** ${plain(row.statement)} (section ${row.section}, ${row.severity}, ${plain(sure)})`,
    '',
    `${plain(finding?.sentence ?? '')}. Right would have been: ${plain(right)}`,
    '',
  ]
  if (exchange) lines.push(...code(exchange.curl))
  return [...lines, ...code(repeat)]
}

/** Escapes a text: no markup, no link, no mention of a user. */
const plain = (text: string) =>
  text
    .replace(/\s+/g, ' ')
    .replace(/[\\<>&|*_`~#[\]()!@]/g, sign => `&#${sign.charCodeAt(0)};`)
    .replaceAll('://', '&#58;//')
