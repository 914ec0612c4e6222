// The HTTP server of the mock.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { urlOf } from '../../platform/own-addresses.ts'
import { type HandlerOptions, requestHandler } from '../server/request-handler.ts'
import type { WorkspaceRegistry } from '../server/workspace-registry.ts'
import { afterMachineTime } from '../simulation/machine-time.ts'
import { KEEP_ALIVE_SECONDS, NodeWire, OwnWire } from './node-wire.ts'
import { type AddressOf, passingOn } from './pass-on.ts'
import { http2Request, secureServer } from './secure-server.ts'
import type { KeyPair } from './self-signed.ts'
import { whyNotListening } from './why-not-listening.ts'

export type Listening = Awaited<ReturnType<typeof listen>>

export interface ListenOptions extends Omit<HandlerOptions, 'passOn'> {
  readonly port: number
  readonly host: string
  /** Certificate and key for HTTPS. Default: plain HTTP. */
  readonly https?: KeyPair | undefined
  readonly addressOf: AddressOf
}

/** How many connections may wait to be accepted. Node's 511 are too few for a thousand clients that begin at once. */
const BACKLOG = 4_096

/**
 * Serves the workspaces of a registry. Port 0 takes any free port. Rejects with the system's error, and what to do, if it
 * cannot listen there.
 */
export async function listen(registry: WorkspaceRegistry, options: ListenOptions) {
  const { traffic } = registry
  // Importing node:http would also load its WebSocket client, which takes as long as starting Node.
  const { createServer, IncomingMessage, ServerResponse } = process.getBuiltinModule('node:http')
  const passOn = passingOn(registry, options.addressOf)
  const handlerOptions: HandlerOptions = {
    ...options,
    passOn: ({ request, response }, name) =>
      request instanceof IncomingMessage &&
      response instanceof ServerResponse &&
      passOn(request, response, name),
  }
  const serve = requestHandler(registry, handlerOptions, () => {
    if (traffic.isStopping && 'closeIdleConnections' in server) server.closeIdleConnections()
  })
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    response.sendDate = false
    serve(new NodeWire(request, response, request))
  }
  const { https } = options
  const server = https
    ? secureServer(https, handle, (request, reply) =>
        serve(new NodeWire(http2Request(request), reply, request)),
      )
    : createServer(
        { keepAliveTimeout: KEEP_ALIVE_SECONDS * 1000, noDelay: true, optimizeEmptyRequests: true },
        (request, response) => {
          response.sendDate = false
          serve(new OwnWire(request, response, request))
        },
      )
  /** Every connection, including those that have sent nothing or are no longer HTTP. */
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port: options.port, host: options.host, backlog: BACKLOG }, resolve)
  }).catch((error: NodeJS.ErrnoException) => {
    const message = whyNotListening(error, options, { port: '`port`', anyPort: 'port 0', host: '`host`' })
    throw message === undefined
      ? error
      : Object.assign(new Error(message), { code: error.code, cause: error })
  })
  const { port } = server.address() as AddressInfo
  /**
   * Refuses new connections, ends open streams, gives replies in flight `graceMs` to end, and resolves when everything is
   * closed. By default connections are cut at once.
   */
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
  const url = urlOf(options.host, port, https ? 'https' : 'http')
  return {
    /** Such as `http://127.0.0.1:4010`, without a trailing slash. */
    url,
    /** Serves a request that arrived at another server. */
    handle,
    /** Serves a request that arrived without a connection. */
    serve,
    close,
  }
}
