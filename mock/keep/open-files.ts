// Notices that a file was deleted, replaced or cut off while it is open: its writes would succeed, and be lost.
import { type Stats, statSync } from 'node:fs'
import { KeepProblem } from './keep-problem.ts'

type Seen = Pick<Stats, 'dev' | 'ino' | 'size'>

export class OpenFiles {
  readonly #seen = new Map<string, Seen>()

  /** The size of a file when it was last checked. */
  sizeOf(path: string): number {
    return this.#seen.get(path)?.size ?? 0
  }

  /** Remembers the files as they are now. */
  note(paths: readonly string[]): void {
    for (const path of paths) this.#seen.set(path, statSync(path))
  }

  /**
   * Throws a KeepProblem if a file is not the one that was opened, or shorter than it was. `mayShrink` says whether
   * that file has become shorter for a good reason.
   */
  check(mayShrink: (path: string, size: number) => boolean): void {
    for (const [path, seen] of this.#seen) {
      const now = statSync(path, { throwIfNoEntry: false })
      const remedy = 'while the mock has it open; put it back, or stop the mock and restore a backup'
      if (!now) throw new KeepProblem(path, `was deleted or moved ${remedy}`)
      if (now.ino !== seen.ino || now.dev !== seen.dev)
        throw new KeepProblem(path, `was replaced by another file ${remedy}`)
      if (now.size < seen.size && !mayShrink(path, now.size))
        throw new KeepProblem(path, `was cut off ${remedy}`)
      if (now.size !== seen.size) this.#seen.set(path, now)
    }
  }
}
