/** Markdown for the summary of a CI job. */

import { forLog, mapStrings } from '../engine/safe-text.ts'
import { costText, LEGEND, notShownParts } from './legend.ts'
import type { Report, ReportedCause } from './report.ts'

export function markdown(data: Report): string {
  const report = mapStrings(data, forLog)
  const { met, violated, not_exercised, waived } = report.counts
  const lines = [`## ${plain(report.outcome)}`, '', `Conformance of ${plain(report.target.name)}`, '']
  if (report.problems.length > 0)
    return [...lines, ...report.problems.map(problem => `- ${plain(problem)}`), ''].join('\n')
  lines.push(...causes(report))
  for (const [title, groups] of notShownParts(report)) lines.push(...notShown(title, groups, violated === 0))
  if (report.advice.length > 0) {
    lines.push('### Implied, not stated', '')
    for (const { id, seen, reading } of report.advice)
      lines.push(`- **${id}** ${plain(seen)}<br>${plain(reading)}`)
    lines.push('')
  }
  if (report.changes) {
    const { since, worse, better, other } = report.changes
    lines.push(`### Since ${since}`, '')
    for (const [title, some] of Object.entries({ worse, better, other }))
      for (const line of some) lines.push(`- ${title}: ${plain(line)}`)
    if (worse.length + better.length + other.length === 0) lines.push('Nothing changed.')
    lines.push('')
  }
  for (const { kind, id, why } of report.leftovers)
    lines.push(`- Left behind: ${kind} ${plain(id)} (${plain(why)})`)
  const legend = Object.entries(LEGEND).map(([verdict, means]) => `*${verdict}*: ${means}`)
  lines.push(
    '',
    '| met | violated | not exercised | waived | exercised |',
    '|---:|---:|---:|---:|---:|',
    `| ${met} | ${violated} | ${not_exercised} | ${waived} | ${report.coverage.exercised} of ${report.coverage.selected} |`,
    '',
    `${legend.join('; ')}.`,
    '',
    costText(report),
    '',
  )
  return lines.join('\n')
}

/** How many causes are shown; the full report has all. */
const SHOWN = 30
/** How many requirements of a cause are described; the others are named. */
const DESCRIBED = 10

function causes(report: Report): string[] {
  if (report.causes.length === 0) return []
  const more = report.causes.length - SHOWN
  return [
    '### Violated',
    '',
    ...report.causes.slice(0, SHOWN).flatMap(one => cause(one, report)),
    ...(more > 0 ? [`… and ${more} more causes in the full report.`, ''] : []),
  ]
}

function cause({ what, severity, violations, exchange, repeat }: ReportedCause, report: Report): string[] {
  const code = (text: string) => ['```sh', text.replaceAll('```', "'''"), '```', '']
  const call = report.exchanges[exchange ?? '']
  const rest = violations.slice(DESCRIBED).map(one => one.id)
  const items = violations.slice(0, DESCRIBED).map(({ id, sentence, rule }) => {
    const row = report.requirements.find(one => one.id === id)
    const { right = '', sure = '', hurts = [] } = row?.violation ?? {}
    const facts = [
      sentence === what ? '' : sentence,
      rule === null ? '' : `rule: ${report.rules[rule]?.says}`,
      hurts.length === 0 ? '' : `hurts ${hurts.join(', ')}`,
      right === row?.statement ? '' : `right would have been: ${right}`,
    ].filter(Boolean)
    const head = `- **${id}** ${plain(row?.statement ?? '')} (section ${row?.section}, ${plain(sure)})`
    return [head, ...facts.map(fact => plain(fact))].join('<br>')
  })
  return [
    `**${plain(what)}** (${severity})`,
    '',
    ...items,
    ...(rest.length > 0 ? [`- and ${rest.join(', ')}`] : []),
    '',
    ...(call ? code(call.curl) : []),
    ...code(repeat),
  ]
}

/** What can be added is shown at once where nothing is violated. */
function notShown(title: string, groups: Report['not_shown'], isClean: boolean): string[] {
  if (groups.length === 0) return []
  const isOpen = isClean && groups[0]?.add !== null
  const items = groups.map(({ add, why, requirements }) => {
    const line = add === null ? [] : [`\`${add.replaceAll('`', "'")}\``]
    const reason = why === null ? '' : `${plain(why)}: `
    return `- ${[...line, `${reason}${requirements.join(', ')}`].join('<br>')}`
  })
  return [`<details${isOpen ? ' open' : ''}><summary>${title}</summary>`, '', ...items, '', '</details>', '']
}

/** Escapes a text: no markup, no link, no mention of a user. */
export const plain = (text: string) =>
  text
    .replace(/\s+/g, ' ')
    .replace(/[\\<>&|*_`~#[\]()!@]/g, sign => `&#${sign.charCodeAt(0)};`)
    .replaceAll('://', '&#58;//')
