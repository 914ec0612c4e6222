// A self-signed certificate for the mock's own addresses. Node makes keys and signatures but no certificates; the libraries
// that do bring two dozen packages, for one fixed form.
import { isIP } from 'node:net'
import { hostname } from 'node:os'

/** A certificate and its private key, both as PEM. */
export interface KeyPair {
  readonly cert: string
  readonly key: string
}

const YEAR_MS = 365 * 24 * 60 * 60 * 1000

/** A certificate for `hosts` (names and addresses) that is valid for a year from `now`. Clients trust it as it is. */
export function selfSigned(hosts: readonly string[], now: number): KeyPair {
  const { createHash, generateKeyPairSync, sign } = process.getBuiltinModule('node:crypto')
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const spki = publicKey.export({ type: 'spki', format: 'der' })
  const name = sequence(set(sequence(oid(2, 5, 4, 3), utf8('agent-work mock'))))
  const critical = der(0x01, Buffer.from([0xff]))
  const extension = (id: Buffer, value: Buffer, ...flags: Buffer[]) =>
    sequence(id, ...flags, der(0x04, value))
  const algorithm = sequence(oid(1, 2, 840, 10045, 4, 3, 2))
  const content = sequence(
    der(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), createHash('sha256').update(spki).digest().subarray(0, 15)])),
    algorithm,
    name,
    // A day before, for clients whose clocks are behind.
    sequence(time(now - YEAR_MS / 365), time(now + YEAR_MS)),
    name,
    spki,
    der(
      0xa3,
      sequence(
        // No authority: some clients refuse a server that shows one, and its key could vouch for any other server.
        extension(oid(2, 5, 29, 19), sequence(), critical),
        extension(oid(2, 5, 29, 37), sequence(oid(1, 3, 6, 1, 5, 5, 7, 3, 1))),
        extension(oid(2, 5, 29, 17), sequence(...hosts.map(subject))),
      ),
    ),
  )
  const signature = der(0x03, Buffer.concat([Buffer.from([0]), sign('sha256', content, privateKey)]))
  const base64 = sequence(content, algorithm, signature).toString('base64')
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${base64.replace(/.{64}/g, '$&\n').trimEnd()}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

/** The names and addresses by which clients reach a server that listens on `host`. */
export function ownHosts(host: string): string[] {
  const own = ['localhost', '127.0.0.1', '::1', hostname().toLowerCase(), 'host.docker.internal']
  return [...new Set([...own, ...(/^(0\.0\.0\.0|::)$/.test(host) ? [] : [host])])]
}

function subject(host: string): Buffer {
  return isIP(host) === 0 ? der(0x82, Buffer.from(host)) : der(0x87, addressBytes(host))
}

function addressBytes(address: string): Buffer {
  if (isIP(address) === 4) return Buffer.from(address.split('.').map(Number))
  // The URL parser writes out a dotted end; `::` stands for the groups that are missing.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const groups = (text = '') => (text === '' ? [] : text.split(':'))
  const zeros = Array<string>(8 - groups(head).length - groups(tail).length).fill('0')
  const all = [...groups(head), ...zeros, ...groups(tail)]
  return Buffer.from(all.map(group => group.padStart(4, '0')).join(''), 'hex')
}

function der(tag: number, content: Buffer): Buffer {
  const { length } = content
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

function sequence(...parts: Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts))
}

function set(part: Buffer): Buffer {
  return der(0x31, part)
}

function integer(bytes: Buffer): Buffer {
  return der(0x02, bytes)
}

function utf8(text: string): Buffer {
  return der(0x0c, Buffer.from(text))
}

function oid(first: number, second: number, ...others: number[]): Buffer {
  const base128 = (value: number): number[] =>
    value < 128 ? [value] : [...base128(value >> 7).map(byte => byte | 0x80), value & 0x7f]
  return der(0x06, Buffer.from([first * 40 + second, ...others.flatMap(base128)]))
}

/** With two digits of the year until 2049, with four from then on, as certificates have it. */
function time(ms: number): Buffer {
  const digits = new Date(ms).toISOString().replace(/[-:T]|\.\d+/g, '')
  const isShort = digits < '2050'
  return der(isShort ? 0x17 : 0x18, Buffer.from(isShort ? digits.slice(2) : digits))
}
