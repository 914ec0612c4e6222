import { unwatchFile, watchFile } from 'node:fs'

/** How often to look. Looking works on every file system, and whichever way an editor replaces a file. */
const EVERY = 200

/** Calls back whenever one of the files changes, comes or goes; what it returns ends that. */
export function watchFiles(paths: readonly string[], changed: () => void): () => void {
  for (const path of paths) watchFile(path, { interval: EVERY }, changed)
  return () => {
    for (const path of paths) unwatchFile(path, changed)
  }
}
