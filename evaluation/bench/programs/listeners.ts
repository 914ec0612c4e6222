// Listens on very many streams at once and tells how late events come: now, against the instant that they say. It says
// when it begins to count, and then what it counted.
import { connect } from 'node:net'

export interface StreamOrder {
  readonly port: number
  readonly chats: readonly string[]
  readonly seconds: number
}

export interface StreamReport {
  readonly open: number
  readonly events: number
  /** Milliseconds; what happened before the stream was open is left out. */
  readonly delays: readonly number[]
}

/** As long as all streams may take to open. */
const LONGEST_OPENING_MS = 60_000

process.on('message', (order: StreamOrder) => void listen(order).then(report => process.send?.(report)))

async function listen({ port, chats, seconds }: StreamOrder): Promise<StreamReport> {
  const delays: number[] = []
  let open = 0
  let events = 0
  let from = Number.POSITIVE_INFINITY
  const until = () => from + seconds * 1000
  const sockets = chats.map(chat => {
    const socket = connect({ port, host: '127.0.0.1' })
    let isOpen = false
    socket.on('connect', () => {
      socket.write(
        `GET /chats/${chat}/stream HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer awk_demo_admin\r\n\r\n`,
      )
    })
    socket.on('data', (chunk: Buffer) => {
      const now = Date.now()
      const text = chunk.toString('latin1')
      if (!isOpen && text.startsWith('HTTP/1.1 200')) {
        isOpen = true
        open += 1
        // Everybody listens; a second later what they missed has been sent.
        if (open === chats.length) from = now + 1_500
      }
      for (const [, at = ''] of text.matchAll(/"at":"([^"]+)"/g)) {
        const instant = Date.parse(at)
        if (instant < from || instant > until()) continue
        events += 1
        delays.push(now - instant)
      }
    })
    socket.on('error', () => {})
    return socket
  })
  const latest = Date.now() + LONGEST_OPENING_MS
  while (open < chats.length && Date.now() < latest) await new Promise(resolve => setTimeout(resolve, 50))
  if (from === Number.POSITIVE_INFINITY) from = Date.now()
  await new Promise(resolve => setTimeout(resolve, from - Date.now()))
  process.send?.({})
  const left = until() + 500 - Date.now()
  await new Promise(resolve => setTimeout(resolve, Math.max(0, left)))
  for (const socket of sockets) socket.destroy()
  return { open, events, delays: delays.slice(0, 500_000) }
}
