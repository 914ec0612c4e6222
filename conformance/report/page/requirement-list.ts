/** The list of requirements with filters; each expands to its findings and evidence. */
import type { Report, ReportedRequirement } from '../report.ts'
import { classOf, copyable, element, line } from './elements.ts'
import { ruleOf } from './rule.ts'

export const VERDICTS = ['violated', 'harness error', 'not exercised', 'waived', 'met'] as const

/** Which requirements are shown: of a verdict, `changed` or `all`; of a section or, if empty, of all. */
export interface Filter {
  verdict: string
  section: string
  text: string
}

export interface ListOptions {
  /** Told when the reader has chosen other requirements. */
  readonly onFilter?: (filter: Filter) => void
  /** The verdicts of an earlier run, by id. */
  readonly was?: ReadonlyMap<string, string> | undefined
}

export type RequirementList = ReturnType<typeof requirementList>

export function requirementList(report: Report, { onFilter, was }: ListOptions) {
  const { requirements, sections: titles } = report
  const counted = VERDICTS.map(verdict => ({
    verdict,
    count: requirements.filter(row => row.verdict === verdict).length,
  })).filter(({ count }) => count > 0)
  const isChanged = ({ id, verdict }: ReportedRequirement) => was !== undefined && was.get(id) !== verdict
  const first: Filter = {
    verdict: was ? 'changed' : counted[0]?.verdict === 'violated' ? 'violated' : 'all',
    section: '',
    text: '',
  }
  let filter = first
  const list = element('div', { id: 'list' })

  const button = (value: string, label: string) =>
    element(
      'button',
      { type: 'button', 'data-value': value, onclick: () => choose({ verdict: value }) },
      label,
    )
  const buttons = [
    button('all', 'all'),
    ...(was ? [button('changed', `changed ${requirements.filter(isChanged).length}`)] : []),
    ...counted.map(({ verdict, count }) => button(verdict, `${verdict} ${count}`)),
  ]
  const search = element('input', {
    type: 'search',
    placeholder: 'id, words, operation',
    'aria-label': 'search',
    oninput: () => choose({ text: search.value }),
  })
  const sections = [...new Set(requirements.map(row => row.section))]
  const select = element(
    'select',
    { 'aria-label': 'section', onchange: () => choose({ section: select.value }) },
    element('option', { value: '' }, 'every section'),
    sections.map(section => element('option', { value: section }, `${section} ${titles[section] ?? ''}`)),
  )

  const fits = (row: ReportedRequirement) =>
    (filter.verdict === 'changed' ? isChanged(row) : ['all', row.verdict].includes(filter.verdict)) &&
    (filter.section === '' || row.section === filter.section) &&
    textOf(row).includes(filter.text.toLowerCase())

  function choose(change: Partial<Filter>) {
    update({ ...filter, ...change })
    onFilter?.(filter)
  }
  function reveal(change: Partial<Filter>) {
    choose({ verdict: 'all', section: '', text: '', ...change })
    list.scrollIntoView()
  }
  function update(next: Filter) {
    filter = next
    for (const one of buttons) one.setAttribute('aria-pressed', String(one.dataset.value === filter.verdict))
    select.value = filter.section
    if (search.value !== filter.text) search.value = filter.text
    const rows = requirements
      .filter(fits)
      .sort((a, b) => VERDICTS.indexOf(a.verdict) - VERDICTS.indexOf(b.verdict))
    const items = rows.map(row => item(row, report, was?.get(row.id)))
    list.replaceChildren(...(items.length > 0 ? items : [element('p.soft', 'No requirement matches.')]))
    if (items.length === 1 && items[0]) items[0].open = true
  }
  update(first)
  return {
    filters: element('div.filters', buttons, select, search),
    list,
    /** Shows one requirement and expands it. */
    show: (id: string) => reveal({ text: id }),
    showSection: (section: string) => reveal({ section }),
    /** Shows others; what is left out is as it is at first. */
    filter: (next: Partial<Filter>) => update({ ...first, ...next }),
  }
}

const textOf = ({ id, statement, operations, findings }: ReportedRequirement) =>
  [id, statement, ...operations, ...findings.map(finding => finding.sentence)].join(' ').toLowerCase()

function item(row: ReportedRequirement, report: Report, was = row.verdict as string): HTMLDetailsElement {
  const dot = (verdict: string) =>
    element('span', { class: `dot ${classOf(verdict)}`, role: 'img', 'aria-label': verdict, title: verdict })
  const summary = element(
    'summary',
    was === row.verdict ? null : [dot(was), '→'],
    dot(row.verdict),
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
