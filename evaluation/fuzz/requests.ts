// Requests for fuzzing: every operation of the contract and of the control API, mostly as their documents describe them.
import { type Choice, document, type OperationRow, operationIds, operations, rightRequest } from '#openapi'
import { controlDocument, controlRows } from '../../mock/control/document.ts'
import type { Random } from '../../mock/simulation/random.ts'
import { anyScript, hostile, hostileText, jsonOf, placeOf, withIds } from './values.ts'

/** A request as it goes over the wire, ids still to be put in. */
export interface FuzzRequest {
  readonly method: string
  readonly path: string
  /** The name of the key that it is sent with; empty for none. */
  readonly key: string
  readonly headers: Readonly<Record<string, string>>
  /** Undefined for none. */
  readonly body?: unknown
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY']
const KEYS = ['manager', 'member', 'other', 'read-only', 'no-scope', 'revoked']
const SERVICE: readonly OperationRow[] = operationIds.map(id => operations[id])

/** Members that have a meaning in some object, or none in any. */
const MEMBERS = ['task', 'mock_script', '$pattern', '$in', 'a.b[*]', '__proto__']

/** What names a thing in the control API, though its name does not end like an id. */
const NAMING = new Set(['task', 'person', 'by', 'key', 'from', 'since', 'until', 'fault'])

/** Any request. A third is sound; the others have more fields, and one in five of their values is hostile. */
export function anyRequest(random: Random): FuzzRequest {
  const isService = random.chance(0.55)
  const row = isService ? random.pick(SERVICE) : (random.pick(controlRows) as OperationRow)
  const isSound = random.chance(1 / 3)
  const lavish: Choice = { chance: () => random.chance(0.7), pick: items => random.pick(items) }
  const { path, query, body } = rightRequest(row, {
    document: isService ? document : controlDocument(),
    choice: isSound ? random : lavish,
    names: kind => [placeOf(kind, random)],
    instead(name, depth) {
      if (name === 'mock_script') return { value: anyScript(random) }
      if (name === 'input' && random.chance(0.4))
        return { value: { task: 'x', mock_script: anyScript(random) } }
      if (!isSound && random.chance(1 / 5)) {
        // In a path or a query it must leave room for the rest of the head.
        const isParameter = depth === 0 && name !== ''
        return { value: isParameter ? hostileText(random).slice(0, 2_000) : hostile(random) }
      }
      return NAMING.has(name) ? { value: placeOf(name, random) } : undefined
    },
  })
  if (random.chance(0.05))
    query.append(hostileText(random).slice(0, 100), hostileText(random).slice(0, 2_000))
  const text = query.toString()
  const end = random.chance(0.03) ? random.pick(['/', '//', '/x', '?']) : ''
  return {
    method: random.chance(0.03) ? random.pick(METHODS) : row.method,
    path: `${path}${end}${text === '' ? '' : `?${text}`}`,
    key: keyFor(isService, random),
    headers: random.chance(0.05) ? random.pick(HEADERS) : {},
    body: isSound ? body : withMembers(body, random),
  }
}

/** The request as it is sent, with ids where places are. */
export function bytesOfRequest(
  { method, path, headers, body }: FuzzRequest,
  ids: (kind: string) => readonly string[],
  secret: string | undefined,
): Buffer {
  const text = body === undefined ? '' : withIds(jsonOf(body), ids)
  const lines = Object.entries({
    host: 'localhost',
    ...(body !== undefined && {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(text)),
    }),
    ...(secret !== undefined && { authorization: `Bearer ${secret}` }),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${method} ${withIds(path, ids)} HTTP/1.1\r\n${lines.join('')}\r\n${text}`)
}

function keyFor(isService: boolean, random: Random): string {
  if (random.chance(isService ? 0.06 : 0.33)) return ''
  return isService && random.chance(0.2) ? random.pick(KEYS) : 'admin'
}

/** The value with further members in some of its objects. */
function withMembers(value: unknown, random: Random): unknown {
  if (Array.isArray(value)) return value.length > 100 ? value : value.map(one => withMembers(one, random))
  if (Object.prototype.toString.call(value) !== '[object Object]' || 'toJSON' in (value as object))
    return value
  const members = Object.entries(value as object).map(([name, one]) => [name, withMembers(one, random)])
  if (random.chance(0.1))
    members.push([random.chance(0.5) ? random.pick(MEMBERS) : hostileText(random), hostile(random)])
  return Object.fromEntries(members)
}

const HEADERS: readonly Record<string, string>[] = [
    { 'content-type': 'text/plain' }, { 'last-event-id': '-1' }, { 'last-event-id': '9e9' }, { origin: 'https://evil.example' },
    { authorization: 'Basic eDp5' }, { authorization: 'Bearer' }, { accept: 'text/html' }, { 'x-mock-as': 'demo/*' },
    { 'if-none-match': '*' }, { expect: '100-continue' }, { range: 'bytes=0-1' },
] // biome-ignore format: a header each
