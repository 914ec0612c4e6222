// What becomes of a request that arrives: it goes to a page, to the control API or to the service.
import type { Connection, OutgoingReply, Wire } from '../http/connection.ts'
import type { Exchange } from '../journal/exchange.ts'
import { machineNow } from '../simulation/machine-time.ts'
import { serveAs } from './act-as.ts'
import { allowPage, type Origins, pageOfControl, pageOfService } from './cors.ts'
import { serve } from './life-of-a-request.ts'
import { RequestContext } from './request-context.ts'
import type { WorkspaceRegistry } from './workspace-registry.ts'

export interface HandlerOptions {
  /** Serves requests below `/_mock`. */
  readonly control: (connection: Connection) => Promise<void>
  readonly onBug: (error: unknown) => void
  /** The web pages that may call the service. */
  readonly origins: Origins
  /** The web pages that may use the control API, beside its own and those of this machine. */
  readonly controlOrigins: readonly string[]
  /** What requests with `X-Mock-As` need. */
  readonly controlKeys?: readonly string[] | undefined
  /** Answers a browser that opens the root; false leaves the request to the service. */
  readonly page?: ((connection: Connection) => boolean) | undefined
  /** Called after every request, with the milliseconds that it took. */
  readonly onServed?: ((exchange: Exchange, ms: number) => void) | undefined
}

/** Returns the function that serves the requests to the workspaces of a registry. It calls `onEnd` after each. */
export function requestHandler(registry: WorkspaceRegistry, options: HandlerOptions, onEnd = () => {}) {
  const { traffic } = registry
  return (wire: Wire): void => {
    const { request, response } = wire
    if (traffic.isStopping) response.shouldKeepAlive = false
    const isControl = isBelowControl(request.url ?? '/')
    const page = isControl
      ? pageOfControl(request, options.controlOrigins)
      : pageOfService(request, options.origins)
    // A page that may not use the control API learns why, even if its browser sends a preflight request.
    if ((page !== undefined || !isControl) && allowPage(request, response, page)) return
    const began = machineNow()
    const context = new RequestContext(wire)
    const { exchange } = context
    traffic.begin(exchange, response)
    const done = () => {
      const ms = machineNow() - began
      traffic.end(exchange, ms)
      // Reads of the console itself are not counted.
      if (!(exchange.console && exchange.method === 'GET')) options.onServed?.(exchange, ms)
      onEnd()
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
}

/** Ends a response after a bug. Even the reply about the bug may have failed, and no client may wait for ever. */
function endSomehow(response: OutgoingReply): void {
  if (response.writableEnded) return
  if (response.headersSent) response.destroy()
  else response.writeHead(500).end()
}

/** Whether the URL of a request is `/_mock` or below it. */
function isBelowControl(url: string): boolean {
  return url.startsWith('/_mock') && (url.length === 6 || url[6] === '/' || url[6] === '?')
}
