/** Traffic that passed through the proxy: a journal without keys, findings about requirements, and a report. */
import { type Contract, type Issue, judgeBy, type OperationId, type RawRequest } from '#openapi'
import { inScenario } from '../engine/current-scenario.ts'
import { Recorder } from '../engine/recording.ts'
import { redactorFor } from '../engine/redactor.ts'
import { eventsOf, jsonOf } from '../extract/event-stream.ts'
import { makeReport } from '../report/make-report.ts'
import type { Report } from '../report/report.ts'
import { requirements } from '../requirements/contract.ts'
import type { Exchange } from '../requirements/exchange.ts'
import type { Finding } from '../requirements/verdict.ts'
import { readTarget, type Target } from '../target/target.ts'
import { judgeExchange } from './judge-exchange.ts'
import { RateWatch } from './rate-watch.ts'

/** A message that differs from the contract, beyond stated requirements: the contract also contains assumptions. */
export interface Difference {
  readonly direction: 'request' | 'reply'
  readonly operation: string
  readonly message: string
  /** How often, and where it was last seen. */
  count: number
  exchange: number
}

const MAX_KEPT = 1_000
/** Maximum number of findings of one kind kept per requirement. */
const MAX_ALIKE = 3
const MAX_DIFFERENCES = 500

export interface TrafficOptions {
  /** Base URL of the deployment, without a trailing slash. */
  readonly baseUrl: string
  /** The contract, adapted to the deployment's answers where these are known. */
  readonly contract: Contract
  /** Receives the lines of a recording. */
  readonly record?: ((line: string) => void) | undefined
}

export class Traffic {
  readonly #target: Target
  readonly #redactor: ReturnType<typeof redactorFor>
  readonly #recorder: Recorder | undefined
  readonly #contract: ReturnType<typeof judgeBy>
  readonly #started = new Date()
  readonly #keys = new Map<string, string>()
  readonly #findings = new Map<string, Finding[]>()
  readonly #differences = new Map<string, Difference>()
  readonly #rates = new RateWatch()
  readonly #kept: Exchange[] = []
  readonly #requests: Record<string, number> = {}
  #count = 0

  constructor({ baseUrl, contract, record }: TrafficOptions) {
    // No keys are known in advance; keys seen in traffic become known.
    this.#target = { ...readTarget({ base_url: baseUrl, keys: { none: { value: '-' } } }, {}), keys: [] }
    this.#redactor = redactorFor(this.#target)
    this.#contract = judgeBy(contract)
    this.#recorder = record && new Recorder(this.#target, this.#redactor, record)
    this.#recorder?.head({
      target: { name: this.#target.name, base_url: baseUrl },
      started_at: this.#started.toISOString(),
      nonce: '',
      requirements: [],
      read_only: false,
      skip_rate_limit: true,
    })
  }

  nextId(): number {
    return ++this.#count
  }

  /** The name of a key, from the Authorization header; registers the key for redaction. */
  nameOf(authorization: string | undefined): string {
    const secret = authorization?.replace(/^\w+ +/, '').trim()
    if (!secret) return 'none'
    const name = this.#keys.get(secret) ?? `key-${this.#keys.size + 1}`
    if (!this.#keys.has(secret)) {
      this.#keys.set(secret, name)
      this.#redactor.add(secret, name.toUpperCase().replace('-', '_'))
    }
    return name
  }

  /** Adds an exchange to the journal, the recording, the findings and the differences. */
  async take(one: Exchange, path: Readonly<Record<string, string | undefined>>): Promise<void> {
    this.#requests[one.operation || 'other'] = (this.#requests[one.operation || 'other'] ?? 0) + 1
    this.#kept.push(this.#withoutSecrets(one))
    if (this.#kept.length > MAX_KEPT) this.#kept.shift()
    const { operation, key, method, url, requestBody } = one
    await inScenario('traffic', undefined, async () =>
      this.#recorder?.exchange({ operation, key, method, url, body: requestBody }, one, false),
    )
    if (operation === '') return
    for (const seen of [...judgeExchange(one), ...this.#rates.judge(one)])
      this.#find({ ...seen, scenario: 'traffic', evidence: [one] })
    this.#compare(one, path)
  }

  /** Kept exchanges, latest last. */
  journal(): Exchange[] {
    return this.#kept
  }

  /** Violated requirements, and differences from the contract that are not violations. */
  violations() {
    const { requirements: rows, counts } = this.report()
    return {
      counts,
      violated: rows
        .filter(({ verdict }) => verdict === 'violated')
        .map(({ id, statement, findings }) => ({ id, statement, findings })),
      differences: [...this.#differences.values()],
    }
  }

  /** A report in the suite's form: requirements without traffic are not exercised. */
  report(): Report {
    const findings = [...this.#findings.values()].flat()
    const report = makeReport({
      target: this.#target,
      started: this.#started,
      redactor: this.#redactor,
      selected: new Set(requirements.map(({ id }) => id)),
      results: [
        {
          id: 'traffic',
          title: 'Calls of others, as they passed',
          ms: Date.now() - this.#started.getTime(),
          findings,
        },
      ],
      observations: [],
      advice: [],
      strict: false,
      command: 'agent-work conformance --target target.yaml',
      problems: [],
      cost: { requests: this.#requests, runs: 0, euros: 0, cuts: [] },
      heldSeconds: 0,
      leftovers: [],
      notes: ['This is a report of real traffic: what nobody did is not exercised.'],
      allowNotExercised: ['all'],
    })
    // Missing calls do not hide a violation.
    if (report.counts.violated > 0) return report
    return { ...report, outcome: 'Nothing in what passed contradicts the specification.' }
  }

  #find(finding: Finding): void {
    const alike = `${finding.requirement} ${finding.kind}`
    const found = this.#findings.get(alike) ?? []
    if (found.length < MAX_ALIKE) found.push(finding)
    this.#findings.set(alike, found)
  }

  #compare(one: Exchange, path: Readonly<Record<string, string | undefined>>): void {
    const id = one.operation as OperationId
    const type = one.headers['content-type']
    const body = one.requestBody === undefined ? undefined : jsonOf(one.requestBody)
    const raw: RawRequest = {
      path,
      query: new URL(one.url).searchParams,
      header: one.requestHeaders,
      ...(body !== undefined && { body }),
    }
    const request = this.#contract.validateRequest(id, raw)
    const isStream = type?.startsWith('text/event-stream') ?? false
    const whole =
      isStream || one.truncated ? [] : this.#contract.validateReply(id, one.status, type, one.json)
    const events = isStream
      ? eventsOf(one.chunks).flatMap(({ json }) =>
          json === undefined ? [] : this.#contract.validateEvent(id, json),
        )
      : []
    // A client error that was refused is not a difference.
    if (!request.ok && one.status < 400) this.#differ('request', one, request.issues)
    this.#differ('reply', one, [...whole, ...events])
  }

  #differ(direction: Difference['direction'], one: Exchange, issues: readonly Issue[]): void {
    for (const { message, field } of issues) {
      const alike = `${direction} ${one.operation} ${field.replaceAll(/\[\d+\]/g, '[]')}`
      const known = this.#differences.get(alike)
      if (known) Object.assign(known, { count: known.count + 1, exchange: one.id })
      else if (this.#differences.size < MAX_DIFFERENCES)
        this.#differences.set(alike, {
          direction,
          operation: one.operation,
          message: this.#redactor.text(message),
          count: 1,
          exchange: one.id,
        })
    }
  }

  #withoutSecrets(one: Exchange): Exchange {
    const { json: _, ...shown } = one
    return {
      ...(this.#redactor.data({ ...shown, at: one.at.toISOString() }) as unknown as Exchange),
      at: one.at,
    }
  }
}
