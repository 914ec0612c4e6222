/**
 * What a watch has seen, in one SQLite file. A verdict is one row for as long as it stays the same. A pass, the verdicts
 * that it changed and the alert that says so are one transaction: all of them are in the file, or none.
 */
import { DAY, HOUR } from '../mock/simulation/duration.ts'
import { isDrift, REACHABLE, TWIN } from './page/row-names.ts'
import type { Calls, Evidence, SeenRow } from './seen.ts'
import { Store } from './store.ts'
import { type Kind, type Sight, transition, type Verdict } from './transition.ts'

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
  readonly version: string | null
  /** Until it ends, what it may spend at most. */
  readonly runs: number
  readonly euros: number
  /** The journal of what it created. */
  readonly journal: string | null
}

/** A pass as the page shows it. */
export type EndedPass = Pick<PassRow, 'kind' | 'why' | 'version' | 'euros'> & {
  readonly at: number
  readonly outcome: string
}

/** A verdict for as long as it stays the same. */
export interface Standing {
  readonly requirement: string
  readonly verdict: Verdict
  readonly since: number
  /** Null for the present verdict. */
  readonly until: number | null
  readonly last: number
  readonly times: number
  /** Null where it was met from the beginning. */
  readonly evidence: Evidence | null
}

/** A requirement that one pass saw otherwise than those before and after it. */
export interface Blip {
  readonly requirement: string
  readonly verdict: Verdict
  readonly at: number
  readonly sentence: string
}

interface SuspicionRow extends Omit<Blip, 'sentence'> {
  readonly evidence: string
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

export class History extends Store {
  /** Adds a deployment, or notes its present address. */
  add(name: string, baseUrl: string): void {
    this.run(
      'INSERT INTO deployment VALUES (?, ?, NULL) ON CONFLICT (name) DO UPDATE SET base_url = excluded.base_url',
      name,
      baseUrl,
    )
  }

  /** With the version at the last complete pass. */
  deployments(): { name: string; base_url: string; version: string | null }[] {
    return this.all('SELECT * FROM deployment ORDER BY rowid')
  }

  /** Notes that a pass begins, with what it may spend at most. */
  begin(pass: Omit<PassRow, 'id' | 'ended' | 'version'>): number {
    return this.transaction(() => {
      if (pass.why === 'repetition')
        this.run(
          'UPDATE suspicion SET repeated = 1 WHERE deployment = ? AND kind = ?',
          pass.deployment,
          pass.kind,
        )
      const { lastInsertRowid } = this.insert('pass', pass)
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
    return this.transaction(() => {
      const { spent, outcome, complete, version } = result
      this.run(
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
        this.run('UPDATE deployment SET version = ? WHERE name = ?', version, deployment)
      for (const calls of result.calls) this.#count(deployment, calls, now)
      const changes = this.#judge(deployment, result.rows, now)
      const alert = alertFor(changes)
      if (alert) this.insert('alert', { ...alert, deployment, at: now })
      return changes
    })
  }

  /** A pass that ended without a report. What it spent is unknown, so it counts as all that it might have spent. */
  abandon(id: number, now: number, outcome: string): void {
    this.run('UPDATE pass SET ended = ?, outcome = ?, journal = NULL WHERE id = ?', now, outcome, id)
  }

  /** The passes that a killed watch has left, which may have left something in the deployment. */
  interrupted(deployment: string): PassRow[] {
    return this.all('SELECT * FROM pass WHERE deployment = ? AND ended IS NULL', deployment)
  }

  lastPass(deployment: string): PassRow | undefined {
    return this.get('SELECT * FROM pass WHERE deployment = ? ORDER BY id DESC LIMIT 1', deployment)
  }

  /** The last pass that asked everything, and was answered. */
  lastFull(deployment: string): PassRow | undefined {
    return this.get(
      `SELECT * FROM pass WHERE deployment = ? AND kind = 'full' AND whole = 1 AND complete = 1 ORDER BY id DESC LIMIT 1`,
      deployment,
    )
  }

  /** What passes since then have spent, or may have spent. */
  spent(deployment: string, since: number): { runs: number; euros: number } {
    const sums = 'SELECT coalesce(sum(runs), 0) AS runs, coalesce(sum(euros), 0) AS euros FROM pass'
    return this.get(`${sums} WHERE deployment = ? AND started > ?`, deployment, since)!
  }

  suspicions(deployment: string): SuspicionRow[] {
    return this.all('SELECT * FROM suspicion WHERE deployment = ?', deployment)
  }

  verdicts(deployment: string): Standing[] {
    const columns = 'requirement, verdict, since, until, last, times, evidence'
    return this.all<Standing & { evidence: string | null }>(
      `SELECT ${columns} FROM verdict WHERE deployment = ? ORDER BY id`,
      deployment,
    ).map(row => ({ ...row, evidence: row.evidence === null ? null : JSON.parse(row.evidence) }))
  }

  isDown(deployment: string): boolean {
    const now = 'SELECT verdict FROM verdict WHERE deployment = ? AND requirement = ? AND until IS NULL'
    return this.get<Standing>(now, deployment, REACHABLE)?.verdict === 'violated'
  }

  blips(deployment: string, since = 0): Blip[] {
    return this.all(
      `SELECT requirement, verdict, at, evidence ->> 'sentence' AS sentence FROM blip
       WHERE deployment = ? AND at > ? ORDER BY at`,
      deployment,
      since,
    )
  }

  /** The requirements whose verdict is flaky. */
  flaky(deployment: string, now: number): string[] {
    const times = Map.groupBy(this.blips(deployment, now - FLAKY_MS), one => one.requirement)
    return [...times].flatMap(([id, blips]) => (blips.length >= FLAKY_BLIPS && !isDrift(id) ? [id] : []))
  }

  /** Those that have ended, newest first. */
  passes(deployment: string, limit: number): EndedPass[] {
    return this.all(
      `SELECT started AS at, kind, why, outcome, version, euros FROM pass
       WHERE deployment = ? AND ended IS NOT NULL ORDER BY id DESC LIMIT ?`,
      deployment,
      limit,
    )
  }

  passCount(): number {
    return this.count('pass WHERE ended IS NOT NULL')
  }

  /** By operation and hour. */
  calls(deployment: string, since: number): (Calls & { hour: number })[] {
    return this.all(
      `SELECT operation, hour, calls, failed, total_ms AS totalMs, slowest_ms AS slowestMs FROM calls
       WHERE deployment = ? AND hour >= ? ORDER BY operation, hour`,
      deployment,
      since - HOUR,
    )
  }

  /** Newest first. */
  alerts(limit: number): AlertRow[] {
    return this.all('SELECT * FROM alert ORDER BY rowid DESC LIMIT ?', limit)
  }

  /** The alert that is to be sent first. */
  nextAlert(): AlertRow | undefined {
    return this.get('SELECT * FROM alert WHERE next IS NOT NULL ORDER BY next, rowid LIMIT 1')
  }

  waitingAlerts(): number {
    return this.count('alert WHERE next IS NOT NULL')
  }

  delivered(id: string, now: number): void {
    this.run('UPDATE alert SET delivered = ?, next = NULL, attempts = attempts + 1 WHERE id = ?', now, id)
  }

  postpone(id: string, next: number): void {
    this.run('UPDATE alert SET next = ?, attempts = attempts + 1 WHERE id = ?', next, id)
  }

  #judge(deployment: string, rows: readonly SeenRow[], now: number): Changes {
    const current = new Map(
      this.all<Sight & { id: number; requirement: string }>(
        'SELECT * FROM verdict WHERE deployment = ? AND until IS NULL',
        deployment,
      ).map(row => [row.requirement, row]),
    )
    const isFirst = ![...current.keys()].some(id => id !== REACHABLE)
    const suspicions = new Map(this.suspicions(deployment).map(row => [row.requirement, row]))
    const flakyBefore = new Set(this.flaky(deployment, now))
    const changes: Change[] = []
    const blips: { requirement: string; evidence: Evidence }[] = []
    for (const seen of rows) {
      const { requirement, verdict, kind, evidence } = seen
      const was = current.get(requirement)
      const suspicion = suspicions.get(requirement)
      const isBaseline = isDrift(requirement) ? !current.has(TWIN) : isFirst
      const what = transition(was, suspicion, seen, isBaseline)
      if (what === 'none') continue
      // Only the same as before leaves open what a pass of another kind suspects.
      if (what !== 'same')
        this.run('DELETE FROM suspicion WHERE deployment = ? AND requirement = ?', deployment, requirement)
      if (what === 'suspect') {
        const shown = JSON.stringify(evidence)
        this.insert('suspicion', { deployment, requirement, verdict, kind, at: now, evidence: shown })
      } else if (what === 'first') this.#enter(deployment, seen, now, now, 1)
      else if (what === 'change' && suspicion) {
        // The first sight is the moment of the change, and its exchanges the evidence.
        const since = Math.min(suspicion.at, now)
        if (was) this.run('UPDATE verdict SET until = ? WHERE id = ?', since, was.id)
        const first = JSON.parse(suspicion.evidence) as Evidence
        const shown = { ...seen, kind: modest(kind, suspicion.kind), evidence: first }
        this.#enter(deployment, shown, since, now, 2)
        changes.push({ requirement, before: was?.verdict ?? null, after: verdict, since, evidence: first })
      } else if (was) {
        this.run(
          'UPDATE verdict SET last = ?, times = times + 1, kind = ? WHERE id = ?',
          now,
          modest(kind, was.kind),
          was.id,
        )
        if (what === 'blip' && suspicion) {
          const { verdict: odd, at, evidence: shown } = suspicion
          this.insert('blip', { deployment, requirement, verdict: odd, at, evidence: shown })
          blips.push({ requirement, evidence: JSON.parse(shown) as Evidence })
        }
      }
    }
    const flakyNow = this.flaky(deployment, now)
    const flaky = blips.filter(({ requirement: id }) => flakyNow.includes(id) && !flakyBefore.has(id))
    return { changes, flaky }
  }

  #enter(deployment: string, row: SeenRow, since: number, last: number, times: number): void {
    const { requirement, verdict, kind, evidence } = row
    // That a requirement is met from the beginning needs no evidence.
    const shown = verdict === 'met' && times === 1 ? null : JSON.stringify(evidence)
    this.insert('verdict', { deployment, requirement, verdict, kind, since, last, times, evidence: shown })
  }

  #count(deployment: string, { operation, calls, failed, totalMs, slowestMs }: Calls, now: number): void {
    this.run(
      `INSERT INTO calls VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET calls = calls + excluded.calls,
       failed = failed + excluded.failed, total_ms = total_ms + excluded.total_ms,
       slowest_ms = max(slowest_ms, excluded.slowest_ms)`,
      deployment,
      operation,
      now - (now % HOUR),
      calls,
      failed,
      totalMs,
      slowestMs,
    )
    this.run('DELETE FROM calls WHERE deployment = ? AND hour < ?', deployment, now - CALLS_KEPT_MS)
  }
}

const modest = (one: Kind, other: Kind): Kind => (one === 'reads' || other === 'reads' ? 'reads' : 'full')
