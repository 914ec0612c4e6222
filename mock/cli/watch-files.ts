import { unwatchFile, watchFile } from 'node:fs'

/** The polling interval. Polling works on every file system, and however an editor replaces a file. */
const EVERY = 200

/** Calls back whenever a file changes, appears or disappears. Returns a function that ends the watch. */
export function watchFiles(paths: readonly string[], changed: () => void): () => void {
  for (const path of paths) watchFile(path, { interval: EVERY }, changed)
  return () => {
    for (const path of paths) unwatchFile(path, changed)
  }
}
