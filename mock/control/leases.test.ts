import { join } from 'node:path'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { type Mock, startMock } from '../index.ts'
import { newFolder } from '../testing/new-folder.ts'
import { askAs, sendAs, startRun } from '../testing/send-as.ts'

const clock = { frozen: '2026-11-20T09:00:00Z' }
const mock = await startMock({
  clock,
  controlKey: 'operator',
  teamKeys: { billing: 'sesame', search: 'open' },
  limits: { teamWorkspaces: 2, teamRows: 5_000 },
})
afterAll(() => mock.stop())
afterEach(() => vi.useRealTimers())

function control(path: string, key: string | undefined, body?: unknown, at: Mock = mock) {
  const headers = { ...(key !== undefined && { 'x-mock-control-key': key }) }
  return askAs(undefined, `${at.url}/_mock${path}`, body, { headers })
}

test('several control keys work; a team has its quota of workspaces, others have theirs', async () => {
  for (const key of [undefined, 'guessed'])
    expect(await control('/workspaces', key)).toMatchObject({
      status: 401,
      body: {
        error: { code: 'control_key_needed', message: expect.stringContaining('X-Mock-Control-Key') },
      },
    })
  // Whoever waits for the mock to come up needs none.
  expect((await control('/health', undefined)).status).toBe(200)
  const made = [
    await control('/workspaces', 'sesame', { from: 'empty' }),
    await control('/workspaces', 'sesame', { from: 'empty' }),
  ]
  expect(made.map(({ status }) => status)).toEqual([201, 201])
  const third = await control('/workspaces', 'sesame', { from: 'empty' })
  expect([third.status, third.body.error.message]).toEqual([
    429,
    expect.stringMatching(/^The team billing has 2 workspaces, and may have 2\. Delete some of ws_1, ws_2, /),
  ])
  expect((await control('/workspaces', 'open', { from: 'empty' })).status).toBe(201)
  expect((await control('/workspaces', 'operator', { from: 'empty' })).status).toBe(201)
  const metrics = await control('/metrics', 'operator')
  expect(metrics.body).toContain('agent_work_mock_team_workspaces{team="billing"} 2')
  for (const { body } of made)
    await fetch(`${mock.url}/_mock/workspaces/${body.id}`, {
      method: 'DELETE',
      headers: { 'x-mock-control-key': 'sesame' },
    })
  // A demo has about 4,300 rows, so two of them are more than 5,000.
  expect((await control('/workspaces', 'sesame', {})).status).toBe(201)
  expect((await control('/workspaces', 'sesame', {})).status).toBe(201)
  const full = await control('/workspaces', 'sesame', { from: 'empty' })
  expect(full.body.error.message).toMatch(/^The team billing has 2 workspaces/)
  // X-Mock-As takes the key of a team as well.
  const as = { 'x-mock-as': 'demo/admin', 'x-mock-control-key': 'sesame' }
  expect((await fetch(`${mock.url}/wallet`, { headers: as })).status).toBe(200)
})

test('a team whose workspaces hold many rows makes no more of them', async () => {
  await using roomy = await startMock({ clock, teamKeys: { billing: 'sesame' }, limits: { teamRows: 1_500 } })
  expect((await control('/workspaces', 'sesame', {}, roomy)).status).toBe(201)
  const full = await control('/workspaces', 'sesame', { from: 'empty' }, roomy)
  expect([full.status, full.body.error.message]).toEqual([
    429,
    expect.stringMatching(/^The team billing has \d+ rows in its workspaces, and may have 1500\./),
  ])
})

test('a workspace expires after its last call, and not while a stream is open', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  await using own = await startMock({ clock })
  const began = Date.now()
  const made = await control('/workspaces', undefined, { expires: '30m' }, own)
  const streamed = await control('/workspaces', undefined, { expires: '30m' }, own)
  const { id, keys, expires_at } = made.body
  expect(Date.parse(expires_at)).toBeGreaterThanOrEqual(began + 30 * 60_000)
  const call = (key: string, path: string) => sendAs(key, own.url + path)
  const leave = new AbortController()
  const { chat_id } = await startRun({ ...streamed.body, url: own.url }, 'agent-that-is-slow')
  await sendAs(streamed.body.keys.admin, `${own.url}/chats/${chat_id}/stream`, undefined, {
    signal: leave.signal,
  })
  vi.advanceTimersByTime(29 * 60_000)
  expect((await call(keys.admin, '/wallet')).status).toBe(200)
  vi.advanceTimersByTime(29 * 60_000)
  const ids = async () =>
    (await control('/workspaces', undefined, undefined, own)).body.data.map((one: { id: string }) => one.id)
  expect(await ids()).toEqual(expect.arrayContaining([id, streamed.body.id]))
  vi.advanceTimersByTime(2 * 60_000)
  expect(await ids()).not.toContain(id)
  expect(await ids()).toContain(streamed.body.id)
  expect((await call(keys.admin, '/wallet')).status).toBe(401)
  leave.abort()
})

test('the team and the expiry of a workspace survive a restart', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const folder = newFolder()
  const options = { clock, keep: join(folder, 'world.db'), teamKeys: { billing: 'sesame' } }
  const first = await startMock({ ...options, limits: { teamWorkspaces: 1 } })
  const { body } = await control('/workspaces', 'sesame', { from: 'empty', expires: '1h' }, first)
  await first.stop()
  await using again = await startMock({ ...options, limits: { teamWorkspaces: 1 } })
  expect((await control('/workspaces', 'sesame', { from: 'empty' }, again)).status).toBe(429)
  vi.advanceTimersByTime(61 * 60_000)
  expect((await control('/workspaces', 'sesame', { from: 'empty' }, again)).status).toBe(201)
  expect((await control(`/workspaces/${body.id}`, 'sesame', undefined, again)).status).toBe(404)
})
