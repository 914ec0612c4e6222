/** Writes the output files of commands. */

import { readFile, writeFile } from '../../flags/files.ts'
import type { ValuesOf } from '../../flags/flag.ts'
import { jsonText } from '../engine/safe-text.ts'
import { badge } from '../report/badge.ts'
import { html } from '../report/html.ts'
import { junit } from '../report/junit.ts'
import { markdown } from '../report/markdown.ts'
import type { Report } from '../report/report.ts'
import { TargetProblem } from '../target/problem.ts'
import type { suiteFlags } from './cli-options.ts'

type ReportFiles = Pick<ValuesOf<typeof suiteFlags>, 'json' | 'html' | 'junit' | 'markdown' | 'badge'>

export function writeReports(report: Report, files: ReportFiles) {
  if (files.json) writeFile(files.json, `${jsonText(report, 2)}\n`)
  if (files.html !== undefined) writeFile(files.html, html(report))
  if (files.junit !== undefined) writeFile(files.junit, junit(report))
  if (files.markdown !== undefined) writeFile(files.markdown, markdown(report))
  if (files.badge !== undefined) writeFile(files.badge, badge(report))
}

/** Whether the report goes to standard output, as data. */
export function isPrinted({ json }: ReportFiles): boolean {
  return json === ''
}

export function readReport(path: string): Report {
  const text = readFile(path).toString()
  try {
    const report = JSON.parse(text) as Report
    if (report.version === 1 && Array.isArray(report.requirements)) return report
  } catch {
    // Reported below, with the name of the file.
  }
  throw new TargetProblem(`${path} is not a report that --json wrote`)
}
