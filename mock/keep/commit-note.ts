// A note beside the kept file: how many commits it must have. SQLite ignores the rest of a log that was damaged or cut off,
// as it has to after a crash; the note reveals that commits are missing.
import { closeSync, constants, openSync, readFileSync, rmSync, writeSync } from 'node:fs'

const DIGITS = 16

export class CommitNote {
  readonly path: string
  #file: number | undefined

  constructor(file: string) {
    this.path = `${file}.commits`
  }

  /** The number of commits; undefined after a clean stop. */
  read(): number | undefined {
    try {
      return Number(readFileSync(this.path, 'utf8'))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      throw error
    }
  }

  write(commits: number): void {
    // Not truncated, because the process may be killed before it writes.
    this.#file ??= openSync(this.path, constants.O_RDWR | constants.O_CREAT, 0o600)
    writeSync(this.#file, String(commits).padStart(DIGITS), 0)
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file)
    this.#file = undefined
  }

  /** Deletes the note: the file needs no log any more. */
  delete(): void {
    this.close()
    rmSync(this.path, { force: true })
  }
}
