// Snapshot files that somebody wrote by hand, with a right checksum: each is refused, or harms nobody.
import { afterAll, expect, test } from 'vitest'
import { operations } from '#openapi'
import { startMock } from '../index.ts'
import { fingerprint } from '../simulation/hash.ts'
import { processorTimeOf } from '../testing/processor-time.ts'
import { sendAs } from '../testing/send-as.ts'

const mock = await startMock({ clock: { frozen: '2026-11-20T09:00:00Z' } })
afterAll(() => mock.stop())

const workspace = mock.workspace({ name: 'monday', from: 'quiet' })
const { admin } = workspace.keys
const agent = (handle: string) => workspace.roles.agents[handle as never] as string
const send = (method: string, path: string, key: string, body?: unknown) =>
  sendAs(key, mock.url + path, body, { method })
for (const handle of ['agent-that-is-slow', 'agent-that-asks-text', 'agent-that-waits-for-approval'])
  await send('POST', `/agents/${agent(handle)}/run`, admin, { input: { task: 'Check invoice 17.' } })
await send('POST', '/tasks', admin, { title: 'Weekly report' })
workspace.clock.advance('1m')
const [header = '', ...rows] = workspace.snapshotFile('now').trimEnd().split('\n').slice(0, -1)

/** A file with other lines, and the checksum that fits them. */
function fileOf(lines: readonly string[]): string {
  const text = `${lines.join('\n')}\n`
  return `${text}${JSON.stringify({ end: lines.length - 1, hash: fingerprint(text, 4) })}\n`
}

const load = (file: string) => sendAs(undefined, `${mock.url}/_mock/workspaces`, { from: { file } })

/** What reads every table, and lets everything happen that is planned. */
const LOOKS = [
  ...Object.values(operations)
    .filter(one => one.method === 'GET' && one.pathParams.length === 0)
    .map(one => `GET ${one.path}`),
  'POST /_mock/workspaces/{id}/clock/advance',
  'GET /_mock/workspaces/{id}/snapshots/now/file',
  'GET /runs',
]

type Json = Record<string, unknown>

/** The last row of each kind, which has the most to it. */
const last = new Map(rows.map((line, index) => [(JSON.parse(line) as [string])[0], index] as const))

/** Every member of a value, at any depth, as the path to it. */
function* places(value: unknown, path: readonly string[] = []): Generator<readonly string[]> {
  if (typeof value !== 'object' || value === null) return
  for (const [name, inside] of Object.entries(value)) {
    yield [...path, name]
    yield* places(inside, [...path, name])
  }
}

function withValue(value: unknown, [name, ...rest]: readonly string[], other: unknown): unknown {
  if (name === undefined) return other
  const copy = (Array.isArray(value) ? [...value] : { ...(value as Json) }) as Json
  copy[name] = withValue(copy[name], rest, other)
  return copy
}

/** A value of a type that the member never has; null may stand for a text. */
const unlike = (value: unknown) => (typeof value === 'string' || value === null ? { toString: 5 } : 'text')

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce((inside, name) => (inside as Json)[name], value)
}

test('the file itself is loaded', async () => {
  expect((await load(fileOf([header, ...rows]))).status).toBe(201)
})

test.each([...last])('refuses a row of %s with a value of another type', async (_, index) => {
  const [kind, row] = JSON.parse(rows[index] ?? '') as [string, Json]
  for (const path of places(row)) {
    // A world may declare anything.
    if (path.includes('declared')) continue
    const other = unlike(valueAt(row, path))
    const line = JSON.stringify([kind, withValue(row, path, other)])
    const reply = await load(fileOf([header, ...rows.with(index, line)]))
    expect([path.join('.'), reply.status]).toEqual([path.join('.'), 422])
  }
})

/** Values of the same type that fit nothing else in the file. */
function odd(value: unknown): unknown[] {
  if (typeof value === 'number') return [-1, 0.5, 1e15, 253402300799999]
  if (typeof value === 'string') return ['', 'nobody', '__proto__']
  if (Array.isArray(value)) return [[]]
  return value === null ? ['nobody', 7] : []
}

/** What is wrong with the answers of a mock that was given a file. */
async function errorsOf(file: string): Promise<string[]> {
  const reply = await load(file)
  const made = (await reply.json()) as { id: string; keys: Record<string, string> }
  if (reply.status !== 201) return reply.status === 422 ? [] : [`load: ${reply.status}`]
  const errors: string[] = []
  for (const line of LOOKS) {
    const [method = '', path = ''] = line.split(' ')
    const body = method === 'POST' ? { by: '40d' } : undefined
    const { status } = await send(method, path.replace('{id}', made.id), made.keys.admin ?? '', body)
    if (status >= 500) errors.push(`${line}: ${status}`)
  }
  await send('DELETE', `/_mock/workspaces/${made.id}`, '')
  return errors
}

test('answers without an error of its own whatever the first line says', async () => {
  const first = JSON.parse(header) as Json
  for (const path of places(first)) {
    // All answers are read in the same way.
    if (path[0] === 'profile' && path[1] !== 'error-body') continue
    const value = valueAt(first, path)
    for (const other of [unlike(value), null, ...odd(value)]) {
      const file = fileOf([JSON.stringify(withValue(first, path, other)), ...rows])
      expect(await errorsOf(file), `${path.join('.')} = ${JSON.stringify(other)}`).toEqual([])
    }
  }
})

test('a clock a hundred years ahead costs as much as one that was moved there; one further ahead is refused', async () => {
  const ofDemo = mock.workspace({ from: 'demo' }).snapshotFile('now').trimEnd().split('\n').slice(0, -1)
  const [first = '', ...others] = ofDemo
  const { state, ...more } = JSON.parse(first) as Json & { state: { clock: Json } }
  const shifted = (at: string) => {
    const clock = { ...state.clock, at: Date.parse(at) }
    return load(fileOf([JSON.stringify({ ...more, state: { ...state, clock } }), ...others]))
  }
  expect((await shifted('9999-12-30T00:00:00Z')).status).toBe(422)
  const cost = (act: () => Promise<Response>) =>
    processorTimeOf(async () => {
      const reply = await act()
      await reply.text()
      expect(reply.status).toBe(200)
    })
  const made = (await (await shifted('2126-11-20T00:00:00Z')).json()) as { id: string }
  const crafted = await cost(() => fetch(`${mock.url}/_mock/workspaces/${made.id}/clock`))
  const lawful = mock.workspace({ from: 'demo' }).id
  const moved = await cost(() =>
    send('POST', `/_mock/workspaces/${lawful}/clock/advance`, '', { by: '36500d' }),
  )
  expect(crafted / moved).toBeLessThan(10)
})

test.each([...last])('answers without an error of its own when %s fit nothing else', async (_, index) => {
  const [kind, row] = JSON.parse(rows[index] ?? '') as [string, Json]
  for (const path of places(row))
    for (const other of odd(valueAt(row, path))) {
      const line = JSON.stringify([kind, withValue(row, path, other)])
      const errors = await errorsOf(fileOf([header, ...rows.with(index, line)]))
      expect(errors, `${path.join('.')} = ${JSON.stringify(other)}`).toEqual([])
    }
})
