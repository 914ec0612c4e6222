import { request } from 'node:http'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { sendAs } from '../../mock/testing/send-as.ts'
import { serving } from '../../mock/testing/serving.ts'
import { startProxy } from './proxy.ts'

const json = { 'content-type': 'application/json' }

/** A proxy that records, in front of a service that echoes the key. */
async function start(
  body: (key: string) => unknown = key => ({ id: 'task_1', title: key, note: 'every one' }),
) {
  const service = await serving((request, response) => {
    request.resume()
    request.on('end', () =>
      response.writeHead(200, json).end(JSON.stringify(body(request.headers.authorization ?? ''))),
    )
  })
  const lines: string[] = []
  const proxy = await startProxy({ baseUrl: service.url, port: 0, record: line => lines.push(line) })
  const { port } = new URL(proxy.url)
  return {
    proxy,
    lines,
    /** Sends a request as it is, and returns the status. */
    send: async (target: string, headers = '') => {
      const socket = connect(Number(port), '127.0.0.1')
      socket.write(`${target} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n${headers}\r\n`)
      const reply = (await socket.toArray()).join('')
      return Number(reply.split(' ')[1] ?? 0)
    },
    call: async (path: string, key: string) => (await sendAs(key, proxy.url + path)).text(),
    [Symbol.asyncDispose]: async () => {
      await proxy.stop()
      await service[Symbol.asyncDispose]()
    },
  }
}

test.each([
  ['a null origin', 'GET /_mock', 'Origin: null\r\n', 403],
  ['an origin that is no URL', 'GET /_mock/journal', 'Origin: http://[\r\n', 403],
  ['a page that is a member of every object', 'GET /_mock/constructor', '', 404],
  ['an empty path', 'GET //', '', 200],
  ['a path like another host', 'GET ///evil.example/tasks', '', 200],
  ['a path that is not encoded', 'GET /%zz', '', 200],
  ['bytes that are no text', 'GET /tasks/%ff%zz', '', 200],
  ['an absolute URL', 'GET http://evil.example/tasks', '', 400],
  ['an asterisk', 'OPTIONS *', '', 400],
  ['a key of 1,000 characters', 'GET /tasks', `Authorization: Bearer ${'k9'.repeat(500)}\r\n`, 200],
  ['a key of 10,000 characters', 'GET /tasks', `Authorization: Bearer ${'k9'.repeat(5_000)}\r\n`, 200],
  ['a query of question marks', `GET /tasks?${'?key'.repeat(3_000)}`, '', 200],
])('survives %s', async (_, target, headers, status) => {
  await using hostile = await start()
  expect(await hostile.send(target, headers)).toBe(status)
  expect(await hostile.send('GET /_mock/health')).toBe(200)
  expect(hostile.proxy.traffic.report().notes).toHaveLength(1)
})

test('a client that breaks off in the middle of a body ends nothing', async () => {
  await using hostile = await start()
  const half = request(`${hostile.proxy.url}/tasks`, { method: 'POST', headers: { 'content-length': 1_000 } })
  half.on('error', () => {})
  half.write('{"title":')
  await new Promise(resolve => setImmediate(resolve))
  half.destroy()
  expect(await hostile.send('GET /tasks')).toBe(200)
})

test('a thousand unknown keys cost a bounded amount, and the latest is still hidden', async () => {
  await using hostile = await start()
  const { proxy, call, lines } = hostile
  for (let n = 0; n < 1_100; n++) proxy.traffic.keys.nameOf(`Bearer ${'unknown-'.repeat(40)}${n}`)
  await call('/tasks', 'key-that-came-late-0123456789')
  const { key, text } = proxy.traffic.journal.at(-1)!
  expect(key).toBe('other keys')
  expect(text).toContain('$OTHER_KEYS')
  expect(lines.join()).not.toContain('came-late')
})

test('a key of one letter does not replace that letter in the evidence', async () => {
  await using hostile = await start()
  await hostile.call('/tasks', 'e')
  const [one] = hostile.proxy.traffic.journal
  expect(one?.text).toContain('"note":"every one"')
  expect(one?.requestHeaders.authorization).toBe('Bearer $KEY_1')
})

test('the journal is bounded by its size', async () => {
  await using hostile = await start(() => ({ data: 'x'.repeat(100_000) }))
  for (let n = 0; n < 270; n++) await hostile.call('/tasks', 'key-0123456789')
  const kept = hostile.proxy.traffic.journal
  expect(kept.every(({ text, truncated }) => text.length <= 65_536 && truncated)).toBe(true)
  expect(kept.length).toBeLessThan(270)
})

test('half of a long request is not judged', async () => {
  await using hostile = await start()
  const task = { title: 'x', description: 'y'.repeat(2_000_000) }
  await sendAs(undefined, `${hostile.proxy.url}/tasks`, task)
  expect(hostile.proxy.traffic.report().counts.violated).toBe(0)
})

test('needs a control key where other machines reach it', async () => {
  await using proxy = await startProxy({ baseUrl: 'http://127.0.0.1:9', port: 0, host: '0.0.0.0' })
  const journal = `${proxy.url.replace('0.0.0.0', '127.0.0.1')}/_mock/journal`
  expect((await fetch(journal)).status).toBe(401)
  expect((await fetch(journal, { headers: { 'x-mock-control-key': proxy.controlKey! } })).status).toBe(200)
})
