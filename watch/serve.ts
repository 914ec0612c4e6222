/** The page of a watch, and what machines read. Guarded like the control API of the mock. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { selfContained } from '../conformance/report/html.ts'
import { controlKeyFor, foreignIn, urlOf } from '../platform/own-addresses.ts'
import { script, style } from './generated/page.gen.ts'
import { junitOf, metricsOf } from './summary.ts'
import { type View, viewOf } from './view.ts'
import type { Watch } from './watch.ts'

/** The page: one self-contained file. With a view it is whole; without, it asks its server for one. */
export const pageOf = (view: View | undefined): string =>
  selfContained({ title: 'agent-work watch', id: 'view', data: view, style, script })

export interface ServeOptions {
  readonly port: number
  readonly host: string
  /** Default: none on a loopback address, and a generated one on any other. */
  readonly controlKey?: string | undefined
}

export async function serveWatch(watch: Watch, { port, host, ...options }: ServeOptions) {
  const controlKey = controlKeyFor(host, options.controlKey)
  const view = () => viewOf(watch.history, watch.clients, watch.now())
  /** What holds data needs the key. */
  const data: Record<string, [type: string, make: () => string]> = {
    '/view.json': ['application/json', () => JSON.stringify(view())],
    '/metrics': ['text/plain; version=0.0.4; charset=utf-8', () => metricsOf(view(), watch.history)],
    '/junit.xml': ['application/xml', () => junitOf(view())],
  }
  const server = createServer((request, response) => {
    const { method, url = '/', headers } = request
    const [path = '/'] = url.split('?', 1)
    const refuse = (status: number, error: string) =>
      send(response, status, 'application/json', JSON.stringify({ error }))
    if (path === '/health') {
      const { problem: status = 'ok' } = watch
      return send(response, status === 'ok' ? 200 : 503, 'application/json', JSON.stringify({ status }))
    }
    if (foreignIn(method, headers, []))
      return refuse(403, 'A page or a name from elsewhere may not read what was seen here.')
    if (method !== 'GET' && method !== 'HEAD') return refuse(405, `Only GET is taken here, not ${method}.`)
    // Without data, so that it can ask for the key.
    if (path === '/') return send(response, 200, 'text/html; charset=utf-8', pageOf(undefined))
    const found = Object.hasOwn(data, path) ? data[path] : undefined
    if (!found)
      return refuse(404, `There is nothing at ${path}; see /, /health and ${Object.keys(data).join(', ')}.`)
    if (controlKey !== undefined && !sentKeys(headers).includes(controlKey))
      return refuse(401, 'Send the control key in the header X-Mock-Control-Key, or as a bearer token.')
    const [type, make] = found
    send(response, 200, type, make())
  })
  server.listen(port, host)
  await once(server, 'listening')
  const { port: own } = server.address() as AddressInfo
  return {
    url: urlOf(host, own),
    /** What requests send in `X-Mock-Control-Key`, or as a bearer token. */
    controlKey,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

function sentKeys(headers: IncomingMessage['headers']): unknown[] {
  return [headers['x-mock-control-key'], headers.authorization?.replace(/^Bearer /i, '')]
}

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body)
}
