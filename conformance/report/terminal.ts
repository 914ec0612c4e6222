/** The summary that fits a screen: what is violated first, then what is missing, then the figures. */
import { styleText } from 'node:util'
import { forLog, mapStrings } from '../engine/safe-text.ts'
import type { Report, ReportedRequirement } from './report.ts'

/** How many violations fit a screen beside the rest; the report has them all. */
const SHOWN = 5

export function terminal(data: Report, color = false): string {
  const report = mapStrings(data, forLog)
  const paint = (style: Parameters<typeof styleText>[0], text: string) =>
    color ? styleText(style, text, { validateStream: false }) : text
  const lines: string[] = ['']
  if (report.problems.length > 0) {
    lines.push(paint('red', `Not started: ${report.target.base_url}`))
    for (const problem of report.problems) lines.push(`  ${problem}`)
    return lines.join('\n')
  }
  const violated = report.requirements.filter(row => row.verdict === 'violated')
  const shown = violated.slice(0, SHOWN)
  for (const row of shown) lines.push(...violation(row, report, paint), '')
  if (violated.length > shown.length) {
    lines.push(
      `… and ${violated.length - shown.length} more: ${violated
        .slice(SHOWN)
        .map(row => row.id)
        .join(', ')}`,
      '',
    )
  }
  for (const scenario of report.scenarios) {
    if (scenario.fault)
      lines.push(paint('magenta', `Fault of the suite in ${scenario.id}: ${scenario.fault}`), '')
  }
  lines.push(...missing(report, paint))
  for (const { kind, id, why } of report.leftovers)
    lines.push(paint('yellow', `Left behind: ${kind} ${id} (${why})`))
  for (const waiver of report.waivers) {
    if (waiver.state !== 'in use') {
      lines.push(
        paint(
          'red',
          `Waiver of ${waiver.requirement} (${waiver.owner}, until ${waiver.until}): ${waiver.state}`,
        ),
      )
    }
  }
  const { met, violated: bad, not_exercised, waived } = report.counts
  const requests = Object.values(report.cost.requests).reduce((sum, count) => sum + count, 0)
  lines.push(
    [
      paint('green', `${met} met`),
      paint(bad > 0 ? 'red' : 'dim', `${bad} violated`),
      paint(not_exercised > 0 ? 'yellow' : 'dim', `${not_exercised} not exercised`),
      paint('dim', `${waived} waived`),
    ].join('   '),
    paint(
      'dim',
      `slowest: ${report.time.slowest} ${report.time.slowest_seconds} s; held back by stated rate limits: ${report.time.rate_limit_seconds} s`,
    ),
    paint(
      'dim',
      `${requests} requests, ${report.cost.runs} runs, ${report.cost.euros} euros, ${report.seconds} s   ${report.target.name}`,
    ),
    paint(report.exit === 0 ? 'green' : 'red', `${report.outcome} (exit status ${report.exit})`),
  )
  return lines.join('\n')
}

type Paint = (style: Parameters<typeof styleText>[0], text: string) => string

function violation(row: ReportedRequirement, report: Report, paint: Paint): string[] {
  const lines = [
    `${paint('red', `violated  ${row.id}`)}  ${row.statement} ${paint('dim', `(section ${row.section})`)}`,
  ]
  const findings = row.findings.filter(finding => finding.kind === 'violated')
  for (const finding of findings.slice(0, 1)) {
    lines.push(`  ${finding.sentence}  ${paint('dim', finding.scenario)}`)
    const exchange = report.exchanges[finding.exchanges.at(-1) ?? '']
    if (!exchange) continue
    const { request, response } = exchange
    lines.push(
      `    sent  ${request.method} ${request.url}${request.body ? `  ${cut(request.body, 160)}` : ''}`,
    )
    lines.push(`    back  ${response.status}  ${cut(response.body.replace(/\s+/g, ' '), 200)}`)
    lines.push(paint('dim', `    ${cut(exchange.curl, 300)}`))
  }
  if (findings.length > 1) lines.push(`  … ${findings.length - 1} more findings in the report`)
  return lines
}

/** One line for each thing that is missing, with what depends on it. */
function missing(report: Report, paint: Paint): string[] {
  const rows = report.requirements.filter(row => row.verdict === 'not exercised')
  if (rows.length === 0) return []
  const reasons = Map.groupBy(rows, row => row.findings[0]?.sentence ?? 'no check for it ran')
  const sorted = [...reasons].toSorted((a, b) => b[1].length - a[1].length)
  const lines = [paint('yellow', 'Not exercised, because of')]
  for (const [reason, group] of sorted.slice(0, 10)) {
    const ids = group.map(row => row.id)
    lines.push(
      `  ${cut(reason, 110)}: ${ids.slice(0, 6).join(', ')}${ids.length > 6 ? ` and ${ids.length - 6} more` : ''}`,
    )
  }
  if (sorted.length > 10) lines.push(`  … and ${sorted.length - 10} further reasons in the report`)
  return [...lines, '']
}

const cut = (text: string, length: number) => (text.length > length ? `${text.slice(0, length)}…` : text)
