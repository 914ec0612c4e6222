/** What a scenario works with: calls, verdicts, created records, and waiting. */

import { operation, scopeOf } from '../requirements/contract.ts'
import { type Exchange, isRefusal, isSuccess, said } from '../requirements/exchange.ts'
import { type Lack, lackOf, lacks, Missing, SetupFailed } from '../requirements/missing.ts'
import type { Finding } from '../requirements/verdict.ts'
import type { RuleId } from '../rules/rules.ts'
import type { Fixture, Key, Target } from '../target/target.ts'
import type { FixtureName } from '../target/target-schema.ts'
import type { CreationKind } from './cleanup-journal.ts'
import type { CallOptions } from './client.ts'
import { inScenario, scenarioNow } from './current-scenario.ts'
import type { Keyring } from './keyring.ts'
import { unseen } from './looked-at.ts'
import { mayBeRefusedByRole, mayBeRefusedByState } from './may-be-refused.ts'
import { memoized } from './memoized.ts'
import { callNamed } from './named-call.ts'
import { notAskedAgain, STOPPED } from './replay.ts'
import type { SuiteContext } from './suite-context.ts'
import { NoAnswer } from './transport.ts'

/** How many calls are kept as evidence of a finding that names none. */
const RECENT = 12

/** The scenario of a trial, with the requirements that it may judge. */
export interface TriedScenario {
  id: string
  requirements: readonly string[]
}

export class Trial {
  readonly scenario: TriedScenario
  readonly context: SuiteContext
  readonly findings: Finding[] = []
  /** Journal numbers of what this scenario created. */
  readonly made = new Set<number>()
  /** The calls since the last finding, the latest last. */
  #recent: Exchange[] = []
  #isJudged = false

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

  /** Whether any of these requirements is selected; check before costly steps. */
  wants(...ids: readonly string[]): boolean {
    return ids.some(id => this.context.selected.has(id))
  }

  /** Whether this scenario has already judged the requirement. */
  isDecided(id: string): boolean {
    return this.findings.some(one => one.requirement === id && one.kind !== 'not exercised')
  }

  /** Whether this scenario has already found the requirement violated. */
  isViolated(id: string): boolean {
    return this.findings.some(one => one.requirement === id && one.kind === 'violated')
  }

  /** Calls an operation, by default with a key of the tenant under test that has its scope. */
  async call(operationId: string, options: CallOptions = {}): Promise<Exchange> {
    this.context.budget.takeTime()
    const reads = operation(operationId).method === 'GET' || operationId === 'searchKnowledge'
    if (!reads) {
      if (this.context.readOnly) throw new Missing('read-only: this check sends something that is no read')
      await this.#guard(operationId, options)
    }
    const key = options.key ?? this.keys.with(scopeOf(operationId))
    const exchange = await callNamed(this.context.client, operationId, { ...options, key })
    this.#note(exchange)
    return exchange
  }

  #note(exchange: Exchange) {
    this.#recent = this.#isJudged ? [exchange] : [...this.#recent.slice(1 - RECENT), exchange]
    this.#isJudged = false
  }

  /** The guard's reads do not belong to the scenario, and a recording needs no guard. */
  async #guard(operationId: string, options: CallOptions) {
    const { client, ownership, replay } = this.context
    if (replay) return
    try {
      await inScenario('ownership', undefined, () => ownership.guard(client, operationId, options))
    } catch (problem) {
      if (problem instanceof Missing) throw new NotSent(problem.lack)
      if (problem instanceof NoAnswer) throw new NotSent(`no answer: ${problem.message}`)
      throw problem
    }
  }

  /**
   * A read whose reply checks may share, because its content matters and not its time. Use it for rate-limited
   * endpoints, whose limits determine most of the duration of a run.
   */
  async read(operationId: string, options: Pick<CallOptions, 'key' | 'query'> = {}): Promise<Exchange> {
    const key = options.key ?? this.keys.with(scopeOf(operationId))
    const who = typeof key === 'object' && 'name' in key ? key.name : JSON.stringify(key)
    const query = Object.entries(options.query ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1))
    const name = `${operationId} ${who} ${JSON.stringify(query)}`
    const exchange = await this.once(name, () => this.call(operationId, { ...options, key }))
    this.#note(exchange)
    return exchange
  }

  /**
   * Judges `met` or `violated` by a rule; the sentence says what was seen. The evidence must hold what the rule concludes
   * from. By default it is the last call; for `met` all calls since the last finding, which are added where the evidence
   * alone shows too little.
   */
  expect(
    rule: RuleId,
    requirement: Requirements,
    holds: boolean,
    sentence: string,
    ...evidence: Exchange[]
  ): boolean {
    this.#emit(requirement, holds ? 'met' : 'violated', sentence, evidence, undefined, rule)
    return holds
  }

  /**
   * The rule did not find what would have been a violation; the evidence shows where it looked. Evidence in which nothing
   * could have been seen gives no verdict.
   */
  met(rule: RuleId, requirement: Requirements, sentence: string, ...evidence: Exchange[]) {
    this.#emit(requirement, 'met', sentence, evidence, undefined, rule)
  }

  violated(rule: RuleId, requirement: Requirements, sentence: string, ...evidence: Exchange[]) {
    this.#emit(requirement, 'violated', sentence, evidence, undefined, rule)
  }

  /** Gives no verdict; says what is missing, or why the evidence is inconclusive. */
  notExercised(requirement: string | readonly string[], missing: Lack | string, ...evidence: Exchange[]) {
    const lack = lackOf(missing)
    this.#emit(requirement, 'not exercised', lack.what, evidence, lack)
  }

  /** Reports the deployment's answer to a gap. */
  observe(gap: string, answer: string, ...evidence: Exchange[]) {
    this.context.observations.push({ gap, answer, evidence: this.#or(evidence) })
  }

  /** Reports a deviation from what the specification implies without stating it; never a verdict. */
  advise(id: string, reading: string, seen: string, ...evidence: Exchange[]) {
    this.context.advice.push({ id, reading, seen, scenario: this.scenario.id, evidence: this.#or(evidence) })
  }

  /**
   * Whether the operation returned its stated status. Ends the scenario without verdict when a key without declared
   * scopes was refused: it may lack the scope.
   */
  served(requirement: Requirements, exchange: Exchange): boolean {
    if (!this.answered(requirement, exchange)) return false
    this.met('stated-status', requirement, said(exchange), exchange)
    return true
  }

  /** Like `served`, for a requirement whose content is judged next: the status alone does not meet it. */
  answered(requirement: Requirements, exchange: Exchange): boolean {
    this.refusedByScope(exchange)
    const { successStatus } = operation(exchange.operation)
    if (exchange.status === successStatus) return true
    const sentence = said(exchange)
    if (mayBeRefusedByState(exchange))
      this.notExercised(requirement, `a request that is served: ${sentence}`, exchange)
    else if (mayBeRefusedByRole(exchange, this.target))
      this.notExercised(
        requirement,
        lacks.key(scopeOf(exchange.operation), 'admin', `a key of an admin: ${sentence}`),
        exchange,
      )
    else this.violated('stated-status', requirement, `${sentence}, ${successStatus} is stated`, exchange)
    return false
  }

  /** Ends the scenario when a key without declared scopes was refused that has not shown that it has this one. */
  refusedByScope(exchange: Exchange) {
    const { operation: id, key: name, status } = exchange
    const key = this.target.keys.find(one => one.name === name)
    if ((status !== 401 && status !== 403) || !key || key.declared) return
    const scope = scopeOf(id)
    if (this.input(`${name} has ${scope}`, () => this.context.observed.scopes.has(`${name} ${scope}`))) return
    throw new Missing(`${said(exchange)}: perhaps key ${name} has no scope ${scope}`)
  }

  /**
   * Reads what the path names, once it is shown: what this run of the suite has just made may not be found at first. By its
   * number, only own tasks are read so.
   */
  async readOnceShown(operationId: string, options: CallOptions = {}): Promise<Exchange> {
    const { ownRecords } = this.context
    const { task_id, run_id, ref } = options.path ?? {}
    const isOurs = ref !== undefined || ownRecords.has('task', task_id) || ownRecords.has('run', run_id)
    let exchange = await this.call(operationId, options)
    const isHidden = () => isRefusal(exchange) && this.#isAbsent(exchange, task_id ?? run_id)
    if (!isOurs || operation(operationId).method !== 'GET') return exchange
    // An operation that did not show what it was asked for in all that time is not waited for again.
    const never = `${operationId} shows nothing`
    if (this.context.memory.has(never) || !(await isHidden())) return exchange
    const look = async () => {
      exchange = await this.call(operationId, options)
      return (await isHidden()) ? undefined : exchange
    }
    const shown = await this.until('what was just made to be shown', this.target.pace.lateSeconds, look)
    if (!shown) this.context.memory.set(never, Promise.resolve())
    return exchange
  }

  /** Whether the refusal of a read may say that there is no such record, or not yet. */
  async #isAbsent(
    { operation: id, key: name, status }: Exchange,
    record: string | undefined,
  ): Promise<boolean> {
    const { client, ownership, replay } = this.context
    const key = this.keys.named(name)
    if (status === 404 || record === undefined || !key) return status === 404
    const kind = operation(id).path.includes('{task_id}') ? 'task' : 'run'
    // What is asked to know it is not recorded.
    const ask = () => ownership.isAbsent(client, kind, record, key, status)
    const isAbsent = !replay && (await inScenario('ownership', undefined, ask))
    return this.input(`absent ${id} ${record}`, () => isAbsent)
  }

  /** Returns only a successful reply; throws `SetupFailed` otherwise. */
  async need(operationId: string, options: CallOptions = {}): Promise<Exchange> {
    const exchange = await this.readOnceShown(operationId, options)
    if (isSuccess(exchange)) return exchange
    throw new SetupFailed(operation(operationId), exchange.status)
  }

  fixture(name: FixtureName): Fixture {
    const fixture = this.target.fixtures.get(name)
    if (!fixture) throw new Missing(lacks.fixture(name))
    return fixture
  }

  /** Memoizes a result per run of the suite, failures included. */
  once<T>(name: string, evaluate: () => Promise<T>): Promise<T> {
    return memoized(this.context, this.scenario.id, name, evaluate)
  }

  /** An input of a verdict that is not a reply, kept in the recording. */
  input<T>(name: string, look: () => T): T {
    const value = this.context.replay ? this.context.replay.input(name, look) : look()
    this.context.recorder?.input(name, value)
    return value
  }

  /** Journals a creation before the request is sent; pass the reply to `made`. */
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
    const exchange = await send().catch(problem => {
      if (problem instanceof NotSent) this.context.journal.gone(n)
      throw problem
    })
    const made = id(exchange)
    if (made !== undefined) this.context.journal.made(n, made)
    else if (exchange.status >= 400) this.context.journal.gone(n)
    return exchange
  }

  /** A value as JSON for a sentence: redacted, then truncated. */
  quote(value: unknown, length = 80): string {
    return this.context.redactor.text(JSON.stringify(value) ?? 'nothing').slice(0, length)
  }

  /** A recognisable name, unique per run of the suite. */
  name(what: string): string {
    return `Conformance ${this.context.nonce}: ${what}`
  }

  /** The deployment's clock, for measuring durations. */
  seconds(): number {
    return (scenarioNow() / 1000) * this.target.pace.clockScale
  }

  /** When a reply was complete, on the same clock; equal in a replay. */
  secondsAt({ at, ms }: Exchange): number {
    return ((at.getTime() + ms) / 1000) * this.target.pace.clockScale
  }

  /** A pause on the deployment's clock. Ends the scenario at once where less time is left. */
  async sleep(seconds: number): Promise<void> {
    this.context.budget.takeTime((seconds * 1000) / this.target.pace.clockScale)
    return this.context.client.sleep(seconds)
  }

  /** Reads again until the reading is right or the time is over, because replies may lag behind; returns the last. */
  async settled<T>(what: string, read: () => Promise<T>, isRight: (reading: T) => boolean): Promise<T> {
    let reading = await read()
    if (isRight(reading)) return reading
    await this.until(what, this.target.pace.lateSeconds, async () => {
      reading = await read()
      return isRight(reading) ? reading : undefined
    })
    return reading
  }

  /** As `settled`, of the replies to a call. */
  replied(
    what: string,
    operationId: string,
    options: CallOptions,
    isRight: (reply: Exchange) => boolean,
  ): Promise<Exchange> {
    return this.settled(what, () => this.call(operationId, options), isRight)
  }

  /** Whether that comes to be before the time is over. */
  async comes(
    what: string,
    is: () => Promise<boolean>,
    seconds = this.target.pace.lateSeconds,
  ): Promise<boolean> {
    return (await this.until(what, seconds, async () => (await is()) || undefined)) ?? false
  }

  /**
   * Repeats `ask` at growing intervals until it returns a value or the time is over. The last one is sent after that time,
   * however long this process had to wait for a processor.
   */
  async until<T>(what: string, seconds: number, ask: () => Promise<T | undefined>): Promise<T | undefined> {
    const { clockScale, pollSeconds } = this.target.pace
    // In a replay, polls side by side move one clock: what ends them is that no more was recorded.
    const deadline = scenarioNow() + ((this.context.replay ? 100 : 1) * seconds * 1000) / clockScale + 250
    for (
      let gap = Math.min(0.15 * Math.sqrt(clockScale), pollSeconds);
      ;
      gap = Math.min(gap * 1.4, pollSeconds)
    ) {
      const isLast = scenarioNow() >= deadline
      const answer = await ask().catch(notAskedAgain)
      if (answer === STOPPED) return undefined
      if (answer !== undefined) return answer
      if (isLast) return undefined
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
    rule?: RuleId,
  ) {
    const ids = typeof requirement === 'string' ? [requirement] : requirement
    const isMet = kind === 'met' && rule !== undefined
    const isEnough = evidence.length > 0 && !(isMet && unseen(rule, sentence, evidence))
    const named = isMet ? [...new Set([...this.#recent, ...evidence])] : this.#or(evidence)
    const shown = isEnough || kind === 'not exercised' ? evidence : named
    const open = isMet ? unseen(rule, sentence, shown) : undefined
    for (const id of ids) {
      if (!this.scenario.requirements.includes(id)) {
        throw new Error(`scenario ${this.scenario.id} gives a verdict on ${id}, which it does not declare`)
      }
      const finding = { requirement: id, rule, scenario: this.scenario.id, evidence: shown }
      if (open) this.findings.push({ ...finding, kind: 'not exercised', sentence: open.what, lack: open })
      else this.findings.push({ ...finding, kind, sentence, lack })
    }
    this.#isJudged = true
  }

  #or(evidence: Exchange[]): Exchange[] {
    return evidence.length > 0 ? evidence : this.#recent.slice(-1)
  }
}

type Requirements = string | readonly string[]

/** A request that changes something was not sent, because what must be read before could not be. */
class NotSent extends Missing {}
