/** The events of a recorded stream, and what they are called. */
import { isFields } from '#openapi'
import { eventsOf, type StreamEvent } from '../../conformance/extract/event-stream.ts'

export function eventsIn(text: string): StreamEvent[] {
  return eventsOf([{ text, ms: 0 }])
}

/** Members of an event that may say its kind; the first one that is there counts. */
export const KIND_MEMBERS = ['type', 'event', 'kind'] as const

/** What an event is called: its name on the wire, or the member that says its kind. */
export function labelOf({ event, json }: StreamEvent): string {
  if (event !== undefined) return event
  const kind = isFields(json) ? KIND_MEMBERS.map(name => json[name] ?? undefined).find(Boolean) : undefined
  return typeof kind === 'string' && /^[a-z][a-z_.:-]*$/i.test(kind) ? kind : ''
}
