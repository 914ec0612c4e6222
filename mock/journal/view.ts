// Exchanges as they are shown: with parsed bodies and times as text, without secrets.
import type { components } from '../control/generated/control.gen.ts'
import type { KeyRow } from '../world/people.ts'
import type { Exchange } from './exchange.ts'
import { fieldsOf, parsed } from './filter.ts'
import { type Redact, redactorFor, shownHeader, shownQuery } from './redact.ts'
import { callOf } from './verify.ts'

type Schemas = components['schemas']

/** One line of a journal. */
export type ExchangeSummary = Schemas['ExchangeHead']
/** An exchange with headers and bodies. */
export type ExchangeView = Schemas['Exchange']

export function summaryOf(entry: Exchange, keys: readonly KeyRow[]): ExchangeSummary {
  return summary(entry, redactorFor([entry], keys))
}

/** `keys` are those of the workspace, whose secrets are removed. */
export function viewOf(entry: Exchange, keys: readonly KeyRow[]): ExchangeView {
  const redact = redactorFor([entry], keys)
  const { stream } = entry
  return {
    ...summary(entry, redact),
    request: {
      query: fieldsOf(shownQuery(entry.query, redact)),
      headers: Object.fromEntries(
        sentHeaders(entry).map(([name, value]) => [name.toLowerCase(), shownHeader(name, value, redact)]),
      ),
      body: parsed(redact(entry.requestText)) ?? null,
    },
    reply: {
      headers: Object.fromEntries(
        Object.entries(entry.responseHeaders).map(([name, value]) => [
          name.toLowerCase(),
          shownHeader(name, String(value), redact),
        ]),
      ),
      body: parsed(redact(entry.responseText)) ?? null,
      stream: stream
        ? {
            events: stream.events,
            bytes: stream.bytes,
            kinds: Object.fromEntries(stream.kinds),
            truncated: stream.truncated,
          }
        : null,
    },
  }
}

function summary(entry: Exchange, redact: Redact): ExchangeSummary {
  const { refusal, caller } = entry
  return {
    id: entry.id,
    at: new Date(entry.at).toISOString(),
    call: callOf(entry, redact),
    operation: entry.operation?.id ?? null,
    method: entry.method,
    path: redact(entry.path),
    status: entry.status,
    key: caller?.key.name ?? null,
    person: caller?.person.name ?? null,
    open: entry.endedAt === null,
    broken_off: entry.brokenOff,
    console: entry.console,
    took_ms: entry.endedAt === null ? null : entry.endedAt - entry.at,
    refusal: refusal ? { code: refusal.code, message: redact(refusal.message), param: refusal.param } : null,
    faults: [...entry.faults],
  }
}

/** The headers of the request as pairs. */
export function sentHeaders({ requestHeaders }: Exchange): (readonly [string, string])[] {
  const pairs: (readonly [string, string])[] = []
  for (let i = 0; i < requestHeaders.length; i += 2) pairs.push([requestHeaders[i]!, requestHeaders[i + 1]!])
  return pairs
}
