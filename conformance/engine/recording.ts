/**
 * A recording: every exchange of a run of the suite, one JSON object per line, with the other inputs of the scenarios.
 * The first line gives the format and warns that it contains data; keys appear by name.
 */
import type { Exchange } from '../requirements/exchange.ts'
import { Missing } from '../requirements/missing.ts'
import type { Target } from '../target/target.ts'
import { scenarioName } from './current-scenario.ts'
import type { Redactor } from './redactor.ts'
import { jsonText, mapStrings } from './safe-text.ts'
import { NoAnswer } from './transport.ts'

/** The longest body, in characters, that is kept whole. */
const MAX_BODY = 1024 * 1024

/** The first line; older recordings do not describe the target. */
export interface RecordingHead extends Partial<ReturnType<typeof describeTarget>> {
  recording: 1
  notice: string
  target: { name: string; base_url: string }
  started_at: string
  /** The mark in the names of everything that the run created. */
  nonce: string
  requirements: string[]
  read_only: boolean
  skip_rate_limit: boolean
}

export type RecordedKey = ReturnType<typeof describeTarget>['keys'][number]
export type RecordedFixture = ReturnType<typeof describeTarget>['fixtures'][string]

/** The request, with what a replay needs to find the reply. */
export type Asked = Pick<Exchange, 'operation' | 'key' | 'method' | 'url'> & { body: string | undefined }

interface Line {
  scenario: string
}

export type RecordedExchange = ReturnType<Recorder['lineOf']>

/** No reply came, or waiting for it was stopped. */
interface RecordedFailure extends Line {
  kind: 'failure'
  asked: Asked
  since: number
  failure: { code: string | null; message: string }
}

/** The start of a scenario, the evaluation of a memoized value, or another input that is not a reply. */
type RecordedBegin = Line & { kind: 'begin'; since: number }
type RecordedStory = Line & { kind: 'story'; name: string }
type RecordedInput = Line & { kind: 'input'; name: string; value: unknown }

export type RecordedLine = RecordedExchange | RecordedFailure | RecordedBegin | RecordedStory | RecordedInput

export interface Recording {
  head: RecordingHead
  lines: RecordedLine[]
}

/** Writes the lines, with keys redacted. */
export class Recorder {
  readonly #write: (line: string) => void
  readonly #redactor: Redactor
  readonly #began = performance.now()
  readonly #fixtures: Map<string, string>
  readonly #target: Target

  constructor(target: Target, redactor: Redactor, write: (line: string) => void) {
    this.#write = write
    this.#redactor = redactor
    this.#target = target
    this.#fixtures = new Map([...target.fixtures.values()].map(({ id, name }) => [id, name]))
  }

  head(head: Omit<RecordingHead, 'recording' | 'notice' | 'target'>) {
    const notice =
      'This file holds data of the deployment: replies as they came, whole. Keys stand in it by their names.'
    const target = { name: this.#target.name, base_url: this.#target.baseUrl }
    const described = describeTarget(this.#target)
    const whole = { recording: 1, notice, target, ...head, ...described } satisfies RecordingHead
    this.#write(jsonText(this.#redactor.data(whole)))
  }

  begin(scenario: string) {
    this.#line({ kind: 'begin', scenario, since: this.#since() })
  }

  memoized(name: string) {
    this.#line({ kind: 'story', scenario: scenarioName(), name })
  }

  input(name: string, value: unknown) {
    this.#line({ kind: 'input', scenario: scenarioName(), name, value })
  }

  exchange(asked: Asked, one: Exchange, repeated: boolean) {
    const madeUp = one.key === 'made up' ? secretsIn(one.requestHeaders) : []
    this.#line(this.lineOf(asked, one, repeated), madeUp)
  }

  /** The form of an exchange in the file; its secrets are still in it. */
  lineOf(asked: Asked, one: Exchange, repeated: boolean) {
    const { id, operation, key, method, url, status, text, chunks, redirects } = one
    const parts = new URL(asked.url).pathname.split('/').map(decodedPart)
    const fixtures = parts.flatMap(part =>
      this.#fixtures.has(part) ? [[part, this.#fixtures.get(part)]] : [],
    )
    // Cut after redaction: a truncated key would not be recognised.
    const whole = this.#redactor.text(text)
    const body = whole.slice(0, MAX_BODY)
    return {
      kind: 'exchange' as const,
      scenario: scenarioName(),
      id,
      operation,
      key,
      /** Fixtures of the target whose ids stand in the path, by that id. */
      ...(fixtures.length > 0 && { fixtures: Object.fromEntries(fixtures) as Record<string, string> }),
      at: one.at.toISOString(),
      /** Milliseconds since the start of the run: when the request was sent, and when the reply was complete. */
      since: one.sent - this.#began,
      ms: one.ms,
      request: {
        method: asked.method,
        url: asked.url,
        headers: one.requestHeaders,
        body: asked.body ?? null,
      },
      response: {
        status,
        headers: one.headers,
        body,
        /** The body is incomplete: it was too long, or reading it was stopped on purpose. */
        cut: one.truncated || whole.length > MAX_BODY,
        ended: one.ended,
        chunks: this.#withoutKeys(chunks),
      },
      /** The URL that answered, after redirects. */
      ...((url !== asked.url || method !== asked.method) && { answered_at: `${method} ${url}` }),
      redirects,
      /** A 429 or a failure of the moment, after which the same request was sent again. */
      ...(repeated && { repeated }),
    }
  }

  failure(asked: Asked, problem: unknown) {
    const code = problem instanceof NoAnswer ? problem.code : null
    if (code === 'EABORTED' || (code === null && !(problem instanceof Missing))) return
    const failure = { code, message: (problem as Error).message }
    this.#line({ kind: 'failure', scenario: scenarioName(), asked, since: this.#since(), failure })
  }

  #since() {
    return performance.now() - this.#began
  }

  #line(line: RecordedLine, madeUp: readonly string[] = []) {
    // Redacted before it is serialised: a replacement inside JSON could break an escape.
    const without = mapStrings(line, text =>
      madeUp.reduce((rest, one) => rest.replaceAll(one, '(made up)'), text),
    )
    const clean = this.#redactor.data(without)
    // Names of keys stay, even where a key contains its name: a replay finds requests by them.
    this.#write(jsonText(line.kind === 'exchange' ? { ...clean, key: line.key } : clean))
  }

  /** Joins the parts of a stream where a key may be split over two of them. */
  #withoutKeys(chunks: Exchange['chunks']): Exchange['chunks'] {
    const clean = chunks.map(({ text, ms }) => ({ text: this.#redactor.text(text), ms }))
    const whole = this.#redactor.text(chunks.map(({ text }) => text).join(''))
    if (clean.map(({ text }) => text).join('') === whole) return clean
    return [{ text: whole, ms: chunks.at(-1)?.ms ?? 0 }]
  }
}

/** Others send paths that are not valid URL encoding. */
function decodedPart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** The owners of keys and the fixtures, so that a replay against another deployment can find equivalents. */
function describeTarget({ keys, fixtures, pace }: Target) {
  return {
    keys: keys.map(({ name, role, scopes, owner, personId, tenant, revoked }) => ({
      name,
      role: role ?? null,
      scopes: [...scopes],
      owner: owner ?? null,
      person_id: personId ?? null,
      tenant,
      revoked,
    })),
    fixtures: Object.fromEntries(
      [...fixtures.values()].map(({ name, id, folder, query }) => [
        name,
        {
          id,
          ...(folder !== undefined && { folder: String(folder) }),
          ...(query !== undefined && { query }),
        },
      ]),
    ),
    /** How many times faster the deployment's clock ran. */
    clock_scale: pace.clockScale,
  }
}

/** Invalid keys derive from a real one, so they are redacted as well. */
const secretsIn = ({ authorization = '', cookie = '' }: Record<string, string>): string[] =>
  `${authorization} ${cookie}`
    .split(/[\s;=,]+/)
    .filter(part => part.length > 5 && !/^(bearer|basic|digest)$/i.test(part))

/** Reads a recording back; the message of an error names the line that is not JSON. */
export function readRecording(text: string): Recording {
  const [first = '', ...rest] = text.split('\n').filter(line => line !== '')
  const parsed = (line: string, number: number): unknown => {
    try {
      return JSON.parse(line)
    } catch {
      throw new Error(`line ${number} of the recording is no JSON`)
    }
  }
  const head = parsed(first, 1) as RecordingHead
  if (head.recording !== 1) throw new Error('the first line is not that of a recording, version 1')
  return { head, lines: rest.map((line, index) => parsed(line, index + 2) as RecordedLine) }
}
