import { statSync } from 'node:fs'
import { afterMachineTime } from '../simulation/machine-time.ts'

/** The polling interval. Polling works on every file system, and however an editor replaces a file. */
const EVERY = 200

/** A text that changes with the files, from their metadata alone. */
export function stateOf(paths: readonly string[]): string {
  return paths
    .map(path => statSync(path, { throwIfNoEntry: false }))
    .map(stats => (stats ? `${stats.ino} ${stats.size} ${stats.mtimeMs}` : 'missing'))
    .join()
}

/** Calls back when files have changed and are no longer being written to. */
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
