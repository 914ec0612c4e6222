// Where the keys go, and how a deployment behind proxies, a private authority and client certificates is reached.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import type { TLSSocket } from 'node:tls'
import { afterAll, expect, test } from 'vitest'
import { newFolder } from '../../mock/testing/new-folder.ts'
import { serving } from '../../mock/testing/serving.ts'
import { readConnection } from '../target/connection.ts'
import { readTarget } from '../target/target.ts'
import type { ConnectionInput } from '../target/target-schema.ts'
import { Client } from './client.ts'

const HOST = 'agents.example.test'
/** An authority, and certificates that it signed for HOST and for the suite; valid until 2126. */
const pathOf = (name: string) => join(import.meta.dirname, 'test-certificates', name)
const KEY = 'sk-canary-0123456789'
const opened = new AsyncDisposableStack()
const folder = newFolder()
const files = { ca: pathOf('ca.pem'), cert: pathOf('client.pem'), key: pathOf('client-key.pem') }
/** Where the deployment redirects to, without TLS. */
let plain: string
/** What the proxy saw. */
const tunnels: string[] = []
const passed: IncomingMessage[] = []

const answer =
  (body: unknown): RequestListener =>
  (_, response) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))

const listen = async (...args: Parameters<typeof serving>) => opened.use(await serving(...args)).port

const options = {
  key: readFileSync(pathOf('server-key.pem')),
  cert: readFileSync(pathOf('server.pem')),
  ca: readFileSync(pathOf('ca.pem')),
  requestCert: true,
}

const port = await listen(
  createSecureServer(options, (request, response) => {
    if (request.url === '/tasks?page=1') return void response.writeHead(302, { location: plain }).end()
    const certificate = (request.socket as TLSSocket).getPeerCertificate()
    answer({ data: [], by: certificate.subject?.CN ?? 'nobody' })(request, response)
  }),
)
/** The deployment, which asks for a client certificate. */
const secure = `https://127.0.0.1:${port}`
const between = createServer((request, response) => {
  passed.push(request)
  answer({ data: [], by: 'proxy' })(request, response)
})
between.on('connect', (request: IncomingMessage, socket: Socket) => {
  tunnels.push(request.url ?? '')
  const tunnel = connect(port, '127.0.0.1', () => {
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
    tunnel.pipe(socket).pipe(tunnel)
  })
  tunnel.on('error', () => socket.destroy())
  socket.on('error', () => tunnel.destroy())
})
/** A proxy that leads every name to the deployment. */
const proxy = `http://user:pass-word@127.0.0.1:${await listen(between)}`
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await opened.disposeAsync()
})

async function ask(
  base_url: string,
  connection: ConnectionInput = {},
  env: Record<string, string> = {},
  query = {},
) {
  const target = readTarget(
    { base_url, keys: { key: { value: KEY } }, connection, pace: { timeout_seconds: 30 } },
    env,
  )
  using client = new Client(target)
  return await client.call('listTasks', { key: target.keys[0] ?? 'none', query })
}

test('reaches a deployment with a private authority and a client certificate, by option and by environment', async () => {
  expect((await ask(secure, files)).json).toMatchObject({ by: 'the suite' })
  const env = {
    AGENT_WORK_CONFORMANCE_CA: files.ca,
    AGENT_WORK_CONFORMANCE_CERT: files.cert,
    AGENT_WORK_CONFORMANCE_CERT_KEY: files.key,
  }
  expect((await ask(secure, {}, env)).json).toMatchObject({ by: 'the suite' })
  await expect(ask(secure)).rejects.toMatchObject({
    name: 'NoAnswer',
    code: 'SELF_SIGNED_CERT_IN_CHAIN',
  })
  await expect(ask(secure, { ca: files.ca })).rejects.toMatchObject({ name: 'NoAnswer' })
})

test('goes through the proxy, in a tunnel where the deployment speaks TLS', async () => {
  expect((await ask(`https://${HOST}`, { ...files, proxy })).json).toMatchObject({ by: 'the suite' })
  expect((await ask(`https://${HOST}/`, files, { https_proxy: proxy })).json).toMatchObject({
    by: 'the suite',
  })
  expect(tunnels).toEqual([`${HOST}:443`, `${HOST}:443`])
  expect(passed).toEqual([])
  expect((await ask(`http://${HOST}`, {}, { HTTP_PROXY: proxy })).json).toMatchObject({ by: 'proxy' })
  expect(passed[0]?.url).toBe(`http://${HOST}/tasks`)
  expect(passed[0]?.headers['proxy-authorization']).toBe(`Basic ${btoa('user:pass-word')}`)
})

test('goes past the proxy to loopback and to hosts of NO_PROXY', async () => {
  const dead = 'http://127.0.0.1:9'
  expect((await ask(secure, files, { HTTPS_PROXY: dead })).status).toBe(200)
  expect(readConnection({}, { HTTPS_PROXY: dead, NO_PROXY: HOST }).proxy.noProxy).toContain(HOST)
  const refused = ask(`http://${HOST}.invalid`, { proxy: dead, no_proxy: '.invalid' })
  await expect(refused).rejects.not.toMatchObject({ code: 'ECONNREFUSED' })
})

test('says what is wrong with the files and addresses of a connection', () => {
  expect(() => readConnection({ ca: join(folder, 'none.pem') }, {})).toThrow(
    /connection.ca: .*none.pem cannot be read: there is no such file/,
  )
  writeFileSync(join(folder, 'odd.pem'), 'no certificate')
  expect(() => readConnection({ ca: join(folder, 'odd.pem') }, {})).toThrow('must be a PEM file')
  expect(() => readConnection({ cert: files.cert }, {})).toThrow('cert and key must be given together')
  expect(() => readConnection({ proxy: 'ftp://proxy' }, {})).toThrow(
    'the proxy must be an http or https address',
  )
})

/** Two servers of one host: what the second sees of a request that the first redirects to it. */
async function redirecting(location: (other: string) => string) {
  const witness: IncomingMessage[] = []
  const other = await listen((request, response) => {
    witness.push(request)
    answer({ data: [] })(request, response)
  })
  const seen: IncomingMessage[] = []
  const first = await listen((request, response) => {
    seen.push(request)
    if (request.url?.startsWith('/moved')) return answer({ data: [1] })(request, response)
    response.writeHead(307, { location: location(`127.0.0.1:${other}`) }).end()
  })
  return { base: `http://127.0.0.1:${first}`, witness, seen }
}

test('sends the key to the origin of the target only: another port, host, scheme or user gets none', async () => {
  for (const location of ['http://H/tasks', '//H/tasks', 'https://H/tasks', `http://user:pass@H/tasks`]) {
    const { base, witness } = await redirecting(other => location.replace('H', other))
    expect((await ask(base)).status).toBe(307)
    expect(witness).toEqual([])
  }
  const downgrade = await redirecting(() => '/')
  plain = `${downgrade.base}/tasks`
  expect((await ask(secure, files, {}, { page: 1 })).status).toBe(302)
  expect(downgrade.seen).toEqual([])
  const { base, seen } = await redirecting(() => '/moved')
  expect((await ask(base)).json).toEqual({ data: [1] })
  expect(seen.map(one => one.headers.authorization)).toEqual([`Bearer ${KEY}`, `Bearer ${KEY}`])
})

test('takes a reply for what it is where its redirect leads nowhere', async () => {
  for (const location of [
    'http://',
    'http://[',
    '\\\\',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'http://a:99999/',
  ]) {
    const { base } = await redirecting(() => location)
    expect((await ask(base)).status).toBe(307)
  }
})
