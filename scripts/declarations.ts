// Writes the type declarations of the package's exports, without internal ones.
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import manifest from '../package.json' with { type: 'json' }
import { writeFiles } from './write-files.ts'

const root = join(import.meta.dirname, '..')

/** What can be imported and required, by the name of its file. */
export const doors = {
  mock: 'mock/index.ts',
  vitest: 'mock/vitest.ts',
  conformance: 'conformance/index.ts',
  openapi: 'openapi/index.ts',
}

const allDoors = { ...doors, browser: 'mock/browser.ts' }

/** The declarations of each door, including that for browsers, in the folder of `declare`. */
export const declaredDoors: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(allDoors).map(([name, file]) => [name, declarationOf(file)]),
)

/** Writes the declarations of all modules that the doors export from. */
export function declare(folder: string): void {
  const config = join(folder, 'tsconfig.json')
  const files = Object.values(allDoors).map(file => join(root, file))
  // `npm run check` checks the types; repeating that would take most of the time.
  const compilerOptions = { noCheck: true, outDir: folder }
  const extended = { extends: join(root, 'tsconfig.build.json'), compilerOptions, files }
  writeFiles(folder, { 'tsconfig.json': JSON.stringify(extended) })
  const tsc = [join(root, 'node_modules/@typescript/native/bin/tsc'), '-p', config]
  const { status } = spawnSync(process.execPath, tsc, { cwd: root, stdio: 'inherit' })
  rmSync(config)
  if (status !== 0) throw new Error('The declarations cannot be made; tsc says why.')
  // In that folder, `#openapi` and the other imports refer to declarations.
  const declared = Object.entries(manifest.imports).map(([name, path]) => [
    name,
    `./${declarationOf(typeof path === 'string' ? path : path.default)}`,
  ])
  const declaring = { type: 'module', imports: Object.fromEntries(declared) }
  writeFiles(folder, { 'package.json': JSON.stringify(declaring) })
}

function declarationOf(file: string): string {
  return file.replace(/^\.\//, '').replace(/\.ts$/, '.d.ts')
}
