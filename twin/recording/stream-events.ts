/** The events of a recorded stream, with their names. */
import { isFields } from '#openapi'
import { eventsOf, type StreamEvent } from '../../conformance/extract/event-stream.ts'

export function eventsIn(text: string): StreamEvent[] {
  return eventsOf([{ text, ms: 0 }])
}

/** Members that may name the kind of an event; the first one present counts. */
export const KIND_MEMBERS = ['type', 'event', 'kind'] as const

/** The name of an event: on the wire, else in the member for its kind. */
export function labelOf({ event, json }: StreamEvent): string {
  if (event !== undefined) return event
  const kind = isFields(json) ? KIND_MEMBERS.map(name => json[name] ?? undefined).find(Boolean) : undefined
  return typeof kind === 'string' && /^[a-z][a-z_.:-]*$/i.test(kind) ? kind : ''
}
