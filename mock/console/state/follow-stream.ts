// The mock's stream, read by `fetch`, because `EventSource` cannot send the control key. It begins again by itself.

/** What is to be followed. */
export interface Follow {
  /** The address of the mock. */
  readonly root: string
  readonly key: string
  readonly workspaces: readonly string[]
  readonly chats: readonly string[]
}

export type StreamNews =
  | { readonly kind: 'message'; readonly event: string; readonly id: string | null; readonly data: unknown }
  | { readonly kind: 'live' }
  | { readonly kind: 'lost'; readonly status: number | null }

const SHORTEST_PAUSE = 250
const LONGEST_PAUSE = 5_000

/** Follows the stream until the function returned is called; after a break it goes on behind the last message. */
export function followStream(
  { root, key, workspaces, chats }: Follow,
  lastId: string | null,
  hear: (news: StreamNews) => void,
): () => void {
  const stop = new AbortController()
  let id = lastId
  let pause = SHORTEST_PAUSE
  void (async () => {
    while (!stop.signal.aborted) {
      const status = await readOnce().catch(() => null)
      if (stop.signal.aborted) return
      hear({ kind: 'lost', status })
      await new Promise(resolve => setTimeout(resolve, pause))
      pause = Math.min(pause * 2, LONGEST_PAUSE)
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
    hear({ kind: 'live' })
    pause = SHORTEST_PAUSE
    await readEvents(reply.body, event => {
      if (event.id !== null) id = event.id
      hear({ kind: 'message', ...event, data: JSON.parse(event.data) })
    })
    return reply.status
  }
}

interface WireEvent {
  readonly event: string
  readonly id: string | null
  readonly data: string
}

/** Server-sent events as they come; enough of the standard for what the mock writes. */
export async function readEvents(
  body: ReadableStream<Uint8Array>,
  hear: (event: WireEvent) => void,
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
      if (event) hear(event)
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
