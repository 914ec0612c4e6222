// Files with data of a deployment or a workspace are for their owner alone.
import { chmodSync, statSync, writeFileSync } from 'node:fs'

/** Writes a file that only this user can read, also where another one stood that others could. */
export function writePrivately(path: string, content: string | Uint8Array): void {
  // Before the data are in it.
  makePrivate(path)
  writeFileSync(path, content, { mode: 0o600 })
}

/** Lets only this user read a file, if it exists. What is no file, such as /dev/stdout, stays as it is. */
export function makePrivate(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isFile()) chmodSync(path, 0o600)
}
