import { afterAll, expect, test } from 'vitest'
import { type MockWorkspace, startMock } from '../index.ts'
import { askAs } from '../testing/send-as.ts'
import { askPlainly, serving } from '../testing/serving.ts'

const mock = await startMock({ clock: { frozen: '2026-11-20T09:00:00Z' } })
afterAll(() => mock.stop())

/** A client creates a task, moves it, starts a run, answers it after a while, and reads a figure. */
async function story(workspace: MockWorkspace): Promise<void> {
  const call = async (method: string, path: string, body?: unknown) =>
    (await askAs(workspace.keys.manager, mock.url + path, body, { method })).body
  const task = await call('POST', '/tasks', { title: 'Replay me' })
  await call('PATCH', `/tasks/${task.id}/status`, { status: 'in_progress' })
  await call('GET', `/tasks/by-number/${task.reference}`)
  const agent = workspace.roles.agents['agent-that-asks-text']
  const run = await call('POST', `/agents/${agent}/run`, { input: { task: 'x' } })
  workspace.clock.advance('1m')
  await call('POST', `/agents/${agent}/runs/${run.run_id}/respond`, { answer: 'the notice periods' })
  await call('GET', '/admin/agents/stats?days=7')
}

test('the same calls have the same statuses in a workspace like the first, whose ids are others', async () => {
  await using workspace = mock.workspace()
  await story(workspace)
  const [itself] = await workspace.journal.replayAs()
  expect(itself).toMatchObject({ as: 'itself', same: 6, different: 0 })
  expect(mock.registry.all().map(({ workspace }) => workspace.id)).toEqual([
    'demo',
    'second-tenant',
    workspace.id,
  ])
})

test('shows what every other key would have got', async () => {
  await using workspace = mock.workspace()
  await story(workspace)
  workspace.people.createKey({ name: 'narrow', scopes: ['tasks:write'] })
  const replays = await workspace.journal.replayAs({ as: ['everybody'] })
  const statuses = Object.fromEntries(replays.map(({ as, calls }) => [as, calls.map(({ is }) => is)]))
  expect(statuses.admin).toEqual([201, 200, 200, 200, 200, 200])
  expect(statuses.member).toEqual([201, 200, 200, 200, 200, 403])
  expect(statuses.narrow).toEqual([201, 200, 403, 403, 403, 403])
  expect(new Set(statuses.revoked)).toEqual(new Set([401]))
  expect(replays.find(({ as }) => as === 'member')?.calls.at(-1)).toMatchObject({
    was: 200,
    is: 403,
    same: false,
  })
})

test('an archive can be sent to any deployment', async () => {
  await using workspace = mock.workspace()
  await story(workspace)
  const har = JSON.parse(JSON.stringify(workspace.journal.har())) as unknown
  await using elsewhere = await startMock({ clock: { frozen: '2026-11-20T09:00:00Z' }, seed: 'another' })
  // Ready-made things have other ids with another seed, so calls that name one are not found.
  const replay = await workspace.journal.replayTo(
    { baseUrl: elsewhere.url, keyFor: ({ key }) => elsewhere.demo.keys[key ?? ''] },
    { har },
  )
  expect(replay.calls.map(({ was, is }) => `${was} ${is}`)).toEqual([
    '201 201',
    '200 200',
    '200 200',
    '200 404',
    '200 404',
    '200 200',
  ])
  expect(() =>
    workspace.journal.replayTo({ baseUrl: mock.url, keyFor: () => undefined }, { har: {} }),
  ).toThrow('har is no HTTP archive')
})

test('sends nothing elsewhere: neither to the host that was called, nor where an archive leads', async () => {
  const asked: string[] = []
  await using elsewhere = await serving(({ url = '' }, reply) => reply.end(`${asked.push(url)}`))
  const { port } = elsewhere
  await using workspace = mock.workspace()
  await story(workspace)
  const entry = (url: string) => ({
    startedDateTime: '2026-11-20T09:00:00Z',
    request: { method: 'GET', url, headers: [] },
    response: { status: 200 },
  })
  const urls = [`x:@127.0.0.1:${port}/a`, `http://127.0.0.1:${port}/b`, `${mock.url}/_mock/workspaces`]
  const { text } = await askPlainly(`${mock.url}/_mock/workspaces/${workspace.id}/journal/replay`, {
    method: 'POST',
    headers: { host: `127.0.0.1:${port}` },
    body: JSON.stringify({ har: { log: { entries: urls.map(entry) } } }),
  })
  const { data } = JSON.parse(text) as { data: [{ calls: { is: number | null }[] }] }
  expect(asked).toEqual([])
  expect(data[0].calls.map(({ is }) => is)).toEqual([null, 404, null])
})
