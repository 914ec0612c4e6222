import { expect } from 'vitest'
import { type MockWorkspace, VerificationError } from '../index.ts'
import { clientAs, startRun } from '../testing/send-as.ts'
import { mock, test } from '../testing/test-kit.ts'

const clientOf = ({ keys }: MockWorkspace, key: 'admin' | 'member' = 'admin') => clientAs(keys[key], mock.url)

async function withTasks() {
  const workspace = mock.workspace()
  const api = clientOf(workspace)
  const criteria = [{ text: 'It fits on one page.' }, { text: 'It names its sources.' }]
  await api.POST('/tasks', { body: { title: 'Invoices', priority: 'urgent', acceptance_criteria: criteria } })
  await api.POST('/tasks', { body: { title: 'Briefing', priority: 'low', tags: ['a', 'b'] } })
  await startRun(workspace, 'agent-that-finishes', { input: { task: 'x' } })
  await clientOf(workspace, 'member').GET('/runs', { params: { query: { limit: 5, status: 'failed' } } })
  await api.GET('/runs/{run_id}', { params: { path: { run_id: 'run_none' } } })
  return workspace
}

test('verifies how often something was asked, and in which order', async () => {
  await using workspace = await withTasks()
  const { journal } = workspace
  journal.verify({
    operation: 'createTask',
    body: { priority: 'urgent' },
    times: 1,
    before: { operation: 'startRun' },
  })
  journal.verify({ operation: 'startRun', after: { operation: 'createTask' } })
  journal.verify({ operation: 'createTask', at_least: 2, at_most: 2 })
  journal.verify({ operation: 'deleteTask', times: 0 })
  journal.verify({ operation: 'createTask', before: { operation: 'deleteTask' } })
  expect(journal.check({ operation: 'createTask', times: 1 })).toMatchObject({
    verified: false,
    message: 'createTask was called 2 times, expected once.',
  })
  expect(journal.check({ operation: 'startRun', before: { operation: 'createTask' } }).message).toBe(
    `startRun was called once, but ${workspace.id}.3 came after POST /tasks -> 201 (${workspace.id}.1), expected before.`,
  )
  expect(journal.check({ operation: 'createTask', after: { operation: 'deleteTask' } }).message).toContain(
    'deleteTask was never called, which it should come after',
  )
  expect(journal.check({ operation: 'createTask', after: { operation: 'startRun' } }).verified).toBe(false)
})

test('says what came close when something was not asked, the nearest first', async () => {
  await using workspace = await withTasks()
  const expectation = { operation: 'createTask', body: { title: 'Briefing', priority: 'high' } } as const
  const { near_misses, message } = workspace.journal.check(expectation)
  expect(near_misses).toEqual([
    {
      exchange: `${workspace.id}.2`,
      call: 'POST /tasks -> 201',
      differences: ['body.priority is "low", expected "high"'],
    },
    {
      exchange: `${workspace.id}.1`,
      call: 'POST /tasks -> 201',
      differences: [
        'body.title is "Invoices", expected "Briefing"',
        'body.priority is "urgent", expected "high"',
      ],
    },
  ])
  expect(message).toContain('never, expected at least once. Nearest: POST /tasks -> 201')
  expect(() => workspace.journal.verify(expectation)).toThrow(VerificationError)
  const other = workspace.journal.check({ operation: 'stopRun', path: '/agents/**' })
  expect(other.near_misses[0]).toMatchObject({ differences: ['the operation is startRun, expected stopRun'] })
})

test('finds by every condition', async () => {
  await using workspace = await withTasks()
  const { journal, people, id } = workspace
  const numbers = (filter: Parameters<typeof journal.list>[0]) =>
    journal.list(filter).map(line => Number(line.id.split('.')[1]))
  const member = people.list().find(({ role }) => role === 'member')!
  expect(numbers({})).toEqual([1, 2, 3, 4, 5])
  expect(numbers({ operation: ['listRuns', 'getRun'] })).toEqual([4, 5])
  expect(numbers({ method: 'post' })).toEqual([1, 2, 3])
  expect(numbers({ path: '/runs/*' })).toEqual([5])
  expect(numbers({ path: '/agents/*' })).toEqual([])
  expect(numbers({ path: '/agents/**' })).toEqual([3])
  expect(numbers({ status: 404 })).toEqual([5])
  expect(numbers({ status: '2xx' })).toEqual([1, 2, 3, 4])
  expect(numbers({ key: 'member' })).toEqual([4])
  expect(numbers({ person: member.name })).toEqual([4])
  expect(numbers({ since: `${id}.3` })).toEqual([4, 5])
  expect(numbers({ until: `${id}.2` })).toEqual([1])
  expect(numbers({ since: '2026-11-20T09:00:00Z' })).toEqual([1, 2, 3, 4, 5])
  expect(numbers({ since: '2026-11-20T09:00:00.001Z' })).toEqual([])
  expect(numbers({ text: 'Briefing' })).toEqual([2])
  expect(numbers({ query: { limit: 5 } })).toEqual([4])
  expect(numbers({ query: { status: { $exists: true } } })).toEqual([4])
  expect(numbers({ refusal: 'run_not_found' })).toEqual([5])
  expect(numbers({ open: true })).toEqual([])
  expect(numbers({ fault: false, reply: { priority: 'urgent' } })).toEqual([1])
  expect(numbers({ body: { 'acceptance_criteria[1].text': { $contains: 'sources' } } })).toEqual([1])
  expect(numbers({ body: { 'acceptance_criteria[*].text': 'It fits on one page.' } })).toEqual([1])
  expect(numbers({ body: { '$.title': { $pattern: '^(In|Br)' } } })).toEqual([1, 2])
  expect(numbers({ body: { tags: ['a', 'b'] } })).toEqual([2])
  expect(numbers({ body: { tags: ['a'] } })).toEqual([])
  expect(numbers({ body: { tags: { $contains: 'b' } } })).toEqual([2])
  expect(numbers({ body: { priority: { $in: ['low', 'none'] } } })).toEqual([2])
  expect(numbers({ body: { description: { $exists: false } } })).toEqual([1, 2, 3])
})

test('resolves as soon as something is asked, and rejects with what came close when it is not', async ({
  workspace,
}) => {
  const api = clientOf(workspace)
  const waiting = workspace.journal.waitFor({ operation: 'createTask' }, { times: 2, within: '1m' })
  await api.POST('/tasks', { body: { title: 'One' } })
  await api.POST('/tasks', { body: { title: 'Two' } })
  expect((await waiting).map(({ call }) => call)).toEqual(['POST /tasks -> 201', 'POST /tasks -> 201'])
  expect(await workspace.journal.waitFor({ body: { title: 'One' } })).toHaveLength(1)
  await expect(workspace.journal.waitFor({ body: { title: 'Three' } }, { within: '1ms' })).rejects.toThrow(
    'Waited in vain: Anything with body {"title":"Three"} was called never, expected at least once.',
  )
})

test('a stream counts as asked for when it has begun', async ({ workspace }) => {
  const api = clientOf(workspace)
  const { chat_id } = await startRun(workspace, 'agent-that-finishes')
  const waiting = workspace.journal.waitFor({ operation: 'streamChat', open: true }, { within: '1m' })
  const { response } = await api.GET('/chats/{chat_id}/stream', {
    params: { path: { chat_id } },
    parseAs: 'stream',
  })
  expect(await waiting).toMatchObject([{ open: true, status: 200 }])
  workspace.clock.untilIdle()
  await response.text()
  expect(workspace.journal.list({ open: true })).toEqual([])
})
