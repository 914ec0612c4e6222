// The SQLite file of a mock's workspaces. Rows are JSON, so any SQLite tool can read the file.
import { closeSync, openSync, statSync } from 'node:fs'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { ownVersion } from '../version.ts'
import { FileLock, realPath, requireOneName, sqlite } from './file-lock.ts'
import { damaged, KeepProblem, keepProblem } from './keep-problem.ts'
import { OpenFiles } from './open-files.ts'
import { ROWS_VERSION } from './rows-version.ts'

/** Lets readers and the writer work without waiting for each other. Set once the file is known to be ours. */
const WAL = 'PRAGMA journal_mode = WAL'

/** A reader such as the sqlite3 shell may hold a lock briefly; commits wait for it. */
const WAIT_FOR_READERS_MS = 250

/** The size of the log at which it is merged into the file. */
const LOG_BYTES = 4 * 1024 * 1024

/** The SQLite application id of our files: "awmk" in ASCII. */
const APPLICATION_ID = 0x61776d6b

const SCHEMA = `
  CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  -- A world as it was generated. Workspaces and snapshots hold only what differs from their base.
  CREATE TABLE base (id INTEGER PRIMARY KEY, state TEXT NOT NULL);
  CREATE TABLE workspace (
    id TEXT PRIMARY KEY, base INTEGER NOT NULL, origin TEXT NOT NULL, name TEXT NOT NULL,
    profile TEXT NOT NULL, state TEXT NOT NULL, faults TEXT NOT NULL, beginning TEXT,
    lease TEXT
  ) WITHOUT ROWID;
  CREATE TABLE snapshot (
    id TEXT PRIMARY KEY, base INTEGER NOT NULL, view TEXT NOT NULL, state TEXT NOT NULL
  ) WITHOUT ROWID;
  -- owner: 'base/<id>', 'workspace/<id>', 'beginning/<id of the workspace>' or 'snapshot/<id>'. A row whose value is NULL was deleted from the base.
  CREATE TABLE row (
    owner TEXT NOT NULL, kind TEXT NOT NULL, id TEXT NOT NULL, value TEXT,
    PRIMARY KEY (owner, kind, id)
  ) WITHOUT ROWID;
`

/** A row as stored: the kind is the name of its table; null for a deleted row. */
export interface KeptRow {
  readonly kind: string
  readonly id: string
  readonly value: unknown
}

export interface KeptBase {
  readonly id: number
  readonly state: unknown
}

export interface KeptWorkspace {
  readonly id: string
  readonly base: number
  readonly origin: string
  readonly name: string
  readonly profile: unknown
  readonly state: unknown
  readonly faults: unknown
  /** The state besides its rows at creation; null in files of the first version. */
  readonly beginning: unknown
  /** The team and expiry; null for none. */
  readonly lease: unknown
}

export interface KeptSnapshot {
  readonly id: string
  readonly base: number
  readonly view: unknown
  readonly state: unknown
}

/** The owners of rows. */
export type Owner = `base/${number}` | `workspace/${string}` | `beginning/${string}` | `snapshot/${string}`

/**
 * The durability of a commit. `process`: survives the end of the process, `kill -9` included. `machine`: also survives
 * a power failure, at the cost of a disk flush per commit.
 */
export type KeepSync = 'process' | 'machine'

/** The open file. All writes are in transactions. */
export class KeptFile {
  /** The real path, without symbolic links. */
  readonly path: string
  /** True when the file was just created. */
  readonly isNew: boolean
  readonly #database: DatabaseSync
  readonly #lock: FileLock
  readonly #files = new OpenFiles()
  /** The size of the log at which the next merge is tried. */
  #nextCheckpoint = LOG_BYTES
  readonly #statements = new Map<string, StatementSync>()

  /** Opens or creates the file. Throws a KeepProblem if it is in use, of another kind, or newer. */
  constructor(path: string, sync: KeepSync = 'process') {
    try {
      this.path = realPath(path)
    } catch (error) {
      throw keepProblem(path, error)
    }
    this.#lock = new FileLock(this.path)
    try {
      requireOneName(this.path)
      requireWhole(this.path)
      this.#database = openDatabase(this.path)
      this.isNew = !this.#prepareSchema()
      this.#database.exec(`PRAGMA synchronous = ${sync === 'machine' ? 'FULL' : 'NORMAL'}`)
      // The first write creates the log.
      this.transaction(() => this.setSetting(WRITTEN_BY, ownVersion()))
      this.#checkpoint()
    } catch (error) {
      this.#lock.release()
      throw keepProblem(this.path, error)
    }
  }

  settings(): Map<string, unknown> {
    const rows = this.#all('SELECT name, value FROM setting') as { name: string; value: string }[]
    return new Map(rows.map(({ name, value }) => [name, JSON.parse(value)]))
  }

  bases(): KeptBase[] {
    const rows = this.#all('SELECT id, state FROM base ORDER BY id') as { id: number; state: string }[]
    return rows.map(({ id, state }) => ({ id, state: JSON.parse(state) }))
  }

  workspaces(): KeptWorkspace[] {
    return this.#all('SELECT * FROM workspace ORDER BY id').map(row =>
      parsed(row, ['profile', 'state', 'faults', 'beginning', 'lease']),
    )
  }

  snapshots(): KeptSnapshot[] {
    return this.#all('SELECT * FROM snapshot ORDER BY id').map(row => parsed(row, ['view', 'state']))
  }

  rows(owner: Owner): KeptRow[] {
    const rows = this.#all('SELECT kind, id, value FROM row WHERE owner = ?', owner) as unknown as {
      kind: string
      id: string
      value: string | null
    }[]
    return rows.map(({ kind, id, value }) => ({
      kind,
      id,
      value: value === null ? null : JSON.parse(value),
    }))
  }

  /** Undefined deletes the setting. */
  setSetting(name: string, value: unknown): void {
    if (value === undefined) {
      this.#run('DELETE FROM setting WHERE name = ?', name)
      return
    }
    this.#run('INSERT OR REPLACE INTO setting VALUES (?, ?)', name, JSON.stringify(value))
  }

  /** Adds a base and returns its number. */
  addBase(state: unknown): number {
    return Number(this.#run('INSERT INTO base (state) VALUES (?)', JSON.stringify(state)).lastInsertRowid)
  }

  putWorkspace({ id, base, origin, name, profile, state, faults, beginning, lease }: KeptWorkspace): void {
    const json = [profile, state, faults, beginning, lease].map(value => JSON.stringify(value))
    this.#run(
      'INSERT OR REPLACE INTO workspace VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
      id,
      base,
      origin,
      name,
      ...json,
    )
  }

  /** Stores the state of a workspace: its clock, ids, random stream and faults. */
  updateWorkspace(id: string, state: unknown, faults: unknown): void {
    this.#run(
      'UPDATE workspace SET state = ?, faults = ? WHERE id = ?',
      JSON.stringify(state),
      JSON.stringify(faults),
      id,
    )
  }

  putSnapshot({ id, base, view, state }: KeptSnapshot): void {
    this.#run(
      'INSERT OR REPLACE INTO snapshot VALUES (?, ?, ?, ?)',
      id,
      base,
      JSON.stringify(view),
      JSON.stringify(state),
    )
  }

  putRow(owner: Owner, kind: string, id: string, value: unknown): void {
    const json = value === null ? null : JSON.stringify(value)
    this.#run('INSERT OR REPLACE INTO row VALUES (?, ?, ?, ?)', owner, kind, id, json)
  }

  deleteRow(owner: Owner, kind: string, id: string): void {
    this.#run('DELETE FROM row WHERE owner = ? AND kind = ? AND id = ?', owner, kind, id)
  }

  deleteRows(owner: Owner): void {
    this.#run('DELETE FROM row WHERE owner = ?', owner)
  }

  deleteWorkspace(id: string): void {
    this.#run('DELETE FROM workspace WHERE id = ?', id)
    this.deleteRows(`workspace/${id}`)
    this.deleteRows(`beginning/${id}`)
  }

  deleteSnapshot(id: string): void {
    this.#run('DELETE FROM snapshot WHERE id = ?', id)
    this.deleteRows(`snapshot/${id}`)
  }

  /** Deletes bases that nothing refers to any more; returns their numbers. */
  deleteUnusedBases(): number[] {
    const unused = this.#all(
      'SELECT id FROM base WHERE id NOT IN (SELECT base FROM workspace UNION SELECT base FROM snapshot)',
    ) as { id: number }[]
    for (const { id } of unused) {
      this.#run('DELETE FROM base WHERE id = ?', id)
      this.deleteRows(`base/${id}`)
    }
    return unused.map(({ id }) => id)
  }

  /** Throws a KeepProblem if the file is not there any more as it was opened. */
  check(): void {
    this.#files.check((path, size) => path === this.#logPath && this.#isLogWhole(size))
  }

  /** Runs `write` in a transaction. */
  transaction(write: () => void): void {
    try {
      this.check()
      this.#database.exec('BEGIN IMMEDIATE')
      write()
      this.#database.exec('COMMIT')
      if (this.#files.sizeOf(this.#logPath) > this.#nextCheckpoint) this.#checkpoint()
    } catch (error) {
      // SQLite rolls back by itself if the disk is full.
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK')
      throw keepProblem(this.path, error)
    }
  }

  /** Merges the write-ahead log into the file, so that the file alone is a complete backup, and closes it. */
  close(): void {
    if (!this.#database.isOpen) return
    if (this.#isThere()) this.#checkpoint()
    // A log that could not be merged stays beside the file, and the next start reads both.
    this.#database.close()
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
    return `${this.path}-wal`
  }

  /** Merges the log into the file and empties it, as far as no reader needs it. */
  #checkpoint(): void {
    try {
      this.#database.exec('PRAGMA busy_timeout = 0; PRAGMA wal_checkpoint(TRUNCATE)')
    } catch {
      // The disk may be full. Everything is in the log, and the next checkpoint tries again.
    }
    this.#database.exec(`PRAGMA busy_timeout = ${WAIT_FOR_READERS_MS}`)
    this.#files.note([this.path, this.#logPath])
    this.#nextCheckpoint = this.#files.sizeOf(this.#logPath) + LOG_BYTES
  }

  /** Whether the log has all that was written to it. It is shorter after another program has merged it. */
  #isLogWhole(size: number): boolean {
    try {
      const merged = this.#prepare('PRAGMA wal_checkpoint(PASSIVE)').get() as { log: number }
      return merged.log * this.#number('PRAGMA page_size') <= size
    } catch {
      return false
    }
  }

  /** Creates our tables unless the file has them; returns whether it had. */
  #prepareSchema(): boolean {
    const id = this.#number('PRAGMA application_id')
    const version = this.#number('PRAGMA user_version')
    const tables = this.#number('SELECT count(*) FROM sqlite_schema')
    if (id === 0 && tables === 0) {
      this.#database.exec(WAL)
      this.transaction(() => {
        this.#database.exec(SCHEMA)
        this.#database.exec(`PRAGMA application_id = ${APPLICATION_ID}`)
        this.#database.exec(`PRAGMA user_version = ${ROWS_VERSION}`)
      })
      return false
    }
    if (id !== APPLICATION_ID)
      throw new KeepProblem(this.path, 'is an SQLite file of another program; choose another file')
    if (version !== ROWS_VERSION)
      throw new KeepProblem(
        this.path,
        `was written by ${this.#writer()}, whose rows have another form (version ${version}; this one, ${ownVersion()}, reads version ${ROWS_VERSION}); use that agent-work, or choose another file`,
      )
    this.#database.exec(WAL)
    const [problem] = this.#all('PRAGMA quick_check(1)') as { quick_check: string }[]
    if (problem?.quick_check !== 'ok') throw damaged(this.path)
    return true
  }

  /** The version that wrote the file, for a message. A newer one may have other tables. */
  #writer(): string {
    try {
      return `agent-work ${this.settings().get(WRITTEN_BY)}`
    } catch {
      return 'another agent-work'
    }
  }

  #number(sql: string): number {
    return Number(Object.values(this.#prepare(sql).get() as object)[0])
  }

  #all(sql: string, ...values: string[]) {
    return this.#prepare(sql).all(...values)
  }

  #run(sql: string, ...values: (string | number | null | undefined)[]) {
    return this.#prepare(sql).run(...(values as (string | number | null)[]))
  }

  #prepare(sql: string): StatementSync {
    const known = this.#statements.get(sql)
    if (known) return known
    const made = this.#database.prepare(sql)
    this.#statements.set(sql, made)
    return made
  }
}

/** If only the log of a deleted file is left, SQLite would create a new file and discard the log. */
function requireWhole(path: string): void {
  const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (sizeOf(path) > 0 || sizeOf(`${path}-wal`) === 0) return
  throw new KeepProblem(
    path,
    `is missing or empty, but its write-ahead log ${path}-wal is there; put the file back beside it, or delete the log`,
  )
}

function openDatabase(path: string): DatabaseSync {
  // The file contains keys, so only its owner may read it. SQLite gives its own files beside it the same mode.
  closeSync(openSync(path, 'a', 0o600))
  const database = new (sqlite().DatabaseSync)(path)
  database.exec(`PRAGMA busy_timeout = ${WAIT_FOR_READERS_MS}; PRAGMA wal_autocheckpoint = 0`)
  return database
}

/** The setting with the version of agent-work that wrote the file last. */
const WRITTEN_BY = 'written by'

function parsed<Row>(row: object, columns: readonly string[]): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, columns.includes(name) ? JSON.parse(value) : value]),
  ) as Row
}
