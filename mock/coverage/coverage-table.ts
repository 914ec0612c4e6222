import type { AreaCoverage, Coverage } from './coverage.ts'

const MAX_NAMED = 8

/** Coverage as a table for a terminal, with the missing elements below each area. */
export function coverageTable(coverage: Coverage): string {
  const { exchanges } = coverage
  const lines = [
    `Coverage of the service by ${exchanges === 1 ? '1 exchange' : `${exchanges} exchanges`}`,
    '',
  ]
  for (const area of coverage.areas) {
    lines.push(`  ${bar(area.percent)} ${String(area.percent).padStart(3)} %  ${headline(area)}`)
    if (area.missing.length > 0) lines.push(`${' '.repeat(19)}${missing(area.missing)}`)
  }
  const failed = coverage.areas
    .filter(({ met }) => !met)
    .map(({ area, percent, minimum }) => `${area} ${percent} of ${minimum} %`)
  if (failed.length > 0) lines.push('', `Too little: ${failed.join(', ')}.`)
  else if (coverage.areas.some(({ minimum }) => minimum !== null)) lines.push('', 'Every minimum is reached.')
  return lines.join('\n')
}

function headline({ area, covered, total, minimum, met }: AreaCoverage): string {
  const wanted = minimum === null ? '' : ` (at least ${minimum} %: ${met ? 'yes' : 'no'})`
  return `${area} ${covered} of ${total}${wanted}`
}

function missing(names: readonly string[]): string {
  const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : ''
  return `without ${names.slice(0, MAX_NAMED).join(', ')}${more}`
}

function bar(percent: number): string {
  const full = Math.floor(percent / 10)
  return '#'.repeat(full) + '.'.repeat(10 - full)
}
