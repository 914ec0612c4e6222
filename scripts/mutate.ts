// `npm run mutate`: changes the core line by line and says which changes no test notices. `-- <path>…` takes the files
// whose path contains one of these. One file at a time with only the tests that matter, so each takes minutes.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { refuse } from '../flags/script.ts'
import { subjects } from './mutate/subjects.ts'

interface Outcome {
  file: string
  noticed: number
  mutants: number
}

const root = join(import.meta.dirname, '..')
const report = join(root, 'reports/mutation/last.json')
const wanted = process.argv.slice(2)
const outcomes: Outcome[] = []
const files = Object.values(subjects).flatMap(group => Object.keys(group))
const strange = wanted.find(part => !files.some(file => file.includes(part)))
if (strange !== undefined) refuse(`No file has ${strange} in its path; the files are ${files.join(', ')}.`)

for (const files of Object.values(subjects))
  for (const [file, tests] of Object.entries(files))
    if (wanted.length === 0 || wanted.some(part => file.includes(part)))
      outcomes.push(await mutate(file, tests))

for (const { file, noticed, mutants } of outcomes)
  console.log(
    `${file.padEnd(36)} ${String(noticed).padStart(4)} of ${mutants} noticed  ${score(noticed, mutants)}`,
  )
const noticed = outcomes.reduce((sum, one) => sum + one.noticed, 0)
const mutants = outcomes.reduce((sum, one) => sum + one.mutants, 0)
console.log(
  `${'all'.padEnd(36)} ${String(noticed).padStart(4)} of ${mutants} noticed  ${score(noticed, mutants)}`,
)

async function mutate(subject: string, tests: readonly string[]): Promise<Outcome> {
  rmSync(report, { force: true })
  const found = tests.filter(test => existsSync(join(root, test)))
  const env = { ...process.env, MUTATE_TESTS: found.join(','), NO_COLOR: '1' }
  const stryker = ['node_modules/@stryker-mutator/core/bin/stryker.js', 'run', '--mutate', rangeOf(subject)]
  await new Promise<void>((resolve, reject) => {
    const child = spawn(process.execPath, stryker, { cwd: root, env, stdio: 'inherit' })
    child.on('error', reject)
    child.on('exit', () => resolve())
  })
  if (!existsSync(report)) throw new Error(`Stryker gave no result for ${subject}; its output is above.`)
  const { files } = JSON.parse(readFileSync(report, 'utf8')) as {
    files: Record<string, { mutants: { status: string }[] }>
  }
  const statuses = (files[subject.split('#')[0] ?? '']?.mutants ?? []).map(mutant => mutant.status)
  const seen = statuses.filter(status => status === 'Killed' || status === 'Timeout').length
  const unseen = statuses.filter(status => status === 'Survived' || status === 'NoCoverage').length
  return { file: subject, noticed: seen, mutants: seen + unseen }
}

/** The file, or the lines of that function in it. */
function rangeOf(subject: string): string {
  const [file = '', name] = subject.split('#')
  if (name === undefined) return file
  const lines = readFileSync(join(root, file), 'utf8').split('\n')
  const from = lines.findIndex(line => new RegExp(`^(export )?(async )?function ${name}\\b`).test(line))
  if (from === -1) throw new Error(`${file} has no function ${name}; correct scripts/mutate/subjects.ts.`)
  const length = lines.slice(from).indexOf('}')
  return `${file}:${from + 1}-${from + length + 1}`
}

function score(noticed: number, mutants: number): string {
  return mutants === 0 ? '-' : `${((100 * noticed) / mutants).toFixed(0)} %`
}
