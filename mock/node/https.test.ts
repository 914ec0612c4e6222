// The mock over HTTPS, as clients of HTTP/2 and of HTTP/1.1 see it.
import { X509Certificate } from 'node:crypto'
import { text as bodyOf } from 'node:stream/consumers'
import { Agent, fetch } from 'undici'
import { afterAll, expect, test } from 'vitest'
import { startMock } from '../index.ts'
import { sendAs } from '../testing/send-as.ts'
import { selfSigned } from './self-signed.ts'

const mock = await startMock({ https: true, clock: { frozen: '2026-11-20T09:00:00Z' } })
const ca = mock.certificate!
const versions = ['2', '1.1'] as const
const dispatchers = {
  '2': new Agent({ connect: { ca }, allowH2: true }),
  '1.1': new Agent({ connect: { ca }, allowH2: false }),
}
afterAll(async () => {
  await mock.stop()
  await Promise.all(versions.map(version => dispatchers[version].destroy()))
})

function caller(version: (typeof versions)[number], key: string) {
  return (method: string, path: string, body?: unknown) =>
    fetch(mock.url + path, {
      method,
      dispatcher: dispatchers[version],
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
}

test.each(versions)('serves HTTP/%s: bodies, streams, refusals, HEAD and the control API', async version => {
  await using workspace = mock.workspace({ from: 'quiet' })
  const call = caller(version, workspace.keys.admin)
  expect(mock.url).toMatch(/^https:/)
  const created = await call('POST', '/tasks', { title: 'Über TLS' })
  expect([created.status, await created.json()]).toMatchObject([201, { title: 'Über TLS' }])
  const stream = await call('POST', '/v1/chat/completions', {
    model: 'aw-small',
    stream: true,
    messages: [{ role: 'user', content: 'Hello\nmock: say Hello to you.' }],
  })
  expect(await stream.text()).toMatch(/\[DONE\]\s*$/)
  expect((await call('GET', '/runs/run_none')).status).toBe(404)
  const head = await call('HEAD', '/agents/?limit=1')
  expect([head.status, await head.text()]).toEqual([200, ''])
  expect((await call('DELETE', `/_mock/workspaces/${workspace.id}/journal`)).status).toBe(204)
  expect(await (await call('GET', '/_mock/target.yaml')).text()).toContain(`base_url: ${mock.url}`)
  await call('GET', '/agents/?limit=1')
  const [exchange] = workspace.journal.find({ operation: 'listAgents' })
  expect(exchange).toMatchObject({ request: { headers: { host: new URL(mock.url).host } } })
})

test.each(versions)('a fault breaks a reply of HTTP/%s off, before and after its head', async version => {
  await using workspace = mock.workspace({ from: 'quiet' })
  const call = caller(version, workspace.keys.admin)
  workspace.trigger('reply-lost')
  await expect(call('POST', '/tasks', { title: 'Once or twice' })).rejects.toThrow('fetch failed')
  workspace.trigger('stream-breaks')
  const messages = [{ role: 'user', content: 'Hello' }]
  const stream = await call('POST', '/v1/chat/completions', { model: 'aw-small', stream: true, messages })
  await expect(stream.text()).rejects.toThrow()
  expect((await call('GET', '/agents/')).status).toBe(200)
})

test('stops while clients keep their connections', async () => {
  const other = await startMock({ https: true })
  const dispatcher = new Agent({ connect: { ca: other.certificate! }, allowH2: true })
  await (await fetch(`${other.url}/_mock/health`, { dispatcher })).text()
  await other.stop({ graceMs: 60_000 })
  await dispatcher.destroy()
})

test('a certificate is for the addresses of this machine and those given', () => {
  const now = Date.parse('2049-06-01T00:00:00Z')
  const { cert } = selfSigned(['localhost', 'mock.example', '127.0.0.1', '2001:db8::7:1', '::1'], now)
  const certificate = new X509Certificate(cert)
  expect(certificate.verify(certificate.publicKey)).toBe(true)
  expect(certificate.checkHost('mock.example')).toBe('mock.example')
  for (const address of ['127.0.0.1', '2001:db8::7:1', '::1'])
    expect(certificate.checkIP(address)).toBe(address)
  expect(certificate.checkHost('other.example')).toBeUndefined()
  expect(Date.parse(certificate.validTo)).toBe(Date.parse('2050-06-01T00:00:00Z'))
})

test('a mock goes on from a snapshot file, with the keys of the demo', async () => {
  await using first = await startMock({ clock: { frozen: '2026-11-20T09:00:00Z' } })
  const { admin } = first.demo.keys
  await sendAs(admin, `${first.url}/tasks`, { title: 'Kept by the snapshot' })
  await using second = await startMock({ from: { file: first.demo.snapshotFile() } })
  const tasks = await sendAs(admin, `${second.url}/tasks?limit=1`)
  expect(await bodyOf(tasks.body!)).toContain('Kept by the snapshot')
  expect(second.clock.read().now).toBe('2026-11-20T09:00:00.000Z')
})
