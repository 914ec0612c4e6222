/**
 * Servers that do not implement the service, each with the exit statuses that are right for it within bounded time and
 * memory.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { run } from '../../conformance/index.ts'
import type { TargetInput } from '../../conformance/target/target-schema.ts'
import { serving } from '../../mock/testing/serving.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

export interface BrokenServer {
  readonly id: string
  readonly what: string
  readonly exits: readonly number[]
  readonly answer: Answer
}

/** Answers everything alike. */
const always =
  (status: number, body?: string, headers: Record<string, string> = {}): Answer =>
  (_, response) =>
    void response.writeHead(status, headers).end(body)
const JSON_TYPE = { 'content-type': 'application/json' }
const json = (status: number, body: string) => always(status, body, JSON_TYPE)
const page = always(
  200,
  '<!doctype html><html><head><title>Log in</title></head><body><form></form></body></html>',
  { 'content-type': 'text/html' },
)
const list = '{"data":[]}'
/** A TLS server's reply to plain text: the fatal alert "unexpected message". */
const ALERT = Buffer.from([0x15, 0x03, 0x03, 0x00, 0x02, 0x02, 0x0a])

/** Has an empty list for every path that is known. */
const emptyLists: Answer = (request, response) =>
  (request.url?.startsWith('/no-such') ? json(404, '{}') : json(200, list))(request, response)

/** By id: what the server does, how, and the exit statuses that are right for it. Default: 4. */
const SERVERS: Readonly<Record<string, readonly [what: string, answer: Answer, ...exits: number[]]>> = {
  'all-200-object': ['answers 200 and {} to everything', json(200, '{}')],
  'all-200-list': ['answers 200 and [] to everything', json(200, '[]')],
  'all-200-empty': ['answers 200 without a body to everything', always(200)],
  'all-200-null': ['answers 200 and null to everything', json(200, 'null')],
  'all-204': ['answers 204 to everything', always(204)],
  'all-400': ['answers 400 to everything', json(400, '{}'), 4, 1],
  'all-401': ['answers 401 to everything', json(401, '{"error":"no"}')],
  'all-403': ['answers 403 to everything', json(403, '{"error":"no"}')],
  'all-404': ['answers 404 to everything', json(404, '{}')],
  'all-429': ['answers 429 to everything', always(429, undefined, { 'retry-after': '0' })],
  'all-500': ['answers 500 to everything', json(500, '{}')],
  'all-503': ['answers 503 to everything', json(503, '')],
  html: ['answers with a web page', page],
  login: [
    'redirects to a page to log in',
    (request, response) =>
      (request.url === '/login' ? page : always(302, undefined, { location: '/login' }))(request, response),
  ],
  'redirect-loop': [
    'redirects for ever',
    (request, response) => always(302, undefined, { location: `${request.url}x` })(request, response),
  ],
  hangs: ['never answers', () => {}],
  'hangs-in-body': [
    'begins to answer and stops',
    (_, response) => void response.writeHead(200, JSON_TYPE).write('{"data":['),
  ],
  'drops-all': ['drops every connection', request => void request.socket.destroy()],
  'drops-half': ['drops every other request, and has nothing in its lists', dropping(), 1, 3, 4],
  'only-lists': ['answers an empty list to every path that is known', emptyLists, 1, 3],
  large: ['answers with 200 MB', large(200 * 1024 * 1024)],
  endless: ['answers without end', large(Number.POSITIVE_INFINITY)],
  short: [
    'announces more than it sends',
    (_, response) => {
      response.writeHead(200, { ...JSON_TYPE, 'content-length': '1000' }).write(list)
      setTimeout(() => response.socket?.destroy(), 20)
    },
  ],
  long: [
    'sends more than it announces',
    ({ socket }) =>
      void socket.end(
        `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 4\r\n\r\n${list}`,
      ),
  ],
  gibberish: ['does not speak HTTP', ({ socket }) => void socket.end('220 mail.example ESMTP\r\n')],
  tls: ['expects TLS where http is spoken', ({ socket }) => void socket.end(ALERT)],
}

export const brokenServers: readonly BrokenServer[] = Object.entries(SERVERS).map(
  ([id, [what, answer, ...exits]]) => ({ id, what, answer, exits: exits.length > 0 ? exits : [4] }),
)

function dropping(): Answer {
  let n = 0
  return (request, response) => {
    n += 1
    if (n % 2 === 0) request.socket.destroy()
    else emptyLists(request, response)
  }
}

const BLOCK = Buffer.alloc(256 * 1024, 0x20)
function large(bytes: number): Answer {
  return (_, response) => {
    response.writeHead(200, JSON_TYPE)
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
  await using server = await serving(one.answer)
  const began = process.memoryUsage().rss
  let most = began
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss)
  }, 20)
  const started = performance.now()
  try {
    const report = await run(targetOf(server.url), { journal: false })
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
  }
}

const targetOf = (base_url: string): TargetInput => ({
  base_url,
  keys: {
    admin: { value: 'sk-admin-0123456789', role: 'admin', scopes: 'all' },
    member: { value: 'sk-member-0123456789', role: 'member', scopes: 'all' },
  },
  fixtures: { 'agent-finishes': { id: 'agt_1' }, 'agent-slow': { id: 'agt_2' } },
  pace: { timeout_seconds: 1, clock_scale: 500, run_seconds: 60 },
})
