import type { Coverage } from '../control/generated/control.gen.ts'

const MAX_NAMED = 8

/** Coverage as a table for a terminal, with the missing elements below each area. */
export function coverageTable(coverage: Coverage): string {
  const { exchanges } = coverage
  const lines = [
    `Coverage of the service by ${exchanges === 1 ? '1 exchange' : `${exchanges} exchanges`}`,
    '',
  ]
  for (const { area, percent, covered, total, minimum, met, missing } of coverage.areas) {
    const wanted = minimum === null ? '' : ` (at least ${minimum} %: ${met ? 'yes' : 'no'})`
    lines.push(`  ${bar(percent)} ${String(percent).padStart(3)} %  ${area} ${covered} of ${total}${wanted}`)
    if (missing.length > 0) lines.push(`${' '.repeat(19)}without ${named(missing)}`)
  }
  const failed = coverage.areas
    .filter(({ met }) => !met)
    .map(({ area, percent, minimum }) => `${area} ${percent} of ${minimum} %`)
  if (failed.length > 0) lines.push('', `Too little: ${failed.join(', ')}.`)
  else if (coverage.areas.some(({ minimum }) => minimum !== null)) lines.push('', 'Every minimum is reached.')
  return lines.join('\n')
}

function named(names: readonly string[]): string {
  const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : ''
  return names.slice(0, MAX_NAMED).join(', ') + more
}

function bar(percent: number): string {
  const full = Math.floor(percent / 10)
  return '#'.repeat(full) + '.'.repeat(10 - full)
}
