// The SQLite file that a mock keeps its workspaces in. Rows are JSON, so any SQLite tool can read the file.
import { closeSync, openSync, rmSync } from 'node:fs'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { KeepProblem } from './keep-problem.ts'
import { ROWS_VERSION, upgradeRow } from './row-versions.ts'

/** Identifies a file of ours: "awmk" in ASCII. */
const APPLICATION_ID = 0x61776d6b

const SCHEMA = `
  CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  -- A world as it was generated. Workspaces and snapshots hold only what differs from their base.
  CREATE TABLE base (id INTEGER PRIMARY KEY, state TEXT NOT NULL);
  CREATE TABLE workspace (
    id TEXT PRIMARY KEY, base INTEGER NOT NULL, origin TEXT NOT NULL, name TEXT NOT NULL,
    profile TEXT NOT NULL, state TEXT NOT NULL, faults TEXT NOT NULL
  ) WITHOUT ROWID;
  CREATE TABLE snapshot (
    id TEXT PRIMARY KEY, base INTEGER NOT NULL, view TEXT NOT NULL, state TEXT NOT NULL
  ) WITHOUT ROWID;
  -- owner: 'base/<id>', 'workspace/<id>' or 'snapshot/<id>'. A row whose value is NULL was deleted from the base.
  CREATE TABLE row (
    owner TEXT NOT NULL, kind TEXT NOT NULL, id TEXT NOT NULL, value TEXT,
    PRIMARY KEY (owner, kind, id)
  ) WITHOUT ROWID;
`

/** A row as the file has it: the kind is the name of its table; null stands for a row that was deleted. */
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
}

export interface KeptSnapshot {
  readonly id: string
  readonly base: number
  readonly view: unknown
  readonly state: unknown
}

/** Who owns rows. */
export type Owner = `base/${number}` | `workspace/${string}` | `snapshot/${string}`

/**
 * What a commit promises. `process`: it survives the end of the process, `kill -9` included. `machine`: it also survives
 * a power failure, at the cost of one disk flush for each commit.
 */
export type KeepSync = 'process' | 'machine'

/** The open file. All writes happen in one transaction, between `begin` and `commit`. */
export class KeptFile {
  readonly path: string
  /** True when the file was just created. */
  readonly isNew: boolean
  readonly #database: DatabaseSync
  readonly #lock: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()

  /** Opens or creates the file. Throws a KeepProblem when it is in use, is another kind of file, or is newer. */
  constructor(path: string, sync: KeepSync = 'process') {
    this.path = path
    this.#lock = openLock(path)
    try {
      this.#database = openDatabase(path)
      this.isNew = !this.#prepareSchema()
      this.#database.exec(`PRAGMA synchronous = ${sync === 'machine' ? 'FULL' : 'NORMAL'}`)
    } catch (error) {
      this.#lock.close()
      throw asProblem(path, error)
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
      parsed(row, ['profile', 'state', 'faults']),
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

  setSetting(name: string, value: unknown): void {
    this.#run('INSERT OR REPLACE INTO setting VALUES (?, ?)', name, JSON.stringify(value))
  }

  /** Adds a base and returns its number. */
  addBase(state: unknown): number {
    return Number(this.#run('INSERT INTO base (state) VALUES (?)', JSON.stringify(state)).lastInsertRowid)
  }

  putWorkspace({ id, base, origin, name, profile, state, faults }: KeptWorkspace): void {
    const json = [profile, state, faults].map(value => JSON.stringify(value))
    this.#run(
      'INSERT OR REPLACE INTO workspace VALUES (?, ?, ?, ?, ?, ?, ?)',
      id,
      base,
      origin,
      name,
      ...json,
    )
  }

  /** Writes how a workspace goes on: its clock, ids, chance and faults. */
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
  }

  deleteSnapshot(id: string): void {
    this.#run('DELETE FROM snapshot WHERE id = ?', id)
    this.deleteRows(`snapshot/${id}`)
  }

  /** Deletes the bases that nothing is made from any more; returns their numbers. */
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

  /** Does all that `write` does, or nothing of it. */
  transaction(write: () => void): void {
    try {
      this.#database.exec('BEGIN IMMEDIATE')
      write()
      this.#database.exec('COMMIT')
    } catch (error) {
      // SQLite has rolled back by itself when the disk was full.
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK')
      throw asProblem(this.path, error)
    }
  }

  /** Merges the write-ahead log into the file, so that the file alone is a whole backup, and closes it. */
  close(): void {
    this.#database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    this.#database.close()
    this.#lock.close()
    rmSync(lockPath(this.path), { force: true })
  }

  /** Returns whether the file had our tables already; creates them otherwise, and upgrades older rows. */
  #prepareSchema(): boolean {
    const id = this.#number('PRAGMA application_id')
    const version = this.#number('PRAGMA user_version')
    const tables = this.#number('SELECT count(*) FROM sqlite_schema')
    if (id === 0 && tables === 0) {
      this.transaction(() => {
        this.#database.exec(SCHEMA)
        this.#database.exec(`PRAGMA application_id = ${APPLICATION_ID}`)
        this.#database.exec(`PRAGMA user_version = ${ROWS_VERSION}`)
      })
      return false
    }
    if (id !== APPLICATION_ID)
      throw new KeepProblem(this.path, 'is an SQLite file of another program; choose another file')
    if (version > ROWS_VERSION)
      throw new KeepProblem(
        this.path,
        `was written by a newer agent-work (rows ${version}, this one reads up to ${ROWS_VERSION}); use that version, or another file`,
      )
    if (version < ROWS_VERSION) this.#upgrade(version)
    return true
  }

  #upgrade(from: number): void {
    this.transaction(() => {
      const rows = this.#all('SELECT owner, kind, id, value FROM row WHERE value IS NOT NULL') as {
        owner: Owner
        kind: string
        id: string
        value: string
      }[]
      for (const { owner, kind, id, value } of rows)
        this.putRow(owner, kind, id, upgradeRow(kind, JSON.parse(value), from))
      this.#database.exec(`PRAGMA user_version = ${ROWS_VERSION}`)
    })
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

/** Loaded on demand: a mock that keeps nothing does not pay for SQLite. */
function sqlite() {
  return process.getBuiltinModule('node:sqlite')
}

function lockPath(path: string): string {
  return `${path}.lock`
}

/** Holds an exclusive lock for as long as the process lives; the system releases it, whatever ends the process. */
function openLock(path: string): DatabaseSync {
  let lock: DatabaseSync | undefined
  try {
    lock = new (sqlite().DatabaseSync)(lockPath(path))
    lock.exec('BEGIN EXCLUSIVE')
    return lock
  } catch (error) {
    lock?.close()
    if (codeOf(error) === SQLITE_BUSY)
      throw new KeepProblem(path, 'is in use by another mock; stop that one, or choose another file')
    throw asProblem(path, error)
  }
}

function openDatabase(path: string): DatabaseSync {
  // It holds keys, so nobody else on the machine reads it. SQLite gives its own files beside it the same mode.
  closeSync(openSync(path, 'a', 0o600))
  const database = new (sqlite().DatabaseSync)(path)
  // A reader such as the sqlite3 shell may look into the file meanwhile; commits wait for it for a moment.
  database.exec('PRAGMA journal_mode = WAL; PRAGMA busy_timeout = 250')
  return database
}

const SQLITE_BUSY = 5
const SQLITE_FULL = 13
const SQLITE_CANTOPEN = 14
const SQLITE_CORRUPT = 11
const SQLITE_NOTADB = 26

function codeOf(error: unknown): number | undefined {
  const code = (error as { errcode?: unknown }).errcode
  // The extended codes carry the primary code in their lowest byte.
  return typeof code === 'number' ? code & 0xff : undefined
}

/** SQLite's errors in words that say what to do; anything else as it is. */
function asProblem(path: string, error: unknown): unknown {
  const { message, code } = error as NodeJS.ErrnoException
  if (code === 'EACCES' || code === 'ENOENT' || code === 'EISDIR' || code === 'EROFS')
    return new KeepProblem(
      path,
      'cannot be opened; it must be a file in a folder that exists and is writable',
    )
  switch (codeOf(error)) {
    case SQLITE_FULL:
      return new KeepProblem(path, 'cannot grow: the disk is full; free some space')
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
      return new KeepProblem(
        path,
        'is damaged; restore a backup, or run `sqlite3 FILE .recover` and keep what it finds',
      )
    case undefined:
      return error
    default:
      return new KeepProblem(path, `cannot be written: ${message}`)
  }
}

function parsed<Row>(row: object, columns: readonly string[]): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, columns.includes(name) ? JSON.parse(value) : value]),
  ) as Row
}
