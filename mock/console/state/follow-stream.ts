// Reads the mock's stream by `fetch`, because `EventSource` cannot send the control key, and reconnects by itself.

/** What to follow. */
export interface Follow {
  /** The address of the mock. */
  readonly root: string
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
      readonly id: string | null
      readonly data: unknown
    }
  | { readonly kind: 'live' }
  | { readonly kind: 'lost'; readonly status: number | null }

const MIN_PAUSE_MS = 250
const MAX_PAUSE_MS = 5_000

/** Follows the stream until the function returned is called. After a break it resumes behind the last message. */
export function followStream(
  { root, key, workspaces, chats }: Follow,
  lastId: string | null,
  onReport: (report: StreamReport) => void,
): () => void {
  const stop = new AbortController()
  let id = lastId
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
    const url = new URL('_mock/events', root)
    if (workspaces.length > 0) url.searchParams.set('workspaces', workspaces.join(','))
    if (chats.length > 0) url.searchParams.set('chats', chats.join(','))
    const headers: Record<string, string> = { Accept: 'text/event-stream', 'X-Mock-Console': '1' }
    if (id !== null) headers['Last-Event-ID'] = id
    if (key !== '') headers['X-Mock-Control-Key'] = key
    const reply = await fetch(url, { headers, cache: 'no-store', signal: stop.signal })
    if (!reply.ok || !reply.body) return reply.status
    onReport({ kind: 'live' })
    pause = MIN_PAUSE_MS
    await readEvents(reply.body, event => {
      if (event.id !== null) id = event.id
      onReport({ kind: 'message', workspaces, ...event, data: JSON.parse(event.data) })
    })
    return reply.status
  }
}

interface WireEvent {
  readonly event: string
  readonly id: string | null
  readonly data: string
}

/** Parses server-sent events as they come. Only what the mock writes is understood, such as `\n` alone as an end of line. */
export async function readEvents(
  body: ReadableStream<Uint8Array>,
  onEvent: (event: WireEvent) => void,
): Promise<void> {
  const reader = body
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .getReader()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    text += value
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const event = eventIn(text.slice(0, end))
      text = text.slice(end + 2)
      if (event) onEvent(event)
    }
  }
}

function eventIn(block: string): WireEvent | undefined {
  let event = 'message'
  let id: string | null = null
  const data: string[] = []
  for (const line of block.split('\n')) {
    if (line.startsWith('event: ')) event = line.slice(7)
    else if (line.startsWith('id: ')) id = line.slice(4)
    else if (line.startsWith('data: ')) data.push(line.slice(6))
  }
  return data.length > 0 ? { event, id, data: data.join('\n') } : undefined
}
