// `npm run generate`: writes everything derived from the contract. Files that people review are in git; all others are
// made on install, or at the next start after a change. `--check` does not write reviewed files but fails if they
// differ.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { toggle } from '../flags/flag.ts'
import { readScript } from '../flags/script.ts'
import { formatProblems, type JsonObject, sourcesIn } from './contract/sources.ts'
import { bundleConsole, consoleModules } from './generate/console.ts'
import { generate, generateControl, generateForms, generateWorldSchema } from './generate/generate.ts'
import { selfContainedPage } from './generate/self-contained-page.ts'
import { noteGenerated } from './generate/up-to-date.ts'

const values = readScript('npm run generate -- [--check]', {
  check: toggle('fail when a file that git holds is out of date'),
}).flags
const root = join(import.meta.dirname, '..')
const started = performance.now()

/** The reviewed files, which are in git. */
const reviewed = new Set([
  'openapi/generated/openapi.json',
  'openapi/generated/types.gen.ts',
  'openapi/requirement-ids.yaml',
])
/** All files, those that differed, and those that differed and were not written. */
const made: string[] = []
const written: string[] = []
const stale: string[] = []

const service = await generate(sourcesIn(join(root, 'openapi')))
const control = await generateControl(sourcesIn(root))
const forms = await generateForms(sourcesIn(root))
const problems = [
  ...service.problems.map(problem => ({ ...problem, file: `openapi/${problem.file}` })),
  ...control.problems,
  ...forms.problems,
]
if (problems.length > 0) refuse(formatProblems(problems, ''), problems.length)
write('openapi/generated', service.files)
write('mock/control/generated', control.files)
for (const [folder, files] of Object.entries(forms.folders)) write(folder, files)

const controlDocument = JSON.parse(control.files['control.json']!) as JsonObject
if (existsSync(join(root, 'mock/world-file'))) {
  write('mock/world-file/generated', generateWorldSchema(controlDocument))
  // Imported late: it uses code of the mock, which imports the files above.
  const { worldFiles } = await import('./generate/mock-files.ts')
  const worlds = await worldFiles(root)
  if (worlds.problems.length > 0) refuse(worlds.problems.join('\n'), worlds.problems.length)
  write('mock/world-file/generated', worlds.files)
}
const serviceDocument = JSON.parse(service.files['openapi.json']!) as JsonObject
write('mock/console/generated', consoleModules({ service: serviceDocument, control: controlDocument }))
// Before the console, which shows reports with it.
write('conformance/report/generated', { 'page.gen.ts': await selfContainedPage(root) })
const bundle = await bundleConsole(root)
write('mock/console/generated/bundle', bundle)
const bundleFolder = join(root, 'mock/console/generated/bundle')
for (const name of readdirSync(bundleFolder)) if (!(name in bundle)) rmSync(join(bundleFolder, name))
write('watch/generated', { 'page.gen.ts': await selfContainedPage(root, 'watch/page') })

if (stale.length > 0) {
  for (const name of stale) console.error(`${name} is out of date.`)
  console.error('Run `npm run generate` and commit the result; generated files are never edited by hand.')
  process.exit(1)
}
noteGenerated(made)
const seconds = ((performance.now() - started) / 1000).toFixed(1)
const named = written.filter(path => reviewed.has(path))
console.log(
  written.length === 0
    ? `Generated files are up to date (${seconds} s).`
    : `Wrote ${named.length > 0 ? named.join(', ') : 'what git does not hold'} (${seconds} s).`,
)

/** Writes the files that differ. */
function write(folder: string, texts: Record<string, string>): void {
  for (const [name, text] of Object.entries(texts)) {
    const path = join(folder, name)
    made.push(path)
    const file = join(root, path)
    if (existsSync(file) && readFileSync(file, 'utf8') === text) continue
    if (values.check && reviewed.has(path)) {
      stale.push(path)
      continue
    }
    written.push(path)
    mkdirSync(join(root, folder), { recursive: true })
    // Atomic, because other processes may be reading the file.
    writeFileSync(`${file}.new`, text)
    renameSync(`${file}.new`, file)
  }
}

function refuse(mistakes: string, count: number): never {
  console.error(`${mistakes}\nNothing was generated: there are ${count} mistakes.`)
  process.exit(1)
}
