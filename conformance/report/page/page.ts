/** Builds the HTML report in the browser from the data embedded in the page. */
import type { Report } from '../report.ts'
import { element } from './elements.ts'
import { reportView } from './report-view.ts'

const report = JSON.parse(document.getElementById('report')?.textContent ?? '{}') as Report
const { target, started_at, outcome, exit, problems } = report
const where =
  target.name === new URL(target.base_url).host ? target.base_url : `${target.name} · ${target.base_url}`
const when = new Date(started_at).toLocaleString()
document.querySelector('main')?.append(
  ...element(
    'div',
    element('h1', outcome),
    element('p.soft.tight', `Conformance of ${where} · ${when} · exit status ${exit}`),
    problems.map(problem => element('p.problem', problem)),
    reportView(report).nodes,
  ).childNodes,
)
