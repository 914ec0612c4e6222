/** The SQLite file of a watch: its form, its lock, and what its errors mean. */
import { closeSync, openSync } from 'node:fs'
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { makePrivate } from '../flags/files.ts'
import { UsageError } from '../flags/flag.ts'
import { FileLock, realPath, sqlite } from '../mock/keep/file-lock.ts'
import { KeepProblem } from '../mock/keep/keep-problem.ts'
import { madeOnDemand } from '../mock/store/on-demand.ts'

/** The store cannot be used; the message has the file, the reason and the remedy. */
export class StoreProblem extends UsageError {}

/** Marks the file as ours: the letters `watc`. */
const APPLICATION = 0x77617463
const FORM = 1

const SCHEMA = `
CREATE TABLE deployment (name TEXT PRIMARY KEY, base_url TEXT NOT NULL, version TEXT) STRICT;
CREATE TABLE pass (id INTEGER PRIMARY KEY, deployment TEXT NOT NULL, kind TEXT NOT NULL, why TEXT NOT NULL,
  whole INTEGER NOT NULL, started INTEGER NOT NULL, ended INTEGER, complete INTEGER NOT NULL DEFAULT 0, outcome TEXT,
  version TEXT, runs REAL NOT NULL, euros REAL NOT NULL, requests INTEGER NOT NULL DEFAULT 0, journal TEXT) STRICT;
CREATE INDEX pass_of ON pass (deployment, id);
CREATE TABLE verdict (id INTEGER PRIMARY KEY, deployment TEXT NOT NULL, requirement TEXT NOT NULL, verdict TEXT NOT NULL,
  kind TEXT NOT NULL, since INTEGER NOT NULL, until INTEGER, last INTEGER NOT NULL, times INTEGER NOT NULL,
  evidence TEXT) STRICT;
CREATE UNIQUE INDEX present ON verdict (deployment, requirement) WHERE until IS NULL;
CREATE TABLE suspicion (deployment TEXT NOT NULL, requirement TEXT NOT NULL, verdict TEXT NOT NULL, kind TEXT NOT NULL,
  at INTEGER NOT NULL, evidence TEXT NOT NULL, repeated INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (deployment, requirement)) STRICT;
CREATE TABLE blip (deployment TEXT NOT NULL, requirement TEXT NOT NULL, verdict TEXT NOT NULL, at INTEGER NOT NULL,
  evidence TEXT NOT NULL) STRICT;
CREATE TABLE calls (deployment TEXT NOT NULL, operation TEXT NOT NULL, hour INTEGER NOT NULL, calls INTEGER NOT NULL,
  failed INTEGER NOT NULL, total_ms REAL NOT NULL, slowest_ms REAL NOT NULL,
  PRIMARY KEY (deployment, operation, hour)) STRICT;
CREATE TABLE alert (id TEXT PRIMARY KEY, deployment TEXT NOT NULL, at INTEGER NOT NULL, body TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0, next INTEGER, delivered INTEGER) STRICT;
PRAGMA user_version = ${FORM};
PRAGMA application_id = ${APPLICATION};
`

/** The file, which belongs to one watch at a time. */
export class Store implements Disposable {
  readonly path: string
  readonly #database: DatabaseSync
  readonly #statement = madeOnDemand((sql: string) => this.#database.prepare(sql))
  readonly #lock: FileLock | undefined

  /** Opens or creates a store. `toRead`: another watch may have it, and nothing is written. Throws a StoreProblem. */
  constructor(path: string, toRead = false) {
    try {
      this.path = realPath(path)
      this.#lock = toRead ? undefined : new FileLock(this.path, 'watch')
    } catch (error) {
      throw storeProblem(path, error)
    }
    try {
      // Replies of the deployment are evidence, so the file is for its owner alone.
      if (!toRead) closeSync(openSync(this.path, 'a', 0o600))
      if (!toRead) makePrivate(this.path)
      this.#database = new (sqlite().DatabaseSync)(this.path, { readOnly: toRead })
      this.#open(toRead)
    } catch (error) {
      this.#lock?.release()
      throw storeProblem(this.path, error)
    }
  }

  [Symbol.dispose](): void {
    this.#database.close()
    this.#lock?.release()
  }

  #open(toRead: boolean): void {
    const { application_id: application } = this.get<{ application_id: number }>('PRAGMA application_id')!
    const { user_version: form } = this.get<{ user_version: number }>('PRAGMA user_version')!
    const isEmpty = this.count('sqlite_schema') === 0
    if (application !== APPLICATION && (!isEmpty || toRead))
      throw new StoreProblem(`${this.path} is not a store of agent-work watch; choose another file.`)
    if (!isEmpty && form !== FORM)
      throw new StoreProblem(
        `${this.path} has form ${form}, and this agent-work reads form ${FORM}; use the agent-work that wrote it, or choose another file.`,
      )
    this.#database.exec('PRAGMA busy_timeout = 250')
    if (toRead) return
    this.#database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
    if (isEmpty) this.#database.exec(`BEGIN; ${SCHEMA} COMMIT`)
  }

  protected transaction<Result>(work: () => Result): Result {
    try {
      this.#database.exec('BEGIN IMMEDIATE')
      const result = work()
      this.#database.exec('COMMIT')
      return result
    } catch (error) {
      // SQLite rolls back by itself if the disk is full.
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK')
      throw storeProblem(this.path, error)
    }
  }

  protected run(sql: string, ...values: SQLInputValue[]) {
    try {
      return this.#statement(sql).run(...values)
    } catch (error) {
      throw storeProblem(this.path, error)
    }
  }

  protected insert(table: string, row: Readonly<Record<string, SQLInputValue>>) {
    const names = Object.keys(row)
    const places = names.map(() => '?').join(', ')
    return this.run(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${places})`, ...Object.values(row))
  }

  protected all<Row>(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.#statement(sql).all(...values) as Row[]
  }

  protected count(rows: string): number {
    return this.get<{ n: number }>(`SELECT count(*) AS n FROM ${rows}`)!.n
  }

  protected get<Row>(sql: string, ...values: SQLInputValue[]): Row | undefined {
    return this.#statement(sql).get(...values) as Row | undefined
  }
}

const SQLITE_IOERR = 10
const SQLITE_FULL = 13
const SQLITE_CANTOPEN = 14
const SQLITE_NOTADB = 26

/** The same error with what to do, where it is known. */
function storeProblem(path: string, error: unknown): unknown {
  if (error instanceof StoreProblem) return error
  if (error instanceof KeepProblem) return new StoreProblem(error.message)
  const { errcode, code, message } = error as { errcode?: number; code?: string; message: string }
  const sqliteCode = errcode === undefined ? undefined : errcode & 0xff
  if (sqliteCode === SQLITE_FULL || sqliteCode === SQLITE_IOERR || code === 'ENOSPC')
    return new StoreProblem(
      `${path} cannot be written: is the disk full? Free some space; nothing is lost meanwhile.`,
    )
  if (sqliteCode === SQLITE_CANTOPEN || ['ENOENT', 'EACCES', 'EISDIR', 'EROFS'].includes(String(code)))
    return new StoreProblem(
      `${path} cannot be opened; it must be a file in a folder that exists and is writable.`,
    )
  if (sqliteCode === SQLITE_NOTADB)
    return new StoreProblem(`${path} is not a store of agent-work watch; choose another file.`)
  return sqliteCode === undefined ? error : new StoreProblem(`${path} cannot be used: ${message}.`)
}
