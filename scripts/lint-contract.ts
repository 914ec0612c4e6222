// `npm run lint:contract`: lists mistakes in the contract and its registers, with file, line and remedy.
import { join } from 'node:path'
import { bundle } from './contract/bundle.ts'
import { formatProblems, sourcesIn } from './contract/sources.ts'
import { lint } from './lint-contract/lint.ts'
import { lintWithRedocly } from './lint-contract/redocly.ts'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'openapi')
const sources = sourcesIn(folder)
const foreign = lintWithRedocly(bundle(sources), root)
const problems = [...lint(sources), ...(await foreign)]

if (problems.length > 0) {
  console.error(formatProblems(problems, 'openapi/'))
  console.error(`\n${problems.length} mistakes in the contract.`)
  process.exit(1)
}
console.log('The contract and its registers are in order.')
