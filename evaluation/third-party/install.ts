// Installs the packages of this folder, unless they are there as the lock file has them.
import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'

const folder = import.meta.dirname

/** The folder of a package of others. */
export const thirdParty = (name: string) => join(folder, 'node_modules', name)

export function installThirdParty(): void {
  const changedAt = (file: string) => statSync(join(folder, file), { throwIfNoEntry: false })?.mtimeMs ?? 0
  // npm writes the first one at the end of an installation.
  if (changedAt('node_modules/.package-lock.json') > changedAt('package-lock.json')) return
  const { status } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (status !== 0) throw new Error(`The packages of ${folder} could not be installed.`)
}
