// `npm run generate`: writes what derives from the contract. With `--check` it writes nothing and fails on drift.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { formatProblems } from './contract/format-problems.ts'
import { sourcesIn } from './contract/sources.ts'
import { generate } from './generate/generate.ts'

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } })
const contract = join(import.meta.dirname, '../openapi')
const started = performance.now()

const { files, problems } = await generate(sourcesIn(contract))
if (problems.length > 0) {
  console.error(formatProblems(problems, 'openapi/'))
  console.error(`Nothing was generated: the contract has ${problems.length} mistakes.`)
  process.exit(1)
}

const folder = join(contract, 'generated')
const stale = Object.entries(files).filter(([name, text]) => current(join(folder, name)) !== text)
const seconds = ((performance.now() - started) / 1000).toFixed(1)

if (values.check && stale.length > 0) {
  for (const [name] of stale) console.error(`openapi/generated/${name} does not fit the contract.`)
  console.error('Run `npm run generate` and commit the result; generated files are never edited by hand.')
  process.exit(1)
}
if (!values.check) {
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of stale) writeFileSync(join(folder, name), text)
}
const names = stale.map(([name]) => name).join(', ')
console.log(
  stale.length === 0 ? `Generated files are up to date (${seconds} s).` : `Wrote ${names} (${seconds} s).`,
)

function current(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
