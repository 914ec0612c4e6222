import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import { runTimePackages } from './run-time-packages.ts'

const root = join(import.meta.dirname, '..')
const installed = runTimePackages(root)

test('what is installed with the package runs nothing then, and has a licence that asks for no more than its text', () => {
  expect(installed.filter(({ hasInstallScript }) => hasInstallScript)).toEqual([])
  expect(new Set(installed.map(({ license }) => license))).toEqual(
    new Set(['MIT', 'ISC', 'BSD-3-Clause', 'PSF-2.0']),
  )
  // For a package from a file, npm warns of `prepare`, too; the workspace of a clone has it.
  expect(Object.keys(manifest.scripts).filter(name => /^((pre|post)?install|prepare)$/.test(name))).toEqual(
    [],
  )
})

test('docs/security.md names every dependency of the package with its licence, and no other', () => {
  const page = readFileSync(join(root, 'docs/security.md'), 'utf8')
  const [, table = ''] = page.split('## Supply chain')
  const rows = [...table.matchAll(/^\| `([^`]+)` \| ([^|]+) \|/gm)].map(
    ([, name, license]) => `${name} ${license}`,
  )
  const direct = installed.filter(({ name }) => name in manifest.dependencies)
  expect(rows.sort()).toEqual(direct.map(({ name, license }) => `${name} ${license}`).sort())
})
