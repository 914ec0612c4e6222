import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Mock, startMock } from '../index.ts'
import { newFolder } from '../testing/new-folder.ts'
import { askAs, sendAs } from '../testing/send-as.ts'
import { serving } from '../testing/serving.ts'
import { messagesOf } from '../testing/test-kit.ts'

const folder = newFolder()
const peers: Record<string, string> = {}
const start = async (shard: string): Promise<Mock> => {
  const mock = await startMock({
    clock: { frozen: '2026-11-20T09:00:00Z' },
    shard,
    peers: () => peers,
    keep: join(folder, `${shard}.db`),
    limits: { teamWorkspaces: 1 },
    controlKey: 'operator',
    teamKeys: { billing: 'sesame' },
  })
  peers[shard] = mock.url
  return mock
}
let s1: Mock
let s2: Mock
beforeAll(async () => {
  s1 = await start('s1')
  s2 = await start('s2')
})
afterAll(async () => {
  await s1.stop()
  await s2.stop()
})

const ask = (
  mock: Mock,
  path: string,
  { key, body, controlKey = 'operator' }: { key?: string; body?: unknown; controlKey?: string } = {},
) => askAs(key, mock.url + path, body, { headers: { 'x-mock-control-key': controlKey } })
const move = (mock: Mock, id: string, to: string) =>
  ask(mock, `/_mock/workspaces/${id}/move`, { body: { to } })
const titles = async (mock: Mock, key: string) =>
  (await ask(mock, '/tasks?limit=3', { key })).body.data.map(({ title }: { title: string }) => title)

test('a workspace moves with its names, keys, snapshots and faults, and goes on where it was', async () => {
  const { id, keys } = (await ask(s1, '/_mock/workspaces', { body: {}, controlKey: 'sesame' })).body
  const key = keys.admin
  await ask(s1, '/tasks', { key, body: { title: 'Before' } })
  const snapshot = (await ask(s1, `/_mock/workspaces/${id}/snapshots`, { body: { name: 'kept' } })).body
  await ask(s1, '/tasks', { key, body: { title: 'After' } })
  const effects = [{ do: 'reply', status: 503 }]
  await ask(s1, `/_mock/workspaces/${id}/faults`, { body: { on: { path: '/wallet' }, times: 2, effects } })
  expect((await ask(s1, '/wallet', { key })).status).toBe(503)
  const last = (await ask(s1, '/agents/', { key })).headers.get('x-mock-exchange')

  expect(await move(s1, id, 's2')).toMatchObject({ status: 200, body: { id, shard: 's2' } })
  // By the old shard, which passes it on, and by the new one.
  for (const mock of [s1, s2]) expect(await titles(mock, key)).toEqual(['After', 'Before', expect.anything()])
  const passedOn = await ask(s1, '/wallet', { key })
  expect([passedOn.status, passedOn.headers.get('x-mock-moved')]).toEqual([503, 's2'])
  const next = await ask(s2, '/wallet', { key })
  expect([next.status, next.headers.get('x-mock-moved')]).toEqual([200, null])
  const numberOf = (exchange: string | null) => Number(exchange?.split('.')[1])
  expect(numberOf(next.headers.get('x-mock-exchange'))).toBeGreaterThan(numberOf(last))
  // A copy of its snapshot, made through the shard that the name of the snapshot says.
  const copy = await ask(s1, '/_mock/workspaces', { body: { from: snapshot.id } })
  expect((await titles(s1, copy.body.keys.admin))[0]).toBe('Before')
  // Its team may have one workspace on each shard.
  expect((await ask(s2, '/_mock/workspaces', { body: {}, controlKey: 'sesame' })).status).toBe(429)
  // New keys and snapshots say the shard that knows them.
  const made = (await ask(s1, `/_mock/workspaces/${id}/keys`, { body: { scopes: ['tasks:read'] } })).body
  expect(made.secret).toMatch(/^awk_s2_/)
  for (const mock of [s1, s2]) {
    const { body } = await ask(mock, '/_mock/workspaces')
    expect(body.data.filter((one: { id: string }) => one.id === id)).toHaveLength(1)
    expect((await ask(mock, `/_mock/find?id=${id}`)).body.data).toMatchObject([{ workspace_id: id }])
  }

  // After restarts of both at other addresses, and back again, with what was done there.
  for (const mock of [s1, s2]) await mock.stop()
  s1 = await start('s1')
  s2 = await start('s2')
  await ask(s1, '/tasks', { key, body: { title: 'There' } })
  expect((await ask(s1, `/_mock/workspaces/${id}/snapshots`)).body.data).toMatchObject([{ id: snapshot.id }])
  expect((await move(s2, id, 's1')).status).toBe(200)
  for (const mock of [s1, s2])
    for (const secret of [key, made.secret]) expect((await titles(mock, secret))[0]).toBe('There')
  expect(s2.registry.get(id)).toBeUndefined()
  expect((await ask(s1, `/_mock/workspaces/${id}/snapshots`)).body.data).toHaveLength(1)
})

test('calls during a move wait, and are answered once, by the new shard; streams end', async () => {
  const { id, keys, roles } = (await ask(s1, '/_mock/workspaces', { body: {} })).body
  const key = keys.admin
  const { chat_id } = (await ask(s1, `/agents/${roles.agents['agent-that-is-slow']}/run`, { key, body: {} }))
    .body
  const stream = messagesOf(await sendAs(key, `${s1.url}/chats/${chat_id}/stream`))
  await stream.next()
  const told: string[] = []
  let isOver = false
  const client = async (name: string) => {
    for (let n = 0; !isOver || n < 3; n++) {
      const { status, body } = await ask(s1, '/tasks', { key, body: { title: `${name} ${n}` } })
      expect(status).toBe(201)
      told.push(body.id)
    }
  }
  const clients = Promise.all(['a', 'b', 'c'].map(client))
  for (const to of ['s2', 's1', 's2']) expect((await move(s1, id, to)).status).toBe(200)
  isOver = true
  await clients
  for await (const _ of stream);
  const tables = s2.registry.get(id)!.workspace.tables.tasks
  expect(told.filter(task => !tables.get(task))).toEqual([])
  expect(new Set(told).size).toBe(told.length)
})

test('what cannot be moved stays, with the reason', async () => {
  const { id, keys } = (await ask(s1, '/_mock/workspaces', { body: {} })).body
  const files = s1.registry.size
  for (const [from, to, status, reason] of [
    [id, 's9', 422, 'There is no shard s9; --peers names s2.'],
    ['demo', 's2', 409, 'The workspace demo stays on its shard'],
    [id, 's1', 200, undefined],
  ] as const) {
    const reply = await move(s1, from, to)
    expect([reply.status, reply.body.error?.message]).toEqual([
      status,
      reason && expect.stringContaining(reason),
    ])
  }
  peers.s3 = 'http://127.0.0.1:9'
  const lost = await move(s1, id, 's3')
  expect([lost.status, lost.body.error.code]).toEqual([502, 'shard_unreachable'])
  delete peers.s3
  expect((await ask(s1, '/runs?limit=1', { key: keys.admin })).status).toBe(200)
  expect(s1.registry.size).toBe(files)
  await using alone = await startMock()
  expect((await move(alone, alone.workspace().id, 's2')).body.error.message).toContain(
    'This mock is no shard',
  )
})

test('nothing arrives but a workspace that a shard has sent', async () => {
  const { id } = (await ask(s1, '/_mock/workspaces', { body: { from: 'empty' } })).body
  const file = (keys: boolean) =>
    fetch(`${s1.url}/_mock/workspaces/${id}/snapshots/now/file?with_keys=${keys}`, {
      headers: { 'x-mock-control-key': 'operator' },
    }).then(reply => reply.text())
  const [now, keyless] = [await file(true), await file(false)]
  const sound = {
    ...{ id: 'ws_s1_900', name: 'x', origin: 'demo', keep: true, sent_at: 0, exchanges: 0 },
    ...{ now, beginning: now, snapshots: [], faults: { count: 0, faults: [] }, lease: {} },
  }
  for (const [change, status] of [
    [{ id: 'demo' }, 422],
    [{ now: keyless }, 422],
    [{ beginning: now.slice(0, -20) }, 422],
    [{ exchanges: -1 }, 422],
    [{ faults: { count: 1, faults: [{ id: 'fault_1', spec: { effects: [] } }] } }, 422],
  ] as const)
    expect((await ask(s2, '/_mock/arrivals', { body: { ...sound, ...change } })).status).toBe(status)
  expect(s2.registry.get('ws_s1_900')).toBeUndefined()
  // It replaces what a move that was broken off has left.
  for (let n = 0; n < 2; n++) expect((await ask(s2, '/_mock/arrivals', { body: sound })).status).toBe(204)
  // Its keys are those of the workspace that the file is of.
  const taken = await ask(s2, '/_mock/arrivals', { body: { ...sound, id: 'ws_s1_901' } })
  expect([taken.status, taken.body.error.code]).toEqual([409, 'key_taken'])
  s2.registry.remove('ws_s1_900')
})

/** Passes requests on to a shard; drops the replies to those that `isLost` says. */
function lossyWay(to: Mock, isLost: (method: string) => boolean) {
  const pass = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = 'GET', url = '/', headers } = request
    const body = method === 'POST' ? await text(request) : undefined
    const control = { 'x-mock-control-key': String(headers['x-mock-control-key']) }
    const reply = await fetch(to.url + url, { method, headers: control, ...(body ? { body } : {}) }).catch(
      () => undefined,
    )
    if (!reply || isLost(method)) request.socket.destroy()
    else response.writeHead(reply.status).end(await reply.text())
  }
  return serving(pass)
}

test('a workspace whose arrival nobody heard of stays, and is on no other shard', async () => {
  const { id, keys } = s1.workspace({ from: 'quiet', keep: true })
  let lost: readonly string[] = ['POST']
  await using way = await lossyWay(s2, method => lost.includes(method))
  peers.s2 = way.url
  expect((await move(s1, id, 's2')).body.error.code).toBe('shard_unreachable')
  await expect.poll(() => s2.registry.get(id)).toBeUndefined()
  expect((await ask(s1, '/wallet', { key: keys.admin })).status).toBe(200)
  // Neither hears of the other any more until the shard has restarted.
  lost = ['POST', 'DELETE']
  await move(s1, id, 's2')
  await s1.stop()
  lost = []
  s1 = await start('s1')
  await expect.poll(() => s2.registry.get(id)).toBeUndefined()
  expect((await ask(s1, '/wallet', { key: keys.admin })).status).toBe(200)
  // The next move is another one, which nobody takes back.
  expect((await move(s1, id, 's2')).status).toBe(200)
  expect(s2.registry.get(id)).toBeDefined()
  peers.s2 = s2.url
})

test('calls for a workspace on a shard with HTTPS are passed on', async () => {
  await using s9 = await startMock({ shard: 's9', https: true, controlKey: 'operator' })
  peers.s9 = s9.url
  const known = getCACertificates()
  setDefaultCACertificates([...known, s9.certificate!])
  try {
    const { id, keys } = s1.workspace({ from: 'quiet', keep: true })
    expect((await move(s1, id, 's9')).body).toEqual({ id, shard: 's9' })
    const made = await ask(s1, '/tasks', { key: keys.admin, body: { title: 'Passed on' } })
    expect([made.status, made.headers.get('x-mock-moved')]).toEqual([201, 's9'])
    expect(s9.registry.get(id)?.workspace.tables.tasks.all().at(-1)?.title).toBe('Passed on')
  } finally {
    setDefaultCACertificates(known)
    delete peers.s9
  }
})

test.for([
  ['the list of workspaces', '/_mock/workspaces?', 'id'],
  ['what is found', '/_mock/find?id=OPS-1&', 'workspace_id'],
] as const)('%s has pages over all shards, and says which ones it could not ask', async ([, path, id]) => {
  const idsIn = (data: Record<string, string>[]) => data.map(one => one[id] ?? '')
  const ids = async (mock: Mock) => {
    const found: string[] = []
    const unreachable = new Set<string>()
    for (let after = ''; ; ) {
      const page = new URLSearchParams({ limit: '2', ...(after === '' ? {} : { after }) })
      const { body } = await ask(mock, path + page)
      expect(body.data.length).toBeLessThanOrEqual(2)
      found.push(...idsIn(body.data))
      for (const shard of body.unreachable) unreachable.add(shard)
      if (body.next === undefined) return { found, unreachable: [...unreachable] }
      after = body.next
    }
  }
  for (const mock of [s1, s2]) mock.workspace({ from: 'demo' })
  peers.s3 = 'http://127.0.0.1:9'
  const all = idsIn((await ask(s1, path)).body.data)
  const { found, unreachable } = await ids(s1)
  delete peers.s3
  expect(unreachable).toEqual(['s3'])
  // Each shard has a demo and a second company, and lists its own.
  const ofWorkspaces = (ids: string[]) => ids.filter(id => id.startsWith('ws_'))
  expect(new Set(ofWorkspaces(found).map(id => id.split('_')[1]))).toEqual(new Set(['s1', 's2']))
  expect(ofWorkspaces(found).sort()).toEqual(ofWorkspaces(all).sort())
  expect(ofWorkspaces((await ids(s2)).found)).toEqual(ofWorkspaces(found))
})
