import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { request } from 'undici'

export interface Serving extends AsyncDisposable {
  readonly url: string
  readonly port: number
}

/**
 * A server on this machine.
 *
 * @example await using elsewhere = await serving((_, response) => response.end('{}'))
 */
export async function serving(
  answer: ((request: IncomingMessage, response: ServerResponse) => unknown) | Server,
): Promise<Serving> {
  const server = typeof answer === 'function' ? createServer((...asked) => void answer(...asked)) : answer
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

/** A webhook. `take` gets the idempotency key and the body of each delivery, and may return its status. Default: 204. */
export const servingWebhook = <Body>(
  take: (id: string, body: Body) => number | undefined,
): Promise<Serving> =>
  serving(async (request, response) => {
    const body = (await json(request)) as Body
    response.writeHead(take(String(request.headers['idempotency-key']), body) ?? 204).end()
  })

/** A request as no fetch sends it: to any host, without following redirects, and its body as it came. */
export async function askPlainly(url: string, how: Parameters<typeof request>[1] = {}) {
  const { statusCode: status, headers, body } = await request(url, how)
  return { status, headers, text: await body.text() }
}
