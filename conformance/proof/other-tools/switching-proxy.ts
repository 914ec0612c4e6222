/** One address behind which one deployment after the other is put, so that tools need no new configuration. */
import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Deployment } from '../deployment.ts'

/** The key that tools send; requests are passed on with the admin's. */
export const TOOL_KEY = 'sk-peer-0123456789abcdef'

export interface SwitchingProxy extends AsyncDisposable {
  readonly url: string
  show(deployment: Deployment): void
}

export async function startSwitchingProxy(): Promise<SwitchingProxy> {
  let current: Deployment | undefined
  const server = createServer((incoming, outgoing) => {
    if (!current) return void outgoing.writeHead(503).end()
    const base = new URL(current.target.base_url)
    const headers = { ...incoming.headers, host: base.host }
    if (headers.authorization === `Bearer ${TOOL_KEY}`)
      headers.authorization = `Bearer ${current.target.keys.admin?.value ?? ''}`
    const path = base.pathname + (incoming.url ?? '/')
    const passed = httpRequest(
      { host: base.hostname, port: base.port, method: incoming.method, path, headers },
      reply => {
        const { location } = reply.headers
        if (location?.startsWith(base.pathname)) reply.headers.location = location.slice(base.pathname.length)
        outgoing.writeHead(reply.statusCode ?? 502, reply.headers)
        reply.pipe(outgoing)
      },
    )
    passed.on('error', () => void outgoing.destroy())
    incoming.pipe(passed)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    show(deployment) {
      current = deployment
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
