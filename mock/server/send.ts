// Writes replies: JSON at once, streams part by part as they happen.

import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { StreamPart } from '../service/handler.ts'

export type Headers = Readonly<Record<string, string>>

/** Sends a body as JSON, or no body where it is undefined. */
export function sendJson(response: ServerResponse, status: number, body: unknown, headers: Headers): void {
  if (body === undefined) {
    response.writeHead(status, headers).end()
    return
  }
  const bytes = Buffer.from(JSON.stringify(body))
  response
    .writeHead(status, { 'content-type': 'application/json', ...headers, 'content-length': bytes.length })
    .end(bytes)
}

/** Sends server-sent events, each flushed as it comes, until the source ends or the client leaves. */
export async function sendStream(
  response: ServerResponse,
  source: AsyncIterable<StreamPart>,
  headers: Headers,
): Promise<void> {
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
    ...headers,
  })
  response.flushHeaders()
  const parts = source[Symbol.asyncIterator]()
  const gone = once(response, 'close').then(() => ({ done: true as const, value: undefined }))
  for (;;) {
    const next = await Promise.race([parts.next(), gone])
    if (next.done || response.destroyed) break
    if (!response.write(wireForm(next.value))) await Promise.race([once(response, 'drain'), gone])
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
