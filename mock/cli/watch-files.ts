import { type Stats, unwatchFile, watchFile } from 'node:fs'

/** The polling interval. Polling works on every file system, and however an editor replaces a file. */
const EVERY = 200

/** Calls back whenever a file changes, appears or disappears. Returns a function that ends the watch. */
export function watchFiles(paths: readonly string[], changed: () => void): () => void {
  const look = (now: Stats, before: Stats) => {
    // Node reports a missing file once at the start, with zeros on both sides.
    if (now.mtimeMs !== 0 || before.mtimeMs !== 0) changed()
  }
  for (const path of paths) watchFile(path, { interval: EVERY }, look)
  return () => {
    for (const path of paths) unwatchFile(path, look)
  }
}
