/** A summary that fits a screen or two: the verdict, causes of violations, what to add to the target, the figures. */
import { styleText } from 'node:util'
import { forLog, mapStrings } from '../engine/safe-text.ts'
import { costText, LEGEND, notShownParts } from './legend.ts'
import type { Report, ReportedCause } from './report.ts'

/** How many of each are shown; the report has all. */
const SHOWN_CAUSES = 3
const SHOWN_VIOLATIONS = 4
const SHOWN_GROUPS = 10
const SHOWN_LEFTOVERS = 5

type Paint = (style: Parameters<typeof styleText>[0], text: string) => string

export function terminal(data: Report, color = false): string {
  const report = mapStrings({ ...data, exchanges: shownCalls(data) }, forLog)
  const paint: Paint = (style, text) => (color ? styleText(style, text, { validateStream: false }) : text)
  const verdict = paint(report.exit === 0 ? 'green' : report.exit === 3 ? 'yellow' : 'red', report.outcome)
  if (report.problems.length > 0)
    return [verdict, report.target.base_url, ...report.problems.map(problem => `  ${problem}`)].join('\n')
  return [
    verdict,
    '',
    ...causes(report, paint),
    ...report.scenarios.flatMap(({ id, fault }) =>
      fault ? [paint('magenta', `Fault of the suite in ${id}: ${fault}`), ''] : [],
    ),
    ...notShown(report, paint),
    ...advice(report, paint),
    ...changes(report, paint),
    ...leftovers(report, paint),
    ...report.waivers
      .filter(({ state }) => state !== 'in use')
      .map(({ requirement, owner, until, state }) =>
        paint('red', `Waiver of ${requirement} (${owner}, until ${until}): ${state}`),
      ),
    ...figures(report, paint),
  ].join('\n')
}

const shownCalls = ({ causes, exchanges }: Report): Report['exchanges'] =>
  Object.fromEntries(
    causes
      .slice(0, SHOWN_CAUSES)
      .flatMap(({ exchange }) =>
        exchange !== null && exchanges[exchange] ? [[exchange, exchanges[exchange]]] : [],
      ),
  )

function causes(report: Report, paint: Paint): string[] {
  const rest = report.causes.slice(SHOWN_CAUSES)
  const more = rest.map(({ what, violations }) => {
    const [seen] = violations.map(one => one.sentence).filter(one => !what.startsWith(one.split(',')[0]!))
    const detail = seen === undefined ? '' : paint('dim', `\n    seen  ${cut(seen, 160)}`)
    return `  ${cut(what, 110)} (${counted(violations.map(one => one.id))})${detail}`
  })
  return [
    ...report.causes.slice(0, SHOWN_CAUSES).flatMap(one => [...cause(one, report, paint), '']),
    ...(rest.length > 0 ? ['Further causes', ...first(more, SHOWN_GROUPS), ''] : []),
  ]
}

function cause(
  { what, severity, violations, exchange, repeat }: ReportedCause,
  report: Report,
  paint: Paint,
) {
  const lines = [`${paint('red', what)} ${paint('dim', `(${severity})`)}`]
  const call = report.exchanges[exchange ?? '']
  if (call) {
    const { key, request, response, curl } = call
    lines.push(
      `  sent  ${request.method} ${request.url}${request.body ? `  ${cut(request.body, 160)}` : ''}  ${paint('dim', `key ${key}`)}`,
      `  back  ${response.status}  ${cut(response.body.replace(/\s+/g, ' '), 200)}`,
      paint('dim', `  ${cut(curl, 300)}`),
    )
  }
  for (const { id, sentence, rule } of violations.slice(0, SHOWN_VIOLATIONS)) {
    const row = report.requirements.find(one => one.id === id)
    lines.push(
      `  ${paint('red', id)}  ${row?.statement} ${paint('dim', `(section ${row?.section}, ${row?.violation?.sure})`)}`,
    )
    if (sentence !== what) lines.push(`      seen  ${cut(sentence, 200)}`)
    if (rule !== null) lines.push(paint('dim', `      rule  ${report.rules[rule]?.says}`))
    const { hurts = [] } = row?.violation ?? {}
    if (hurts.length > 0) lines.push(`      hurts ${cut(hurts.join(', '), 200)}`)
    // Omitted where the statement says the same.
    if (row?.violation?.right !== row?.statement) lines.push(`      right ${row?.violation?.right}`)
  }
  const others = violations.slice(SHOWN_VIOLATIONS).map(one => one.id)
  if (others.length > 0) lines.push(`  and ${some(others)}`)
  return [...lines, `  again ${inLines(repeat)}`]
}

/** The same command, with no more than ten ids of `--only` in each line. */
const inLines = (command: string): string =>
  command.replaceAll(/(?<=--only \S*)((?:[^\s,]+,){9}[^\s,]+),/g, '$1 \\\n          --only ')

function notShown(report: Report, paint: Paint): string[] {
  const line = ({ add, why, requirements }: Report['not_shown'][number]) => {
    const reason = `${why === null ? '' : `${cut(why, 110)}: `}${counted(requirements)}`
    return add === null ? `  ${reason}` : `  ${add}\n${paint('dim', `    ${reason}`)}`
  }
  return notShownParts(report).flatMap(([title, groups]) =>
    groups.length > 0 ? [paint('yellow', title), ...first(groups.map(line), SHOWN_GROUPS), ''] : [],
  )
}

/** Advice is shown in red only in a strict run. */
function advice(report: Report, paint: Paint): string[] {
  if (report.advice.length === 0) return []
  const style = report.strict ? 'red' : 'cyan'
  const items = report.advice.flatMap(({ id, seen, reading }) => [
    `  ${paint(style, id)}  ${seen}`,
    paint('dim', `    ${reading}`),
  ])
  return [paint(style, 'Implied, not stated'), ...items, '']
}

function changes(report: Report, paint: Paint): string[] {
  if (!report.changes) return []
  const { since, worse, better, other } = report.changes
  const part = (title: string, style: Parameters<Paint>[0], lines: string[]) =>
    lines.length === 0
      ? []
      : [
          paint(style, `  ${title} (${lines.length})`),
          ...lines.slice(0, 8).map(line => `    ${line.split('\n')[0]}`),
        ]
  const parts = [
    ...part('worse', 'red', worse),
    ...part('better', 'green', better),
    ...part('other', 'dim', other),
  ]
  return [`Since ${since}`, ...(parts.length > 0 ? parts : ['  nothing changed']), '']
}

function leftovers({ leftovers: left }: Report, paint: Paint): string[] {
  const lines = left.map(({ kind, id, why }) => paint('yellow', `Left behind: ${kind} ${id} (${why})`))
  return first(lines, SHOWN_LEFTOVERS)
}

function figures(report: Report, paint: Paint): string[] {
  const { counts, time, target, exit } = report
  const legend = Object.entries(LEGEND).map(([verdict, means]) => `${verdict}: ${means}`)
  return [
    [
      paint('green', `${counts.met} met`),
      paint(counts.violated > 0 ? 'red' : 'dim', `${counts.violated} violated`),
      paint(counts.not_exercised > 0 ? 'yellow' : 'dim', `${counts.not_exercised} not exercised`),
      paint('dim', `${counts.waived} waived`),
    ].join('   '),
    paint('dim', legend.join('; ')),
    paint(
      'dim',
      `slowest: ${time.slowest} ${time.slowest_seconds} s; held back by stated rate limits: ${time.rate_limit_seconds} s`,
    ),
    paint('dim', costText(report)),
    `${target.name}: exit status ${exit}`,
  ]
}

const some = (ids: readonly string[]) =>
  `${ids.slice(0, 6).join(', ')}${ids.length > 6 ? ` and ${ids.length - 6} more` : ''}`

const counted = (ids: readonly string[]) =>
  ids.length > 1 ? `${ids.length} requirements: ${some(ids)}` : some(ids)

/** The first lines, and how many more the report has. */
const first = (lines: readonly string[], shown: number): string[] => [
  ...lines.slice(0, shown),
  ...(lines.length > shown ? [`  … and ${lines.length - shown} more in the report`] : []),
]

const cut = (text: string, length: number) => (text.length > length ? `${text.slice(0, length)}…` : text)
