// The SQLite file of a mock's workspaces. Rows are JSON, so any SQLite tool can read the file.
import { closeSync, openSync, readSync, statSync } from 'node:fs'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { ownVersion } from '../version.ts'
import { KeepProblem } from './keep-problem.ts'
import { ROWS_VERSION } from './rows-version.ts'

/** Lets readers and the writer work without waiting for each other. Set once the file is known to be ours. */
const WAL = 'PRAGMA journal_mode = WAL'

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
  readonly path: string
  /** True when the file was just created. */
  readonly isNew: boolean
  readonly #database: DatabaseSync
  readonly #lock: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()

  /** Opens or creates the file. Throws a KeepProblem if it is in use, of another kind, or newer. */
  constructor(path: string, sync: KeepSync = 'process') {
    this.path = path
    this.#lock = openLock(path)
    try {
      requireWhole(path)
      this.#database = openDatabase(path)
      this.isNew = !this.#prepareSchema()
      this.#database.exec(`PRAGMA synchronous = ${sync === 'machine' ? 'FULL' : 'NORMAL'}`)
      if (this.settings().get(WRITTEN_BY) !== ownVersion())
        this.transaction(() => this.setSetting(WRITTEN_BY, ownVersion()))
    } catch (error) {
      this.#lock.close()
      throw keepProblem(path, error)
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

  /** Runs `write` in a transaction. */
  transaction(write: () => void): void {
    try {
      this.#database.exec('BEGIN IMMEDIATE')
      write()
      this.#database.exec('COMMIT')
    } catch (error) {
      // SQLite rolls back by itself if the disk is full.
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK')
      throw keepProblem(this.path, error)
    }
  }

  /** Merges the write-ahead log into the file, so that the file alone is a complete backup, and closes it. */
  close(): void {
    if (!this.#database.isOpen) return
    try {
      this.#database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    } catch {
      // The log stays beside the file, and the next start reads both.
    }
    this.#database.close()
    // The lock file stays: deleting it could delete the lock of the next mock.
    this.#lock.close()
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

/** Loaded on demand, because most mocks keep nothing. */
function sqlite() {
  return process.getBuiltinModule('node:sqlite')
}

function lockPath(path: string): string {
  return `${path}.lock`
}

/** Takes an exclusive lock until the process ends, however it ends. */
function openLock(path: string): DatabaseSync {
  let lock: DatabaseSync | undefined
  try {
    lock = new (sqlite().DatabaseSync)(lockPath(path))
    // In this mode the lock outlasts the commit. The setting names the version for others, which cannot open the
    // database.
    lock.exec(`PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = OFF`)
    lock.exec(`BEGIN EXCLUSIVE; PRAGMA user_version = ${process.pid}; COMMIT`)
    return lock
  } catch (error) {
    lock?.close()
    if (codeOf(error) === SQLITE_BUSY)
      throw new KeepProblem(
        path,
        `is in use by another mock (process ${lockHolder(path)}); stop that one, or choose another file`,
      )
    throw keepProblem(path, error)
  }
}

/** The id of the process that holds the lock, from the header of the lock file. */
function lockHolder(path: string): number | string {
  const header = Buffer.alloc(64)
  const file = openSync(lockPath(path), 'r')
  const length = readSync(file, header)
  closeSync(file)
  return length === 64 ? header.readUInt32BE(60) : 'unknown'
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
  // A reader such as the sqlite3 shell may hold a lock briefly; commits wait for it.
  database.exec('PRAGMA busy_timeout = 250')
  return database
}

/** The setting with the version of agent-work that wrote the file last. */
const WRITTEN_BY = 'written by'

const SQLITE_BUSY = 5
const SQLITE_IOERR = 10
const SQLITE_FULL = 13
const SQLITE_CANTOPEN = 14
const SQLITE_CORRUPT = 11
const SQLITE_NOTADB = 26

function codeOf(error: unknown): number | undefined {
  const code = (error as { errcode?: unknown }).errcode
  // Extended codes contain the primary code in their lowest byte.
  return typeof code === 'number' ? code & 0xff : undefined
}

/** Translates errors of SQLite to messages with a remedy; returns any other error as it is. */
export function keepProblem(path: string, error: unknown): unknown {
  if (error instanceof SyntaxError) return damaged(path)
  const { message, code } = error as NodeJS.ErrnoException
  if (code === 'EACCES' || code === 'ENOENT' || code === 'EISDIR' || code === 'EROFS')
    return new KeepProblem(
      path,
      'cannot be opened; it must be a file in a folder that exists and is writable',
    )
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
      return new KeepProblem(
        path,
        'cannot be opened; it must be a file in a folder that exists and is writable',
      )
    case SQLITE_NOTADB:
      return new KeepProblem(path, 'is not a file that --keep made; choose another file')
    case SQLITE_CORRUPT:
      return damaged(path)
    case undefined:
      return error
    default:
      return new KeepProblem(path, `cannot be written: ${message}`)
  }
}

function damaged(path: string): KeepProblem {
  return new KeepProblem(
    path,
    `is damaged, and was left as it is; restore a backup, or save what can be read: sqlite3 ${path} .recover | sqlite3 recovered.db`,
  )
}

function parsed<Row>(row: object, columns: readonly string[]): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, columns.includes(name) ? JSON.parse(value) : value]),
  ) as Row
}
