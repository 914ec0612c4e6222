import { statSync } from 'node:fs'
import { afterMachineTime } from '../simulation/machine-time.ts'

/** The polling interval. Polling works on every file system, and however an editor replaces a file. */
const EVERY = 200

/** What changes with files, as far as can be seen without reading them. */
export function stateOf(paths: readonly string[]): string {
  return paths
    .map(path => statSync(path, { throwIfNoEntry: false }))
    .map(stats => (stats ? `${stats.ino} ${stats.size} ${stats.mtimeMs}` : 'missing'))
    .join()
}

/** Calls back whenever files are no longer as they were, once nobody writes to them any more. */
export function watchFiles(paths: readonly string[], before: string, changed: () => void): void {
  let known = before
  let last = before
  const look = () => {
    const now = stateOf(paths)
    if (now === last && now !== known) {
      known = now
      changed()
    }
    last = now
    afterMachineTime(EVERY, look)
  }
  afterMachineTime(EVERY, look)
}
