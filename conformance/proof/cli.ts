/** npm run proof: runs the whole proof, shows how far it is, and writes the results and their table. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { prove } from './prove.ts'
import { table } from './table.ts'

let shown = 0

const HELP = `Usage: npm run proof -- [--only A,B] [--dry]

Sets the conformance suite against mutants, lawful variants and broken servers, and writes
conformance/proof/results.json and docs/proof.md.

  --only A,B   mutants, variants and broken servers whose ids begin so (RUN-21, gap/, all-200); nothing is written
  --dry        write nothing
Exit status: 0 when there is no false alarm and no wrong exit status, else 1`

const { values } = parseArgs({
  options: { only: { type: 'string' }, dry: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
})
if (values.help) process.stdout.write(`${HELP}\n`)
else process.exitCode = await main(values.only?.split(','), values.dry ?? values.only !== undefined)

async function main(only: string[] | undefined, dry: boolean): Promise<number> {
  const chosen = ({ id }: { id: string }) => only?.some(beginning => id.startsWith(beginning)) ?? true
  const results = await prove({ mutants: chosen, variants: chosen, broken: chosen, progress: bar })
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K')
  const text = table(results)
  process.stdout.write(only ? `${text}\n` : `${text.split('\n## ')[0]}\n`)
  if (!dry) {
    write('./results.json', `${JSON.stringify(results, null, 1)}\n`)
    write('../../docs/proof.md', text)
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

function write(path: string, text: string) {
  const file = fileURLToPath(new URL(path, import.meta.url))
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
