// One mock at a time: the lock of a kept file, whatever name the file goes by.
import { closeSync, lstatSync, openSync, readlinkSync, readSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { isBusy, KeepProblem, keepProblem } from './keep-problem.ts'

/** The files that mocks of this process have locked. */
const ownLocks = new Set<string>()

/** Loaded on demand, because most mocks keep nothing. */
export function sqlite() {
  return process.getBuiltinModule('node:sqlite')
}

/** The name of a file without symbolic links. SQLite looks for its log beside that name. The file may not exist yet. */
export function realPath(path: string): string {
  if (statSync(path, { throwIfNoEntry: false })) return realpathSync(path)
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()
  if (isLink) return realPath(resolve(dirname(path), readlinkSync(path)))
  return join(realpathSync(dirname(path)), basename(path))
}

/** An exclusive lock that ends with the process, however that ends. The lock file stays. */
export class FileLock {
  readonly #path: string
  readonly #database: DatabaseSync

  /** `path` is a real path. Throws a KeepProblem if another program of this kind has the lock. */
  constructor(path: string, kind: 'mock' | 'watch' = 'mock') {
    this.#path = path
    if (ownLocks.has(path)) throw inUse(path, kind, process.pid)
    let database: DatabaseSync | undefined
    try {
      database = new (sqlite().DatabaseSync)(lockPath(path))
      // In this mode the lock outlasts the commit. The setting names the process for others, which cannot open the
      // database.
      database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = OFF')
      database.exec(`BEGIN EXCLUSIVE; PRAGMA user_version = ${process.pid}; COMMIT`)
    } catch (error) {
      database?.close()
      throw isBusy(error) ? inUse(path, kind, holderOf(path)) : keepProblem(path, error)
    }
    this.#database = database
    ownLocks.add(path)
  }

  /** The lock file stays, because deleting it could delete the lock of the next mock. */
  release(): void {
    ownLocks.delete(this.#path)
    this.#database.close()
  }
}

/** Refuses a file with several names: SQLite keeps its log beside one of them, and would not find it by another. */
export function requireOneName(path: string): void {
  const file = statSync(path, { throwIfNoEntry: false })
  if (file?.isDirectory()) throw new KeepProblem(path, 'is a folder; name a file in it, such as world.db')
  const names = file?.nlink ?? 1
  if (names > 1)
    throw new KeepProblem(
      path,
      `has ${names} names (hard links), and another mock may use it by another one; delete the other names, or copy the file`,
    )
}

function lockPath(path: string): string {
  return `${path}.lock`
}

function inUse(path: string, kind: string, holder: number | string): KeepProblem {
  return new KeepProblem(
    path,
    `is in use by another ${kind} (process ${holder}); stop that one, or choose another file`,
  )
}

/** The id of the process that has the lock, from the header of the lock file. Never call it in that process: closing the file would end the lock. */
function holderOf(path: string): number | string {
  const header = Buffer.alloc(64)
  const file = openSync(lockPath(path), 'r')
  const length = readSync(file, header)
  closeSync(file)
  return length === 64 ? header.readUInt32BE(60) : 'unknown'
}
