import { expect } from 'vitest'
import { startMock } from '../index.ts'
import { defaultProfile } from '../profile/profile.ts'
import { RequestContext } from '../server/request-context.ts'
import { sendAs, startRun } from '../testing/send-as.ts'
import { test } from '../testing/test-kit.ts'
import type { Exchange } from './exchange.ts'
import { Journal } from './journal.ts'

function aRequest(fields: Partial<Exchange> = {}): RequestContext {
  const request = { url: '/runs', headers: {}, rawHeaders: [] }
  const context = new RequestContext({ request } as never, { profile: defaultProfile } as never, {} as never)
  return Object.assign(context, { status: 200, ...fields })
}

function record(journal: Journal, fields: Partial<Exchange> = {}): Exchange {
  const request = aRequest(fields)
  journal.open(request, 1)
  return journal.close(request, 2)
}

test('forgets the oldest when it has as many as it may, and finds the others by their ids', () => {
  const journal = new Journal('ws_1', { entries: 3 })
  const entries = Array.from({ length: 1_000 }, () => record(journal))
  expect(journal.all()).toEqual(entries.slice(-3))
  expect([journal.size, journal.count]).toEqual([3, 1_000])
  expect(journal.get('ws_1.1000')).toBe(entries[999])
  expect(journal.get('ws_1.997')).toBeUndefined()
  expect(journal.get('ws_2.1000')).toBeUndefined()
})

test('forgets the oldest when it has become too large, whichever of them grew', () => {
  const journal = new Journal('ws_1', { bytes: 10_000 })
  const open = aRequest()
  journal.open(open, 1)
  const small = record(journal)
  open.responseText = 'x'.repeat(9_500)
  journal.close(open, 3)
  expect(journal.all()).toEqual([small])
  for (let i = 0; i < 100; i++) record(journal, { responseText: 'x'.repeat(500) })
  expect(journal.bytes).toBeLessThanOrEqual(10_000)
  expect(journal.size).toBe(Math.floor((10_000 / journal.bytes) * journal.size))
})

test('keeps an exchange that is larger than the journal without its bodies', () => {
  const journal = new Journal('ws_1', { bytes: 10_000 })
  const entry = record(journal, { responseText: 'x'.repeat(50_000) })
  expect(journal.all()).toEqual([{ ...entry, responseText: '' }])
  record(journal)
  expect(journal.size).toBe(2)
})

test('knows nothing any more when it was cleared, and goes on with its numbers', () => {
  const journal = new Journal('ws_1')
  record(journal)
  journal.clear()
  const next = record(journal)
  expect(journal.all()).toEqual([next])
  expect(journal.get('ws_1.2')).toBe(next)
  expect(journal.bytes).toBeLessThan(2_000)
})

test('shows the request, who made it, and why it was refused', async ({ workspace }) => {
  const response = await sendAs(workspace.keys['no-scope'], `${workspace.url}/runs?limit=2`)
  const exchange = workspace.journal.read(response)
  expect(exchange).toMatchObject({
    at: '2026-11-20T09:00:00.000Z',
    call: 'GET /runs?limit=2 -> 403',
    operation: 'listRuns',
    key: 'no-scope',
    person: 'Clara Hoffmann',
    open: false,
    refusal: { code: 'scope_missing' },
    took_ms: 0,
    request: { query: { limit: '2' }, headers: { authorization: 'Bearer [key no-scope]' }, body: null },
    reply: { body: await response.json(), stream: null },
  })
})

test('keeps what no workspace answered, with what is wrong with the key', async () => {
  await using mock = await startMock()
  const { admin } = mock.demo.keys
  const send = (headers: Record<string, string>) => fetch(`${mock.url}/agents/`, { headers })
  await send({})
  await send({ authorization: admin })
  await send({ authorization: `Bearer "${admin}"` })
  await send({ 'x-api-key': admin })
  await send({ authorization: 'Bearer $AGENT_WORK_KEY' })
  await send({ authorization: 'Bearer ' })
  await send({ authorization: `Basic ${btoa('a:b')}` })
  await send({ authorization: 'Bearer sk-live-from-another-deployment' })
  await send({ authorization: `Bearer awk_${'a'.repeat(40)}` })
  expect(mock.unmatchedRequests().map(({ why }) => why)).toEqual([
    'No Authorization header came. Send Authorization: Bearer <API_KEY>.',
    'The key admin of the workspace demo came without the word Bearer in front of it.',
    'The key admin of the workspace demo came with quotes or brackets around it.',
    'The key admin of the workspace demo came in the header x-api-key; it belongs in Authorization, behind Bearer.',
    'What came looks like the name of a variable and not like its value.',
    'The header has nothing behind its first word; a variable may have been empty.',
    'The header begins with Basic, and keys come behind Bearer.',
    'It is no key of a mock: those begin with awk_. It may be one of another deployment.',
    expect.stringContaining('No workspace has it.'),
  ])
  expect(JSON.stringify(mock.unmatchedRequests())).not.toMatch(/awk_demo_admin|from-another|awk_aaaa/)
})

test('no secret is in anything that a journal shows, wherever a client put it', async () => {
  await using mock = await startMock({ clock: { frozen: '2026-11-20T09:00:00Z' } })
  await using workspace = mock.workspace()
  await using other = mock.workspace()
  const { admin, member } = workspace.keys
  const canary = 'sk-canary-0123456789abcdef'
  const parameter = 'parameter-0123456789'
  const made = workspace.people.createKey({ name: 'canary', scopes: ['agents:read'] })
  const headers = {
    authorization: `Bearer ${admin}`,
    'content-type': 'application/json',
    cookie: `session=${canary}`,
    'x-api-key': canary,
  }
  const body = JSON.stringify({
    title: `keys ${admin} and ${member}, ${made.secret}`,
    tags: [other.keys.admin, canary],
  })
  const created = await fetch(`${mock.url}/tasks`, { method: 'POST', headers, body })
  expect(created.status).toBe(201)
  await fetch(`${mock.url}/runs?status=${member}&api_key=${canary}`, { headers })
  await fetch(`${mock.url}/runs?sig=${parameter}&code=ab12c&token=%24${parameter}`, { headers })
  await fetch(`${mock.url}/tasks/${admin}`, { headers })
  const { chat_id } = await startRun(workspace, 'agent-that-finishes', { input: { task: admin } })
  workspace.clock.untilIdle()
  await (await fetch(`${mock.url}/chats/${chat_id}/stream`, { headers })).text()
  const ids = workspace.journal.list().map(({ id }) => id)
  const shown = JSON.stringify([
    workspace.journal.list(),
    workspace.journal.find(),
    workspace.journal.har(),
    ids.map(id => workspace.explain(id)),
    workspace.lint(),
    workspace.journal.check({ operation: 'createTask', body: { title: 'x' } }),
    mock.unmatchedRequests(),
  ])
  expect(ids).toHaveLength(6)
  const secrets = {
    admin,
    member,
    made: made.secret,
    other: other.keys.admin,
    canary,
    parameter,
    code: 'ab12c',
  }
  const leaked = Object.entries(secrets).filter(([, secret]) => shown.includes(secret.slice(0, 12)))
  expect(leaked.map(([name]) => name)).toEqual([])
  expect(shown).toContain('[key admin]')
  expect(shown).toContain('[key canary]')
})

test('keeps the beginning of a stream, and counts all of it', async ({ workspace, call }) => {
  const input = { task: 'a long story '.repeat(8_000) }
  const { chat_id } = await startRun(workspace, 'agent-that-finishes', { input })
  const stream = await call('GET', `/chats/${chat_id}/stream`)
  workspace.clock.untilIdle()
  const text = await stream.text()
  const { reply } = workspace.journal.read(stream)
  expect(reply.stream).toMatchObject({ truncated: true, bytes: Buffer.byteLength(text) })
  expect(reply.stream?.kinds['run.status']).toBeGreaterThanOrEqual(2)
  expect(String(reply.body).length).toBeLessThanOrEqual(64 * 1024)
  expect(text.startsWith(String(reply.body))).toBe(true)
})
