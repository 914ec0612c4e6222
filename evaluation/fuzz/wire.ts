// Talks to a mock over bare sockets, so that anything at all can be sent.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterMachineTime } from '../../mock/simulation/machine-time.ts'

/** What came back: the status and the name of the exchange; undefined where no whole head came in time. */
export interface WireReply {
  readonly status: number
  readonly exchange: string | undefined
}

/** How long to wait for a reply before leaving, in milliseconds: faults, waits and streams may take for ever. */
const PATIENCE = 60

/** One connection after the other to a server on this machine, each kept for as long as replies are whole. */
export class Wire {
  readonly #port: number
  #socket: Socket | undefined
  constructor(port: number) {
    this.#port = port
  }

  /** Sends the bytes of a request, and reads its reply; leaves when none has come after so many milliseconds. */
  async send(bytes: string | Buffer, patience = PATIENCE): Promise<WireReply | undefined> {
    this.#socket ??= await this.#connected()
    const socket = this.#socket
    const reply = await new Promise<WireReply | undefined>(resolve => {
      let received = Buffer.alloc(0)
      const end = (reply: WireReply | undefined, whole = false) => {
        stopClock()
        socket.removeAllListeners()
        socket.on('error', () => {})
        if (!whole) this.close()
        resolve(reply)
      }
      const stopClock = afterMachineTime(patience, () => end(headOf(received)))
      socket.on('data', chunk => {
        received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
        const missing = missingIn(received)
        if (missing === 'stream') end(headOf(received))
        else if (missing === 0)
          end(headOf(received), !/^connection: close/im.test(received.toString('latin1', 0, 2_000)))
      })
      socket.on('error', () => end(headOf(received)))
      socket.on('close', () => end(headOf(received)))
      socket.write(bytes)
    })
    return reply
  }

  /** Whether a server answers at all, however long it takes. */
  async isServed(): Promise<boolean> {
    const health = await this.send('GET /_mock/health HTTP/1.1\r\nhost: localhost\r\n\r\n', 60_000)
    return health?.status === 200
  }

  close(): void {
    this.#socket?.destroy()
    this.#socket = undefined
  }

  async #connected(): Promise<Socket> {
    const socket = connect(this.#port, '127.0.0.1').setNoDelay()
    await once(socket, 'connect')
    return socket
  }
}

/** Bytes that are still to come; `stream` for a reply whose end nobody knows. */
function missingIn(received: Buffer): number | 'stream' {
  const end = received.indexOf('\r\n\r\n')
  if (end < 0) return 1
  const head = received.toString('latin1', 0, end)
  if (/^HTTP\/1\.1 (204|304)/.test(head)) return 0
  const length = /^content-length: (\d+)/im.exec(head)?.[1]
  if (length === undefined) return 'stream'
  return Math.max(0, end + 4 + Number(length) - received.length)
}

function headOf(received: Buffer): WireReply | undefined {
  const head = received.toString('latin1', 0, 4_000)
  const status = /^HTTP\/1\.[01] (\d{3})/.exec(head)?.[1]
  return status === undefined
    ? undefined
    : { status: Number(status), exchange: /^x-mock-exchange: (\S+)/im.exec(head)?.[1] }
}
