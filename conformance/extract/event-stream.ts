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

export const isEventStream = (headers: { readonly 'content-type'?: string | undefined }): boolean =>
  headers['content-type']?.startsWith('text/event-stream') ?? false

/**
 * Whether the text is framed as server-sent events: only fields, comments and blank lines, and a blank line behind each
 * event. An event has one id and one kind.
 */
export function isFramed(text: string): boolean {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)
  // The last line of a truncated stream may be incomplete.
  const whole = lines.slice(0, -1)
  const isLine = (line: string) =>
    line === '' || /^(data|event|id|retry)?(:|$)/.test(line) || /^[A-Za-z_-]+:/.test(line)
  const blocks = whole.join('\n').split('\n\n')
  return whole.every(isLine) && blocks.every(block => isOneEvent(block.split('\n').map(nameIn)))
}

const nameIn = (line: string): string => line.split(':', 1).join()

/** Data between two ids, or between two kinds, is that of two events. */
const isOneEvent = (fields: readonly string[]): boolean =>
  ['id', 'event'].every(name => {
    const first = fields.indexOf(name)
    const data = first < 0 ? -1 : fields.indexOf('data', first)
    return data < 0 || fields.lastIndexOf(name) < data
  })

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
    const value = JSON.parse(text, LONG.test(text) ? withAllDigits : undefined) as unknown
    return isDeeper(value, MAX_LEVELS) ? undefined : value
  } catch {
    return undefined
  }
}

const LONG = /(?<![\w."-])-?\d{16}/

/** An id may be a number with more digits than a number keeps: then it is its digits. */
function withAllDigits(_: string, value: unknown, context?: { source?: string }): unknown {
  const isExact = typeof value !== 'number' || Number.isSafeInteger(value)
  return !isExact && /^-?\d{16,}$/.test(context?.source ?? '') ? context?.source : value
}

/** Whether objects and lists in the value are nested in more levels. */
function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  for (const name in value) if (isDeeper(value[name as never], levels - 1)) return true
  return false
}
