/** The list of requirements with filters; each expands to its findings and evidence. */
import type { Report, ReportedRequirement } from '../report.ts'
import { classOf, copyable, element, line } from './elements.ts'
import { ruleOf } from './rule.ts'

export const VERDICTS = ['violated', 'harness error', 'not exercised', 'waived', 'met'] as const

export interface RequirementList {
  filters: HTMLElement
  list: HTMLElement
  /** Shows one requirement and expands it. */
  show: (id: string) => void
}

export function requirementList(report: Report): RequirementList {
  const { requirements, sections: titles } = report
  const counted = VERDICTS.map(verdict => ({
    verdict,
    count: requirements.filter(row => row.verdict === verdict).length,
  })).filter(({ count }) => count > 0)
  const filter = { verdict: counted[0]?.verdict === 'violated' ? 'violated' : '', section: '', text: '' }
  const list = element('div', { id: 'list' })

  const button = (value: string, label: string) =>
    element(
      'button',
      { type: 'button', 'data-value': value, onclick: () => update({ verdict: value }) },
      label,
    )
  const buttons = [
    button('', 'all'),
    ...counted.map(({ verdict, count }) => button(verdict, `${verdict} ${count}`)),
  ]
  const search = element('input', {
    type: 'search',
    placeholder: 'id, words, operation',
    'aria-label': 'search',
    oninput: () => update({ text: search.value }),
  })
  const sections = [...new Set(requirements.map(row => row.section))]
  const select = element(
    'select',
    { 'aria-label': 'section', onchange: () => update({ section: select.value }) },
    element('option', { value: '' }, 'every section'),
    sections.map(section => element('option', { value: section }, `${section} ${titles[section] ?? ''}`)),
  )

  const fits = (row: ReportedRequirement) =>
    (filter.verdict === '' || row.verdict === filter.verdict) &&
    (filter.section === '' || row.section === filter.section) &&
    textOf(row).includes(filter.text.toLowerCase())

  function update(change: Partial<typeof filter>) {
    Object.assign(filter, change)
    for (const one of buttons) one.setAttribute('aria-pressed', String(one.dataset.value === filter.verdict))
    select.value = filter.section
    if (search.value !== filter.text) search.value = filter.text
    const rows = requirements
      .filter(fits)
      .sort((a, b) => VERDICTS.indexOf(a.verdict) - VERDICTS.indexOf(b.verdict))
    const items = rows.map(row => item(row, report))
    list.replaceChildren(...(items.length > 0 ? items : [element('p.soft', 'No requirement matches.')]))
    if (items.length === 1 && items[0]) items[0].open = true
  }
  update({})
  return {
    filters: element('div.filters', buttons, select, search),
    list,
    show(id) {
      update({ verdict: '', section: '', text: id })
      list.scrollIntoView()
    },
  }
}

const textOf = ({ id, statement, operations, findings }: ReportedRequirement) =>
  [id, statement, ...operations, ...findings.map(finding => finding.sentence)].join(' ').toLowerCase()

function item(row: ReportedRequirement, report: Report): HTMLDetailsElement {
  const summary = element(
    'summary',
    element('span', { class: `dot ${classOf(row.verdict)}`, title: row.verdict }),
    element('span.id', row.id),
    element('span', row.statement),
  )
  const node = element('details', { id: row.id }, summary)
  // Built when first opened, because a report has hundreds of them.
  node.addEventListener('toggle', () => {
    if (node.open && node.children.length === 1) node.append(details(row, report))
  })
  return node
}

function details(row: ReportedRequirement, report: Report): HTMLElement {
  const facts = `${row.verdict} · section ${row.section} · ${row.operations.join(', ')}`
  const findings = row.findings.map(({ kind, sentence, rule, scenario, exchanges }) =>
    element(
      'div.finding',
      element('p', element('b', `${kind}: `), sentence, ' ', element('span.soft', `check ${scenario}`)),
      ruleOf(rule, report, kind),
      exchanges.map(id => evidence(id, report)),
    ),
  )
  return element(
    'div.inner',
    element('p.soft', facts),
    row.violation
      ? [
          line('right', row.violation.right),
          line('sure', row.violation.sure),
          row.violation.hurts?.length ? line('hurts', row.violation.hurts.join(', ')) : null,
          line('again', copyable(row.violation.repeat)),
        ]
      : null,
    row.add.map(text => line('add', copyable(text))),
    findings.length > 0 ? findings : element('p', 'No check for it ran.'),
  )
}

/** How many headers of a reply are shown. */
const HEADERS = 12

export function evidence(id: string, { exchanges }: Pick<Report, 'exchanges'>): HTMLElement | null {
  const exchange = exchanges[id]
  if (!exchange) return null
  const { request, response, key, milliseconds, curl } = exchange
  const headers = Object.entries(response.headers)
    .slice(0, HEADERS)
    .map(([name, value]) => `${name}: ${value}`)
  const reply = [response.status, ...headers, '', response.body + (response.cut ? '\n…' : '')].join('\n')
  const facts = `${request.method} ${request.url} → ${response.status} · key ${key} · ${milliseconds} ms`
  return element('div', element('p.soft', facts), element('pre', curl), element('pre', reply))
}
