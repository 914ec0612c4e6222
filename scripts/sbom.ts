// Run by `npm pack`: writes dist/sbom.cdx.json, the software bill of materials of the package, in CycloneDX format by
// npm.
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import manifest from '../package.json' with { type: 'json' }
import { runTimePackages } from './run-time-packages.ts'

interface Bill {
  components: { readonly 'bom-ref': string; scope: string }[]
  dependencies: { readonly ref: string }[]
}

const root = join(import.meta.dirname, '..')
const { name, version } = manifest

// Development packages are removed here: npm's --omit also removes packages that are needed otherwise as well.
const args = ['sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application']
const bill = JSON.parse(
  execFileSync('npm', args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1e9,
    stdio: ['ignore', 'pipe', 'ignore'],
  }),
) as Bill
const kept = new Set(runTimePackages(root).map(({ name, version }) => `${name}@${version}`))
bill.components = bill.components
  .filter(component => kept.has(component['bom-ref']))
  .map(component => ({ ...component, scope: 'required' }))
bill.dependencies = bill.dependencies.filter(({ ref }) => kept.has(ref) || ref === `${name}@${version}`)
if (bill.components.length !== kept.size)
  throw new Error(
    `npm names ${bill.components.length} of ${kept.size} packages that are installed with this one`,
  )
writeFileSync(join(root, 'dist/sbom.cdx.json'), `${JSON.stringify(bill, null, 2)}\n`)
