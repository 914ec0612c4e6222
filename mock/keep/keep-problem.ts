/** The kept file cannot be used. The message names the file and the remedy. */
export class KeepProblem extends Error {
  readonly path: string
  /** @internal Whether something that could not be stored may have been done. */
  mayBeDone = true

  constructor(path: string, problem: string) {
    super(`${path} ${problem}.`)
    this.name = 'KeepProblem'
    this.path = path
  }
}

const SQLITE_BUSY = 5
const SQLITE_IOERR = 10
const SQLITE_FULL = 13
const SQLITE_CANTOPEN = 14
const SQLITE_CORRUPT = 11
const SQLITE_NOTADB = 26

/** Translates errors of SQLite and the file system to messages with a remedy; returns any other error as it is. */
export function keepProblem(path: string, error: unknown): unknown {
  if (error instanceof SyntaxError) return damaged(path, 'a row is not JSON')
  const { message, code } = error as NodeJS.ErrnoException
  if (code === 'EACCES' || code === 'ENOENT' || code === 'EISDIR' || code === 'EROFS') return notOpened(path)
  switch (codeOf(error)) {
    case SQLITE_FULL:
      return new KeepProblem(path, 'cannot grow: the disk is full; free some space')
    case SQLITE_IOERR:
      return new KeepProblem(
        path,
        'cannot be read or written; the disk may be full, broken or gone, or the file as large as the system allows',
      )
    case SQLITE_BUSY:
      return new KeepProblem(path, 'is locked by another program; close that program')
    case SQLITE_CANTOPEN:
      return notOpened(path)
    case SQLITE_NOTADB:
      return new KeepProblem(path, 'is not a file that --keep made; choose another file')
    case SQLITE_CORRUPT:
      return damaged(path, message)
    case undefined:
      return error
    default:
      return new KeepProblem(path, `cannot be written: ${message}`)
  }
}

/** Whether another connection has the lock. */
export function isBusy(error: unknown): boolean {
  return codeOf(error) === SQLITE_BUSY
}

export function damaged(path: string, what: string): KeepProblem {
  return new KeepProblem(
    path,
    `is damaged: ${what}. It was left as it is. Restore a backup, or write what is sound to a new file: agent-work mock --keep ${path} --recover`,
  )
}

function notOpened(path: string): KeepProblem {
  return new KeepProblem(path, 'cannot be opened; it must be a file in a folder that exists and is writable')
}

function codeOf(error: unknown): number | undefined {
  const code = (error as { errcode?: unknown }).errcode
  // Extended codes contain the primary code in their lowest byte.
  return typeof code === 'number' ? code & 0xff : undefined
}
