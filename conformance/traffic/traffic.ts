/** Traffic that passed through the proxy: a journal without keys, findings about requirements, and a report. */
import { type Contract, type Issue, judgeBy, type OperationId, type RawRequest } from '#openapi'
import { inScenario } from '../engine/current-scenario.ts'
import { Recorder } from '../engine/recording.ts'
import { redactorFor } from '../engine/redactor.ts'
import { eventsOf, isEventStream, jsonOf } from '../extract/event-stream.ts'
import { makeReport } from '../report/make-report.ts'
import type { Report } from '../report/report.ts'
import { requirements } from '../requirements/contract.ts'
import type { Exchange } from '../requirements/exchange.ts'
import type { Finding } from '../requirements/verdict.ts'
import { readTarget, type Target } from '../target/target.ts'
import { judgeExchange } from './judge-exchange.ts'
import { RateWatch } from './rate-watch.ts'
import { SeenKeys, shownAs } from './seen-keys.ts'

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
/** Characters of all kept exchanges. */
const MAX_KEPT_TEXT = 16 * 1024 * 1024
/** Characters of a message that are kept. */
const MAX_TEXT = 64 * 1024
/** Redacted together with them, so that a key at the end is recognised. */
const BEYOND = 32 * 1024
/** Characters of a sentence: it may quote what was sent. */
const MAX_SENTENCE = 500
/** Issues of a message that are compared with those known. */
const MAX_ISSUES = 50
/** Maximum number of findings of one kind kept per requirement. */
const MAX_ALIKE = 3
const MAX_DIFFERENCES = 500

export class Traffic {
  readonly #target: Target
  readonly #redactor: ReturnType<typeof redactorFor>
  readonly #recorder: Recorder | undefined
  readonly #contract: ReturnType<typeof judgeBy>
  readonly #started = new Date()
  /** Names for keys; each key named is redacted from then on. */
  readonly keys: SeenKeys
  readonly #findings = new Map<string, Finding[]>()
  readonly #differences = new Map<string, Difference>()
  readonly #rates = new RateWatch()
  /** Kept exchanges, latest last. */
  readonly journal: Exchange[] = []
  #keptText = 0
  #unjudged = 0
  readonly #requests: Record<string, number> = {}
  #count = 0

  /** The base URL has no trailing slash; the contract is adapted to the deployment's answers where these are known. */
  constructor(baseUrl: string, contract: Contract, record?: (line: string) => void) {
    // No keys are known in advance; keys seen in traffic become known.
    this.#target = { ...readTarget({ base_url: baseUrl, keys: { none: { value: '-' } } }, {}), keys: [] }
    this.#redactor = redactorFor(this.#target)
    this.keys = new SeenKeys(this.#redactor)
    this.#contract = judgeBy(contract)
    this.#recorder = record && new Recorder(this.#target, this.#redactor, record)
    this.#recorder?.head({
      started_at: this.#started.toISOString(),
      nonce: '',
      requirements: [],
      read_only: false,
      skip_rate_limit: true,
    })
  }

  /**
   * Adds an exchange to the journal, the recording, the findings and the differences. Without the parameters of its path
   * it is not judged. Returns the exchange with its number.
   */
  async take(
    seen: Omit<Exchange, 'id'>,
    path: Readonly<Record<string, string | undefined>> | undefined,
  ): Promise<Exchange> {
    const one = { ...seen, id: ++this.#count }
    const operation = one.operation || 'other'
    this.#requests[operation] = (this.#requests[operation] ?? 0) + 1
    try {
      const kept = this.#withoutSecrets(one)
      this.#keep(kept)
      const { key, method, url, requestBody } = one
      const recorded = { ...one, requestHeaders: kept.requestHeaders }
      await inScenario('traffic', undefined, async () =>
        this.#recorder?.exchange(
          { operation: one.operation, key, method, url, body: requestBody },
          recorded,
          false,
        ),
      )
      if (path === undefined) return one
      for (const { requirement, kind, sentence } of [...judgeExchange(one), ...this.#rates.judge(one)])
        this.#find({
          requirement,
          kind,
          sentence: this.#redactor.text(sentence).slice(0, MAX_SENTENCE),
          scenario: 'traffic',
          evidence: [kept],
        })
      this.#compare(one, path)
    } catch {
      // A message that the judge cannot read must not end the proxy.
      this.#unjudged++
    }
    return one
  }

  #keep(one: Exchange): void {
    this.journal.push(one)
    this.#keptText += sizeOf(one)
    while (this.journal.length > MAX_KEPT || this.#keptText > MAX_KEPT_TEXT)
      this.#keptText -= sizeOf(this.journal.shift()!)
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
      // Keys seen in traffic are not described anywhere.
      unkeyed: new Map(),
      heldSeconds: 0,
      leftovers: [],
      notes: [
        'This is a report of real traffic: what nobody did is not exercised.',
        ...(this.#unjudged > 0 ? [`${this.#unjudged} calls could not be judged.`] : []),
      ],
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
    const isStream = isEventStream(one.headers)
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
    for (const { message, field } of issues.slice(0, MAX_ISSUES)) {
      const place = field.slice(0, MAX_SENTENCE).replaceAll(/\[\d+\]/g, '[]')
      const alike = `${direction} ${one.operation} ${place}`
      const known = this.#differences.get(alike)
      if (known) Object.assign(known, { count: known.count + 1, exchange: one.id })
      else if (this.#differences.size < MAX_DIFFERENCES)
        this.#differences.set(alike, {
          direction,
          operation: one.operation,
          message: this.#redactor.text(message.slice(0, 2 * MAX_SENTENCE)).slice(0, MAX_SENTENCE),
          count: 1,
          exchange: one.id,
        })
    }
  }

  /** What is kept of an exchange: redacted at once, because the redactor does not know a key for ever. */
  #withoutSecrets(one: Exchange): Exchange {
    const { requestHeaders, requestBody, text } = one
    const { authorization } = requestHeaders
    const [scheme = ''] = authorization?.match(/^\w+ /) ?? []
    const clean = (long: string) => this.#redactor.text(long.slice(0, MAX_TEXT + BEYOND)).slice(0, MAX_TEXT)
    return {
      ...one,
      url: this.#redactor.text(one.url),
      headers: this.#redactor.data(one.headers),
      requestHeaders: {
        ...this.#redactor.data(requestHeaders),
        ...(authorization !== undefined && { authorization: `${scheme}$${shownAs(one.key)}` }),
      },
      requestBody: requestBody === undefined ? undefined : clean(requestBody),
      text: clean(text),
      // The text has them all; a key may be split over two.
      chunks: [],
      json: undefined,
      truncated: one.truncated || text.length > MAX_TEXT,
    }
  }
}

const sizeOf = ({ url, requestBody = '', text }: Exchange): number =>
  url.length + requestBody.length + text.length
