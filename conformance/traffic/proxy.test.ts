import { request } from 'node:http'
import { connect } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { startMock } from '#mock'
import { sendAs } from '../../mock/testing/send-as.ts'
import { serving } from '../../mock/testing/serving.ts'
import { readRecording } from '../engine/recording.ts'
import { run } from '../index.ts'
import { startProxy } from './proxy.ts'

const lines: string[] = []
const mock = await startMock({ clock: { scale: 300 } })
const proxy = await startProxy({ baseUrl: mock.url, port: 0, record: line => lines.push(line) })
afterAll(async () => {
  await proxy.stop()
  await mock.stop()
})

const json = { 'content-type': 'application/json' }
const shown = async (page: string) => (await fetch(`${proxy.url}/_mock/${page}`)).json() as Promise<never>

const echo = (_: string, key: string) => ({ body: { id: 'task_1', title: key, note: 'every one' } })

/** A proxy that records, in front of a service that answers so. */
async function proxyBefore(
  answers: (path: string, key: string) => { status?: number; body: unknown } = echo,
) {
  const service = await serving((request, response) => {
    request.resume()
    request.on('end', () => {
      const { status = 200, body } = answers(request.url ?? '', request.headers.authorization ?? '')
      response.writeHead(status, json).end(JSON.stringify(body))
    })
  })
  const lines: string[] = []
  const proxy = await startProxy({ baseUrl: service.url, port: 0, record: line => lines.push(line) })
  const { port } = new URL(proxy.url)
  return Object.assign(proxy, {
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
  })
}

test('the suite finds the same behind the proxy, and the proxy no violation in what the suite sends', async () => {
  const { keys } = mock.workspace()
  const target = {
    base_url: proxy.url,
    keys: { admin: { value: keys.admin, role: 'admin' as const }, member: { value: keys.member } },
    pace: { clock_scale: 300 },
  }
  const report = await run(target, {
    journal: false,
    skipRateLimit: true,
    only: ['CREATE', 'VER', 'LIMIT-01', 'RUN-01'],
  })
  expect(report.counts.violated).toBe(0)
  expect(report.counts.met).toBeGreaterThan(30)
  const seen = proxy.traffic.report()
  const violated = seen.requirements.filter(({ verdict }) => verdict === 'violated')
  expect(violated.map(({ id, findings }) => `${id}: ${findings[0]?.sentence}`)).toEqual([])
  expect(seen.outcome).toBe('Nothing in what passed contradicts the specification.')
  expect(seen.counts.met).toBeGreaterThan(20)
  expect(proxy.traffic.violations().differences.filter(({ direction }) => direction === 'reply')).toEqual([])
})

test('passes a stream on part by part', async () => {
  const { keys, roles, clock } = mock.workspace({ from: 'quiet', clock: { frozen: 'now' } })
  const path = `${proxy.url}/agents/${roles.agents['agent-that-finishes']}/run`
  const started = await sendAs(keys.member, path, {})
  const { chat_id } = (await started.json()) as { chat_id: string }
  const stream = await sendAs(keys.member, `${proxy.url}/chats/${chat_id}/stream`)
  const reader = stream.body!.getReader()
  // The run has not moved, so a part that came has not waited for the end.
  expect(new TextDecoder().decode((await reader.read()).value)).toContain('data:')
  clock.untilIdle()
  while (!(await reader.read()).done);
  await expect.poll(() => proxy.traffic.journal.at(-1)?.operation).toBe('streamChat')
  expect(proxy.traffic.report().requirements.find(({ id }) => id === 'EVENT-03')?.verdict).toBe('met')
})

test('keeps no key: not in the journal, the report or the recording, wherever it stands', async () => {
  const { keys } = mock.workspace({ from: 'quiet' })
  const more = { headers: { cookie: `session=${keys.admin}` } }
  await sendAs(keys.member, `${proxy.url}/tasks?api_key=${keys.admin}`, undefined, more)
  await sendAs(keys.member, `${proxy.url}/tasks`, { title: keys.member }, more)
  const outputs = [
    JSON.stringify(await shown('journal')),
    JSON.stringify(await shown('report')),
    JSON.stringify(await shown('violations')),
    await (await fetch(`${proxy.url}/_mock/report.html`)).text(),
    lines.join('\n'),
  ]
  for (const output of outputs)
    for (const key of [keys.member, keys.admin]) expect(output.includes(key)).toBe(false)
  expect(outputs[0]).toContain('$KEY_')
})

test('records in the form of the suite', () => {
  const recording = readRecording(lines.join('\n'))
  expect(recording.head).toMatchObject({ recording: 1, target: { base_url: mock.url } })
  const exchange = recording.lines.find(line => line.kind === 'exchange' && line.operation === 'createTask')
  expect(exchange).toMatchObject({
    scenario: 'traffic',
    request: { method: 'POST' },
    response: { ended: true },
  })
})

test('finds what a service states wrongly, and calls what is only assumed a difference', async () => {
  await using wrong = await proxyBefore(path =>
    path.startsWith('/runs?offset')
      ? { body: { data: [], next_cursor: null } }
      : path.startsWith('/tasks')
        ? { status: 200, body: { number: 7 } }
        : { body: { object: 'list', data: [{}] } },
  )
  await sendAs('abcdefgh', `${wrong.url}/runs?offset=2`)
  await sendAs('abcdefgh', `${wrong.url}/tasks`, { title: ['x'], priority: 'soonish' })
  await fetch(`${wrong.url}/v1/models`)
  // A call is judged once its reply has passed.
  await expect
    .poll(() =>
      wrong.traffic
        .violations()
        .violated.map(({ id }) => id)
        .sort(),
    )
    .toEqual(['AUTH-02', 'CREATE-03', 'CREATE-11', 'MODEL-01', 'TASK-02', 'TASK-32', 'VER-03'])
  const { differences } = wrong.traffic.violations()
  expect(differences.map(({ operation }) => operation)).toContain('createTask')
})

test('says that a deployment does not answer, and shows nothing to pages from elsewhere', async () => {
  await using nothing = await startProxy({ baseUrl: 'http://127.0.0.1:9', port: 0, controlKey: 'secret' })
  const reply = await sendAs('x', `${nothing.url}/runs`)
  expect(reply.status).toBe(502)
  expect(await reply.text()).toContain('did not answer')
  const page = (headers: Record<string, string>) => fetch(`${nothing.url}/_mock/journal`, { headers })
  expect((await page({})).status).toBe(401)
  expect((await page({ 'x-mock-control-key': 'secret' })).status).toBe(200)
  expect((await page({ 'x-mock-control-key': 'secret', origin: 'https://evil.example' })).status).toBe(403)
})

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
  await using hostile = await proxyBefore()
  expect(await hostile.send(target, headers)).toBe(status)
  expect(await hostile.send('GET /_mock/health')).toBe(200)
  expect(hostile.traffic.report().notes).toHaveLength(1)
})

test('a client that breaks off in the middle of a body ends nothing', async () => {
  await using hostile = await proxyBefore()
  const half = request(`${hostile.url}/tasks`, { method: 'POST', headers: { 'content-length': 1_000 } })
  half.on('error', () => {})
  half.write('{"title":')
  await new Promise(resolve => setImmediate(resolve))
  half.destroy()
  expect(await hostile.send('GET /tasks')).toBe(200)
})

test('a thousand unknown keys cost a bounded amount, and the latest is still hidden', async () => {
  await using hostile = await proxyBefore()
  const { traffic, call, lines } = hostile
  for (let n = 0; n < 1_100; n++) traffic.keys.nameOf(`Bearer ${'unknown-'.repeat(40)}${n}`)
  await call('/tasks', 'key-that-came-late-0123456789')
  const { key, text } = traffic.journal.at(-1)!
  expect(key).toBe('other keys')
  expect(text).toContain('$OTHER_KEYS')
  expect(lines.join()).not.toContain('came-late')
})

test('a key of one letter does not replace that letter in the evidence', async () => {
  await using hostile = await proxyBefore()
  await hostile.call('/tasks', 'e')
  const [one] = hostile.traffic.journal
  expect(one?.text).toContain('"note":"every one"')
  expect(one?.requestHeaders.authorization).toBe('Bearer $KEY_1')
})

test('the journal is bounded by its size', async () => {
  await using hostile = await proxyBefore(() => ({ body: { data: 'x'.repeat(100_000) } }))
  for (let n = 0; n < 270; n++) await hostile.call('/tasks', 'key-0123456789')
  const kept = hostile.traffic.journal
  expect(kept.every(({ text, truncated }) => text.length <= 65_536 && truncated)).toBe(true)
  expect(kept.length).toBeLessThan(270)
})

test('half of a long request is not judged', async () => {
  await using hostile = await proxyBefore()
  const task = { title: 'x', description: 'y'.repeat(2_000_000) }
  await sendAs(undefined, `${hostile.url}/tasks`, task)
  expect(hostile.traffic.report().counts.violated).toBe(0)
})

test('needs a control key where other machines reach it', async () => {
  await using proxy = await startProxy({ baseUrl: 'http://127.0.0.1:9', port: 0, host: '0.0.0.0' })
  const journal = `${proxy.url.replace('0.0.0.0', '127.0.0.1')}/_mock/journal`
  expect((await fetch(journal)).status).toBe(401)
  expect((await fetch(journal, { headers: { 'x-mock-control-key': proxy.controlKey! } })).status).toBe(200)
})
