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

/** A service of one reply. */
async function serviceThat(answers: (path: string) => { status?: number; body: unknown }) {
  const server = await serving(({ url = '' }, response) => {
    const { status = 200, body } = answers(url)
    response.writeHead(status, json).end(JSON.stringify(body))
  })
  const before = await startProxy({ baseUrl: server.url, port: 0 })
  return Object.assign(before, {
    [Symbol.asyncDispose]: async () => {
      await before.stop()
      await server[Symbol.asyncDispose]()
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
  await using wrong = await serviceThat(path =>
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
