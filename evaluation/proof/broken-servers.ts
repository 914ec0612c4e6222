/**
 * Servers that do not implement the service, each with the exit statuses that are right for it within bounded time and
 * memory.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createTcp, type Server as TcpServer } from 'node:net'
import { run } from '../../conformance/index.ts'
import type { TargetInput } from '../../conformance/target/target-schema.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

export interface BrokenServer {
  readonly id: string
  readonly what: string
  readonly exits: readonly number[]
  readonly answer: Answer
  readonly tls?: true
}

const json =
  (status: number, body: string): Answer =>
  (_, response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(body)
const html = '<!doctype html><html><head><title>Log in</title></head><body><form></form></body></html>'
const list = '{"data":[]}'
const isMadeUp = (request: IncomingMessage) => request.url?.startsWith('/no-such')

const brokenServer = (id: string, what: string, exits: readonly number[], answer: Answer): BrokenServer => ({
  id,
  what,
  exits,
  answer,
})

export const brokenServers: readonly BrokenServer[] = [
  brokenServer('all-200-object', 'answers 200 and {} to everything', [4], json(200, '{}')),
  brokenServer('all-200-list', 'answers 200 and [] to everything', [4], json(200, '[]')),
  brokenServer(
    'all-200-empty',
    'answers 200 without a body to everything',
    [4],
    (_, response) => void response.end(),
  ),
  brokenServer('all-200-null', 'answers 200 and null to everything', [4], json(200, 'null')),
  brokenServer(
    'all-204',
    'answers 204 to everything',
    [4],
    (_, response) => void response.writeHead(204).end(),
  ),
  brokenServer('all-400', 'answers 400 to everything', [4, 1], json(400, '{}')),
  brokenServer('all-401', 'answers 401 to everything', [4], json(401, '{"error":"no"}')),
  brokenServer('all-403', 'answers 403 to everything', [4], json(403, '{"error":"no"}')),
  brokenServer('all-404', 'answers 404 to everything', [4], json(404, '{}')),
  brokenServer(
    'all-429',
    'answers 429 to everything',
    [4],
    (_, response) => void response.writeHead(429, { 'retry-after': '0' }).end(),
  ),
  brokenServer('all-500', 'answers 500 to everything', [4], json(500, '{}')),
  brokenServer('all-503', 'answers 503 to everything', [4], json(503, '')),
  brokenServer(
    'html',
    'answers with a web page',
    [4],
    (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end(html),
  ),
  brokenServer('login', 'redirects to a page to log in', [4], (request, response) =>
    request.url === '/login'
      ? void response.writeHead(200, { 'content-type': 'text/html' }).end(html)
      : void response.writeHead(302, { location: '/login' }).end(),
  ),
  brokenServer(
    'redirect-loop',
    'redirects for ever',
    [4],
    (request, response) => void response.writeHead(302, { location: `${request.url}x` }).end(),
  ),
  brokenServer('hangs', 'never answers', [4], () => {}),
  brokenServer(
    'hangs-in-body',
    'begins to answer and stops',
    [4],
    (_, response) => void response.writeHead(200, { 'content-type': 'application/json' }).write('{"data":['),
  ),
  brokenServer('drops-all', 'drops every connection', [4], request => void request.socket.destroy()),
  brokenServer(
    'drops-half',
    'drops every other request, and has nothing in its lists',
    [1, 3, 4],
    dropping(),
  ),
  brokenServer(
    'only-lists',
    'answers an empty list to every path that is known',
    [1, 3],
    (request, response) =>
      isMadeUp(request) ? json(404, '{}')(request, response) : json(200, list)(request, response),
  ),
  brokenServer('large', 'answers with 200 MB', [4], large(200 * 1024 * 1024)),
  brokenServer('endless', 'answers without end', [4], large(Number.POSITIVE_INFINITY)),
  brokenServer('short', 'announces more than it sends', [4], (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
    response.write(list)
    setTimeout(() => response.socket?.destroy(), 20)
  }),
  brokenServer('long', 'sends more than it announces', [4], (request, response) => {
    request.socket.end(
      `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 4\r\n\r\n${list}`,
    )
    void response
  }),
  brokenServer(
    'gibberish',
    'does not speak HTTP',
    [4],
    request => void request.socket.end('220 mail.example ESMTP\r\n'),
  ),
  { ...brokenServer('tls', 'expects TLS where http is spoken', [4], () => {}), tls: true },
]

function dropping(): Answer {
  let n = 0
  return (request, response) => {
    n += 1
    if (n % 2 === 0) request.socket.destroy()
    else if (isMadeUp(request)) json(404, '{}')(request, response)
    else json(200, list)(request, response)
  }
}

const BLOCK = Buffer.alloc(256 * 1024, 0x20)
function large(bytes: number): Answer {
  return (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    let left = bytes
    const more = () => {
      while (left > 0 && !response.destroyed) {
        left -= BLOCK.length
        if (!response.write(BLOCK)) return void response.once('drain', more)
      }
      if (!response.destroyed) response.end('{}')
    }
    more()
  }
}

export interface BrokenServerResult {
  readonly id: string
  readonly what: string
  readonly exit: number
  readonly right: boolean
  readonly said: string
  readonly seconds: number
  /** Maximum additional memory of the process in megabytes. */
  readonly megabytes: number
}

/** Points the suite at a broken server. */
export async function runBrokenServer(one: BrokenServer): Promise<BrokenServerResult> {
  const server = one.tls
    ? createTcp(socket => socket.once('data', () => socket.end(ALERT)))
    : createServer(one.answer)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const began = process.memoryUsage().rss
  let most = began
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss)
  }, 20)
  const started = performance.now()
  try {
    const report = await run(targetOf(port), { journal: false })
    return {
      id: one.id,
      what: one.what,
      exit: report.exit,
      right: one.exits.includes(report.exit),
      said: report.problems[0] ?? report.outcome,
      seconds: Math.round(performance.now() - started) / 1000,
      megabytes: Math.round((most - began) / 1024 / 1024),
    }
  } finally {
    clearInterval(watch)
    close(server)
  }
}

/** A TLS server's reply to plain text: the fatal alert "unexpected message". */
const ALERT = Buffer.from([0x15, 0x03, 0x03, 0x00, 0x02, 0x02, 0x0a])

const targetOf = (port: number): TargetInput => ({
  base_url: `http://127.0.0.1:${port}`,
  keys: {
    admin: { value: 'sk-admin-0123456789', role: 'admin', scopes: 'all' },
    member: { value: 'sk-member-0123456789', role: 'member', scopes: 'all' },
  },
  fixtures: { 'agent-finishes': { id: 'agt_1' }, 'agent-slow': { id: 'agt_2' } },
  pace: { timeout_seconds: 1, clock_scale: 500, run_seconds: 60 },
})

function close(server: Server | TcpServer) {
  if ('closeAllConnections' in server) server.closeAllConnections()
  server.close()
}
