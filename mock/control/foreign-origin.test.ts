// Who may use the control API: programs, its own pages and those of this machine, and no page of the web.
import { afterAll, expect, test } from 'vitest'
import { startMock } from '../index.ts'
import { askPlainly } from '../testing/serving.ts'

const mock = await startMock({ controlOrigins: ['https://mock.example.com:8443'] })
afterAll(() => mock.stop())
const own = new URL(mock.url)

async function ask(method: 'GET' | 'POST' | 'OPTIONS', path: string, headers: Record<string, string> = {}) {
  const { text, ...reply } = await askPlainly(mock.url + path, { method, headers })
  return { ...reply, error: text === '' ? undefined : JSON.parse(text).error }
}

const make = (headers: Record<string, string>) => ask('POST', '/_mock/workspaces', headers)

test('refuses a simple request of a page elsewhere, and changes nothing', async () => {
  const before = mock.registry.all().length
  for (const origin of [
    'https://evil.example',
    'http://127.0.0.1.evil.example',
    'http://localhost.evil.example',
    'null',
  ]) {
    const { status, error, headers } = await make({ origin, 'content-type': 'text/plain' })
    expect(status, origin).toBe(403)
    expect(error).toMatchObject({
      code: 'origin_refused',
      message: expect.stringContaining('--control-origin'),
    })
    expect(headers['access-control-allow-origin']).toBeUndefined()
  }
  expect(await make({ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' })).toMatchObject({
    status: 403,
  })
  expect(mock.registry.all()).toHaveLength(before)
})

test('refuses a name that a page elsewhere may have pointed here', async () => {
  for (const host of [
    'evil.example',
    '127.attacker.example',
    '127.0.0.1.evil.example:4010',
    'localhost.evil',
    'a@127.0.0.1',
    'evil.example.',
  ]) {
    const { status, error } = await ask('GET', '/_mock/workspaces', { host })
    expect(status, host).toBe(403)
    expect(error).toMatchObject({
      code: 'host_refused',
      message: expect.stringContaining('--control-origin'),
    })
  }
})

test('takes the names that no page elsewhere can have', async () => {
  for (const host of [
    '127.0.0.1:4010',
    '192.168.1.7',
    '[::1]:4010',
    'localhost',
    'app.localhost:1',
    'agent-work_mock:4010',
    'mock.internal',
    'mac.local',
    'x.test',
    'mock.example.com:8443',
    'MOCK.example.com:8443',
  ])
    expect(await ask('GET', '/_mock/workspaces', { host }), host).toMatchObject({ status: 200 })
})

test('opens its replies to pages of this machine and to those listed, preflight included', async () => {
  for (const origin of [
    mock.url,
    'http://localhost:5173',
    'https://app.localhost',
    'http://[::1]:3000',
    'http://127.9.9.9',
    'https://mock.example.com:8443',
  ]) {
    const made = await make({ origin })
    expect(made, origin).toMatchObject({ status: 201 })
    expect(made.headers).toMatchObject({ 'access-control-allow-origin': origin, vary: 'Origin' })
    const leave = await ask('OPTIONS', '/_mock/workspaces', {
      origin,
      'access-control-request-method': 'POST',
    })
    expect(leave).toMatchObject({ status: 204, headers: { 'access-control-allow-origin': origin } })
  }
  const asked = { origin: 'https://evil.example', 'access-control-request-method': 'DELETE' }
  const foreign = await ask('OPTIONS', '/_mock/workspaces/current/journal', asked)
  expect(foreign.status).toBe(403)
  expect(foreign.headers['access-control-allow-methods']).toBeUndefined()
})

test('a page of another address may be reached by a link, probes by anybody, and the service by --cors', async () => {
  const link = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }
  expect(await ask('GET', '/_mock/workspaces', link)).toMatchObject({ status: 200 })
  expect(await make(link)).toMatchObject({ status: 403 })
  expect(
    await ask('GET', '/_mock/ready', { host: 'evil.example', origin: 'https://evil.example' }),
  ).toMatchObject({ status: 200 })
  const service = await ask('GET', '/agents/', { host: 'evil.example', origin: 'https://evil.example' })
  expect(service).toMatchObject({ status: 401, headers: { 'access-control-allow-origin': '*' } })
})

test('an address that other machines reach has a control key, given or made up', async () => {
  await using open = await startMock({ host: '0.0.0.0' })
  const url = `http://127.0.0.1:${new URL(open.url).port}/_mock/workspaces`
  expect(open.controlKey).toMatch(/^[\w-]{20,}$/)
  expect((await fetch(url)).status).toBe(401)
  expect((await fetch(url, { headers: { 'x-mock-control-key': open.controlKey ?? '' } })).status).toBe(200)
  await using given = await startMock({ host: '0.0.0.0', controlKey: 'sesame' })
  expect(given.controlKey).toBe('sesame')
  expect(mock.controlKey).toBeUndefined()
  expect(own.hostname).toBe('127.0.0.1')
})
