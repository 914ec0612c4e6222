import { createServer } from 'node:http'
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { serving } from '../../mock/testing/serving.ts'
import { Connections, send } from './transport.ts'

const TEXT = '{"name":"Grüße"}'
const BODIES: Readonly<Record<string, [encoding: string, body: Buffer]>> = {
  '/gzip': ['gzip', gzipSync(TEXT)],
  '/deflate': ['deflate', deflateSync(TEXT)],
  '/br': ['br', brotliCompressSync(TEXT)],
  '/zstd': ['zstd', zstdCompressSync(TEXT)],
  '/mislabelled': ['gzip', Buffer.from(TEXT)],
  '/bomb': ['gzip', gzipSync(Buffer.alloc(64 * 1024 * 1024, 'a'))],
}
const connections = new Connections({ proxy: { httpProxy: '', httpsProxy: '', noProxy: '' }, tls: {} })
const server = createServer((request, response) => {
  const [encoding, body] = BODIES[request.url ?? ''] ?? ['identity', Buffer.from(TEXT)]
  response.writeHead(200, { 'content-encoding': encoding }).end(body)
})
const { url: base, ...served } = await serving(server)
afterAll(() => {
  connections[Symbol.dispose]()
  return served[Symbol.asyncDispose]()
})

test('reuses connections for requests that cannot be repeated', async () => {
  using own = new Connections({ proxy: { httpProxy: '', httpsProxy: '', noProxy: '' }, tls: {} })
  let opened = 0
  const count = () => {
    opened += 1
  }
  server.on('connection', count)
  const limits = { timeoutMs: 60_000, maxBytes: MAX }
  for (let n = 0; n < 10; n++)
    await send({ method: 'POST', url: `${base}/plain`, headers: {}, body: '{}' }, limits, own)
  server.off('connection', count)
  // The next request may be sent before the last connection is free again.
  expect(opened).toBeLessThanOrEqual(2)
})

const MAX = 1024 * 1024
const get = (path: string) =>
  send({ method: 'GET', url: base + path, headers: {} }, { timeoutMs: 60_000, maxBytes: MAX }, connections)

test.each(['/gzip', '/deflate', '/br', '/zstd', '/plain'])('reads a body from %s', async path => {
  expect(await get(path)).toMatchObject({ text: TEXT, ended: true, truncated: false })
})

test('says so where a body is not compressed as its header says', async () => {
  await expect(get('/mislabelled')).rejects.toMatchObject({ name: 'NoAnswer', code: 'EDECODE' })
})

test('reads no more of a small compressed body than of a large one', async () => {
  const { text, truncated, ended } = await get('/bomb')
  expect([truncated, ended]).toEqual([true, false])
  expect(text.length).toBeLessThanOrEqual(MAX)
})
