// `npm run generate`: writes what derives from the contract. With `--check` it writes nothing and fails on drift.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { formatProblems } from './contract/format-problems.ts'
import { type JsonObject, sourcesIn } from './contract/sources.ts'
import { readFlags } from './flags.ts'
import { bundleConsole, consoleCalls, leftOver } from './generate/console.ts'
import { generate, generateControl } from './generate/generate.ts'
import { reportPage } from './generate/report-page.ts'

const values = readFlags(
  { check: { type: 'boolean', default: false } },
  'Usage: npm run generate -- [--check]   (--check writes nothing and fails on drift)',
)
const root = join(import.meta.dirname, '..')
const started = performance.now()

const service = await generate(sourcesIn(join(root, 'openapi')))
const control = await generateControl(sourcesIn(root))
const problems = [
  ...service.problems.map(problem => ({ ...problem, file: `openapi/${problem.file}` })),
  ...control.problems,
]
if (problems.length > 0) {
  console.error(formatProblems(problems, ''))
  console.error(`Nothing was generated: there are ${problems.length} mistakes.`)
  process.exit(1)
}

const controlDocument = JSON.parse(control.files['control.json']!) as JsonObject
const worlds = existsSync(join(root, 'mock/world-file'))
  ? // Imported on demand, because it reads them with the mock, and the tests of this script have none.
    await (await import('./generate/world.ts')).worldFiles(root, controlDocument)
  : { files: {}, reference: '', problems: [] }
if (worlds.problems.length > 0) {
  console.error(worlds.problems.join('\n'))
  console.error(`Nothing was generated: there are ${worlds.problems.length} mistakes.`)
  process.exit(1)
}
const calls = consoleCalls({
  service: JSON.parse(service.files['openapi.json']!) as JsonObject,
  control: controlDocument,
})
const bundle = await bundleConsole(root, calls)
const files = {
  ...inside('openapi/generated', service.files),
  ...inside('mock/control/generated', control.files),
  ...inside('mock/world-file/generated', worlds.files),
  ...(worlds.reference ? { 'docs/world-reference.md': worlds.reference } : {}),
  ...inside('mock/console/generated', { 'calls.gen.ts': calls }),
  ...inside('mock/console/generated/bundle', bundle),
  ...inside('conformance/report/generated', { 'page.gen.ts': await reportPage(root) }),
}
const gone = leftOver(root, bundle).map(name => `mock/console/generated/bundle/${name}`)
const stale = Object.entries(files).filter(([name, text]) => current(name) !== text)
const seconds = ((performance.now() - started) / 1000).toFixed(1)

if (values.check && stale.length + gone.length > 0) {
  for (const name of [...stale.map(([name]) => name), ...gone]) console.error(`${name} is out of date.`)
  console.error('Run `npm run generate` and commit the result; generated files are never edited by hand.')
  process.exit(1)
}
if (!values.check) {
  for (const [name, text] of stale) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
  for (const name of gone) rmSync(join(root, name))
}
const names = stale.map(([name]) => name).join(', ')
console.log(
  stale.length === 0 ? `Generated files are up to date (${seconds} s).` : `Wrote ${names} (${seconds} s).`,
)

function inside(folder: string, texts: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [`${folder}/${name}`, text]))
}

function current(path: string): string | undefined {
  try {
    return readFileSync(join(root, path), 'utf8')
  } catch {
    return undefined
  }
}
