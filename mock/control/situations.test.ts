import { expect } from 'vitest'
import { controlClient } from '../testing/control-client.ts'
import { askAs } from '../testing/send-as.ts'
import { mock, test } from '../testing/test-kit.ts'

const control = controlClient(mock.url)

test('a run asks, fails, works or waits for an approval at once, and its owner sees it', async () => {
  await using workspace = mock.workspace({ from: 'quiet' })
  const statusAfter = async (situation: Parameters<typeof workspace.trigger>[0]) => {
    const { run_id, transitions } = workspace.trigger(situation)
    const { body: run } = await askAs(workspace.keys.member, `${mock.url}/runs/${run_id}`)
    return [run.status, run.question?.kind, transitions.at(-1)?.kind]
  }
  expect(await statusAfter('run-asks')).toEqual(['paused', 'text', 'run.paused'])
  expect(await statusAfter('run-asks-fields')).toEqual(['paused', 'fields', 'run.paused'])
  expect(await statusAfter('run-asks-decisions')).toEqual(['paused', 'decisions', 'run.paused'])
  expect((await statusAfter('run-fails'))[0]).toBe('failed')
  expect((await statusAfter('run-works'))[0]).toBe('running')
  const { run_id } = workspace.trigger('approval-waits')
  expect(workspace.people.approve(run_id, { by: 'manager' }).transitions.map(({ kind }) => kind)).toContain(
    'run.completed',
  )
})

test('limits are used up until their time has passed, and the wallet is empty until it is topped up', async ({
  workspace,
  call,
}) => {
  const analytics = '/insights/summary'
  const before = (await call('GET', analytics)).status
  workspace.trigger('rate-limit-reached')
  const limited = await call('GET', analytics)
  expect([before, limited.status]).toEqual([200, 429])
  workspace.clock.advance(`${limited.headers.get('retry-after')}s`)
  expect((await call('GET', analytics)).status).toBe(200)
  workspace.trigger('balance-ends')
  const agent = workspace.roles.agents['agent-that-finishes']
  expect((await call('POST', `/agents/${agent}/run`, {})).status).toBe(402)
  workspace.people.topUp(10)
  expect((await call('POST', `/agents/${agent}/run`, {})).status).toBe(200)
})

test('the service fails, is slow, loses a reply, and breaks a stream, once', async ({ workspace, call }) => {
  workspace.trigger('service-fails')
  const failed = await call('GET', '/agents/')
  expect([failed.status, failed.headers.get('retry-after')]).toEqual([503, '2'])
  workspace.trigger('reply-lost')
  await expect(call('POST', '/tasks', { title: 'Once or twice' })).rejects.toThrow('fetch failed')
  expect(await (await call('GET', '/tasks?search=Once')).text()).toContain('Once or twice')
  workspace.trigger('stream-breaks')
  const stream = await call('POST', '/v1/chat/completions', {
    model: 'aw-small',
    stream: true,
    messages: [{ role: 'user', content: 'Hello' }],
  })
  await expect(stream.text()).rejects.toThrow()
  workspace.trigger('service-slow')
  const slow = call('GET', '/agents/')
  await expect.poll(() => workspace.journal.count({ open: true })).toBe(1)
  workspace.clock.advance('5s')
  expect((await slow).status).toBe(200)
})

test('the control API lists and triggers them, and names those that there are', async () => {
  const { data } = await control('listSituations')
  expect(data?.data).toContainEqual({ name: 'run-asks', description: expect.any(String) })
  const path = { workspace_id: 'demo', situation: 'run-fails' as const }
  const triggered = await control('triggerSituation', { path })
  expect(triggered.data).toMatchObject({ situation: 'run-fails', run_id: expect.stringMatching(/^run_/) })
  const wrong = await fetch(`${mock.url}/_mock/workspaces/demo/situations/run-fail`, { method: 'POST' })
  expect([wrong.status, await wrong.text()]).toEqual([422, expect.stringContaining('run-asks')])
  await using empty = mock.workspace({ from: 'empty' })
  expect(() => empty.trigger('run-asks')).toThrow('make it from demo or quiet')
})
