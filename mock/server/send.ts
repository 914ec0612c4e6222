// Writes replies: JSON at once, streams part by part as they happen.
import { once } from 'node:events'
import type { StreamPart } from '../service/handler.ts'
import type { Exchange } from './exchange.ts'

export type Headers = Readonly<Record<string, string>>

/** Sends a body as JSON, or no body where it is undefined. */
export function sendJson(exchange: Exchange, status: number, body: unknown, headers: Headers): void {
  const { response } = exchange
  exchange.status = status
  if (body === undefined) {
    exchange.responseHeaders = headers
    response.writeHead(status, headers).end()
    return
  }
  exchange.responseText = JSON.stringify(body)
  const bytes = Buffer.from(exchange.responseText)
  exchange.responseHeaders = {
    'content-type': 'application/json',
    ...headers,
    'content-length': bytes.length,
  }
  response.writeHead(status, exchange.responseHeaders).end(bytes)
}

/** Sends server-sent events, each flushed as it comes, until the source ends or the client leaves. */
export async function sendStream(
  exchange: Exchange,
  source: AsyncIterable<StreamPart>,
  headers: Headers,
): Promise<void> {
  const { response } = exchange
  exchange.status = 200
  exchange.responseHeaders = {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
    ...headers,
  }
  response.writeHead(200, exchange.responseHeaders).flushHeaders()
  const parts = source[Symbol.asyncIterator]()
  const gone = once(response, 'close').then(() => ({ done: true as const, value: undefined }))
  for (;;) {
    const next = await Promise.race([parts.next(), gone])
    if (next.done || response.destroyed) break
    const text = wireForm(next.value)
    exchange.responseText += text
    if (!response.write(text)) await Promise.race([once(response, 'drain'), gone])
  }
  await parts.return?.()
  if (!response.destroyed) response.end()
}

/** A part as the standard for server-sent events writes it. */
export function wireForm(part: StreamPart): string {
  if ('comment' in part) return `: ${part.comment}\n\n`
  const data = typeof part.data === 'string' ? part.data : JSON.stringify(part.data)
  const id = part.id === undefined ? '' : `id: ${part.id}\n`
  const event = part.event === undefined ? '' : `event: ${part.event}\n`
  return `${id}${event}${data.replace(/^/gm, 'data: ')}\n\n`
}
