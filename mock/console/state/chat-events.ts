import { useEffect, useState } from 'preact/hooks'
import type { Schemas } from '../calls/types.ts'
import { followChat } from './live.ts'

export type ChatEvent = Schemas['ChatEvent']

/** The events of a chat as they come. */
export function useChat(id: string | null): readonly ChatEvent[] {
  const [events, setEvents] = useState<readonly ChatEvent[]>([])
  useEffect(() => {
    setEvents([])
    if (id === null) return
    return followChat(id, ({ events: more }) =>
      setEvents(known => {
        // After a break the stream begins again with events that are known.
        const from = more[0]?.sequence ?? 1
        return [...known.filter(({ sequence }) => sequence < from), ...(more as ChatEvent[])]
      }),
    )
  }, [id])
  return events
}
