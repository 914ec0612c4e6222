/** The most serious violations as cards: what was seen, what would be right, and how to reproduce it. */
import type { Report, ReportedRequirement } from '../report.ts'
import { bySeverity } from '../severity.ts'
import { copyable, element, line } from './elements.ts'

const SHOWN = 3

export function worstViolations(report: Report, show: (id: string) => void) {
  const violated = report.requirements.filter(row => row.verdict === 'violated')
  if (violated.length === 0) return null
  const worst = violated.toSorted(bySeverity).slice(0, SHOWN)
  return [
    element('h2', {}, violated.length > SHOWN ? 'The three most serious' : 'Violated'),
    element(
      'div',
      { class: 'cards' },
      worst.map(row => card(row, report, show)),
    ),
  ]
}

function card(row: ReportedRequirement, report: Report, show: (id: string) => void) {
  const finding = row.findings.find(one => one.kind === 'violated')
  const exchange = report.exchanges[finding?.exchanges.at(-1) ?? '']
  const where = [`section ${row.section}`, ...(row.violation ? [row.violation.sure] : [])].join(' · ')
  return element(
    'div',
    { class: 'card' },
    element(
      'p',
      { class: 'card-head' },
      element('span', { class: `tag ${row.severity}` }, row.severity),
      element('b', {}, row.id),
      element('span', { class: 'soft' }, where),
    ),
    element('p', { class: 'statement' }, row.statement),
    finding ? line('seen', finding.sentence) : null,
    exchange ? sentAndBack(exchange) : null,
    row.violation
      ? [line('right', row.violation.right), line('again', copyable(row.violation.repeat))]
      : null,
    element('button', { type: 'button', class: 'more', onclick: () => show(row.id) }, 'all evidence'),
  )
}

function sentAndBack({ request, response }: Report['exchanges'][string]) {
  const sent = [request.method, request.url, request.body?.slice(0, 160)].filter(Boolean).join(' ')
  const back = `${response.status} ${response.body.replace(/\s+/g, ' ').slice(0, 200)}`
  return [line('sent', element('code', {}, sent)), line('back', element('code', {}, back))]
}
