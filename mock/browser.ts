// The mock as a `fetch` function: for pages, service workers, edge runtimes, and tests without a port.
import { controlApi } from './control/index.ts'
import {
  COMMON_OPTIONS,
  type CommonOptions,
  type MockHandles,
  mockHandles,
  openWorkspaces,
  requireKnown,
  throwBug,
} from './embed/open-mock.ts'
import { requestHandler } from './server/request-handler.ts'
import { FetchWire } from './web/fetch-wire.ts'

export type { ClockChoice } from './embed/clock-choice.ts'
export type { MockWorkspace, WorkspaceOptions } from './embed/mock-workspace.ts'

/** Options of `createFetch`. */
export interface FetchOptions extends CommonOptions {
  /**
   * Where the service seems to be; a path in it is removed from the paths of requests. The origin of a request does not
   * matter. Default: `https://mock.test`.
   */
  url?: string
  /** The key that `/_mock` requires in the header `X-Mock-Control-Key`. Default: none. */
  controlKey?: string
}

/** A mock that is called like `fetch`, with the handles for tests. */
export interface MockFetch extends MockHandles, Disposable {
  (request: Request | URL | string, init?: RequestInit): Promise<Response>
  /** Ends open streams. Later requests fail as if there were no network. */
  stop(): void
}

/**
 * Creates a mock that serves requests in memory. It needs nothing of Node.
 *
 * @example
 * const mock = createFetch({ url: 'https://api.example.com', clock: { frozen: '2026-11-20T09:00:00Z' } })
 * await mock('/agents/', { headers: { authorization: `Bearer ${mock.demo.keys.admin}` } })
 * mock.clock.advance('2h')
 */
export function createFetch(options: FetchOptions = {}): MockFetch {
  requireKnown('createFetch', options, { ...COMMON_OPTIONS, url: true, controlKey: true })
  const { controlOrigins = [], controlKey } = options
  const url = (options.url ?? 'https://mock.test').replace(/\/+$/, '')
  const root = new URL(url).pathname.replace(/\/$/, '')
  const workspaces = openWorkspaces(options)
  const { registry } = workspaces
  const control = controlApi(workspaces, {
    key: controlKey,
    console: undefined,
    origins: controlOrigins,
    ownUrl: () => url,
  })
  const serve = requestHandler(registry, {
    control,
    controlOrigins,
    ...(controlKey === undefined ? {} : { controlKeys: [controlKey] }),
    origins: options.cors ?? 'any',
    onServed: options.onServed,
    onBug: options.onBug ?? throwBug,
  })
  const mockFetch = (asked: Request | URL | string, init?: RequestInit): Promise<Response> => {
    if (registry.traffic.isStopping) return Promise.reject(new TypeError('The mock has stopped.'))
    const isWhole = asked instanceof Request && init === undefined
    const target = asked instanceof Request ? asked : new URL(asked, `${url}/`)
    const wire = new FetchWire(isWhole ? asked : new Request(target, init), root)
    serve(wire)
    return wire.response.response
  }
  const stop = () => registry.traffic.stop()
  return Object.assign(mockFetch, mockHandles(workspaces, url), { stop, [Symbol.dispose]: stop })
}
