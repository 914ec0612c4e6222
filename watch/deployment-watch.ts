/** Watches one deployment: decides when a pass is due and what it asks, makes it, and records what it has seen. */
import { existsSync, rmSync } from 'node:fs'
import type { Usage } from '#openapi/usage'
import type { Twin } from '#twin'
import { cleanJournal, type RunOptions, run, type TargetInput } from '../conformance/index.ts'
import { suite } from '../conformance/suite/index.ts'
import { readTarget } from '../conformance/target/target.ts'
import { DAY, MINUTE, SECOND } from '../mock/simulation/duration.ts'
import { alertOf } from './alert.ts'
import { deployedVersion } from './deployed-version.ts'
import { driftRows } from './drift.ts'
import type { History, PassResult, Why } from './history.ts'
import { isDrift, KINDS } from './page/row-names.ts'
import { type Calls, countCall, type Evidence, rowsOf } from './seen.ts'
import { StoreProblem } from './store.ts'
import type { Kind } from './transition.ts'

export interface Deployment {
  readonly name: string
  readonly target: TargetInput
  /** Its target file, for the commands that repeat a check. */
  readonly file: string
  /** What its replies are compared with. */
  readonly twin?: Twin | undefined
  /** The URL that shows the version; see `deployedVersion`. */
  readonly versionUrl?: string | undefined
}

export interface Pace {
  /** Milliseconds between passes that read. */
  readonly every: number
  /** Milliseconds between full passes. */
  readonly fullEvery: number
  /** Milliseconds after which a change is looked at again, and a deployment that is down. */
  readonly repeatAfter: number
  /** No full passes. */
  readonly readOnly: boolean
}

export interface Surroundings {
  readonly history: History
  readonly pace: Pace
  readonly clients: readonly Usage[]
  /** Whether alerts are sent to somebody. */
  readonly isSent: boolean
  readonly now: () => number
  /** Aborting it ends the pass that runs; what it has created is removed. */
  readonly signal?: AbortSignal | undefined
  readonly env: NonNullable<RunOptions['env']>
  readonly onPass: (line: string) => void
  /** Runs the suite. Default: `run`. */
  readonly judge?: (target: TargetInput, options: RunOptions) => ReturnType<typeof run>
}

interface Due {
  readonly kind: Kind
  readonly why: Why
  /** Requirements, where not everything is asked. */
  readonly only?: readonly string[]
}

/** The windows of the stated rate limits are a minute long, so that two passes never share one. */
const MIN_PAUSE_MS = 61 * SECOND
const VERSION_EVERY_MS = MINUTE
/** How long to wait before a pass is saved again, after the disk was full. */
export const SAVE_AGAIN_MS = 30 * SECOND
const NEVER = Number.POSITIVE_INFINITY

/** Scenarios that judge all exchanges of a pass; a repetition of theirs alone would have none. */
const overall = new Set(suite.flatMap(one => (one.turn === 'overall' ? one.id : [])))

export class DeploymentWatch {
  readonly deployment: Deployment
  readonly #around: Surroundings
  readonly #budget: { runs: number; euros: number }
  /** The version that the URL showed last, and when it was asked. */
  #version: string | undefined
  #versionAt = -NEVER
  /** A pass that could not be saved, with the time of the next try. */
  #unsaved: { save: () => void; at: number } | undefined
  /** Why the last pass is not in the store. */
  problem: string | undefined

  constructor(deployment: Deployment, around: Surroundings) {
    this.deployment = deployment
    this.#around = around
    this.#budget = readTarget(deployment.target, around.env).budget
    around.history.add(deployment.name, deployment.target.base_url)
  }

  /** When `run` has something to do. */
  next(): number {
    if (this.#unsaved) return this.#unsaved.at
    const { now } = this.#around
    const version = this.deployment.versionUrl === undefined ? NEVER : this.#versionAt + VERSION_EVERY_MS
    return Math.min(version, ...this.#plan(now()).map(({ at }) => at))
  }

  /** Does what is due now. `force`: a pass in any case. */
  async run(force = false): Promise<void> {
    const { now } = this.#around
    if (this.#unsaved) {
      this.#save(this.#unsaved.save)
      return
    }
    await this.#cleanUpAfterKill()
    await this.#askVersion()
    const due = this.#plan(now()).find(({ at }) => at <= now())
    if (due) await this.#pass(due)
    else if (force) await this.#pass({ kind: 'reads', why: 'once' })
  }

  /** The passes that are to come, the most thorough first. */
  #plan(now: number): (Due & { at: number })[] {
    const { history, pace } = this.#around
    const { name } = this.deployment
    const last = history.lastPass(name)
    if (!last) return [{ kind: pace.readOnly ? 'reads' : 'full', why: 'first', at: now }]
    const ended = last.ended ?? last.started
    // A clock that was set back does not make anything wait for longer than it would have.
    const after = (time: number, ms: number) => (time > now + ms ? now : time + ms)
    const pause = after(ended, MIN_PAUSE_MS)
    const calm = Math.max(pause, after(ended, pace.repeatAfter))
    const isDown = history.isDown(name)
    const full = history.lastFull(name)
    const known = history.deployments().find(one => one.name === name)?.version
    const isNew = known && this.#version !== undefined && known !== this.#version
    const plan: (Due & { at: number })[] = []
    const whole = pace.readOnly ? 'reads' : 'full'
    // One that failed is tried again, but not at once.
    if (isNew) plan.push({ kind: whole, why: 'deploy', at: last.why === 'deploy' ? calm : pause })
    if (!pace.readOnly)
      plan.push({
        kind: 'full',
        why: full ? 'due' : 'first',
        at: Math.max(calm, full ? after(full.started, pace.fullEvery) : now),
      })
    plan.push({ kind: 'reads', why: 'due', at: Math.max(pause, after(last.started, pace.every)) })
    if (isDown) plan.push({ kind: 'reads', why: 'down', at: calm })
    const open = history.suspicions(name).filter(one => !one.repeated)
    if (open.some(one => one.kind === 'reads')) plan.push({ kind: 'reads', why: 'repetition', at: calm })
    const only = open.flatMap(({ kind, requirement, evidence }) =>
      kind === 'full' &&
      !isDrift(requirement) &&
      !overall.has((JSON.parse(evidence) as Evidence).scenario ?? '')
        ? requirement
        : [],
    )
    if (only.length > 0 && !pace.readOnly) plan.push({ kind: 'full', why: 'repetition', only, at: calm })
    return plan
  }

  async #pass({ kind, why, only }: Due): Promise<void> {
    const { history, now, signal, env, clients, judge = run, onPass } = this.#around
    const { name, target, file, twin } = this.deployment
    const started = now()
    const left = kind === 'full' ? this.#left(started) : { runs: 0, euros: 0 }
    const version = this.#version
    const journal =
      kind === 'full' ? `${history.path}.${name.replaceAll(/[^\w.-]/g, '_')}.${started}.created` : null
    const begun = { deployment: name, kind, why, whole: only ? 0 : 1, started, journal, ...left } as const
    let id: number
    try {
      id = history.begin(begun)
    } catch (error) {
      // Without a note of it, a pass might spend twice what it may.
      if (!(error instanceof StoreProblem)) throw error
      this.#postpone(error, () => {})
      return
    }
    const calls = new Map<string, Calls>()
    const lines: string[] = []
    try {
      const report = await judge(
        { ...target, budget: { ...target.budget, ...left } },
        {
          readOnly: kind === 'reads',
          skipRateLimit: kind === 'reads',
          ...(only && { only }),
          clients,
          env,
          journal: journal ?? false,
          record: line => {
            countCall(calls, line)
            if (twin) lines.push(line)
          },
          command: `agent-work conformance --target ${file}`,
          ...(signal && { signal }),
        },
      )
      const { runs, euros } = report.cost
      const requests = Object.values(report.cost.requests).reduce((sum, count) => sum + count, 0)
      const isDown = report.problems.length > 0
      // What was stopped on the way was not refused by the deployment.
      if (signal?.aborted && isDown) return history.abandon(id, now(), 'stopped')
      // The repetition of some requirements asks too little.
      const isCompared = twin && !only && !isDown && !signal?.aborted
      const drift = isCompared ? await driftRows(twin, lines, kind, history.verdicts(name)) : []
      const result: PassResult = {
        rows: [...rowsOf(report, kind), ...drift],
        calls: [...calls.values()],
        outcome: isDown ? report.problems.join('; ') : report.outcome,
        complete: !isDown && !signal?.aborted,
        version,
        spent: { runs, euros, requests },
      }
      if (journal !== null && report.leftovers.length === 0) rmSync(journal, { force: true })
      const ended = now()
      this.#save(() => this.#record(id, result, ended))
      onPass(`${name}: ${KINDS[kind]} (${REASON[why]}): ${result.outcome}`)
    } catch (error) {
      if (error instanceof StoreProblem) throw error
      const message = error instanceof Error ? error.message : String(error)
      history.abandon(id, now(), `failed: ${message}`)
      onPass(`${name}: ${KINDS[kind]} (${REASON[why]}) failed: ${message}`)
    }
  }

  #record(id: number, result: PassResult, now: number): void {
    const { history, clients, isSent } = this.#around
    const { name: deployment } = this.deployment
    history.record({ id, deployment, now }, result, changes => {
      const alert = alertOf(deployment, changes, clients, now)
      return alert && { id: alert.id, body: JSON.stringify(alert), next: isSent ? now : null }
    })
  }

  /** What the budget of the target leaves for a pass: it holds for 24 hours together. */
  #left(now: number): { runs: number; euros: number } {
    const spent = this.#around.history.spent(this.deployment.name, now - DAY)
    return {
      runs: Math.max(0, Math.floor(this.#budget.runs - spent.runs)),
      euros: Math.max(0, this.#budget.euros - spent.euros),
    }
  }

  /** Nothing else is done until it is saved. */
  #save(save: () => void): void {
    try {
      save()
      this.#unsaved = undefined
      this.problem = undefined
    } catch (error) {
      if (!(error instanceof StoreProblem)) throw error
      this.#postpone(error, save)
    }
  }

  #postpone(error: StoreProblem, save: () => void): void {
    if (this.problem === undefined) this.#around.onPass(error.message)
    this.problem = error.message
    this.#unsaved = { save, at: this.#around.now() + SAVE_AGAIN_MS }
  }

  /** Removes what a pass has created that was killed on its way. */
  async #cleanUpAfterKill(): Promise<void> {
    const { history, now, env, onPass } = this.#around
    for (const { id, journal } of history.interrupted(this.deployment.name)) {
      if (journal !== null && existsSync(journal)) {
        const left = await cleanJournal(this.deployment.target, journal, { env }).catch(() => undefined)
        if (left?.length === 0) rmSync(journal)
        else
          onPass(
            `${this.deployment.name}: a pass was interrupted, and not all that it created is removed; agent-work conformance cleanup --journal ${journal}`,
          )
      }
      history.abandon(id, now(), 'interrupted')
    }
  }

  async #askVersion(): Promise<void> {
    const { versionUrl } = this.deployment
    const { now } = this.#around
    if (versionUrl === undefined || now() - this.#versionAt < VERSION_EVERY_MS) return
    this.#versionAt = now()
    this.#version = (await deployedVersion(versionUrl)) ?? this.#version
  }
}

const REASON: Record<Why, string> = {
  first: 'the first',
  due: 'due',
  deploy: 'a new version',
  repetition: 'a change is looked at again',
  down: 'it was down',
  once: 'asked for',
}
