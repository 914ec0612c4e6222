/** Answers from a recording: each scenario gets its own replies, in the order of its requests. */

import { jsonOf } from '../extract/event-stream.ts'
import type { Exchange } from '../requirements/exchange.ts'
import { Missing } from '../requirements/missing.ts'
import { advanceTo, scenarioName } from './current-scenario.ts'
import type { Asked, RecordedExchange, RecordedLine, Recording } from './recording.ts'
import { NoAnswer } from './transport.ts'

/** The recording contains no reply to this request. */
class NotRecorded extends Missing {
  constructor(asked: Asked) {
    const request = `${asked.method} ${asked.url} with ${asked.key}`
    super({ what: `not in the recording: ${request}`, add: [], unrecorded: request })
    this.name = 'NotRecorded'
  }
}

type Answer = Extract<RecordedLine, { kind: 'exchange' | 'failure' }>

export class Replay {
  readonly head: Recording['head']
  readonly #answers = new Map<string, Answer[]>()
  readonly #inputs = new Map<string, unknown[]>()
  readonly #begins = new Map<string, number>()
  readonly #evaluatedBy = new Map<string, string[]>()

  constructor({ head, lines }: Recording) {
    this.head = head
    for (const line of lines) this.#take(line)
  }

  #take(line: RecordedLine) {
    if (line.kind === 'begin') this.#begins.set(line.scenario, line.since)
    else if (line.kind === 'story') push(this.#evaluatedBy, line.name, line.scenario)
    else if (line.kind === 'input') push(this.#inputs, `${line.scenario} ${line.name}`, line.value)
    else if (line.kind === 'failure') push(this.#answers, nameOf(line.scenario, line.asked), line)
    else if (!line.repeated) push(this.#answers, nameOf(line.scenario, askedIn(line)), line)
  }

  /** The scenarios that evaluated a memoized value, in order. */
  evaluatedBy(name: string): readonly string[] {
    return this.#evaluatedBy.get(name) ?? []
  }

  ran(scenario: string): boolean {
    return this.#begins.has(scenario)
  }

  beganAt(scenario: string): number {
    return this.#begins.get(scenario) ?? 0
  }

  input<T>(name: string, otherwise: () => T): T {
    const values = this.#inputs.get(`${scenarioName()} ${name}`)
    return values && values.length > 0 ? (values.shift() as T) : otherwise()
  }

  /** The recorded reply; throws what was thrown when recording. */
  answer(asked: Asked): Exchange {
    const line = this.#answers.get(nameOf(scenarioName(), asked))?.shift()
    if (!line) throw new NotRecorded(asked)
    if (line.kind === 'exchange') {
      advanceTo(line.since + line.ms)
      return exchangeOf(line)
    }
    advanceTo(line.since)
    const { code, message } = line.failure
    throw code === null ? new Missing(message) : new NoAnswer(code, message)
  }
}

const push = <T>(lists: Map<string, T[]>, name: string, value: T) => {
  const list = lists.get(name)
  if (list) list.push(value)
  else lists.set(name, [value])
}

const askedIn = ({ operation, key, request }: RecordedExchange): Asked => ({
  ...request,
  operation,
  key,
  body: request.body ?? undefined,
})

/** Recordings contain the `$` before the name of a key plain or percent-encoded. */
const nameOf = (scenario: string, { key, method, url, body }: Asked) =>
  JSON.stringify([scenario, key, method, url.replaceAll('%24', '$'), body ?? null])

function exchangeOf(line: RecordedExchange): Exchange {
  const { request, response } = line
  const [method = request.method, url = request.url] = line.answered_at?.split(' ') ?? []
  return {
    id: line.id,
    operation: line.operation,
    key: line.key,
    method,
    url,
    requestHeaders: request.headers,
    requestBody: request.body ?? undefined,
    status: response.status,
    headers: response.headers,
    text: response.body,
    json: response.cut ? undefined : jsonOf(response.body),
    chunks: response.chunks,
    truncated: response.cut,
    ended: response.ended,
    at: new Date(line.at),
    sent: line.since,
    ms: line.ms,
    redirects: line.redirects,
  }
}

export const STOPPED = Symbol('stopped')

/** In a replay, polling ends where it ended when recording. */
export function notAskedAgain(problem: unknown): typeof STOPPED {
  if (problem instanceof NotRecorded) return STOPPED
  throw problem
}
