// Sends requests over keep-alive connections as fast as they are answered, from a process of its own. It reads of each
// reply only what tells where it ends, so that it is never the slower side.
import { connect, type Socket } from 'node:net'

/** What to send, for how long; each connection has one request under way at a time. */
export interface LoadOrder {
  readonly port: number
  /** Whole requests, head and body, sent in turn. */
  readonly requests: readonly string[]
  readonly connections: number
  /** Ends after so many milliseconds, or after so many requests. */
  readonly ms?: number
  readonly count?: number
}

export interface LoadReport {
  readonly requests: number
  readonly seconds: number
  /** How many replies of each status. */
  readonly statuses: Readonly<Record<string, number>>
  /** Milliseconds from sending a request to the end of its reply; at most 50,000 of them. */
  readonly latencies: readonly number[]
}

const MAX_LATENCIES = 50_000

process.on('message', (order: LoadOrder) => void load(order).then(report => process.send?.(report)))

function load({ port, requests, connections, ms, count }: LoadOrder): Promise<LoadReport> {
  const { promise, resolve, reject } = Promise.withResolvers<LoadReport>()
  const wires = requests.map(request => Buffer.from(request))
  const statuses: Record<string, number> = {}
  const latencies: number[] = []
  const started = performance.now()
  const end = started + (ms ?? Number.POSITIVE_INFINITY)
  const most = count ?? Number.POSITIVE_INFINITY
  let sent = 0
  let answered = 0
  let open = connections
  const finish = (socket: Socket) => {
    socket.removeAllListeners('close')
    socket.destroy()
    open -= 1
    if (open > 0) return
    resolve({ requests: answered, seconds: (performance.now() - started) / 1000, statuses, latencies })
  }
  stayAwake(() => open > 0)
  for (let i = 0; i < connections; i++) {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    let sentAt = 0
    const send = () => {
      if (sent >= most || performance.now() >= end) {
        finish(socket)
        return
      }
      sentAt = performance.now()
      socket.write(wires[sent % wires.length]!)
      sent += 1
    }
    const replies = new ReplyReader(status => {
      statuses[status] = (statuses[status] ?? 0) + 1
      answered += 1
      if (latencies.length < MAX_LATENCIES) latencies.push(performance.now() - sentAt)
      send()
    })
    socket.on('connect', send)
    socket.on('data', chunk => replies.feed(chunk))
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('a server closed a connection that was to be kept alive')))
  }
  return promise
}

/**
 * Never sleeps while there is something to measure. To wake a processor that has gone idle costs the one who wakes it
 * more than most replies do, above all on virtual machines; the slower a server, the more often it would pay for that.
 */
function stayAwake(isNeeded: () => boolean): void {
  setImmediate(() => {
    if (isNeeded()) stayAwake(isNeeded)
  })
}

const HEAD_END = Buffer.from('\r\n\r\n')

/** Finds the end of each reply, by its length or its last chunk. */
class ReplyReader {
  #pending: Buffer | undefined
  readonly #onReply: (status: string) => void

  constructor(onReply: (status: string) => void) {
    this.#onReply = onReply
  }

  feed(chunk: Buffer): void {
    const bytes = this.#pending ? Buffer.concat([this.#pending, chunk]) : chunk
    const headEnd = bytes.indexOf(HEAD_END)
    this.#pending = bytes
    if (headEnd < 0) return
    const head = bytes.toString('latin1', 0, headEnd)
    const status = head.slice(9, 12)
    const length = status === '204' ? '0' : /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
    if (length === undefined) {
      // Replies come one at a time, so the last chunk ends what was received.
      if (bytes.toString('latin1', Math.max(0, bytes.length - 5)) !== '0\r\n\r\n') return
    } else if (bytes.length < headEnd + 4 + Number(length)) return
    this.#pending = undefined
    this.#onReply(status)
  }
}
