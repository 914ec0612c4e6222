/** A recorded call in the form that learning and comparing use, from the suite's recording or any HTTP archive. */
import type { HarEntry } from '#mock'
import { madeOnDemand } from '#mock/dialect'
import { type OperationId, route } from '#openapi'
import type { RecordedFixture, RecordedKey, Recording } from '../../conformance/engine/recording.ts'
import { isEventStream, jsonOf } from '../../conformance/extract/event-stream.ts'
import { withGuessedKeys } from './guessed-keys.ts'
import { requireShape } from './shape.ts'

export interface Call {
  readonly id: string
  /** The scenario that sent it; calls of one scenario are in sequence. */
  readonly scenario: string
  /** Undefined for a call outside the contract. */
  readonly operation: OperationId | undefined
  readonly params: Readonly<Record<string, string>>
  /** The name of the key; `none` for no key. */
  readonly key: string
  readonly method: string
  readonly path: string
  readonly query: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
  readonly status: number
  readonly replyHeaders: Readonly<Record<string, string>>
  readonly text: string
  readonly json: unknown
  readonly isStream: boolean
  /** Whether the reply is complete. */
  readonly whole: boolean
  /** Whether the client closed the stream before its end. */
  readonly wasLeft: boolean
  /** How long the reply took, in milliseconds, where the recording says so. */
  readonly ms?: number | undefined
  /** When it was sent, in epoch milliseconds by the deployment's clock, where the recording says so. */
  readonly at?: number | undefined
}

/** A call as evidence, without data: `422 to listTasks with status in questions/words`. */
export function sayCall({ status, operation, scenario, query }: Call): string {
  const names = [...new Set(new URLSearchParams(query).keys())]
  return `${status} to ${operation}${names.length > 0 ? ` with ${names.join(', ')}` : ''} in ${scenario}`
}

export interface Calls {
  readonly name: string
  readonly startedAt: string
  readonly keys: readonly RecordedKey[]
  readonly fixtures: Readonly<Record<string, RecordedFixture>>
  readonly calls: readonly Call[]
}

/** The calls of a recording by scenario: scenarios ran in parallel, and each is consistent on its own. */
export function callsOf({ head, lines }: Recording): Calls {
  const base = new URL(head.target.base_url).pathname.replace(/\/$/, '')
  const began = Date.parse(head.started_at)
  const exchanges = lines
    .filter(line => line.kind === 'exchange')
    // Where a key resembles a path, its redaction leaves no URL.
    .filter(line => !line.repeated && URL.canParse(line.request.url))
  // Ordered by their last exchange, so that scenarios that observe the whole run come last.
  const scenarios = [...Map.groupBy(exchanges, line => line.scenario).values()].toSorted(
    (a, b) => a.at(-1)!.since - b.at(-1)!.since,
  )
  const calls = scenarios.flat().map(({ id, scenario, key, request, response, redirects, ms, since }) =>
    callOf({
      id: `#${id}`,
      scenario,
      key,
      method: request.method,
      url: request.url,
      base,
      headers: request.headers,
      body: request.body ?? undefined,
      status: response.status,
      replyHeaders: response.headers,
      text: response.body,
      whole: (!response.cut || isEventStream(response.headers)) && redirects.length === 0,
      wasLeft: response.cut && !response.ended,
      ms,
      at: began + since * (head.clock_scale ?? 1) || undefined,
    }),
  )
  return {
    name: head.target.name,
    startedAt: head.started_at,
    fixtures: head.fixtures ?? {},
    ...withGuessedKeys(calls, head.keys),
  }
}

/** Browsers write what is no text in base64. */
type Entry = HarEntry & { readonly response: { readonly content: { readonly encoding?: string } } }

/**
 * The calls of an HTTP archive below a base URL. Keys are named in order of occurrence. Default: the URL below which
 * most requests match operations of the service.
 */
export function callsOfArchive(archive: unknown, givenUrl?: string): Calls {
  const entries = (archive as { readonly log?: { readonly entries?: readonly Entry[] } } | null)?.log?.entries
  if (!Array.isArray(entries)) throw new Error('it has no list at log.entries')
  requireShape('archive', archive)
  const baseUrl = givenUrl ?? likelyBase(entries)
  if (baseUrl === undefined)
    throw new Error(
      'none of its requests is for an operation of the service; --base-url says where the service is',
    )
  const base = new URL(baseUrl).pathname.replace(/\/$/, '')
  let keys = 0
  const nameOf = madeOnDemand((_: string) => `key-${++keys}`)
  const calls = entries
    .filter(({ request }) => request.url.startsWith(baseUrl.replace(/\/$/, '')))
    .map(({ request, response, time, startedDateTime }, index) => {
      const headers = fieldsOf(request.headers)
      const { authorization } = headers
      const { text = '', encoding, size = 0 } = response.content ?? {}
      return callOf({
        id: `#${index + 1}`,
        scenario: 'archive',
        key: authorization === undefined ? 'none' : nameOf(authorization),
        method: request.method,
        url: request.url,
        base,
        headers,
        body: request.postData?.text,
        status: response.status,
        replyHeaders: fieldsOf(response.headers),
        text: encoding === 'base64' ? Buffer.from(text, 'base64').toString() : text,
        // Browsers discard long bodies and do not keep streams.
        whole: text !== '' || size <= 0 || isEventStream(fieldsOf(response.headers)),
        wasLeft: false,
        ms: typeof time === 'number' && time >= 0 ? time : undefined,
        at: Date.parse(startedDateTime) || undefined,
      })
    })
  const startedAt = entries[0]?.startedDateTime ?? new Date(0).toISOString()
  return { name: new URL(baseUrl).host, startedAt, fixtures: {}, ...withGuessedKeys(calls) }
}

/** The service may be below a path, and pages and scripts of other sites may precede its calls. */
function likelyBase(entries: readonly Entry[]): string | undefined {
  const bases = entries.flatMap(({ request }) => {
    const { origin, pathname } = new URL(request.url)
    const parts = pathname.split('/').slice(1)
    const depth = parts.findIndex((_, at) => operationAt(request.method, `/${parts.slice(at).join('/')}`))
    return depth < 0 ? [] : [[origin, ...parts.slice(0, depth)].join('/')]
  })
  const [likely] = [...Map.groupBy(bases, base => base).values()].toSorted((a, b) => b.length - a.length)
  return likely?.[0]
}

function fieldsOf(headers: HarEntry['request']['headers']): Record<string, string> {
  return Object.fromEntries(headers.map(({ name, value }) => [name.toLowerCase(), value]))
}

interface Raw extends Omit<Call, 'operation' | 'params' | 'path' | 'query' | 'json' | 'isStream'> {
  readonly url: string
  readonly base: string
}

function callOf({ url, base, ...raw }: Raw): Call {
  const { pathname, search } = new URL(url)
  const path = pathname.slice(base.length)
  const isStream = isEventStream(raw.replyHeaders)
  const found = operationAt(raw.method, path)
  return {
    ...raw,
    path,
    query: search.slice(1),
    operation: found?.operation.id as OperationId | undefined,
    params: (found?.path ?? {}) as Call['params'],
    json: isStream ? undefined : jsonOf(raw.text),
    isStream,
  }
}

/** A reply to HEAD has nothing to learn from. */
function operationAt(method: string, path: string) {
  const found = method === 'HEAD' ? undefined : route(method, path)
  return found && 'operation' in found ? found : undefined
}
