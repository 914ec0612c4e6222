/** The results as a page: killed by requirement, survivors with reasons, false alarms, broken servers, time. */
import { requirements } from '#openapi'
import { catalogue } from './mutants/index.ts'
import type { ProofResults } from './prove.ts'

export function proofPage(results: ProofResults): string {
  const { mutants, variants, broken, untouched, seconds, workers } = results
  const reasons = new Map(catalogue.map(({ id, lives }) => [id, lives]))
  const killed = mutants.filter(fate => fate.verdict === 'violated')
  const alive = mutants.filter(fate => fate.verdict !== 'violated')
  const alarms = variants.filter(fate => fate.violated.length > 0 || fate.faults > 0)
  const wrong = broken.filter(fate => !fate.right)
  return [
    '# How the suite was proved',
    '',
    'Written by `npm run proof`. Every mutant is the mock with one deliberate violation of one stated requirement; it',
    'counts as killed only when the verdict on that very requirement is `violated`. Every variant is lawful; a single',
    '`violated` on it is a false alarm. Every broken server has exit statuses that are right for it.',
    '',
    'The mutants break what the mock does; what breaking its code finds in the tests is in [mutation.md](mutation.md).',
    `The work was shared by ${workers} ${workers === 1 ? 'process' : 'processes'}; seconds are of the wall.`,
    '',
    '| | number | result | seconds |',
    '|---|---:|---|---:|',
    `| mutants | ${mutants.length} | ${killed.length} killed (${percent(killed.length, mutants.length)}), ${count(alive, 'met')} survive with \`met\`, ${alive.length - count(alive, 'met')} without a verdict | ${seconds.mutants} |`,
    `| variants | ${variants.length} | ${variants.length - alarms.length} without a violation | ${seconds.variants} |`,
    `| broken servers | ${broken.length} | ${broken.length - wrong.length} with the right exit status | ${seconds.broken} |`,
    '',
    untouched.length === 0
      ? 'Every requirement of the ledger has at least one mutant.'
      : `Requirements without a mutant: ${untouched.join(', ')}.`,
    '',
    '## Killed, by requirement',
    '',
    ...bySection(results),
    '',
    '## Survivors',
    '',
    '| mutant | verdict | why, or what would be needed |',
    '|---|---|---|',
    ...alive.map(fate => `| ${fate.id} | ${fate.verdict} | ${cell(reasons.get(fate.id) ?? fate.said)} |`),
    '',
    '## False alarms',
    '',
    ...(alarms.length === 0
      ? ['None.']
      : ['| variant | requirement | what the suite said |', '|---|---|---|']),
    ...alarms.flatMap(fate =>
      fate.violated.map(one => `| ${fate.id} | ${one.requirement} | ${cell(one.said)} |`),
    ),
    '',
    '## Broken servers',
    '',
    '| server | exit | in seconds | what the suite said |',
    '|---|---:|---:|---|',
    ...broken.map(
      fate =>
        `| ${fate.what} | ${fate.exit}${fate.right ? '' : ' (wrong)'} | ${fate.seconds} | ${cell(fate.said.replaceAll(/:\d{4,5}/g, ''))} |`,
    ),
    '',
  ].join('\n')
}

function bySection({ mutants }: ProofResults): string[] {
  const groups = new Map<string, { killed: number; all: number; open: Set<string> }>()
  for (const { requirement, verdict } of mutants) {
    const name = requirement.replace(/-\d+$/, '')
    const group = groups.get(name) ?? { killed: 0, all: 0, open: new Set<string>() }
    group.all += 1
    if (verdict === 'violated') group.killed += 1
    else group.open.add(requirement)
    groups.set(name, group)
  }
  const known = new Map(requirements.requirements.map(({ id }) => [id.replace(/-\d+$/, ''), 0]))
  for (const { id } of requirements.requirements)
    known.set(id.replace(/-\d+$/, ''), (known.get(id.replace(/-\d+$/, '')) ?? 0) + 1)
  return [
    '| requirements | how many | mutants | killed | with a survivor |',
    '|---|---:|---:|---:|---|',
    ...[...groups].map(
      ([name, { killed, all, open }]) =>
        `| ${name} | ${known.get(name) ?? 0} | ${all} | ${killed} | ${[...open].sort().join(', ')} |`,
    ),
  ]
}

const percent = (part: number, whole: number) =>
  whole === 0 ? '0 %' : `${((100 * part) / whole).toFixed(1)} %`
const count = (fates: readonly { verdict: string }[], verdict: string) =>
  fates.filter(fate => fate.verdict === verdict).length
const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ').slice(0, 240)
