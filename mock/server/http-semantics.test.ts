// What HTTP itself asks of a server, and the specification does not mention.
import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { sendAs } from '../testing/send-as.ts'
import { startTestKit } from '../testing/test-kit.ts'

const PATHS = [
  '/wallet',
  '/agents/',
  '/v1/models',
  '/runs',
  '/tasks',
  '/workflows/',
  '/runs/x',
  '/agents/x/run',
]

test('every other spelling of a path is answered alike, for all methods', async () => {
  for (const answer of ['redirect', 'accept', 'refuse'] as const) {
    await using kit = await startTestKit({ profile: { 'trailing-slash': answer } })
    const plain = (path: string, method: string) =>
      sendAs(kit.roles.keys.admin, `${kit.url}${path}`, method === 'POST' ? { title: 'x' } : undefined, {
        method,
        redirect: 'manual',
      })
    for (const path of PATHS)
      for (const method of ['GET', 'POST', 'HEAD']) {
        const other = path.endsWith('/') ? path.slice(0, -1) : `${path}/`
        const [right, spelled] = [await plain(path, method), await plain(other, method)]
        if (answer === 'redirect') {
          expect(spelled.status, `${method} ${other}`).toBe(307)
          expect(spelled.headers.get('location')).toBe(path)
        } else expect(spelled.status, `${method} ${other}`).toBe(answer === 'refuse' ? 404 : right.status)
      }
    expect((await plain('/tasks//runs', 'GET')).status).toBe(404)
  }
})

test('HEAD is answered as GET is, without a body, streams included', async () => {
  await using kit = await startTestKit()
  const [run] = kit.workspace.tables.runs.all()
  for (const path of [
    '/agents/',
    '/runs/none',
    '/nothing',
    `/chats/${run?.chatId}/stream`,
    '/_mock/health',
  ]) {
    const head = await kit.fetch('admin', path, { method: 'HEAD' })
    const get = await kit.fetch('admin', path)
    expect([head.status, head.headers.get('content-type')], path).toEqual([
      get.status,
      get.headers.get('content-type'),
    ])
    expect(head.headers.get('content-length')).toBe(get.headers.get('content-length'))
    expect(await head.text()).toBe('')
    await get.body?.cancel()
  }
})

test('the refusal of a key shows how to authenticate', async () => {
  await using kit = await startTestKit()
  const challenge = async (headers: Record<string, string>) =>
    (await fetch(`${kit.url}/runs`, { headers })).headers.get('www-authenticate')
  expect(await challenge({})).toBe('Bearer realm="agent-work"')
  for (const secret of ['nobody', kit.roles.keys.revoked])
    expect(await challenge({ authorization: `Bearer ${secret}` })).toContain('error="invalid_token"')
  expect(await challenge({ authorization: `Bearer ${kit.roles.keys['no-scope']}` })).toBeNull()
})

test('every reply of a limited endpoint shows how much is left, as far as the profile does', async () => {
  await using kit = await startTestKit()
  const left = async (path: string) => {
    const { headers } = await kit.fetch('admin', path)
    return ['limit', 'remaining', 'reset'].map(name => headers.get(`x-ratelimit-${name}`))
  }
  const [first, second] = [await left('/admin/agents/stats'), await left('/admin/agents/stats?days=1')]
  expect(first.map(Number)).toEqual([Number(first[0]), Number(first[0]) - 1, 60])
  expect(Number(second[1])).toBe(Number(first[1]) - 1)
  expect(await left('/runs')).toEqual([null, null, null])
  await using quiet = await startTestKit({ profile: { 'rate-limit-headers': 'retry-after' } })
  expect((await quiet.fetch('admin', '/admin/agents/stats')).headers.get('x-ratelimit-limit')).toBeNull()
})

test('the replies of a connection come in order, together or not, and it ends when asked', async () => {
  await using kit = await startTestKit()
  const { port } = new URL(kit.url)
  const request = (line: string, ...more: string[]) =>
    `${[line, 'host: x', `authorization: Bearer ${kit.roles.keys.admin}`, ...more].join('\r\n')}\r\n\r\n`
  const requests = [
    request('GET /wallet HTTP/1.1'),
    request('HEAD /wallet HTTP/1.1'),
    request('GET /nothing HTTP/1.1'),
    request('GET /wallet HTTP/1.1', 'origin: http://localhost:5173'),
    request('GET /wallet HTTP/1.1', 'connection: close'),
  ]
  for (const sent of [[requests.join('')], requests]) {
    const socket = connect({ port: Number(port), host: '127.0.0.1' }).setEncoding('latin1')
    const replies: string[] = []
    for (const part of sent) {
      socket.write(part)
      // Each of these replies comes in one piece.
      for (const expected = replies.length + requests.length / sent.length; replies.length < expected; ) {
        const [piece] = (await once(socket, 'data')) as [string]
        replies.push(...piece.split(/(?=HTTP\/1.1 )/))
      }
    }
    await once(socket, 'end')
    expect(replies.map(reply => reply.slice(9, 12))).toEqual(['200', '200', '404', '200', '200'])
    for (const [at, reply] of replies.entries()) {
      const [head = '', body = ''] = reply.split('\r\n\r\n')
      const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1])
      expect(body.length, head).toBe(at === 1 ? 0 : length)
      expect(head).toMatch(at === 4 ? /^connection: close$/im : /^keep-alive: timeout=60$/im)
      expect(head.includes('access-control-allow-origin'), head).toBe(at === 3)
    }
  }
})
