// Exports the journal as an HTTP archive (HAR 1.2) for browsers, viewers and load tools.
import { platform } from '#platform'
import type { ExchangeFilter } from '../control/generated/control.gen.ts'
import { ownVersion } from '../version.ts'
import type { Workspace } from '../world/workspace.ts'
import { type Exchange, sentHeaders } from './exchange.ts'
import type { Journal } from './journal.ts'
import { type Redact, redactorFor, shownHeader, shownQuery } from './redact.ts'

interface Pair {
  readonly name: string
  readonly value: string
}

/** One exchange of an archive; members that begin with `_` are ours. */
export interface HarEntry {
  readonly startedDateTime: string
  readonly time: number
  readonly request: {
    readonly method: string
    readonly url: string
    readonly httpVersion: string
    readonly cookies: readonly never[]
    readonly headers: readonly Pair[]
    readonly queryString: readonly Pair[]
    readonly postData?: { readonly mimeType: string; readonly text: string }
    readonly headersSize: number
    readonly bodySize: number
  }
  readonly response: {
    readonly status: number
    readonly statusText: string
    readonly httpVersion: string
    readonly cookies: readonly never[]
    readonly headers: readonly Pair[]
    readonly content: {
      readonly size: number
      readonly mimeType: string
      readonly text?: string
      readonly comment?: string
    }
    readonly redirectURL: string
    readonly headersSize: number
    readonly bodySize: number
  }
  readonly cache: Record<string, never>
  readonly timings: { readonly send: number; readonly wait: number; readonly receive: number }
  readonly comment?: string
  readonly _exchange: string
  readonly _operation: string | null
}

export type Har = {
  readonly log: {
    readonly version: '1.2'
    readonly creator: { readonly name: string; readonly version: string }
    readonly entries: HarEntry[]
    readonly comment?: string
  }
}

/** An archive of the exchanges that match, without secrets, with times by the workspace's clock. */
export function harOf(
  { journal, workspace }: { readonly journal: Journal; readonly workspace: Workspace },
  baseUrl: string,
  filter: ExchangeFilter = {},
): Har {
  return {
    log: {
      version: '1.2',
      creator: { name: 'agent-work-mock', version: ownVersion() },
      entries: journal.find(filter).map(entry => harEntry(entry, baseUrl, redactorFor([entry], workspace))),
    },
  }
}

function harEntry(entry: Exchange, baseUrl: string, redact: Redact): HarEntry {
  const time = (entry.endedAt ?? entry.at) - entry.at
  const query = shownQuery(entry.query, redact)
  const comment =
    entry.faults.length > 0 ? `faults: ${entry.faults.map(({ effect }) => effect).join(', ')}` : undefined
  return {
    startedDateTime: new Date(entry.at).toISOString(),
    time,
    request: {
      method: entry.method,
      url: baseUrl + redact(entry.path) + (query === '' ? '' : `?${query}`),
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: sentHeaders(entry).map(([name, value]) => ({ name, value: shownHeader(name, value, redact) })),
      queryString: [...new URLSearchParams(query)].map(([name, value]) => ({ name, value })),
      ...postData(entry, redact),
      headersSize: -1,
      bodySize: platform.byteLength(entry.requestText),
    },
    response: responseOf(entry, redact),
    cache: {},
    timings: { send: 0, wait: time, receive: 0 },
    ...(comment === undefined ? {} : { comment }),
    _exchange: entry.id,
    _operation: entry.operation?.id ?? null,
  }
}

function postData(entry: Exchange, redact: Redact): Pick<HarEntry['request'], 'postData'> {
  if (entry.requestText === '') return {}
  const type = sentHeaders(entry).find(([name]) => name.toLowerCase() === 'content-type')?.[1]
  return { postData: { mimeType: type ?? '', text: redact(entry.requestText) } }
}

function responseOf(entry: Exchange, redact: Redact): HarEntry['response'] {
  const { status, responseHeaders, responseText, stream } = entry
  const headers = Object.entries(responseHeaders).map(([name, value]) => ({
    name,
    value: shownHeader(name, String(value), redact),
  }))
  const header = (wanted: string) => headers.find(({ name }) => name.toLowerCase() === wanted)?.value ?? ''
  const size = stream?.bytes ?? platform.byteLength(responseText)
  return {
    status,
    statusText: platform.statusText(status),
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers,
    content: {
      size,
      mimeType: header('content-type'),
      ...(responseText === '' ? {} : { text: redact(responseText) }),
      ...(stream?.truncated ? { comment: 'only the beginning was kept' } : {}),
    },
    redirectURL: header('location'),
    headersSize: -1,
    bodySize: size,
  }
}
