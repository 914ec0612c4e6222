/**
 * What a watch has seen, in one SQLite file. A verdict is one row for as long as it stays the same. A pass, the verdicts
 * that it changed and the alert that says so are one transaction: all of them are in the file, or none.
 */
import { closeSync, openSync } from 'node:fs'
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { makePrivate } from '../flags/files.ts'
import { Statements } from '../mock/keep/checked-rows.ts'
import { FileLock, realPath, sqlite } from '../mock/keep/file-lock.ts'
import { KeepProblem } from '../mock/keep/keep-problem.ts'
import { DAY } from '../mock/simulation/duration.ts'
import { type Calls, type Evidence, REACHABLE, type SeenRow } from './seen.ts'
import { type Kind, transition, type Verdict } from './transition.ts'

/** The store cannot be used; the message has the file, the reason and the remedy. */
export class StoreProblem extends Error {}

/** Why a pass was made. */
export type Why = 'first' | 'due' | 'deploy' | 'repetition' | 'down' | 'once'

export interface PassRow {
  readonly id: number
  readonly deployment: string
  readonly kind: Kind
  readonly why: Why
  /** 0 for the repetition of some requirements. */
  readonly whole: 0 | 1
  readonly started: number
  /** Null while it runs, and for ever if the watch was killed meanwhile. */
  readonly ended: number | null
  /** 1 once everything was asked. */
  readonly complete: 0 | 1
  readonly outcome: string | null
  readonly version: string | null
  /** Until it ends, what it may spend at most. */
  readonly runs: number
  readonly euros: number
  readonly requests: number
  /** The journal of what it created. */
  readonly journal: string | null
}

export interface VerdictRow {
  readonly deployment: string
  readonly requirement: string
  readonly verdict: Verdict
  readonly kind: Kind
  readonly since: number
  /** Null for the present verdict. */
  readonly until: number | null
  readonly last: number
  readonly times: number
  readonly evidence: string | null
}

/** A requirement that one pass saw otherwise than those before and after it. */
export interface BlipRow {
  readonly deployment: string
  readonly requirement: string
  readonly verdict: Verdict
  readonly at: number
  readonly evidence: string
}

interface SuspicionRow extends BlipRow {
  readonly kind: Kind
  readonly repeated: 0 | 1
}

export interface AlertRow {
  /** Also the idempotency key of its delivery. */
  readonly id: string
  readonly deployment: string
  readonly at: number
  readonly body: string
  readonly attempts: number
  /** When it is sent next; null once it is delivered, or if there is nobody to send it to. */
  readonly next: number | null
  readonly delivered: number | null
}

export interface Change {
  readonly requirement: string
  readonly before: Verdict | null
  /** How often the verdict before was seen. */
  readonly beforeTimes: number
  readonly after: Verdict
  readonly since: number
  readonly evidence: Evidence
}

/** What a pass has changed. */
export interface Changes {
  readonly changes: readonly Change[]
  /** Requirements that have become flaky. */
  readonly flaky: readonly { readonly requirement: string; readonly evidence: Evidence }[]
}

export interface PassResult {
  readonly rows: readonly SeenRow[]
  readonly calls: readonly Calls[]
  readonly outcome: string
  readonly complete: boolean
  readonly version: string | undefined
  readonly spent: { readonly runs: number; readonly euros: number; readonly requests: number }
}

/** Two blips within this time make a verdict flaky, until one of them is older. */
const FLAKY_MS = DAY
const FLAKY_BLIPS = 2

/** Latency is kept by hour, for so long. */
const CALLS_KEPT_MS = 90 * DAY
const HOUR_MS = DAY / 24

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

export class History {
  readonly path: string
  readonly #database: DatabaseSync
  readonly #statements: Statements
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
      this.#statements = new Statements(this.#database)
      this.#open(toRead)
    } catch (error) {
      this.#lock?.release()
      throw storeProblem(this.path, error)
    }
  }

  close(): void {
    this.#database.close()
    this.#lock?.release()
  }

  /** Adds a deployment, or notes its present address. */
  add(name: string, baseUrl: string): void {
    this.#run(
      'INSERT INTO deployment VALUES (?, ?, NULL) ON CONFLICT (name) DO UPDATE SET base_url = excluded.base_url',
      name,
      baseUrl,
    )
  }

  deployments(): { name: string; base_url: string; version: string | null }[] {
    return this.#all('SELECT * FROM deployment ORDER BY rowid')
  }

  /** The version at the last complete pass. */
  versionOf(name: string): string | undefined {
    return (
      this.#get<{ version: string | null }>('SELECT version FROM deployment WHERE name = ?', name)?.version ??
      undefined
    )
  }

  /** Notes that a pass begins, with what it may spend at most. */
  begin(
    pass: Pick<PassRow, 'deployment' | 'kind' | 'why' | 'whole' | 'started' | 'runs' | 'euros' | 'journal'>,
  ): number {
    return this.#transaction(() => {
      if (pass.why === 'repetition')
        this.#run(
          'UPDATE suspicion SET repeated = 1 WHERE deployment = ? AND kind = ?',
          pass.deployment,
          pass.kind,
        )
      const { lastInsertRowid } = this.#insert('pass', pass)
      return Number(lastInsertRowid)
    })
  }

  /**
   * Takes in what a pass has seen. `alertFor` makes the alert of what changed. Throws a StoreProblem, and then nothing is
   * in the file.
   */
  record(
    { id, deployment, now }: { id: number; deployment: string; now: number },
    result: PassResult,
    alertFor: (changes: Changes) => { id: string; body: string; next: number | null } | undefined,
  ): Changes {
    return this.#transaction(() => {
      const { spent, outcome, complete, version } = result
      this.#run(
        'UPDATE pass SET ended = ?, outcome = ?, complete = ?, version = ?, runs = ?, euros = ?, requests = ?, journal = NULL WHERE id = ?',
        now,
        outcome,
        Number(complete),
        version ?? null,
        spent.runs,
        spent.euros,
        spent.requests,
        id,
      )
      if (version !== undefined && complete)
        this.#run('UPDATE deployment SET version = ? WHERE name = ?', version, deployment)
      for (const calls of result.calls) this.#count(deployment, calls, now)
      const changes = this.#judge(deployment, result.rows, now)
      const alert = alertFor(changes)
      if (alert) this.#insert('alert', { ...alert, deployment, at: now })
      return changes
    })
  }

  /** A pass that ended without a report. What it spent is unknown, so it counts as all that it might have spent. */
  abandon(id: number, now: number, outcome: string): void {
    this.#run('UPDATE pass SET ended = ?, outcome = ?, journal = NULL WHERE id = ?', now, outcome, id)
  }

  /** The passes that a killed watch has left, which may have left something in the deployment. */
  interrupted(deployment: string): PassRow[] {
    return this.#all('SELECT * FROM pass WHERE deployment = ? AND ended IS NULL', deployment)
  }

  lastPass(deployment: string): PassRow | undefined {
    return this.#get('SELECT * FROM pass WHERE deployment = ? ORDER BY id DESC LIMIT 1', deployment)
  }

  /** The last pass that asked everything, and was answered. */
  lastFull(deployment: string): PassRow | undefined {
    return this.#get(
      `SELECT * FROM pass WHERE deployment = ? AND kind = 'full' AND whole = 1 AND complete = 1 ORDER BY id DESC LIMIT 1`,
      deployment,
    )
  }

  /** What passes since then have spent, or may have spent. */
  spent(deployment: string, since: number): { runs: number; euros: number } {
    const sums = 'SELECT coalesce(sum(runs), 0) AS runs, coalesce(sum(euros), 0) AS euros FROM pass'
    return this.#get(`${sums} WHERE deployment = ? AND started > ?`, deployment, since)!
  }

  suspicions(deployment: string): SuspicionRow[] {
    return this.#all('SELECT * FROM suspicion WHERE deployment = ?', deployment)
  }

  verdicts(deployment: string): VerdictRow[] {
    return this.#all('SELECT * FROM verdict WHERE deployment = ? ORDER BY id', deployment)
  }

  present(deployment: string, requirement: string): VerdictRow | undefined {
    return this.#get(
      'SELECT * FROM verdict WHERE deployment = ? AND requirement = ? AND until IS NULL',
      deployment,
      requirement,
    )
  }

  blips(deployment: string, since = 0): BlipRow[] {
    return this.#all('SELECT * FROM blip WHERE deployment = ? AND at > ? ORDER BY at', deployment, since)
  }

  /** The requirements whose verdict is flaky. */
  flaky(deployment: string, now: number): string[] {
    const times = Map.groupBy(this.blips(deployment, now - FLAKY_MS), one => one.requirement)
    return [...times].flatMap(([id, blips]) => (blips.length >= FLAKY_BLIPS ? [id] : []))
  }

  /** Newest first. */
  passes(deployment: string, limit: number): PassRow[] {
    return this.#all('SELECT * FROM pass WHERE deployment = ? ORDER BY id DESC LIMIT ?', deployment, limit)
  }

  passCount(): number {
    return Number(this.#get<{ n: number }>('SELECT count(*) AS n FROM pass WHERE ended IS NOT NULL')?.n)
  }

  /** By operation and hour. */
  calls(deployment: string, since: number): (Calls & { hour: number })[] {
    return this.#all(
      `SELECT operation, hour, calls, failed, total_ms AS totalMs, slowest_ms AS slowestMs FROM calls
       WHERE deployment = ? AND hour >= ? ORDER BY operation, hour`,
      deployment,
      since - HOUR_MS,
    )
  }

  /** Newest first. */
  alerts(limit: number): AlertRow[] {
    return this.#all('SELECT * FROM alert ORDER BY rowid DESC LIMIT ?', limit)
  }

  /** The alert that is to be sent first. */
  nextAlert(): AlertRow | undefined {
    return this.#get('SELECT * FROM alert WHERE next IS NOT NULL ORDER BY next, rowid LIMIT 1')
  }

  waitingAlerts(): number {
    return Number(this.#get<{ n: number }>('SELECT count(*) AS n FROM alert WHERE next IS NOT NULL')?.n)
  }

  delivered(id: string, now: number): void {
    this.#run('UPDATE alert SET delivered = ?, next = NULL, attempts = attempts + 1 WHERE id = ?', now, id)
  }

  postpone(id: string, next: number): void {
    this.#run('UPDATE alert SET next = ?, attempts = attempts + 1 WHERE id = ?', next, id)
  }

  #judge(deployment: string, rows: readonly SeenRow[], now: number): Changes {
    const current = new Map(
      this.#all<VerdictRow & { id: number }>(
        'SELECT * FROM verdict WHERE deployment = ? AND until IS NULL',
        deployment,
      ).map(row => [row.requirement, row]),
    )
    const isBaseline = ![...current.keys()].some(id => id !== REACHABLE)
    const suspicions = new Map(this.suspicions(deployment).map(row => [row.requirement, row]))
    const flakyBefore = new Set(this.flaky(deployment, now))
    const changes: Change[] = []
    const blips: { requirement: string; evidence: Evidence }[] = []
    for (const seen of rows) {
      const { requirement, verdict, kind, evidence } = seen
      const was = current.get(requirement)
      const suspicion = suspicions.get(requirement)
      const what = transition(was, suspicion, seen, isBaseline)
      if (what === 'none') continue
      if (what === 'suspect') {
        this.#run('DELETE FROM suspicion WHERE deployment = ? AND requirement = ?', deployment, requirement)
        this.#insert('suspicion', {
          deployment,
          requirement,
          verdict,
          kind,
          at: now,
          evidence: JSON.stringify(evidence),
        })
        continue
      }
      if (what === 'first') this.#enter(deployment, seen, now, now, 1)
      else if (what === 'change' && suspicion) {
        // The first sight is the moment of the change, and its exchanges the evidence.
        const since = Math.min(suspicion.at, now)
        if (was) this.#run('UPDATE verdict SET until = ? WHERE id = ?', since, was.id)
        const first = JSON.parse(suspicion.evidence) as Evidence
        this.#enter(
          deployment,
          { ...seen, kind: modest(kind, suspicion.kind), evidence: first },
          since,
          now,
          2,
        )
        changes.push({
          requirement,
          before: was?.verdict ?? null,
          beforeTimes: was?.times ?? 0,
          after: verdict,
          since,
          evidence: first,
        })
      } else if (was) {
        this.#run(
          'UPDATE verdict SET last = ?, times = times + 1, kind = ? WHERE id = ?',
          now,
          modest(kind, was.kind),
          was.id,
        )
        if (what === 'blip' && suspicion) {
          const { verdict: odd, at, evidence: shown } = suspicion
          this.#insert('blip', { deployment, requirement, verdict: odd, at, evidence: shown })
          blips.push({ requirement, evidence: JSON.parse(suspicion.evidence) as Evidence })
        }
      }
      if (what === 'blip' || what === 'change' || what === 'first')
        this.#run('DELETE FROM suspicion WHERE deployment = ? AND requirement = ?', deployment, requirement)
    }
    const flakyNow = this.flaky(deployment, now)
    const flaky = blips.filter(({ requirement: id }) => flakyNow.includes(id) && !flakyBefore.has(id))
    return { changes, flaky }
  }

  #enter(deployment: string, row: SeenRow, since: number, last: number, times: number): void {
    const { requirement, verdict, kind, evidence } = row
    // That a requirement is met from the beginning needs no evidence.
    const shown = verdict === 'met' && times === 1 ? null : JSON.stringify(evidence)
    this.#insert('verdict', { deployment, requirement, verdict, kind, since, last, times, evidence: shown })
  }

  #count(deployment: string, { operation, calls, failed, totalMs, slowestMs }: Calls, now: number): void {
    this.#run(
      `INSERT INTO calls VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET calls = calls + excluded.calls,
       failed = failed + excluded.failed, total_ms = total_ms + excluded.total_ms,
       slowest_ms = max(slowest_ms, excluded.slowest_ms)`,
      deployment,
      operation,
      now - (now % HOUR_MS),
      calls,
      failed,
      totalMs,
      slowestMs,
    )
    this.#run('DELETE FROM calls WHERE deployment = ? AND hour < ?', deployment, now - CALLS_KEPT_MS)
  }

  #open(toRead: boolean): void {
    const { application_id: application } = this.#get<{ application_id: number }>('PRAGMA application_id')!
    const { user_version: form } = this.#get<{ user_version: number }>('PRAGMA user_version')!
    const isEmpty = Number(this.#get<{ n: number }>('SELECT count(*) AS n FROM sqlite_schema')?.n) === 0
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

  #transaction<Result>(work: () => Result): Result {
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

  #run(sql: string, ...values: SQLInputValue[]) {
    try {
      return this.#statements.of(sql).run(...values)
    } catch (error) {
      throw storeProblem(this.path, error)
    }
  }

  #insert(table: string, row: Readonly<Record<string, SQLInputValue>>) {
    const names = Object.keys(row)
    const places = names.map(() => '?').join(', ')
    return this.#run(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${places})`, ...Object.values(row))
  }

  #all<Row>(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.#statements.of(sql).all(...values) as Row[]
  }

  #get<Row>(sql: string, ...values: SQLInputValue[]): Row | undefined {
    return this.#statements.of(sql).get(...values) as Row | undefined
  }
}

const modest = (one: Kind, other: Kind): Kind => (one === 'reads' || other === 'reads' ? 'reads' : 'full')

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
