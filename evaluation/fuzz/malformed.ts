// Bytes that are not valid HTTP, sent as they are.
import type { Random } from '../../mock/simulation/random.ts'

const HEAD = 'GET /agents/ HTTP/1.1\r\nHost: localhost\r\n'
const post = (more: string, body = '') =>
  `POST /tasks HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer awk_demo_admin\r\n${more}\r\n\r\n${body}`

const KNOWN = [
  '', '\r\n\r\n', '\0\0\0\0', 'GET', 'GET / HTTP/9.9\r\n\r\n', 'GET / HTTP/1.0\r\n\r\n', 'GET /_mock/workspaces HTTP/1.0\r\n\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', '\x16\x03\x01\x02\x00\x01\x00', `${HEAD}\r\n`, `${HEAD}Host: other\r\n\r\n`, `${HEAD}X: a\nY: b\r\n\r\n`,
  'GET http://evil.example/_mock/workspaces HTTP/1.1\r\nHost: localhost\r\n\r\n', 'GET //x//y HTTP/1.1\r\nHost: localhost\r\n\r\n',
  'GET /tasks/%E0%A4%A HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer awk_demo_admin\r\n\r\n', 'GET /tasks/\xff HTTP/1.1\r\nHost: localhost\r\n\r\n',
  'GET * HTTP/1.1\r\nHost: localhost\r\n\r\n', 'OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n', 'CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n', 'GET ?a HTTP/1.1\r\nHost: localhost\r\n\r\n',
  `${HEAD}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`, `${HEAD}Upgrade: h2c\r\nHTTP2-Settings: AA\r\nConnection: Upgrade, HTTP2-Settings\r\n\r\n`,
  `${HEAD}${'X: y\r\n'.repeat(3_000)}\r\n`, `${HEAD}Cookie: ${'c'.repeat(20_000)}\r\n\r\n`, `GET /${'a'.repeat(70_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
  post('Content-Length: 10\r\nContent-Length: 20'), post('Content-Length: -1'), post('Content-Length: 9999999999999999999'), post('Content-Length: 5', '{}'),
  post('Transfer-Encoding: chunked', 'zz\r\n{}\r\n0\r\n\r\n'), post('Transfer-Encoding: chunked', '2\r\n{}\r\n0\r\n\r\n'), post('Transfer-Encoding: gzip', 'x'),
  post('Transfer-Encoding: chunked\r\nContent-Length: 2', '{}'), post('Content-Type: application/json\r\nContent-Length: 4', '\xff\xfe{}'),
  post('Content-Type: application/json\r\nContent-Encoding: gzip\r\nContent-Length: 4', '\x1f\x8b\x08\x00'), post('Expect: 100-continue\r\nContent-Length: 2', '{}'), post('Expect: magic\r\nContent-Length: 2', '{}'),
  `${HEAD}\r\n`.repeat(50), `${HEAD}Authorization: Bearer ${'k'.repeat(8_000)}\r\n\r\n`, `${HEAD}Authorization: Bearer \xff\r\n\r\n`,
] // biome-ignore format: one each would fill pages

/** Bytes of any kind: known tricks, these with some bytes changed, and noise. */
export function anyBytes(random: Random): Buffer {
  if (random.chance(0.1))
    return Buffer.from(Array.from({ length: random.int(0, 300) }, () => random.int(0, 255)))
  const bytes = Buffer.from(random.pick(KNOWN), 'latin1')
  if (random.chance(0.5) && bytes.length > 0)
    for (let changes = random.int(1, 4); changes > 0; changes--)
      bytes[random.int(0, Math.min(400, bytes.length - 1))] = random.int(0, 255)
  return bytes
}
