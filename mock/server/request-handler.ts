// Dispatches requests to a page, the control API or the service.
import type { Connection, Wire } from '../http/connection.ts'
import type { Exchange } from '../journal/exchange.ts'
import { machineNow } from '../simulation/machine-time.ts'
import { allowPage, type Origins, pageOfControl, pageOfService } from './cors.ts'
import { type LifeOfARequest, lifeOfARequest, serve } from './life-of-a-request.ts'
import { nameIn } from './name-in-request.ts'
import { endAfterBug } from './refuse.ts'
import { type ControlAccess, RequestContext } from './request-context.ts'
import type { WorkspaceRegistry } from './workspace-registry.ts'

export interface HandlerOptions extends ControlAccess {
  /** Serves requests below `/_mock`. */
  readonly control: (connection: Connection) => Promise<void>
  readonly onBug: (error: unknown) => void
  /** The web pages that may call the service. */
  readonly origins: Origins
  /** Answers a browser that opens the root; false leaves the request to the service. */
  readonly page?: ((connection: Connection) => boolean) | undefined
  /** Passes a request on if what has that name is at another shard, and says whether it did. */
  readonly passOn?: ((wire: Wire, name: string) => boolean) | undefined
  /** Called after every request, with the milliseconds that it took. */
  readonly onServed?: ((exchange: Exchange, ms: number) => void) | undefined
  /** The steps of a request to the service. Default: `lifeOfARequest`. */
  readonly steps?: LifeOfARequest | undefined
}

/** `/_mock` and what is below it. */
const BELOW_CONTROL = /^\/_mock(?:[/?]|$)/

/** Returns the function that serves the requests to the workspaces of a registry. It calls `onEnd` after each. */
export function requestHandler(registry: WorkspaceRegistry, options: HandlerOptions, onEnd = () => {}) {
  const { traffic, moves } = registry
  const { control, page } = options
  const steps = Object.values(options.steps ?? lifeOfARequest)
  // Only shards send workspaces away, and a file may remember it.
  const mayMove = registry.shard !== undefined || !moves.isEmpty
  return handle

  /** Whether the workspace of a request has moved, or is on its way; then the request waits. */
  function isElsewhere(wire: Wire): boolean {
    if (moves.isEmpty) return false
    const name = nameIn(wire.request) ?? ''
    const onItsWay = moves.waitFor(name)
    void onItsWay?.then(() => handle(wire))
    return onItsWay !== undefined || (options.passOn?.(wire, name) ?? false)
  }

  function handle(wire: Wire): void {
    const { request, response } = wire
    if (mayMove && isElsewhere(wire)) return
    if (traffic.isStopping) response.shouldKeepAlive = false
    const isControl = BELOW_CONTROL.test(request.url ?? '/')
    if (request.headers.origin !== undefined && answersPreflight(wire, isControl, options)) return
    const context = new RequestContext(wire, registry, options)
    context.machineAt = machineNow()
    traffic.begin(context)
    const end = (exchange: Exchange) => {
      const endedAt = machineNow()
      const ms = endedAt - context.machineAt
      if (context.hosted) context.hosted.use.at = endedAt
      traffic.end(context, exchange, ms)
      // Reads of the console itself are not counted.
      if (!(exchange.console && exchange.method === 'GET')) options.onServed?.(exchange, ms)
      onEnd()
      if (context.bug !== undefined) options.onBug(context.bug)
    }
    if (isControl) {
      void control(context)
        .catch(error => {
          // A client that breaks off while sending is not a bug.
          if (error === request.errored) Object.assign(context, { status: 0, brokenOff: true })
          else {
            context.bug = error
            endAfterBug(response)
          }
        })
        .then(() => end(context.exchange(null)))
      return
    }
    if (context.path === '/' && page?.(context)) {
      end(context.exchange(null))
      return
    }
    serve(context, steps, end)
  }
}

/** Answers preflight requests. Every reply to a page has CORS headers. */
function answersPreflight({ request, response }: Wire, isControl: boolean, options: HandlerOptions): boolean {
  const page = isControl
    ? pageOfControl(request, options.controlOrigins)
    : pageOfService(request, options.origins)
  // A page that may not use the control API gets the reason even after a preflight request.
  return (page !== undefined || !isControl) && allowPage(request, response, page)
}
