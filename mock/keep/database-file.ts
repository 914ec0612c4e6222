// An SQLite file that one process has: locked, checked to be there before each commit, with its log and its note.
import { closeSync, openSync, statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { makePrivate } from '../../flags/files.ts'
import { machineNow } from '../simulation/machine-time.ts'
import type { Slices } from '../simulation/slices.ts'
import { madeOnDemand } from '../store/on-demand.ts'
import { CommitNote } from './commit-note.ts'
import { FileLock, realPath, requireOneName, sqlite } from './file-lock.ts'
import { damaged, KeepProblem, keepProblem } from './keep-problem.ts'
import { OpenFiles } from './open-files.ts'

/**
 * The durability of a commit. `process`: survives the end of the process, `kill -9` included. `machine`: also survives
 * a power failure, at the cost of a disk flush per commit.
 */
export type KeepSync = 'process' | 'machine'

/** A reader such as the sqlite3 shell may hold a lock briefly; commits wait for it. */
const WAIT_FOR_READERS_MS = 250

/**
 * How many unneeded pages are given back at once, and for how many milliseconds in a turn: the time for a page depends on
 * where the needed ones are.
 */
const PAGES_AT_ONCE = 20
const GIVE_BACK_MS = 5

/** A file is shrunk when more than so many of its pages are not needed: 1 MB, and half of the file. */
const MIN_SPARE_PAGES = 1_000
const SPARE_SHARE = 0.5

/** The size of the log at which it is merged into the file. */
const LOG_BYTES = 2 * 1024 * 1024

export class DatabaseFile {
  /** The real path, without symbolic links. */
  readonly path: string
  /** The prepared statement of a text, made once. */
  protected readonly statement = madeOnDemand((sql: string) => this.#database.prepare(sql))
  readonly #database: DatabaseSync
  readonly #lock: FileLock
  readonly #note: CommitNote
  /** The commits that the file must have; undefined after a clean stop. */
  readonly #noted: number | undefined
  readonly #files = new OpenFiles()
  /** The size of the log at which the next merge is tried. */
  #nextCheckpoint = LOG_BYTES
  /** The number of the last commit; undefined until `beginAt`. */
  #commits: number | undefined

  /** Opens or creates a file. Throws a KeepProblem if it is in use. Nothing is written before `beginAt`. */
  constructor(path: string) {
    try {
      this.path = realPath(path)
      this.#lock = new FileLock(this.path)
    } catch (error) {
      throw keepProblem(path, error)
    }
    try {
      requireOneName(this.path)
      requireWhole(this.path)
      this.#note = new CommitNote(this.path)
      this.#noted = this.#note.read()
      if (this.#noted === undefined && sizeOf(this.#logPath) > 0) throw noteMissing(this.path)
      this.#database = openDatabase(this.path)
    } catch (error) {
      this.#lock.release()
      throw keepProblem(this.path, error)
    }
  }

  /** Throws a KeepProblem if the file has fewer commits than it must have. */
  protected requireCommits(commits: number): void {
    if (!(commits >= (this.#noted ?? 0))) throw commitsMissing(this.path, commits, this.#noted)
  }

  /** Starts to write to a file with that many commits. */
  protected beginAt(commits: number, sync: KeepSync): void {
    this.#commits = commits
    // They contain keys, and somebody may have made or copied them with another mode.
    for (const path of [this.path, this.#logPath, `${this.path}-shm`, this.#note.path]) makePrivate(path)
    this.#note.write(commits)
    // Both only apply to a new file. A commit writes whole pages: small ones are best for one change alone, larger ones for
    // many. The file gives back the pages that it does not need; without it, they are kept for later.
    this.#database.exec('PRAGMA page_size = 1024; PRAGMA auto_vacuum = INCREMENTAL')
    // Lets readers and the writer work without waiting for each other.
    this.#database.exec('PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0')
    this.#database.exec(`PRAGMA synchronous = ${sync === 'machine' ? 'FULL' : 'NORMAL'}`)
  }

  /** Runs `write` in a transaction, with the number of the commit. */
  protected committing(write: (commit: number) => void): void {
    try {
      if (this.#commits === undefined) throw new Error(`${this.path} is written before it was read`)
      this.check()
      const commit = this.#commits + 1
      this.#database.exec('BEGIN IMMEDIATE')
      write(commit)
      this.#database.exec('COMMIT')
      this.#commits = commit
      this.#note.write(commit)
      this.#database.exec(`PRAGMA busy_timeout = ${WAIT_FOR_READERS_MS}`)
      if (this.#files.sizeOf(this.#logPath) > this.#nextCheckpoint) this.checkpoint()
    } catch (error) {
      // Everybody waits while a commit waits, so the next try waits no more.
      this.#database.exec('PRAGMA busy_timeout = 0')
      // SQLite rolls back by itself if the disk is full.
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK')
      throw keepProblem(this.path, error)
    }
  }

  protected exec(sql: string): void {
    this.#database.exec(sql)
  }

  protected number(sql: string): number {
    return Number(Object.values(this.statement(sql).get() as object)[0])
  }

  /** Throws a KeepProblem if the file is not there any more as it was opened. */
  check(): void {
    this.#files.check((path, size) => path === this.#logPath && this.#isLogWhole(size))
  }

  /** Gives back all unneeded pages, in slices, if there are enough for that. */
  *shrinking(): Slices<void> {
    const spare = this.#withoutWaiting(() => this.#sparePages) ?? 0
    if (spare < MIN_SPARE_PAGES || spare < SPARE_SHARE * this.number('PRAGMA page_count')) return
    while (this.#giveBack()) yield
    this.checkpoint()
  }

  /** Merges the log into the file, and empties it as far as no reader needs it. */
  protected checkpoint(): void {
    this.#withoutWaiting(() => this.#database.exec('PRAGMA wal_checkpoint(TRUNCATE)'))
    this.#files.note([this.path, this.#logPath])
    this.#nextCheckpoint = this.#files.sizeOf(this.#logPath) + LOG_BYTES
  }

  /** Gives back unneeded pages for some milliseconds. Returns whether there are more. */
  #giveBack(): boolean {
    const hasMore = this.#withoutWaiting(() => {
      for (const began = machineNow(); machineNow() < began + GIVE_BACK_MS; ) {
        const before = this.#sparePages
        this.#database.exec(`PRAGMA incremental_vacuum(${PAGES_AT_ONCE})`)
        if (this.#sparePages === before) return false
      }
      return true
    })
    return hasMore ?? false
  }

  get #sparePages(): number {
    return this.number('PRAGMA freelist_count')
  }

  /** Undefined if it fails: the disk may be full. Everything is in the log, and the next time it is tried again. */
  #withoutWaiting<Result>(act: () => Result): Result | undefined {
    this.#database.exec('PRAGMA busy_timeout = 0')
    try {
      return act()
    } catch {
      return undefined
    } finally {
      this.#database.exec(`PRAGMA busy_timeout = ${WAIT_FOR_READERS_MS}`)
    }
  }

  /** Merges the log, so that the file alone is a complete backup, and closes the file. */
  close(): void {
    if (this.#commits === undefined) this.leave()
    if (!this.#database.isOpen) return
    if (this.#isThere()) {
      while (this.#giveBack());
      this.checkpoint()
    }
    this.#database.close()
    // SQLite deletes the log unless it could not be merged; then the next start reads both.
    if (sizeOf(this.#logPath) === 0) this.#note.delete()
    else this.#note.close()
    this.#lock.release()
  }

  /** Closes the file and leaves it with its log as they are. */
  leave(): void {
    if (!this.#database.isOpen) return
    // The last connection of a file merges the log; one that may only read cannot.
    const last = new (sqlite().DatabaseSync)(this.path, { readOnly: true })
    try {
      last.exec('SELECT count(*) FROM sqlite_schema')
    } catch {
      // A file that is not even readable has no log to be merged.
    }
    this.#database.close()
    last.close()
    this.#note.close()
    this.#lock.release()
  }

  #isThere(): boolean {
    try {
      this.check()
      return true
    } catch {
      return false
    }
  }

  get #logPath(): string {
    return logPathOf(this.path)
  }

  /** Whether the log has all that was written to it. It is shorter after another program has merged it. */
  #isLogWhole(size: number): boolean {
    try {
      const merged = this.statement('PRAGMA wal_checkpoint(PASSIVE)').get() as { log: number }
      return merged.log * this.number('PRAGMA page_size') <= size
    } catch {
      return false
    }
  }
}

/** The write-ahead log of a file. */
export function logPathOf(path: string): string {
  return `${path}-wal`
}

/** If only the log of a deleted file is left, SQLite would create a new file and discard the log. */
function requireWhole(path: string): void {
  if (sizeOf(path) > 0 || sizeOf(logPathOf(path)) === 0) return
  throw new KeepProblem(
    path,
    `is missing or empty, but its write-ahead log ${logPathOf(path)} is there; put the file back beside it, or delete the log`,
  )
}

function openDatabase(path: string): DatabaseSync {
  // SQLite gives its own files beside it the same mode.
  closeSync(openSync(path, 'a', 0o600))
  const database = new (sqlite().DatabaseSync)(path)
  database.exec(`PRAGMA busy_timeout = ${WAIT_FOR_READERS_MS}`)
  return database
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

function noteMissing(path: string): KeepProblem {
  const note = new CommitNote(path).path
  return damaged(
    path,
    `its log ${logPathOf(path)} is there, but ${note}, which says what must be in the log, is not; put that back`,
  )
}

function commitsMissing(path: string, commits: number, noted = Number.NaN): KeepProblem {
  const missing = Number.isNaN(noted) ? 'an unknown number of commits' : `the last ${noted - commits} commits`
  const note = new CommitNote(path).path
  return damaged(
    path,
    `${missing} are missing, because its log was damaged or cut off; if you have put a backup in its place, delete ${note}`,
  )
}
