/** Writes the output files of commands. */

import { mkdirSync, openSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { readFile } from '../../flags/read-file.ts'
import { writePrivately } from '../../flags/write-file.ts'
import { jsonText } from '../engine/safe-text.ts'
import { badge } from '../report/badge.ts'
import { html } from '../report/html.ts'
import { junit } from '../report/junit.ts'
import { markdown } from '../report/markdown.ts'
import type { Report } from '../report/report.ts'
import { TargetProblem } from '../target/problem.ts'

export interface ReportFiles {
  json?: string | undefined
  html?: string | undefined
  junit?: string | undefined
  markdown?: string | undefined
  badge?: string | undefined
}

export function writeReports(report: Report, files: ReportFiles) {
  if (files.json) write(files.json, `${jsonText(report, 2)}\n`)
  if (files.html !== undefined) write(files.html, html(report))
  if (files.junit !== undefined) write(files.junit, junit(report))
  if (files.markdown !== undefined) write(files.markdown, markdown(report))
  if (files.badge !== undefined) write(files.badge, badge(report))
}

/** Whether the report goes to standard output, as data. */
export function isPrinted({ json }: ReportFiles): boolean {
  return json === ''
}

export function write(path: string, text: string | Uint8Array) {
  try {
    mkdirSync(dirname(path), { recursive: true })
    // Replies of a deployment are readable only by the user who ran the suite.
    writePrivately(path, text)
  } catch (problem) {
    throw new TargetProblem(`cannot write ${path}: ${(problem as Error).message}`)
  }
}

/** Appends line by line, so that a recording survives a crash. */
export function lineWriter(path: string): (line: string) => void {
  write(path, '')
  const file = openSync(path, 'a')
  return line => void writeSync(file, `${line}\n`)
}

export function readBytes(path: string): Uint8Array {
  try {
    return readFile(path)
  } catch (problem) {
    throw new TargetProblem(`cannot read ${path}: ${(problem as Error).message}`)
  }
}

export function readReport(path: string): Report {
  try {
    const report = JSON.parse(readFile(path).toString()) as Report
    if (report.version === 1 && Array.isArray(report.requirements)) return report
  } catch {
    // Reported below, with the name of the file.
  }
  throw new TargetProblem(`${path} is not a report that --json wrote`)
}
