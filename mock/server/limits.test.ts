import { expect, test } from 'vitest'
import { startMock } from '../index.ts'
import { sendAs } from '../testing/send-as.ts'

test('a mock takes in no more than its limits, and says what to do then', async () => {
  const limits = { workspaces: 4, snapshots: 2, workspaceBytes: 1_000, fieldLength: 100 }
  await using mock = await startMock({ limits })
  const ask = async (path: string, body: object, key?: string) => {
    const reply = await sendAs(key, mock.url + path, body)
    return { status: reply.status, body: await reply.json(), advice: reply.headers.get('x-mock-advice') }
  }
  const full = (status: number, flag: string) => ({
    status,
    body: { error: { message: expect.stringContaining(flag) } },
  })
  const workspace = mock.workspace()
  const other = mock.workspace()
  expect(await ask('/_mock/workspaces', {})).toMatchObject(full(409, '--max-workspaces'))
  const snapshots = `/_mock/workspaces/${workspace.id}/snapshots`
  const first = workspace.snapshot()
  expect((await ask(snapshots, {})).status).toBe(201)
  expect(await ask(snapshots, {})).toMatchObject(full(409, '--max-snapshots'))
  expect((await ask(snapshots, { automatic: true })).status).toBe(201)
  const task = (length: number, key = workspace.keys.admin) =>
    ask('/tasks', { title: 'x'.repeat(length) }, key)
  expect(await task(101)).toMatchObject({
    status: 422,
    body: { error: { param: 'body.title', message: 'body.title must be at most 100 characters long.' } },
    advice: '--max-field-length sets how long a text may be.',
  })
  for (let at = 0; at < 8; at++) expect((await task(100)).status).toBe(201)
  expect(await task(100)).toMatchObject({
    status: 422,
    advice: expect.stringContaining('--max-workspace-bytes'),
  })
  expect((await task(100, other.keys.admin)).status).toBe(201)
  const metrics = await (await fetch(`${mock.url}/_mock/metrics`)).text()
  expect(metrics).toContain('agent_work_mock_limit{of="workspaces"} 4')
  expect(metrics).toContain('agent_work_mock_snapshots 2')
  expect(metrics).toMatch(/agent_work_mock_largest_workspace_bytes [89]\d\d/)
  workspace.restore(first)
  expect((await task(100)).status).toBe(201)
})

test('a key that is made after a restored snapshot does not meet one that was made before', async () => {
  await using mock = await startMock({})
  const workspace = mock.workspace()
  const snapshot = workspace.snapshot()
  const keys = [workspace.people.createKey({ scopes: ['runs:read'] })]
  for (let time = 0; time < 3; time++) {
    workspace.restore(snapshot)
    keys.push(workspace.people.createKey({ scopes: ['runs:read'] }))
  }
  expect(new Set(keys.map(({ id }) => id)).size).toBe(4)
  for (const { secret } of keys) expect((await sendAs(secret, `${mock.url}/runs`)).status).toBe(200)
})
