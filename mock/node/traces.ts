// Traces with OpenTelemetry. The program chooses the SDK and the exporter.
import { propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api'
import { type Exchange, sentHeaders } from '../journal/exchange.ts'
import { machineDate } from '../simulation/machine-time.ts'
import { ownVersion } from '../version.ts'

let tracer: Tracer | undefined

/** Creates a span for a served request. It is a child of the client's span, if the headers have one. */
export function traceServed(exchange: Exchange, ms: number): void {
  const { method, path, operation, status, refusal, faults, brokenOff } = exchange
  if (path.startsWith('/_mock') || exchange.console) return
  tracer ??= trace.getTracer('agent-work', ownVersion())
  const ended = machineDate()
  const headers = Object.fromEntries(
    sentHeaders(exchange).map(([name, value]) => [name.toLowerCase(), value]),
  )
  const span = tracer.startSpan(
    `${method} ${operation?.path ?? path}`,
    {
      kind: SpanKind.SERVER,
      startTime: ended - ms,
      attributes: {
        'http.request.method': method,
        'http.response.status_code': status,
        'url.path': path,
        ...(operation && { 'http.route': operation.path, 'agent_work.operation': operation.id }),
        'agent_work.workspace': exchange.id.slice(0, exchange.id.lastIndexOf('.')),
        'agent_work.exchange': exchange.id,
        ...(refusal && { 'agent_work.refusal': refusal.code }),
        ...(faults.length > 0 && { 'agent_work.faults': faults.map(({ effect }) => effect) }),
      },
    },
    propagation.extract(ROOT_CONTEXT, headers),
  )
  // By the conventions for servers, a refusal is the client's error, not the server's.
  if (status >= 500 || brokenOff) span.setStatus({ code: SpanStatusCode.ERROR })
  span.end(ended)
}
