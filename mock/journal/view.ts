// Exchanges as they are shown: with parsed bodies and times as text, without secrets.
import type {
  ExchangeHead as ExchangeSummary,
  Exchange as ExchangeView,
} from '../control/generated/control.gen.ts'
import type { Workspace } from '../world/workspace.ts'
import { type Exchange, sentHeaders } from './exchange.ts'
import { fieldsOf, parsed } from './filter.ts'
import { type Redact, redactorFor, shownHeader, shownQuery } from './redact.ts'
import { callOf } from './verify.ts'

export function summaryOf(entry: Exchange, workspace?: Workspace): ExchangeSummary {
  return summary(entry, redactorFor([entry], workspace))
}

/** Without the secrets of the workspace. */
export function viewOf(entry: Exchange, workspace?: Workspace): ExchangeView {
  const redact = redactorFor([entry], workspace)
  const { stream } = entry
  return {
    ...summary(entry, redact),
    request: {
      query: fieldsOf(shownQuery(entry.query, redact)),
      headers: shownHeaders(sentHeaders(entry), redact),
      body: parsed(redact(entry.requestText)) ?? null,
    },
    reply: {
      headers: shownHeaders(Object.entries(entry.responseHeaders), redact),
      body: parsed(redact(entry.responseText)) ?? null,
      stream: stream ? { ...stream, kinds: Object.fromEntries(stream.kinds) } : null,
    },
  }
}

function shownHeaders(headers: readonly (readonly [string, string | number])[], redact: Redact) {
  return Object.fromEntries(
    headers.map(([name, value]) => [name.toLowerCase(), shownHeader(name, String(value), redact)]),
  )
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
