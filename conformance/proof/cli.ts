/** npm run proof: runs the whole proof, shows how far it is, and writes the results and their table. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readFlags, refuse, wholeNumber } from '../../scripts/flags.ts'
import { brokenServers } from './broken-servers.ts'
import { catalogue } from './mutants/index.ts'
import { BEGINNING } from './other-tools/comparison-page.ts'
import { proofPage } from './proof-page.ts'
import { prove } from './prove.ts'
import { variants } from './variants.ts'

const known = [...catalogue, ...variants, ...brokenServers]
let shown = 0

const HELP = `Usage: npm run proof -- [--only A,B] [--dry] [--workers N]

Sets the conformance suite against mutants, lawful variants and broken servers, and writes the figures to
docs/proof.md, and all that was said to reports/proof.json.

  --only A,B   mutants, variants and broken servers whose ids begin so (RUN-21, gap/, all-200); nothing is written
  --dry        write nothing
  --workers N  share the work among so many processes; as many as there are cores unless told
Exit status: 0 when there is no false alarm and no wrong exit status, 1 when there is, 2 when the flags are wrong`

const values = readFlags(
  {
    only: { type: 'string' },
    dry: { type: 'boolean' },
    workers: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  },
  HELP,
)
const workers = wholeNumber('workers', values.workers ?? String(availableParallelism()))
if (values.help) process.stdout.write(`${HELP}\n`)
else process.exitCode = await main(values.only?.split(','), values.dry ?? values.only !== undefined)

async function main(only: string[] | undefined, dry: boolean): Promise<number> {
  const strange = only?.find(beginning => !known.some(({ id }) => id.startsWith(beginning)))
  if (strange !== undefined) refuse(`--only ${strange}: no mutant, variant or broken server begins so.`)
  const chosen = ({ id }: { id: string }) => only?.some(beginning => id.startsWith(beginning)) ?? true
  const results = await prove({ mutants: chosen, variants: chosen, broken: chosen, progress: bar, workers })
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K')
  const text = proofPage(results)
  process.stdout.write(only ? `${text}\n` : `${text.split('\n## ')[0]}\n`)
  if (!dry) {
    write('../../reports/proof.json', `${JSON.stringify(results, null, 1)}\n`)
    write('../../docs/proof.md', text + comparison())
  }
  const alarms = results.variants.some(fate => fate.violated.length > 0 || fate.faults > 0)
  return alarms || results.broken.some(fate => !fate.right) ? 1 : 0
}

function bar(done: number, total: number, what: string) {
  const width = 30
  const filled = Math.round((width * done) / total)
  if (process.stderr.isTTY) {
    const line = `[${'#'.repeat(filled)}${'.'.repeat(width - filled)}] ${done}/${total} ${what}`
    process.stderr.write(`\r\x1b[K${line.slice(0, (process.stderr.columns ?? 100) - 1)}`)
  } else if (Math.floor((10 * done) / total) > shown) {
    shown = Math.floor((10 * done) / total)
    process.stderr.write(`${done} of ${total}\n`)
  }
}

/** What `npm run proof:tools` wrote at the end of the page stays. */
function comparison(): string {
  const page = fileURLToPath(new URL('../../docs/proof.md', import.meta.url))
  const text = existsSync(page) ? readFileSync(page, 'utf8') : ''
  const at = text.indexOf(BEGINNING)
  return at === -1 ? '' : text.slice(at)
}

function write(path: string, text: string) {
  const file = fileURLToPath(new URL(path, import.meta.url))
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
