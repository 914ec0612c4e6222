/** A summary that fits a screen: violations first, then what is missing, then the figures. */
import { styleText } from 'node:util'
import { forLog, mapStrings } from '../engine/safe-text.ts'
import type { Report, ReportedRequirement } from './report.ts'
import { bySeverity } from './severity.ts'

/** How many violations are shown; the report contains all. */
const SHOWN = 3

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
  const violated = report.requirements.filter(row => row.verdict === 'violated').toSorted(bySeverity)
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
  lines.push(...missing(report, paint), ...advice(report, paint), ...changes(report, paint))
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
    `${paint('red', `violated  ${row.id}`)}  ${row.statement} ${paint('dim', `(section ${row.section}, ${row.severity}, ${row.violation?.sure})`)}`,
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
  // Omitted where the statement says the same.
  if (row.violation?.right !== row.statement) lines.push(`    right ${row.violation?.right}`)
  lines.push(`    again ${row.violation?.repeat}`)
  if (findings.length > 1) lines.push(`  … ${findings.length - 1} more findings in the report`)
  return lines
}

/** One entry per target line that would help, else per reason, with the requirements that depend on it; most first. */
function missing(report: Report, paint: Paint): string[] {
  const rows = report.requirements.filter(row => row.verdict === 'not exercised')
  if (rows.length === 0) return []
  const why = (row: ReportedRequirement) => row.findings[0]?.sentence ?? 'no check for it ran'
  const groups = [...Map.groupBy(rows, row => row.add[0] ?? why(row)).values()]
  const lines = [paint('yellow', 'Not exercised, because of')]
  for (const group of groups.toSorted((a, b) => b.length - a.length).slice(0, SHOWN_REASONS)) {
    const [first] = group
    if (!first) continue
    const reasons = new Set(group.map(why))
    const more = reasons.size > 1 ? ` and ${reasons.size - 1} like it` : ''
    lines.push(`  ${cut(why(first), 110)}${more}: ${some(group.map(row => row.id))}`)
    if (first.add[0] !== undefined) lines.push(paint('dim', `    add to the target: ${first.add[0]}`))
  }
  if (groups.length > SHOWN_REASONS)
    lines.push(`  … and ${groups.length - SHOWN_REASONS} further reasons in the report`)
  return [...lines, '']
}

const SHOWN_REASONS = 10

const some = (ids: readonly string[]) =>
  `${ids.slice(0, 6).join(', ')}${ids.length > 6 ? ` and ${ids.length - 6} more` : ''}`

/** Advice is shown in red only in a strict run. */
function advice(report: Report, paint: Paint): string[] {
  if (report.advice.length === 0) return []
  const style = report.strict ? 'red' : 'cyan'
  const items = report.advice.flatMap(({ id, seen, reading }) => [
    `  ${paint(style, id)}  ${seen}`,
    paint('dim', `    ${reading}`),
  ])
  return [paint(style, 'Implied, not stated'), ...items, '']
}

function changes(report: Report, paint: Paint): string[] {
  if (!report.changes) return []
  const { since, worse, better, other } = report.changes
  const part = (title: string, style: Parameters<Paint>[0], lines: string[]) =>
    lines.length === 0
      ? []
      : [
          paint(style, `  ${title} (${lines.length})`),
          ...lines.slice(0, 8).map(line => `    ${line.split('\n')[0]}`),
        ]
  const parts = [
    ...part('worse', 'red', worse),
    ...part('better', 'green', better),
    ...part('other', 'dim', other),
  ]
  return [`Since ${since}`, ...(parts.length > 0 ? parts : ['  nothing changed']), '']
}

const cut = (text: string, length: number) => (text.length > length ? `${text.slice(0, length)}…` : text)
