/** The scores of the independent servers, for docs/figures/proof.md. */
import type { JudgedMutant, Outcome, ServerScore } from './prove-servers.ts'

export const HEADING = '## Defects in the independent servers'

export function serversPage(scores: readonly ServerScore[], seed: number): string {
  return [
    HEADING,
    '',
    '`npm run proof -- --independent` plants one defect at a time in the source of a server that shares nothing with the',
    'mock ([why](../evaluation/independent-servers/README.md)), and sets the whole suite against it. A defect is noticed',
    'when any requirement turns `violated`. Operators drop, empty, zero or swap members, force, invert or widen conditions,',
    'swap comparisons, forget filters and order, leave out or delay statements, shift numbers and statuses, and change',
    'scopes and words. Not counted are defects with which the server does not start or answers no read (dead), those that',
    'no reply of a fixed walk over the interface shows (equivalent), and those that break no stated sentence (lawful).',
    '',
    `The sample is that of seed ${seed}. \`--mutant ID\` judges one again and shows what was seen.`,
    '',
    '| server | unchanged | bred | sample | dead | equivalent | lawful | counted | noticed | share |',
    '|---|---|---:|---:|---:|---:|---:|---:|---:|---:|',
    ...scores.map(row),
    '',
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
