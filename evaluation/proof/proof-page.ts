/** The results as a page: kills by requirement, survivors with reasons, false alarms, broken servers, times. */
import { requirements } from '#openapi'
import { allDimensions } from './lawful/index.ts'
import { catalogue } from './mutants/index.ts'
import type { ProofResults } from './prove.ts'

export function proofPage(proof: ProofResults): string {
  const { mutants, variants, broken, untouched, seconds, workers } = proof
  const reasons = new Map(catalogue.map(({ id, lives }) => [id, lives]))
  const killed = mutants.filter(result => result.verdict === 'violated')
  const alive = mutants.filter(result => result.verdict !== 'violated')
  const alarms = variants.filter(result => result.violated.length > 0 || result.faults > 0)
  const wrong = broken.filter(result => !result.right)
  return [
    '# Proof of the suite',
    '',
    'Written by `npm run proof`. Every mutant is the mock with one deliberate violation of one stated requirement; it',
    'counts as killed only when the verdict on that very requirement is `violated`. Every variant is lawful; a single',
    '`violated` on it is a false alarm. Every broken server has exit statuses that are right for it. Variants that do nothing',
    'to connections are called within the process, except the clean one; everything else goes over HTTP.',
    '',
    'A variant differs in one way from the mock. `npm run proof -- --lawful 1000 --seed 1` draws deployments that differ in many',
    'ways at once, each from a seed, and prints every false alarm with the fewest differences that show it and the command that',
    'repeats it. `npm run proof -- --altered` judges the independent servers behind lawful alterations: everything refused with',
    '403, statistics of before the run, an empty wallet.',
    '',
    '[Other tools](other-tools.md) were set on a sample of the same mutants once.',
    '',
    `The work was shared by ${workers} ${workers === 1 ? 'process' : 'processes'}; seconds are elapsed time.`,
    '',
    '| | number | result | seconds |',
    '|---|---:|---|---:|',
    `| mutants | ${mutants.length} | ${killed.length} killed (${percent(killed.length, mutants.length)}), ${count(alive, 'met')} survive with \`met\`, ${alive.length - count(alive, 'met')} without a verdict | ${seconds.mutants} |`,
    `| variants | ${variants.length} | ${variants.length - alarms.length} without a violation | ${seconds.variants} |`,
    `| broken servers | ${broken.length} | ${broken.length - wrong.length} with the right exit status | ${seconds.broken} |`,
    '',
    untouched.length === 0
      ? 'Every requirement has at least one mutant.'
      : `Requirements without a mutant: ${untouched.join(', ')}.`,
    '',
    '## Killed, by requirement',
    '',
    ...bySection(proof),
    '',
    '## Survivors',
    '',
    '| mutant | verdict | why, or what would be needed |',
    '|---|---|---|',
    ...alive.map(
      result => `| ${result.id} | ${result.verdict} | ${cell(reasons.get(result.id) ?? result.said)} |`,
    ),
    '',
    '## False alarms',
    '',
    ...(alarms.length === 0 ? ['None.'] : ['| variant | requirement | finding |', '|---|---|---|']),
    ...alarms.flatMap(result =>
      result.violated.map(one => `| ${result.id} | ${one.requirement} | ${cell(one.said)} |`),
    ),
    '',
    ...lawfulDifferences(),
    '## Broken servers',
    '',
    '| server | exit | seconds | first message |',
    '|---|---:|---:|---|',
    ...broken.map(
      result =>
        `| ${result.what} | ${result.exit}${result.right ? '' : ' (wrong)'} | ${result.seconds} | ${cell(result.said.replaceAll(/:\d{4,5}/g, ''))} |`,
    ),
    '',
  ].join('\n')
}

/** Everything in which lawful deployments differ, except the registered answers to gaps. */
function lawfulDifferences(): string[] {
  const beyond = allDimensions.filter(({ id }) => !id.startsWith('gap/'))
  return [
    '## Lawful differences',
    '',
    'Beside the answers to the gaps that the register (`openapi/gaps.yaml`) has, with the section that states or leaves open',
    'what makes each lawful.',
    '',
    '| what differs | how | why it is lawful |',
    '|---|---|---|',
    ...beyond.map(
      ({ what, choices, lawful }) =>
        `| ${cell(what)} | ${Object.keys(choices).join(', ')} | ${cell(lawful)} |`,
    ),
    '',
  ]
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
const count = (results: readonly { verdict: string }[], verdict: string) =>
  results.filter(result => result.verdict === verdict).length
const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ').slice(0, 240)
