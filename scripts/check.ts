// `npm run check`: all checks before a change is shared. Two run at a time, and a failure does not stop the others. `--
// --quick` leaves out the tests.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { toggle } from '../flags/flag.ts'
import { readScript } from '../flags/script.ts'

interface Step {
  name: string
  /** A script or the binary of a package, with its arguments. */
  command: string
  /** The remedy if it fails. */
  todo: string
}

const tsc = 'node_modules/@typescript/native/bin/tsc'

const steps: Step[] = [
  {
    name: 'tests',
    command: 'evaluation/test-all.ts',
    todo: 'Run one file with `npx vitest run <path>` and fix the code, or the test if it is wrong.',
  },
  {
    name: 'types',
    command: tsc,
    todo: 'After an edit of the contract the compiler leads: fix what it reports.',
  },
  ...Object.entries({
    console: 'mock/console',
    'report and the watch page': 'conformance/report/page',
    site: 'scripts/site/page',
  }).map(
    ([pages, folder]): Step => ({
      name: `types of the ${pages}`,
      command: `${tsc} -p ${folder}`,
      todo: 'What runs in a browser has a tsconfig.json of its own.',
    }),
  ),
  {
    name: 'generated files',
    command: 'scripts/generate.ts --check',
    todo: 'Run `npm run generate` and commit what it writes.',
  },
  {
    name: 'form of kept rows',
    command: 'scripts/row-form.ts',
    todo: 'Rows that --keep writes changed: raise ROWS_VERSION in mock/keep/rows-version.ts.',
  },
  {
    name: 'public API',
    command: 'scripts/api-report.ts --check',
    todo: 'If the change of the API is meant, run `npm run api` and commit docs/public-api.txt.',
  },
  {
    name: 'contract',
    command: 'scripts/lint-contract.ts',
    todo: 'Each line says what to do; CONTRIBUTING explains the registers.',
  },
  {
    name: 'format and style',
    command: 'node_modules/@biomejs/biome/bin/biome ci --colors=off',
    todo: 'Run `npm run format`; fix what remains by hand.',
  },
  {
    name: 'suspicious code',
    command: 'node_modules/oxlint/bin/oxlint --type-aware',
    todo: 'Fix it; switch a rule off in .oxlintrc.json only with a reason.',
  },
  {
    name: 'import table',
    command:
      'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs openapi mock platform conformance twin watch cli flags evaluation scripts',
    todo: 'The table of who may import what is in .dependency-cruiser.js; move the code to where it belongs.',
  },
  {
    name: 'unused code',
    command: 'node_modules/knip/bin/knip.js',
    todo: 'Delete what nothing uses.',
  },
]

const values = readScript('npm run check -- [--quick]', {
  quick: toggle('leave the tests out'),
}).flags
const root = join(import.meta.dirname, '..')
const waiting = steps.filter(step => !(values.quick && step.name === 'tests'))
const failed: Step[] = []
/** The names of skipped tests, and the counts. */
let summary: string[] = []
const started = performance.now()

await Promise.all([worker(), worker()])

console.log(`\n${seconds(started)} s in all.`)
for (const { name, todo } of failed) console.log(`FAILED  ${name}. ${todo}`)
console.log(failed.length === 0 ? 'Everything holds.' : `${failed.length} of ${steps.length} steps failed.`)
for (const line of summary) console.log(line)
process.exitCode = failed.length === 0 ? 0 : 1

async function worker(): Promise<void> {
  for (let step = waiting.shift(); step; step = waiting.shift()) await perform(step)
}

async function perform(step: Step): Promise<void> {
  const began = performance.now()
  const { status, output } = await run(step.command)
  console.log(
    `${status === 0 ? 'ok    ' : 'FAILED'}  ${step.name.padEnd(18)} ${seconds(began).padStart(5)} s`,
  )
  if (step.name === 'tests')
    summary = output.split('\n').filter(line => /^Skipped: |^\d+ passed, \d+ failed/.test(line))
  if (status === 0) return
  failed.push(step)
  console.log(`\n${output.trimEnd()}\n`)
}

function run(command: Step['command']): Promise<{ status: number; output: string }> {
  const env = { ...process.env, NO_COLOR: '1' }
  return new Promise(resolve => {
    const child = execFile(
      process.execPath,
      command.split(' '),
      { cwd: root, env, maxBuffer: 256e6 },
      (error, stdout, stderr) => {
        const status = error ? (typeof error.code === 'number' ? error.code : 1) : 0
        const why = error && !stdout && !stderr ? `${error.message}\n` : ''
        resolve({ status, output: `${why}${stderr}${stdout}` })
      },
    )
    child.stdin?.end()
  })
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(1)
}
