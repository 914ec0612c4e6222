/** Server-sent events, read from an exchange together with the time at which each arrived. */

import { createParser } from 'eventsource-parser'
import type { Chunk } from '../requirements/exchange.ts'

export interface StreamEvent {
  event: string | undefined
  id: string | undefined
  data: string
  /** The data as JSON, or undefined where it is not JSON. */
  json: unknown
  /** Milliseconds since the request was sent. */
  ms: number
}

/** Whether the text is framed as server-sent events: only fields, comments and blank lines. */
export function isFramed(text: string): boolean {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)
  // The last line of a truncated stream may be incomplete.
  const whole = lines.slice(0, -1)
  return whole.every(
    line => line === '' || /^(data|event|id|retry)?(:|$)/.test(line) || /^[A-Za-z_-]+:/.test(line),
  )
}

export function eventsOf(chunks: readonly Chunk[]): StreamEvent[] {
  const events: StreamEvent[] = []
  let ms = 0
  const parser = createParser({
    onEvent: ({ event, id, data }) => events.push({ event, id, data, json: jsonOf(data), ms }),
  })
  for (const chunk of chunks) {
    ms = chunk.ms
    parser.feed(chunk.text)
  }
  return events
}

/** Deeper nesting does not occur in replies and could overflow the stack. */
const MAX_LEVELS = 200

/** The text as JSON, or undefined where it is not JSON or nested too deeply. */
export function jsonOf(text: string): unknown {
  try {
    return levelsOf(text) > MAX_LEVELS ? undefined : (JSON.parse(text) as unknown)
  } catch {
    return undefined
  }
}

/** The nesting depth of a JSON text. */
function levelsOf(text: string): number {
  let [depth, most, quoted] = [0, 0, false]
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at)
    if (quoted) {
      if (sign === BACKSLASH) at++
      else if (sign === QUOTE) quoted = false
    } else if (sign === QUOTE) quoted = true
    else if (sign === OPEN_LIST || sign === OPEN_OBJECT) most = Math.max(most, ++depth)
    else if (sign === CLOSE_LIST || sign === CLOSE_OBJECT) depth--
  }
  return most
}

/** Codes of characters, which compare much faster than texts of one character. */
const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [
  0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d,
]
