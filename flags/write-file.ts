// Files with data of a deployment or a workspace are for their owner alone.
import { chmodSync, statSync, writeFileSync } from 'node:fs'

/** Writes a file that only this user can read, also where another one stood that others could. */
export function writePrivately(path: string, content: string | Uint8Array): void {
  // Before the data are in it, and not for /dev/stdout.
  if (statSync(path, { throwIfNoEntry: false })?.isFile()) chmodSync(path, 0o600)
  writeFileSync(path, content, { mode: 0o600 })
}
