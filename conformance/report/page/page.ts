/** Builds the HTML report in the browser from the data embedded in the page. */
import { LEGEND } from '../legend.ts'
import type { Report } from '../report.ts'
import { type Child, classOf, copyable, element, idButtons, table } from './elements.ts'
import { evidence, type RequirementList, requirementList, VERDICTS } from './requirement-list.ts'
import { violationsByCause } from './violations.ts'

/** How many lines a short list shows. */
const SHOWN = 12

const report = JSON.parse(document.getElementById('report')?.textContent ?? '{}') as Report
const list = requirementList(report)
document
  .querySelector('main')
  ?.append(
    ...element('div', heading(), report.requirements.length > 0 ? results(list) : null, tables()).childNodes,
  )

function heading() {
  const { target, started_at, outcome, exit, problems } = report
  const where =
    target.name === new URL(target.base_url).host ? target.base_url : `${target.name} · ${target.base_url}`
  const when = new Date(started_at).toLocaleString()
  return [
    element('h1', outcome),
    element('p.soft.tight', `Conformance of ${where} · ${when} · exit status ${exit}`),
    problems.map(problem => element('p.problem', problem)),
  ]
}

function results({ filters, list: rows, show }: RequirementList) {
  return [
    tiles(),
    bar(),
    legend(),
    violationsByCause(report, show),
    wanted(show),
    changes(),
    element('h2', 'By section'),
    matrix(show),
    element('h2', 'Requirements'),
    filters,
    rows,
  ]
}

function tiles() {
  const { counts, coverage, cost, seconds } = report
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
    tile(`${seconds} s`, 'taken'),
  )
}

function bar() {
  const count = (verdict: string) => report.requirements.filter(row => row.verdict === verdict).length
  const label = VERDICTS.map(verdict => `${count(verdict)} ${verdict}`).join(', ')
  const parts = ['met', 'waived', 'not exercised', 'harness error', 'violated'].map(verdict => {
    const part = element('i', { class: classOf(verdict) })
    part.style.flex = String(count(verdict))
    return part
  })
  return element('div.bar', { role: 'img', 'aria-label': label }, parts)
}

function legend() {
  const entries = Object.entries(LEGEND).filter(([verdict]) =>
    VERDICTS.some(one => one === verdict && report.requirements.some(row => row.verdict === one)),
  )
  return element(
    'p.legend.soft',
    entries.map(([verdict, means]) =>
      element('span', element('span', { class: `dot ${classOf(verdict)}` }), ` ${verdict}: ${means}`),
    ),
  )
}

/** Differences from the report that this one was compared with. */
function changes(): Child {
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
function advice(): Child {
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

/** Lines for the target file, then reasons that no line changes. */
function wanted(show: (id: string) => void): Child {
  const part = (title: string, groups: Report['not_shown']) =>
    groups.length === 0 ? null : [element('h2', title), groups.map(group)]
  const group = ({ add, why, requirements }: Report['not_shown'][number]) =>
    element(
      'details',
      element(
        'summary',
        element('span.count', String(requirements.length)),
        element(
          'span',
          add === null ? why : copyable(add),
          add !== null && why ? element('span.soft', ` ${why}`) : null,
        ),
      ),
      element('div.inner.ids', idButtons(requirements, show)),
    )
  return [
    part(
      'To show more, add to the target',
      report.not_shown.filter(one => one.add !== null),
    ),
    part(
      'Not exercised, because of',
      report.not_shown.filter(one => one.add === null),
    ),
  ]
}

function matrix(show: (id: string) => void) {
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
    const title = element('span.soft', report.sections[section])
    return element('div.row', element('span', element('b', section), ' ', title), element('div.cells', cells))
  })
  return element('div.matrix', rows)
}

function tables() {
  const code = (text: string) => element('code', text)
  const slowest = report.scenarios.toSorted((a, b) => b.seconds - a.seconds).slice(0, SHOWN)
  return [
    advice(),
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
