/** One page that compares deployments or releases requirement by requirement, with their gaps and dialects. */
import { escaped, pageText } from '../report/html.ts'
import { plain } from '../report/markdown.ts'
import type { Report } from '../report/report.ts'

const SIGN: Record<string, string> = {
  met: '✓',
  violated: '✗',
  'not exercised': '·',
  waived: '~',
  'harness error': '!',
}

type Row = ReturnType<typeof matrixOf>['rows'][number]

/** Verdicts and answers to gaps by report, with a sentence for what is not met. */
function matrixOf(reports: readonly Report[]) {
  const known = new Map(reports.flatMap(report => report.requirements.map(row => [row.id, row] as const)))
  const rows = [...known.values()].map(({ id, section, statement }) => ({
    id,
    section,
    statement,
    cells: reports.map(report => {
      const row = report.requirements.find(one => one.id === id)
      const why = row?.verdict === 'met' ? '' : (row?.findings[0]?.sentence ?? '')
      return { verdict: row?.verdict ?? 'not selected', why }
    }),
  }))
  const gaps = [...new Set(reports.flatMap(report => report.observations.map(one => one.gap)))].toSorted()
  return {
    names: namesOf(reports),
    rows,
    gaps: gaps.map(gap => ({ gap, answers: reports.map(report => answersOf(report, gap)) })),
  }
}

/** The deployments' names; those that occur twice also get the time. */
function namesOf(reports: readonly Report[]): string[] {
  const names = reports.map(report => report.target.name)
  return reports.map(({ target, started_at }) =>
    names.filter(name => name === target.name).length > 1
      ? `${target.name} ${started_at.slice(0, 16).replace('T', ' ')}`
      : target.name,
  )
}

const answersOf = (report: Report, gap: string): string =>
  report.observations
    .find(one => one.gap === gap)
    ?.answers.map(one => one.answer)
    .join(', ') ?? ''

const countsOf = (reports: readonly Report[], verdict: string): string[] =>
  reports.map(report => String(report.requirements.filter(row => row.verdict === verdict).length))

const differs = (cells: readonly { verdict: string }[]) => new Set(cells.map(one => one.verdict)).size > 1

export function matrixMarkdown(reports: readonly Report[]): string {
  const { names, rows, gaps } = matrixOf(reports)
  const line = (cells: readonly string[]) => `| ${cells.map(text => plain(text.slice(0, 200))).join(' | ')} |`
  const table = (heads: readonly string[], body: readonly (readonly string[])[]) => [
    line(heads),
    `|${heads.map(() => '---|').join('')}`,
    ...body.map(line),
    '',
  ]
  const unlike = rows.filter(row => differs(row.cells))
  return [
    '# Deployments compared',
    '',
    ...table(
      ['', ...names],
      Object.keys(SIGN)
        .map(verdict => [verdict, ...countsOf(reports, verdict)])
        .filter(([, ...counts]) => counts.some(one => one !== '0')),
    ),
    `## Requirements that differ (${unlike.length} of ${rows.length})`,
    '',
    ...table(
      ['', 'statement', ...names],
      unlike.map(({ id, statement, cells }) => [id, statement, ...cells.map(one => one.verdict)]),
    ),
    '## Answers where the specification is silent',
    '',
    ...table(
      ['gap', ...names],
      gaps.map(({ gap, answers }) => [gap, ...answers]),
    ),
  ].join('\n')
}

export function matrixHtml(reports: readonly Report[]): string {
  const { names, rows, gaps } = matrixOf(reports)
  const heads = names.map(name => `<th>${escaped(name)}</th>`).join('')
  const sections = Map.groupBy(rows, row => row.section)
  const titles = Object.assign({}, ...reports.map(report => report.sections)) as Record<string, string>
  const body = [...sections].map(([section, some]) => {
    const head = `<tr class="section"><th colspan="${names.length + 2}">${escaped(`${section} ${titles[section] ?? ''}`)}</th></tr>`
    return head + some.map(rowHtml).join('')
  })
  const cells = (texts: readonly string[]) => texts.map(text => `<td>${escaped(text)}</td>`).join('')
  const answers = gaps.map(({ gap, answers: each }) => {
    const unlike = new Set(each.filter(one => one !== '')).size > 1 ? ' class="differs"' : ''
    return `<tr${unlike}><td><code>${escaped(gap)}</code></td>${cells(each)}</tr>`
  })
  const counts = ['met', 'violated', 'not exercised', 'waived'].map(
    verdict => `<tr>${cells([verdict, ...countsOf(reports, verdict)])}</tr>`,
  )
  const page = `<main>
<h1>Deployments compared</h1>
<table class="counts"><thead><tr><th></th>${heads}</tr></thead><tbody>${counts.join('')}</tbody></table>
<p><label><input type="checkbox" id="unlike"> only what differs</label></p>
<div class="wide"><table id="rows"><thead><tr><th></th><th>requirement</th>${heads}</tr></thead><tbody>${body.join('')}</tbody></table></div>
<h2>Answers where the specification is silent</h2>
<div class="wide"><table><thead><tr><th>gap</th>${heads}</tr></thead><tbody>${answers.join('')}</tbody></table></div>
</main>`
  return pageText('Deployments compared', STYLE, page, SCRIPT)
}

const SCRIPT =
  "document.getElementById('unlike').addEventListener('change',e=>document.body.classList.toggle('unlike',e.target.checked))"

function rowHtml({ id, statement, cells }: Row): string {
  const each = cells.map(
    ({ verdict, why }) =>
      `<td class="${verdict.replace(' ', '-')}" title="${escaped(why || verdict)}"><span aria-label="${verdict}">${SIGN[verdict] ?? ''}</span></td>`,
  )
  return `<tr${differs(cells) ? ' class="differs"' : ''}><td><code>${id}</code></td><td>${escaped(statement)}</td>${each.join('')}</tr>`
}

const STYLE = `
:root { color-scheme: light dark; --bg: light-dark(#fbfbfa, #16181b); --ink: light-dark(#1d2024, #e6e7e9); --line: light-dark(#e2e3e6, #33373d);
  --soft: light-dark(#62676e, #9aa0a8); --met: light-dark(#2e7d4f, #4fae78); --violated: light-dark(#c62f3b, #f0626c); --open: light-dark(#c98a1b, #d9a441) }
body { margin: 0; background: var(--bg); color: var(--ink); font: 15px/1.5 system-ui, sans-serif } main { max-width: 1180px; margin: 0 auto; padding: 28px 18px 80px }
h1 { font-size: 24px; margin: 0 0 14px } h2 { font-size: 17px; margin: 34px 0 10px } .wide { overflow-x: auto }
table { border-collapse: collapse; font-size: 14px } #rows { width: 100% } th, td { text-align: left; padding: 4px 12px 4px 0; border-bottom: 1px solid var(--line); vertical-align: top }
th { color: var(--soft); font-weight: 500 } .section th { padding-top: 16px; color: var(--ink); font-weight: 600 } code { font: 13px ui-monospace, Consolas, monospace }
.counts td + td { font-variant-numeric: tabular-nums } .met { color: var(--met) } .violated { color: var(--violated); font-weight: 700 } .not-exercised { color: var(--open) }
.differs > td:first-child { border-left: 3px solid var(--open); padding-left: 8px } .unlike #rows tbody tr:not(.differs):not(.section) { display: none }
`
