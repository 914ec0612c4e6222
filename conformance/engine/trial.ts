/** What a scenario works with: calls, verdicts, things it creates, and waiting. */

import { setImmediate } from 'node:timers/promises'
import { operation, scopeOf } from '../requirements/contract.ts'
import type { Exchange } from '../requirements/exchange.ts'
import { type Lack, lackOf, lacks, Missing, SetupFailed } from '../requirements/missing.ts'
import type { Advice, Finding, Observation } from '../requirements/verdict.ts'
import type { Fixture, Key, Target } from '../target/target.ts'
import type { FixtureName } from '../target/target-schema.ts'
import type { Budget } from './budget.ts'
import type { CleanupJournal, CreationKind } from './cleanup-journal.ts'
import type { CallOptions, Client } from './client.ts'
import { inScenario, scenarioNow } from './current-scenario.ts'
import type { Keyring } from './keyring.ts'
import type { ObservedReplies } from './observed-replies.ts'
import type { OwnRecords } from './own-records.ts'
import type { Ownership } from './ownership.ts'
import type { Recorder } from './recording.ts'
import type { Redactor } from './redactor.ts'
import { NotRecorded, type Replay } from './replay.ts'

/** What all scenarios of one run of the suite have in common. */
export interface SuiteContext {
  target: Target
  client: Client
  budget: Budget
  journal: CleanupJournal
  ownership: Ownership
  ownRecords: OwnRecords
  redactor: Redactor
  keys: Keyring
  nonce: string
  /** When the run began. */
  today: Date
  /** Nothing may be sent that creates, changes or spends anything. */
  readOnly: boolean
  /** The requirements that this run answers for; a scenario may leave out what nobody asked for. */
  selected: ReadonlySet<string>
  /** Results that several scenarios share, by name. */
  memory: Map<string, Promise<unknown>>
  observations: Observation[]
  advice: Advice[]
  observed: ObservedReplies
  /** Workspace-wide endpoints on which an admin was seen to see more than a manager. */
  wholeFor: Set<string>
  /** Whether that scenario is over, is none of this run, or waits for all others itself. */
  isOver: (scenario: string) => boolean
  /** Writes down what the scenarios go by. */
  recorder?: Recorder | undefined
  /** The recording that is judged instead of a deployment. */
  replay?: Replay | undefined
  /** What the terminal says while something long is waited for. */
  waiting: (scenario: string, what: string) => void
}

/** The scenario that a trial belongs to: the requirements are those that it may judge. */
export interface TriedScenario {
  id: string
  requirements: readonly string[]
}

export class Trial {
  readonly scenario: TriedScenario
  readonly context: SuiteContext
  readonly findings: Finding[] = []
  /** Numbers in the journal of what this scenario made. */
  readonly made = new Set<number>()
  #last: Exchange | undefined

  constructor(scenario: TriedScenario, common: SuiteContext) {
    this.scenario = scenario
    this.context = common
  }

  get keys(): Keyring {
    return this.context.keys
  }
  get target(): Target {
    return this.context.target
  }

  /** Whether any of these is asked for; costly parts of a story ask before they begin. */
  wants(...ids: readonly string[]): boolean {
    return ids.some(id => this.context.selected.has(id))
  }

  /** Whether this scenario has a verdict on the requirement already. */
  isDecided(id: string): boolean {
    return this.findings.some(one => one.requirement === id && one.kind !== 'not exercised')
  }

  /** Calls an operation, with a key of the tenant under test that has its scope unless another is given. */
  async call(operationId: string, options: CallOptions = {}): Promise<Exchange> {
    this.context.budget.takeTime()
    const reads = operation(operationId).method === 'GET' || operationId === 'searchKnowledge'
    if (!reads) {
      if (this.context.readOnly) throw new Missing('read-only: this check sends something that is no read')
      await this.#guard(operationId, options)
    }
    const key = options.key ?? this.keys.for(scopeOf(operationId))
    const exchange = await this.context.client.call(operationId, { ...options, key })
    this.#last = exchange
    return exchange
  }

  /** Its reads are none of the scenario's, and a recording needs no protection. */
  async #guard(operationId: string, options: CallOptions) {
    const { client, ownership, replay } = this.context
    if (replay) return
    await inScenario('ownership', undefined, () => ownership.guard(client, operationId, options))
  }

  /**
   * A read whose reply other checks may share: what it says counts, not when it was said. Limited endpoints are asked
   * this way, because their limit is what a run of the suite takes most of its time for.
   */
  async read(operationId: string, options: Pick<CallOptions, 'key' | 'query'> = {}): Promise<Exchange> {
    const key = options.key ?? this.keys.for(scopeOf(operationId))
    const who = typeof key === 'object' && 'name' in key ? key.name : JSON.stringify(key)
    const query = Object.entries(options.query ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1))
    const name = `${operationId} ${who} ${JSON.stringify(query)}`
    const exchange = await this.once(name, () => this.call(operationId, { ...options, key }))
    this.#last = exchange
    return exchange
  }

  /** Gives `met` or `violated`; the sentence says what was seen. Evidence is the last exchange unless given. */
  expect(
    requirement: string | readonly string[],
    holds: boolean,
    sentence: string,
    ...evidence: Exchange[]
  ): boolean {
    this.#emit(requirement, holds ? 'met' : 'violated', sentence, evidence)
    return holds
  }

  met(requirement: string | readonly string[], sentence: string, ...evidence: Exchange[]) {
    this.#emit(requirement, 'met', sentence, evidence)
  }

  violated(requirement: string | readonly string[], sentence: string, ...evidence: Exchange[]) {
    this.#emit(requirement, 'violated', sentence, evidence)
  }

  /** No verdict; says what is missing or why what was seen decides nothing. */
  notExercised(requirement: string | readonly string[], missing: Lack | string, ...evidence: Exchange[]) {
    const lack = lackOf(missing)
    this.#emit(requirement, 'not exercised', lack.what, evidence, lack)
  }

  /** Says what the deployment does where the specification is silent. */
  observe(gap: string, answer: string, ...evidence: Exchange[]) {
    this.context.observations.push({ gap, answer, scenario: this.scenario.id, evidence: this.#or(evidence) })
  }

  /** Reports what the text implies without stating it; never a verdict. */
  advise(id: string, reading: string, seen: string, ...evidence: Exchange[]) {
    this.context.advice.push({ id, reading, seen, scenario: this.scenario.id, evidence: this.#or(evidence) })
  }

  /**
   * Whether the operation was served with its stated status. A refusal of a key whose scopes the target does not
   * declare ends the scenario without verdict: perhaps the key has not got the scope.
   */
  served(requirement: string | readonly string[], exchange: Exchange): boolean {
    const { successStatus, method, path } = operation(exchange.operation)
    const sentence = `${method} ${path} answered ${exchange.status}`
    const key = this.target.keys.find(one => one.name === exchange.key)
    if ((exchange.status === 401 || exchange.status === 403) && key && !key.declared) {
      throw new Missing(`${sentence}: perhaps key ${key.name} has no scope ${scopeOf(exchange.operation)}`)
    }
    return this.expect(
      requirement,
      exchange.status === successStatus,
      `${sentence}, ${successStatus} is stated`,
      exchange,
    )
  }

  /** Like `served`, for a requirement whose content is judged next: the right status alone is no verdict. */
  answered(requirement: string | readonly string[], exchange: Exchange): boolean {
    this.refusedByScope(exchange)
    const { successStatus, method, path } = operation(exchange.operation)
    if (exchange.status === successStatus) return true
    this.violated(
      requirement,
      `${method} ${path} answered ${exchange.status}, ${successStatus} is stated`,
      exchange,
    )
    return false
  }

  /** Ends the scenario when a key whose scopes are not declared was refused. */
  refusedByScope(exchange: Exchange) {
    const key = this.target.keys.find(one => one.name === exchange.key)
    if ((exchange.status !== 401 && exchange.status !== 403) || !key || key.declared) return
    const { method, path } = operation(exchange.operation)
    const scope = scopeOf(exchange.operation) ?? 'that it needs'
    throw new Missing(
      `${method} ${path} answered ${exchange.status}: perhaps key ${key.name} has no scope ${scope}`,
    )
  }

  /** Goes on only with a reply of success; throws `SetupFailed` otherwise. */
  async need(operationId: string, options: CallOptions = {}): Promise<Exchange> {
    const exchange = await this.call(operationId, options)
    if (exchange.status >= 200 && exchange.status < 300) return exchange
    throw new SetupFailed(operation(operationId), exchange.status)
  }

  fixture(name: FixtureName): Fixture {
    const fixture = this.target.fixtures.get(name)
    if (!fixture) throw new Missing(lacks.fixture(name))
    return fixture
  }

  /** Memoized per run of the suite; a failure is remembered, too. */
  once<T>(name: string, evaluate: () => Promise<T>): Promise<T> {
    const { memory, replay, recorder } = this.context
    const known = memory.get(name)
    if (known) return known as Promise<T>
    const recorded = replay?.evaluatedBy(name) ?? []
    const [first] = recorded
    if (first !== undefined && !recorded.includes(this.scenario.id)) return this.#after(first, name, evaluate)
    recorder?.memoized(name)
    const value = evaluate()
    memory.set(name, value)
    value.catch(() => {})
    return value
  }

  /** In a replay the scenario that evaluated the value then does so again: the answers are recorded under its name. */
  async #after<T>(scenario: string, name: string, evaluate: () => Promise<T>): Promise<T> {
    const { memory, isOver } = this.context
    while (!memory.has(name) && !isOver(scenario)) await setImmediate()
    return (memory.get(name) as Promise<T> | undefined) ?? evaluate()
  }

  /** Whether a limited endpoint can be asked without waiting for its pace. */
  isFree(operationId: string): boolean {
    return this.input(`free ${operationId}`, () => this.context.client.lately(operationId).delay <= 0)
  }

  /** Something that a verdict depends on and that no reply says; a recording keeps it. */
  input<T>(name: string, look: () => T): T {
    const value = this.context.replay ? this.context.replay.input(name, look) : look()
    this.context.recorder?.input(name, value)
    return value
  }

  /** Writes down that something is about to be made; the answer is given to `made`. */
  async make(
    kind: CreationKind,
    mark: string,
    key: Key,
    send: () => Promise<Exchange>,
    id: (exchange: Exchange) => string | undefined,
    parent?: string,
  ): Promise<Exchange> {
    const n = this.context.journal.intend({
      kind,
      mark,
      key: key.name,
      ...(parent !== undefined && { parent }),
    })
    this.made.add(n)
    const exchange = await send()
    const made = id(exchange)
    if (made !== undefined) this.context.journal.made(n, made)
    else if (exchange.status >= 400) this.context.journal.gone(n)
    return exchange
  }

  /** A value as JSON for a sentence, cut after keys were taken out of it. */
  quote(value: unknown, length = 80): string {
    return this.context.redactor.text(JSON.stringify(value) ?? 'nothing').slice(0, length)
  }

  /** A recognisable name, different in every run of the suite. */
  name(what: string): string {
    return `Conformance ${this.context.nonce}: ${what}`
  }

  /** On the deployment's clock, to measure how long something has lasted. */
  seconds(): number {
    return (scenarioNow() / 1000) * this.target.pace.clockScale
  }

  /** When a reply was there, on the same clock; the same in a recording. */
  secondsAt({ at, ms }: Exchange): number {
    return ((at.getTime() + ms) / 1000) * this.target.pace.clockScale
  }

  sleep(seconds: number): Promise<void> {
    return this.context.client.sleep(seconds)
  }

  /** Asks again, a little slower each time, until there is an answer or the time is over. */
  async until<T>(what: string, seconds: number, ask: () => Promise<T | undefined>): Promise<T | undefined> {
    const { clockScale, pollSeconds } = this.target.pace
    const deadline = scenarioNow() + (seconds * 1000) / clockScale + 250
    for (
      let gap = Math.min(0.15 * Math.sqrt(clockScale), pollSeconds);
      ;
      gap = Math.min(gap * 1.4, pollSeconds)
    ) {
      const answer = await ask().catch(notAskedAgain)
      if (answer === STOPPED) return undefined
      if (answer !== undefined) return answer
      if (scenarioNow() >= deadline) return undefined
      this.context.waiting(this.scenario.id, what)
      await this.sleep(Math.max(gap, 0.015 * clockScale))
    }
  }

  #emit(
    requirement: string | readonly string[],
    kind: Finding['kind'],
    sentence: string,
    evidence: Exchange[],
    lack?: Lack,
  ) {
    const ids = typeof requirement === 'string' ? [requirement] : requirement
    for (const id of ids) {
      if (!this.scenario.requirements.includes(id)) {
        throw new Error(`scenario ${this.scenario.id} gives a verdict on ${id}, which it does not declare`)
      }
      const shown = kind === 'not exercised' ? evidence : this.#or(evidence)
      this.findings.push({
        requirement: id,
        kind,
        sentence,
        lack,
        scenario: this.scenario.id,
        evidence: shown,
      })
    }
  }

  #or(evidence: Exchange[]): Exchange[] {
    return evidence.length > 0 ? evidence : this.#last ? [this.#last] : []
  }
}

const STOPPED = Symbol('stopped')

/** The recording ends where the asking had ended. */
function notAskedAgain(problem: unknown): typeof STOPPED {
  if (problem instanceof NotRecorded) return STOPPED
  throw problem
}
