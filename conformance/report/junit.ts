/**
 * JUnit: one test case per requirement. Requirements not exercised are errors, because CI systems show skipped ones as
 * green.
 */

import { escaped } from '../../platform/escaped.ts'
import { forLog, mapStrings } from '../engine/safe-text.ts'
import type { Report, ReportedRequirement } from './report.ts'

export function junit(data: Report): string {
  const report = mapStrings(data, forLog)
  const groups = Map.groupBy(report.requirements, row => row.section)
  const suites = [...groups].map(([section, rows]) => {
    const failures = rows.filter(row => row.verdict === 'violated').length
    const errors = rows.filter(
      row => row.verdict === 'not exercised' || row.verdict === 'harness error',
    ).length
    const cases = rows.map(row => testCase(row, report)).join('\n')
    return `  <testsuite name="section ${section}" tests="${rows.length}" failures="${failures}" errors="${errors}">\n${cases}\n  </testsuite>`
  })
  const { violated, not_exercised, harness_error } = report.counts
  const head = `name="${escaped(report.target.name)}" tests="${report.requirements.length}" failures="${violated}" errors="${not_exercised + harness_error}" time="${report.seconds}"`
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ${head}>\n${suites.join('\n')}\n</testsuites>\n`
}

function testCase(row: ReportedRequirement, report: Report): string {
  const open = `    <testcase classname="${row.id.split('-')[0]}" name="${escaped(`${row.id} ${row.statement}`)}"`
  if (row.verdict === 'met') return `${open}/>`
  if (row.verdict === 'waived') {
    const waiver = report.waivers.find(one => one.requirement === row.id)
    return `${open}><system-out>${escaped(`waived until ${waiver?.until}: ${waiver?.reason}`)}</system-out></testcase>`
  }
  const tag = row.verdict === 'violated' ? 'failure' : 'error'
  const findings = row.findings.filter(finding => finding.kind === row.verdict)
  const message = escaped(findings[0]?.sentence ?? 'no check for it ran')
  const body = findings.slice(0, 3).map(finding => {
    const exchange = report.exchanges[finding.exchanges.at(-1) ?? '']
    return [
      finding.sentence,
      ...(finding.rule === null ? [] : [`rule: ${report.rules[finding.rule]?.says}`]),
      ...(exchange
        ? [exchange.curl, `${exchange.response.status} ${exchange.response.body.slice(0, 400)}`]
        : []),
    ].join('\n')
  })
  return `${open}>\n      <${tag} type="${row.verdict}" message="${message}">${escaped(body.join('\n\n'))}</${tag}>\n    </testcase>`
}
