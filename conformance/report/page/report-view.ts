/** Draws a report: on its own page and in the console of the mock. */
import { LEGEND, notShownParts } from '../legend.ts'
import type { Report } from '../report.ts'
import { type Child, classOf, copyable, element, idButtons, line, table, verdictBar } from './elements.ts'
import {
  evidence,
  type ListOptions,
  type RequirementList,
  requirementList,
  VERDICTS,
} from './requirement-list.ts'
import { violationsByCause } from './violations.ts'

/** How many lines a short list shows. */
const SHOWN = 12

export type ReportView = ReturnType<typeof reportView>

/** What follows the heading of a report. */
export function reportView(report: Report, options: ListOptions = {}) {
  const list = requirementList(report, options)
  return {
    nodes: [report.requirements.length > 0 ? results(report, options.was, list) : null, tables(report)],
    filter: list.filter,
  }
}

function results(
  report: Report,
  was: ListOptions['was'],
  { filters, list, show, showSection }: RequirementList,
) {
  const count = (verdict: string) => report.requirements.filter(row => row.verdict === verdict).length
  const rows = [element('h2', 'Requirements'), filters, list]
  return [
    tiles(report),
    verdictBar(VERDICTS.toReversed(), count),
    legend(report),
    was ? rows : null,
    violationsByCause(report, show),
    wanted(report, show),
    changes(report),
    element('h2', 'By section'),
    matrix(report, show, showSection),
    was ? null : rows,
  ]
}

function tiles({ counts, coverage, cost, seconds }: Report) {
  const requests = Object.values(cost.requests).reduce((sum, count) => sum + count, 0)
  const tile = (value: string | number, label: string) =>
    element('div.tile', element('b', String(value)), element('span', label))
  return element(
    'div.tiles',
    tile(counts.met, 'met'),
    tile(counts.violated, 'violated'),
    tile(counts.not_exercised, 'not exercised'),
    tile(counts.waived, 'waived'),
    tile(
      `${Math.round((100 * coverage.exercised) / coverage.selected)} %`,
      `exercised of ${coverage.selected}`,
    ),
    tile(requests, 'requests'),
    tile(cost.runs, 'paid runs'),
    tile(`${cost.euros.toFixed(2)}\u00a0€`, 'spent'),
    tile(`${seconds < 10 ? seconds : Math.round(seconds)}\u00a0s`, 'taken'),
  )
}

function legend({ requirements }: Report) {
  const entries = Object.entries(LEGEND).filter(([verdict]) =>
    requirements.some(row => row.verdict === verdict),
  )
  return element(
    'p.legend.soft',
    entries.map(([verdict, means]) =>
      element('span', element('span', { class: `dot ${classOf(verdict)}` }), ` ${verdict}: ${means}`),
    ),
  )
}

/** Differences from the report that this one was compared with. */
function changes(report: Report): Child {
  if (!report.changes) return null
  const { since, worse, better, other } = report.changes
  const parts = Object.entries({ worse, better, other }).filter(([, lines]) => lines.length > 0)
  const folded = parts.map(([name, lines]) => {
    const summary = element('summary', element('b', `${name} ${lines.length}`))
    const inner = lines.map(text => element('p', text))
    const node = element('details', summary, element('div.inner', inner))
    node.open = name === 'worse' && lines.length < SHOWN
    return node
  })
  return [
    element('h2', `Since ${new Date(since).toLocaleString()}`),
    folded.length > 0 ? folded : element('p.soft', 'Nothing changed.'),
  ]
}

/** Deviations from what the specification implies without stating it. */
function advice(report: Report): Child {
  if (report.advice.length === 0) return null
  const meaning = report.strict
    ? 'The run was strict: these count as violations.'
    : 'No verdicts: a lawful service may do so.'
  const items = report.advice.map(({ id, seen, reading, exchanges }) =>
    element(
      'details',
      report.strict ? { class: 'strict' } : {},
      element('summary', element('span.id', id), element('span', seen)),
      element(
        'div.inner',
        element('p', reading),
        exchanges.map(one => evidence(one, report)),
      ),
    ),
  )
  return [element('h2', 'Implied, not stated'), element('p.soft', meaning), items]
}

function wanted(report: Report, show: (id: string) => void): Child {
  const group = ({ add, why, requirements }: Report['not_shown'][number]) =>
    element(
      'details',
      element(
        'summary',
        element('span.count', String(requirements.length)),
        element('span', add === null ? null : element('code', add), add !== null && why ? ' ' : '', why),
      ),
      add === null ? null : element('div.inner', line('add', copyable(add))),
      element('div.inner.ids', idButtons(requirements, show)),
    )
  return notShownParts(report).map(([title, groups]) =>
    groups.length === 0 ? null : [element('h2', title), groups.map(group)],
  )
}

function matrix(report: Report, show: (id: string) => void, showSection: (section: string) => void) {
  const sections = Map.groupBy(report.requirements, row => row.section)
  const rows = [...sections].map(([section, requirements]) => {
    const cells = requirements.map(({ id, verdict, statement }) =>
      element('button', {
        type: 'button',
        class: `cell ${classOf(verdict)}`,
        title: `${id} ${verdict}: ${statement}`,
        'aria-label': `${id} ${verdict}`,
        onclick: () => show(id),
      }),
    )
    const met = requirements.filter(({ verdict }) => verdict === 'met').length
    const title = element(
      'button.more',
      { type: 'button', onclick: () => showSection(section) },
      element('b', section),
      ` ${report.sections[section]} (${met} of ${requirements.length})`,
    )
    return element('div.row', title, element('div.cells', cells))
  })
  return element('div.matrix', rows)
}

function tables(report: Report) {
  const code = (text: string) => element('code', text)
  const slowest = report.scenarios.toSorted((a, b) => b.seconds - a.seconds).slice(0, SHOWN)
  return [
    advice(report),
    table(
      'Answers where the specification is silent',
      ['gap', 'seen'],
      report.observations.map(({ gap, answers }) => [
        code(gap),
        answers.map(({ answer, times }) => `${answer} (${times})`).join(', '),
      ]),
    ),
    table(
      'Waivers',
      ['requirement', 'state', 'until', 'owner', 'reason'],
      report.waivers.map(({ requirement, state, until, owner, reason }) => [
        requirement,
        state,
        until,
        owner,
        reason,
      ]),
    ),
    table(
      'Left behind',
      ['what', 'id', 'why'],
      report.leftovers.map(({ kind, id, why }) => [kind, id, why]),
    ),
    table(
      'Notes',
      ['note'],
      report.notes.map(note => [note]),
    ),
    table(
      'Cut by the budget',
      ['what'],
      report.cost.cuts.map(cut => [cut]),
    ),
    table(
      'Slowest scenarios',
      ['scenario', 'seconds'],
      slowest.map(({ id, seconds }) => [code(id), String(seconds)]),
    ),
    report.excluded.length > 0 ? element('h2', 'Stated, but not observable with keys') : null,
    report.excluded.map(({ id, statement, reason }) =>
      element(
        'details',
        element('summary', element('span.id', id), element('span', statement)),
        element('div.inner', element('p', reason)),
      ),
    ),
  ]
}
