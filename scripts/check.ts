// `npm run check`: all checks before a change is shared. Two run at a time, and a failure does not stop the others. `--
// --quick` leaves out the tests.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { toggle } from '../flags/flag.ts'
import { readScript } from '../flags/script.ts'

interface Step {
  /** A script or the binary of a package, with its arguments. */
  command: string
  /** The remedy if it fails. */
  todo: string
}

const tsc = 'node_modules/@typescript/native/bin/tsc'

const IN_BROWSERS = 'What runs in a browser has a tsconfig.json of its own.'

/** By what they check. */
const steps: Readonly<Record<string, Step>> = {
  tests: {
    command: 'evaluation/test-all.ts',
    todo: 'Run one file with `npx vitest run <path>` and fix the code, or the test if it is wrong.',
  },
  types: {
    command: tsc,
    todo: 'After an edit of the contract the compiler leads: fix what it reports.',
  },
  'types of the console': { command: `${tsc} -p mock/console`, todo: IN_BROWSERS },
  'types of the report and the watch page': {
    command: `${tsc} -p conformance/report/page`,
    todo: IN_BROWSERS,
  },
  'types of the site': { command: `${tsc} -p scripts/site/page`, todo: IN_BROWSERS },
  'generated files': {
    command: 'scripts/generate.ts --check',
    todo: 'Run `npm run generate` and commit what it writes.',
  },
  'form of kept rows': {
    command: 'scripts/row-form.ts',
    todo: 'Rows that --keep writes changed: raise ROWS_VERSION in mock/keep/rows-version.ts.',
  },
  'public API': {
    command: 'scripts/api-report.ts --check',
    todo: 'If the change of the API is meant, run `npm run api` and commit docs/public-api.txt.',
  },
  contract: {
    command: 'scripts/lint-contract.ts',
    todo: 'Each line says what to do; CONTRIBUTING explains the registers.',
  },
  'format and style': {
    command: 'node_modules/@biomejs/biome/bin/biome ci --colors=off',
    todo: 'Run `npm run format`; fix what remains by hand.',
  },
  'suspicious code': {
    command: 'node_modules/oxlint/bin/oxlint --type-aware',
    todo: 'Fix it; switch a rule off in .oxlintrc.json only with a reason.',
  },
  'import table': {
    command:
      'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs openapi mock platform conformance twin watch cli flags evaluation scripts',
    todo: 'The table of who may import what is in .dependency-cruiser.js; move the code to where it belongs.',
  },
  'unused code': {
    command: 'node_modules/knip/bin/knip.js',
    todo: 'Delete what nothing uses.',
  },
}

const values = readScript('npm run check -- [--quick]', {
  quick: toggle('leave the tests out'),
}).flags
const root = join(import.meta.dirname, '..')
const waiting = Object.keys(steps).filter(name => !(values.quick && name === 'tests'))
const failed: string[] = []
/** The names of skipped tests, and the counts. */
let summary: string[] = []
const started = performance.now()

await Promise.all([worker(), worker()])

console.log(`\n${seconds(started)} s in all.`)
for (const name of failed) console.log(`FAILED  ${name}. ${steps[name]!.todo}`)
const all = Object.keys(steps).length
console.log(failed.length === 0 ? 'Everything holds.' : `${failed.length} of ${all} steps failed.`)
for (const line of summary) console.log(line)
process.exitCode = failed.length === 0 ? 0 : 1

async function worker(): Promise<void> {
  for (let name = waiting.shift(); name; name = waiting.shift()) await perform(name)
}

async function perform(name: string): Promise<void> {
  const began = performance.now()
  const { isSound, output } = await run(steps[name]!.command)
  console.log(`${isSound ? 'ok    ' : 'FAILED'}  ${name.padEnd(18)} ${seconds(began).padStart(5)} s`)
  if (name === 'tests')
    summary = output.split('\n').filter(line => /^Skipped: |^\d+ passed, \d+ failed/.test(line))
  if (isSound) return
  failed.push(name)
  console.log(`\n${output.trimEnd()}\n`)
}

async function run(command: string): Promise<{ isSound: boolean; output: string }> {
  const env = { ...process.env, NO_COLOR: '1' }
  const options = { cwd: root, env, maxBuffer: 256e6 }
  const running = promisify(execFile)(process.execPath, command.split(' '), options)
  running.child.stdin?.end()
  return running.then(
    ({ stdout, stderr }) => ({ isSound: true, output: stderr + stdout }),
    ({ stdout, stderr, message }) => ({ isSound: false, output: stderr + stdout || `${message}\n` }),
  )
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(1)
}
