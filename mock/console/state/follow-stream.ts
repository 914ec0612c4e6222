// Reads the mock's stream by `fetch`, because `EventSource` cannot send the control key, and reconnects by itself.
import type { EventSourceMessage } from 'eventsource-parser'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import { mockRoot } from '../address.ts'

/** What to follow. */
export interface Follow {
  readonly key: string
  readonly workspaces: readonly string[]
  readonly chats: readonly string[]
}

/** What the stream reports: a message of the mock, or the state of the connection. */
export type StreamReport =
  | {
      readonly kind: 'message'
      /** Those that the stream follows. */
      readonly workspaces: readonly string[]
      readonly event: string
      readonly data: unknown
    }
  | { readonly kind: 'live' }
  | { readonly kind: 'lost'; readonly status: number | null }

const MIN_PAUSE_MS = 250
const MAX_PAUSE_MS = 5_000

/** The last message of any stream. */
let lastId: string | null = null

/** Follows the stream until the function returned is called. It resumes behind the last message. */
export function followStream(
  { key, workspaces, chats }: Follow,
  onReport: (report: StreamReport) => void,
): () => void {
  const stop = new AbortController()
  let pause = MIN_PAUSE_MS
  void (async () => {
    while (!stop.signal.aborted) {
      const status = await readOnce().catch(() => null)
      if (stop.signal.aborted) return
      onReport({ kind: 'lost', status })
      await new Promise(resolve => setTimeout(resolve, pause))
      pause = Math.min(pause * 2, MAX_PAUSE_MS)
    }
  })()
  return () => stop.abort()

  async function readOnce(): Promise<number> {
    const url = new URL('_mock/events', mockRoot)
    if (workspaces.length > 0) url.searchParams.set('workspaces', workspaces.join(','))
    if (chats.length > 0) url.searchParams.set('chats', chats.join(','))
    const headers: Record<string, string> = { Accept: 'text/event-stream', 'X-Mock-Console': '1' }
    if (lastId !== null) headers['Last-Event-ID'] = lastId
    if (key !== '') headers['X-Mock-Control-Key'] = key
    const reply = await fetch(url, { headers, cache: 'no-store', signal: stop.signal })
    if (!reply.ok || !reply.body) return reply.status
    onReport({ kind: 'live' })
    pause = MIN_PAUSE_MS
    await readEvents(reply.body, event => {
      lastId = event.id ?? lastId
      const { event: name = 'message', data } = event
      onReport({ kind: 'message', workspaces, event: name, data: JSON.parse(data) })
    })
    return reply.status
  }
}

/** Parses server-sent events as they come. */
export function readEvents(
  body: ReadableStream<Uint8Array>,
  onEvent: (event: EventSourceMessage) => void,
): Promise<void> {
  return body
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .pipeThrough(new EventSourceParserStream())
    .pipeTo(new WritableStream({ write: onEvent }))
}
