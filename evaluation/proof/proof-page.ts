import { allDimensions } from './lawful/index.ts'
import { catalogue } from './mutants/index.ts'
import type { ProofResults } from './prove.ts'

/** The results in sum, for docs/proof.md. */
export function proofPage(proof: ProofResults): string {
  const { mutants, variants, broken, untouched, seconds, workers } = proof
  const killed = mutants.filter(result => result.verdict === 'violated')
  const alive = mutants.filter(result => result.verdict !== 'violated')
  const alarms = variants.filter(result => result.violated.length > 0 || result.faults > 0)
  const wrong = broken.filter(result => !result.right)
  return [
    '# Proof of the suite',
    '',
    'What the conformance suite catches, what it misses, and where it could blame a lawful service. `npm run proof` writes this page.',
    '',
    '- A **mutant** is the mock with one violation of one requirement. It is killed when the verdict on that requirement is `violated`.',
    '- A **variant** is lawful and differs from the mock in one way. Any `violated` is a false alarm. `npm run proof -- --lawful 1000',
    '  --seed 1` draws deployments that differ in many ways; `--altered` does the same to the independent servers.',
    '- A **broken server** must get the right exit status.',
    '',
    'Survivors with their reasons, false alarms, and all in which lawful deployments differ: [in detail](figures/proof.md).',
    '[Other tools](other-tools.md) were tried on some of these mutants.',
    '',
    `Measured with ${workers} ${workers === 1 ? 'process' : 'processes'}.`,
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
  ].join('\n')
}

/** Kills by requirement, survivors with reasons, false alarms, lawful differences, broken servers. */
export function proofDetails(proof: ProofResults): string {
  const { mutants, variants, broken } = proof
  const alive = mutants.filter(result => result.verdict !== 'violated')
  const alarms = variants.filter(result => result.violated.length > 0 || result.faults > 0)
  return [
    '# Proof of the suite, in detail',
    '',
    'Written by `npm run proof`, as [the sum](../proof.md) is.',
    '',
    '## Killed, by requirement',
    '',
    ...bySection(proof),
    '',
    '## Survivors',
    '',
    'By why the suite cannot decide. The verdict is `met` for those in brackets, `not exercised` for the others.',
    '',
    '| why, or what would be needed | mutants |',
    '|---|---|',
    ...survivors(alive),
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
    '| exit | servers |',
    '|---:|---|',
    ...grouped(broken.map(({ what, exit, right }) => [`${exit}${right ? '' : ' (wrong)'}`, what])),
    '',
  ].join('\n')
}

/** A row for each reason, with the mutants that survive for it. */
function survivors(alive: ProofResults['mutants']): string[] {
  const reasons = new Map(catalogue.map(({ id, lives }) => [id, lives]))
  return grouped(
    alive.map(({ id, verdict, said }) => [cell(reasons.get(id) ?? said), verdict === 'met' ? `(${id})` : id]),
  )
}

/** A row for each first cell, with all second cells that it has. */
function grouped(pairs: readonly (readonly [string, string])[]): string[] {
  const groups = Map.groupBy(pairs, ([first]) => first)
  return [...groups].map(([first, each]) => `| ${first} | ${each.map(([, second]) => second).join('; ')} |`)
}

/** Everything in which lawful deployments differ, except the registered answers to gaps, by section. */
function lawfulDifferences(): string[] {
  const beyond = allDimensions.filter(({ id }) => !id.startsWith('gap/'))
  const pairs = beyond.map(({ what, lawful }) => [lawful.split(':')[0]!, cell(what)] as const)
  return [
    '## Lawful differences',
    '',
    'Beside the answers to gaps, by the section that allows them; `evaluation/proof/lawful/` has the reasons.',
    '',
    '| section | what differs |',
    '|---|---|',
    ...grouped(pairs.toSorted(([a], [b]) => a.localeCompare(b))),
    '',
  ]
}

function bySection({ mutants }: ProofResults): string[] {
  const sections = Map.groupBy(mutants, ({ requirement }) => requirement.replace(/-\d+$/, ''))
  const all = [...sections].map(([name, each]) => ({ name, of: each.length, dead: count(each, 'violated') }))
  const whole = all.filter(({ of, dead }) => of === dead)
  return [
    `All of ${whole.map(({ name, of }) => `${name} (${of})`).join(', ')}; and of the others:`,
    '',
    '| requirements | mutants | killed |',
    '|---|---:|---:|',
    ...all
      .filter(section => !whole.includes(section))
      .map(({ name, of, dead }) => `| ${name} | ${of} | ${dead} |`),
  ]
}

const percent = (part: number, whole: number) =>
  whole === 0 ? '0 %' : `${((100 * part) / whole).toFixed(1)} %`
const count = (results: readonly { verdict: string }[], verdict: string) =>
  results.filter(result => result.verdict === verdict).length
const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ').slice(0, 240)
