/** The scores of the independent servers, and what became of each defect. */
import type { JudgedMutant, Outcome, ServerScore } from './prove-servers.ts'

/** For a terminal, in Markdown. */
export function serversTable(scores: readonly ServerScore[]): string {
  return [
    '| server | unchanged | bred | sample | dead | equivalent | lawful | counted | noticed | share |',
    '|---|---|---:|---:|---:|---:|---:|---:|---:|---:|',
    ...scores.map(row),
  ].join('\n')
}

function row({ server, unchanged, bred, mutants }: ServerScore): string {
  const count = (...outcomes: Outcome[]) => mutants.filter(one => outcomes.includes(one.outcome)).length
  const noticed = count('noticed')
  const counted = noticed + count('unnoticed')
  const cells = [
    server,
    unchanged,
    bred,
    mutants.length,
    count('dead', 'hung'),
    count('equivalent'),
    count('lawful'),
    counted,
    noticed,
    counted === 0 ? '–' : `${((100 * noticed) / counted).toFixed(1)} %`,
  ]
  return `| ${cells.join(' | ')} |`
}

/** The description of one mutant for a terminal. */
export const mutantText = ({ id, outcome, said, diff, difference }: JudgedMutant): string =>
  [
    id,
    diff,
    `${outcome}: ${said}`,
    ...(difference ? [`was ${difference.was}`, `is  ${difference.is}`] : []),
    '',
  ].join('\n')
