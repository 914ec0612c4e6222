/** The events of a recorded stream, and what they are called. */
import { eventsOf, type StreamEvent } from '../../conformance/extract/event-stream.ts'

export function eventsIn(text: string): StreamEvent[] {
  return eventsOf([{ text, ms: 0 }])
}

type Json = Record<string, unknown>

/** What an event is called: its name on the wire, or the member that says its kind. */
export function labelOf({ event, json }: StreamEvent): string {
  const said =
    typeof json === 'object' && json !== null
      ? ((json as Json).type ?? (json as Json).event ?? (json as Json).kind)
      : undefined
  return event ?? (typeof said === 'string' && /^[a-z][a-z_.:-]*$/i.test(said) ? said : '')
}
