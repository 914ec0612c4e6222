// The HTTP server around the life of a request.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Connection } from '../http/connection.ts'
import type { Exchange } from '../journal/exchange.ts'
import { afterMachineTime, machineNow } from '../simulation/machine-time.ts'
import { serveAs } from './act-as.ts'
import { allowPage, type Origins, pageOfControl, pageOfService } from './cors.ts'
import { serve } from './life-of-a-request.ts'
import { RequestContext } from './request-context.ts'
import type { WorkspaceRegistry } from './workspace-registry.ts'

export interface Listening {
  /** Such as `http://127.0.0.1:4010`, without a trailing slash. */
  readonly url: string
  readonly server: Server
  /** Serves a request that arrived at another server. */
  readonly handle: (request: IncomingMessage, response: ServerResponse) => void
  /**
   * Refuses new connections, ends open streams, gives replies in flight `graceMs` to end, and resolves when everything is
   * closed. By default connections are cut at once.
   */
  close(graceMs?: number): Promise<void>
}

export interface ListenOptions {
  readonly port: number
  readonly host: string
  /** Serves requests below `/_mock`. */
  readonly control: (connection: Connection) => Promise<void>
  readonly onBug: (error: unknown) => void
  /** The web pages that may call the service. */
  readonly origins: Origins
  /** The web pages that may use the control API, beside its own and those of this machine. */
  readonly controlOrigins: readonly string[]
  /** What requests with `X-Mock-As` need. */
  readonly controlKey?: string | undefined
  /** Answers a browser that opens the root; false leaves the request to the service. */
  readonly page?: ((connection: Connection) => boolean) | undefined
  /** Called after every request, with the milliseconds that it took. */
  readonly onServed?: ((exchange: Exchange, ms: number) => void) | undefined
}

/**
 * Serves the workspaces of a registry. Port 0 takes any free port. Rejects with the system's error when the port is taken.
 */
export async function listen(registry: WorkspaceRegistry, options: ListenOptions) {
  const { traffic } = registry
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    response.sendDate = false
    if (traffic.isStopping) response.shouldKeepAlive = false
    const isControl = isBelowControl(request.url ?? '/')
    const page = isControl
      ? pageOfControl(request, options.controlOrigins)
      : pageOfService(request, options.origins)
    // A page that may not use the control API learns why, even if its browser sends a preflight request.
    if ((page !== undefined || !isControl) && allowPage(request, response, page)) return
    const began = machineNow()
    const context = new RequestContext(request, response)
    const { exchange } = context
    traffic.begin(exchange, response)
    const done = () => {
      const ms = machineNow() - began
      traffic.end(exchange, ms)
      // Reads of the console itself are not counted.
      if (!(exchange.console && exchange.method === 'GET')) options.onServed?.(exchange, ms)
      if (traffic.isStopping) server.closeIdleConnections()
    }
    if (exchange.path === '/' && options.page?.(context)) {
      done()
      return
    }
    const served = isControl
      ? options.control(context)
      : request.headers['x-mock-as'] === undefined
        ? serve(registry, context)
        : serveAs(registry, context, options)
    served.then(done, error => {
      // A client that breaks off while sending is not a bug.
      const isGone = error === request.errored
      if (isGone) Object.assign(exchange, { status: 0, refusal: undefined, brokenOff: true })
      else endSomehow(response)
      done()
      if (!isGone) options.onBug(error)
    })
  }
  const server = createServer(
    { keepAliveTimeout: 60_000, noDelay: true, optimizeEmptyRequests: true },
    handle,
  )
  /** Every connection, including those that have sent nothing or are no longer HTTP. */
  const sockets = new Set<Socket>()
  server.on('connection', socket => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, options.host, resolve)
  })
  const { port } = server.address() as AddressInfo
  const host = options.host.includes(':') ? `[${options.host}]` : options.host
  const close = (graceMs = 0) =>
    new Promise<void>(resolve => {
      traffic.stop()
      const cutOff = () => {
        for (const socket of sockets) socket.destroy()
      }
      const cancel = afterMachineTime(graceMs, cutOff)
      server.close(() => {
        cancel()
        resolve()
      })
      if (graceMs === 0) cutOff()
      // These connections have no request in flight.
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
    })
  return { url: `http://${host}:${port}`, server, handle, close } satisfies Listening
}

/** Ends a response after a bug. Even the reply about the bug may have failed, and no client may wait for ever. */
function endSomehow(response: ServerResponse): void {
  if (response.writableEnded) return
  if (response.headersSent) response.destroy()
  else response.writeHead(500).end()
}

/** Whether the URL of a request is `/_mock` or below it. */
function isBelowControl(url: string): boolean {
  return url.startsWith('/_mock') && (url.length === 6 || url[6] === '/' || url[6] === '?')
}
