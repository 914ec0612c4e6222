/** Server-sent events, read from an exchange together with the time at which each arrived. */

import { createParser } from 'eventsource-parser'
import type { Chunk } from '../ledger/exchange.ts'

export interface StreamEvent {
  event: string | undefined
  data: string
  /** The data as JSON, or undefined where it is none. */
  json: unknown
  /** Milliseconds since the request was sent. */
  ms: number
}

/** Tells whether the text is framed as server-sent events at all: only fields, comments and blank lines. */
export function isFramed(text: string): boolean {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)
  // The last line of a stream that was cut may be half a line.
  const whole = lines.slice(0, -1)
  return whole.every(
    line => line === '' || /^(data|event|id|retry)?(:|$)/.test(line) || /^[A-Za-z_-]+:/.test(line),
  )
}

export function eventsOf(chunks: readonly Chunk[]): StreamEvent[] {
  const events: StreamEvent[] = []
  let ms = 0
  const parser = createParser({
    onEvent: ({ event, data }) => events.push({ event, data, json: jsonOf(data), ms }),
  })
  for (const chunk of chunks) {
    ms = chunk.ms
    parser.feed(chunk.text)
  }
  return events
}

export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
