/** npm run proof: runs the whole proof, shows progress, and writes the results and their page. */
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { flag, readCount, readList, toggle } from '../../flags/flag.ts'
import { readScript, refuse } from '../../flags/script.ts'
import { writeFiles } from '../../scripts/write-files.ts'
import { altered, judgeAltered } from '../independent-servers/alterations.ts'
import { independentServers } from '../independent-servers/start-server.ts'
import { mutantText, proveServers, serversTable } from '../source-mutants/prove-servers.ts'
import { brokenServers } from './broken-servers.ts'
import { lawfulText, proveLawful } from './lawful/prove-lawful.ts'
import type { CompositionResult } from './lawful/run-composition.ts'
import { catalogue } from './mutants/index.ts'
import { proofDetails, proofPage } from './proof-page.ts'
import { prove } from './prove.ts'
import { variants } from './variants.ts'

const known = [...catalogue, ...variants, ...brokenServers]
const root = join(import.meta.dirname, '../..')
let tenths = 0

const usage = `npm run proof -- [--only A,B] [--dry] [--workers N]
       npm run proof -- --lawful N [--seed N] [--only PART,PART]
       npm run proof -- --altered [--only SERVER,SERVER]
       npm run proof -- --independent [--only SERVER,SERVER] [--sample N] [--seed N] [--mutant ID,ID]

Runs the conformance suite against mutants, lawful variants and broken servers. Writes the figures to docs/proof.md
and docs/figures/proof.md, and all findings to reports/proof.json.

With --independent it plants single defects in the source of the independent servers instead, one at a time, and prints
the share that the suite notices; every defect is in reports/independent-servers.json. Not counted are those with which
the server does not start or answers no read (dead), that no reply of a walk over the interface shows (equivalent), and
that break no stated sentence (lawful).

With --lawful it draws N lawful deployments at random, each from a seed, runs parts of the suite against them, and prints
every false alarm with the fewest differences that show it; writes nothing.

With --altered it judges the independent servers behind lawful alterations (403 for everything refused, old statistics, an
empty wallet), and prints every false alarm; writes nothing.

Exit status: 0 when there is no false alarm and no wrong exit status, 1 when there is, 2 when the flags are wrong`

const { flags: values } = readScript(usage, {
  only: flag(
    '<ids>',
    'mutants, variants and broken servers whose ids begin with one of these (RUN-21, gap/, all-200); writes nothing. With --independent and --altered, the servers; with --lawful, the parts to keep',
    readList,
  ),
  dry: toggle('write nothing'),
  workers: flag('<n>', 'processes that share the work', readCount, { default: 'the number of cores' }),
  independent: toggle('defects in the source of the independent servers'),
  sample: flag('<n>', 'defects in each server', readCount, { fallback: '200' }),
  lawful: flag('<n>', 'lawful deployments drawn at random', readCount),
  altered: toggle('the independent servers behind lawful alterations'),
  seed: flag('<n>', 'which sample; with --lawful, the seed of the first deployment', readCount, {
    fallback: '1',
  }),
  mutant: flag('<ids>', 'judge these defects only, and show what was seen; writes nothing', readList),
})
const { workers = availableParallelism(), seed, sample: size } = values
if (values.altered) process.exitCode = await alteredServers()
else if (values.lawful !== undefined) process.exitCode = await lawful(values.lawful)
else if (values.independent || values.mutant) process.exitCode = await independent()
else process.exitCode = await main(values.only, values.dry ?? values.only !== undefined)

async function main(only: readonly string[] | undefined, dry: boolean): Promise<number> {
  const strange = only?.find(beginning => !known.some(({ id }) => id.startsWith(beginning)))
  if (strange !== undefined)
    refuse(`--only ${strange}: no mutant, variant or broken server has an id that begins so.`)
  const isChosen = (id: string) => only?.some(beginning => id.startsWith(beginning)) ?? true
  const results = await prove({ only: isChosen, progress: bar, workers })
  const text = proofPage(results)
  process.stdout.write(only ? `${text}\n${proofDetails(results)}\n` : `${text}\n`)
  if (!dry)
    writeFiles(root, {
      'reports/proof.json': `${JSON.stringify(results, null, 1)}\n`,
      'docs/proof.md': text,
      'docs/figures/proof.md': proofDetails(results),
    })
  const alarms = results.variants.some(result => result.violated.length > 0 || result.faults > 0)
  return alarms || results.broken.some(result => !result.right) ? 1 : 0
}

async function lawful(count: number): Promise<number> {
  const { only } = values
  const results = await proveLawful({ seed, count, only, workers, progress: bar })
  process.stdout.write(`${lawfulText(results, only)}\n`)
  const isRight = ({ alarms, problem }: CompositionResult) => alarms.length === 0 && problem === undefined
  return results.lost.length === 0 && results.compositions.every(isRight) ? 0 : 1
}

async function alteredServers(): Promise<number> {
  let alarms = 0
  for (const one of altered.filter(({ server }) => serversNamed('altered').includes(server))) {
    const { requirements, counts, outcome } = await judgeAltered(one)
    process.stdout.write(`${one.server} ${one.alteration.what}: ${outcome}\n`)
    alarms += counts.violated + counts.harness_error
    for (const { id, verdict, findings } of requirements)
      if (verdict === 'violated' || verdict === 'harness error')
        process.stdout.write(`  ${id}: ${findings[0]?.sentence}\n`)
  }
  process.stdout.write(`${alarms} false alarms\n`)
  return alarms > 0 ? 1 : 0
}

async function independent(): Promise<number> {
  const { only, mutant: ids } = values
  const servers = serversNamed('independent').filter(
    name => ids?.some(id => id.startsWith(`${name}/`)) ?? true,
  )
  const scores = await proveServers({ servers, ids, size, seed, workers, progress: bar })
  const mutants = scores.flatMap(score => score.mutants)
  process.stdout.write(`${ids ? mutants.map(mutantText).join('\n') : serversTable(scores)}\n`)
  if (!ids && !only && !values.dry)
    writeFiles(root, { 'reports/independent-servers.json': `${JSON.stringify(scores, null, 1)}\n` })
  return 0
}

/** The servers of `--only`; all without it. */
function serversNamed(flag: string) {
  const { only } = values
  const unknown = only?.find(name => !independentServers.some(server => server === name))
  if (unknown !== undefined)
    refuse(`--only ${unknown}: with --${flag}, name ${independentServers.join(' or ')}.`)
  return independentServers.filter(name => only?.includes(name) ?? true)
}

function bar(done: number, total: number, what: string) {
  const width = 30
  const filled = Math.round((width * done) / total)
  if (process.stderr.isTTY) {
    const line = `[${'#'.repeat(filled)}${'.'.repeat(width - filled)}] ${done}/${total} ${what}`
    const shown = done === total ? '' : line.slice(0, (process.stderr.columns ?? 100) - 1)
    process.stderr.write(`\r\x1b[K${shown}`)
  } else if (Math.floor((10 * done) / total) > tenths) {
    tenths = Math.floor((10 * done) / total)
    process.stderr.write(`${done} of ${total}\n`)
  }
}
