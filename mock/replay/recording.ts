// Recorded calls, from a journal or from an archive of any origin.
import { type Exchange, sentHeaders } from '../journal/exchange.ts'
import type { Har, HarEntry } from '../journal/har.ts'

/** One call with its reply. */
export interface RecordedCall {
  /** The id of the exchange, or its place in the archive. */
  readonly id: string
  readonly at: number
  readonly method: string
  readonly path: string
  readonly query: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** The name of the key that it was sent with, if known. */
  readonly key: string | null
  /** Null without a reply of the service. */
  readonly status: number | null
  readonly reply: string
}

/** The headers to send again; the others belonged to the old connection. */
const KEPT_HEADERS = ['content-type', 'accept', 'last-event-id']

export function callsOfJournal(entries: readonly Exchange[]): RecordedCall[] {
  return entries.map(entry => ({
    id: entry.id,
    at: entry.at,
    method: entry.method,
    path: entry.path,
    query: entry.query,
    headers: kept(sentHeaders(entry)),
    body: entry.requestText,
    key: entry.caller?.key.name ?? null,
    status: entry.faults.length > 0 || entry.status === 0 ? null : entry.status,
    reply: entry.responseText,
  }))
}

/** The calls of an archive of any origin; undefined if the value is none. */
export function callsOfArchive(value: unknown): RecordedCall[] | undefined {
  return isArchive(value) ? value.log.entries.map(callOfHar) : undefined
}

function isArchive(value: unknown): value is Har {
  const entries = (value as Partial<Har> | null | undefined)?.log?.entries
  const isRead = (entry: Partial<HarEntry> | null) =>
    typeof entry?.request?.method === 'string' &&
    URL.canParse(entry.request.url) &&
    Array.isArray(entry.request.headers) &&
    typeof entry.response?.status === 'number'
  return Array.isArray(entries) && entries.every(isRead)
}

function callOfHar({ startedDateTime, request, response, _exchange }: HarEntry, index: number): RecordedCall {
  const url = new URL(request.url)
  const headers = request.headers.map(({ name, value }) => [name, value] as const)
  const authorization = headers.find(([name]) => name.toLowerCase() === 'authorization')?.[1]
  return {
    id: _exchange ?? `#${index + 1}`,
    at: Date.parse(startedDateTime),
    method: request.method,
    path: url.pathname,
    query: url.search.slice(1),
    headers: kept(headers),
    body: request.postData?.text ?? '',
    key: /\[key ([^\]]+)\]/.exec(authorization ?? '')?.[1] ?? null,
    status: response.status === 0 ? null : response.status,
    reply: response.content?.text ?? '',
  }
}

function kept(headers: readonly (readonly [string, string])[]): Record<string, string> {
  return Object.fromEntries(
    headers
      .map(([name, value]) => [name.toLowerCase(), value] as const)
      .filter(([name]) => KEPT_HEADERS.includes(name)),
  )
}
