import { expect } from 'vitest'
import type { MockWorkspace } from '../index.ts'
import { sendAs, startRun } from '../testing/send-as.ts'
import { callerOf, mock, test } from '../testing/test-kit.ts'
import { lintText } from './lint-text.ts'

const seen = (workspace: MockWorkspace) =>
  workspace
    .lint()
    .problems.filter(({ severity }) => severity === 'warning')
    .map(({ rule }) => rule)

function finding(workspace: MockWorkspace, rule: string) {
  return workspace.lint().problems.find(one => one.rule === rule)
}

const aRun = (workspace: MockWorkspace) => startRun(workspace, 'agent-that-is-slow')

test('a client that behaves passes', async ({ workspace, call }) => {
  const { run_id } = await aRun(workspace)
  for (let i = 0; i < 5; i++) {
    await call('GET', `/runs/${run_id}`)
    workspace.clock.advance('3s')
  }
  const first = (await (await call('GET', '/runs?limit=2')).json()) as { next_cursor: string }
  await call('GET', `/runs?limit=2&cursor=${first.next_cursor}`)
  await call('GET', '/wallet')
  workspace.clock.advance('2m')
  await call('GET', '/wallet')
  await call('POST', '/tasks', { title: 'x', acceptance_criteria: [{ text: 'y' }] })
  expect(seen(workspace)).toEqual([])
  expect(workspace.lint().passed).toBe(true)
})

test('polling a run faster than every two seconds is seen, three looks in a row', async ({
  workspace,
  call,
}) => {
  const { run_id } = await aRun(workspace)
  await call('GET', `/runs/${run_id}`)
  await call('GET', `/runs/${run_id}`)
  expect(seen(workspace)).toEqual([])
  workspace.clock.advance('1s')
  await call('GET', `/runs/${run_id}`)
  expect(finding(workspace, 'polls-too-fast')).toMatchObject({
    section: '6',
    count: 1,
    examples: [
      {
        // The pause is of the machine's time, and the machine may be busy.
        what: expect.stringMatching(`^3 reads of /runs/${run_id}, as little as \\d\\.\\d s apart$`),
        exchanges: [2, 3, 4].map(n => `${workspace.id}.${n}`),
      },
    ],
  })
})

test('looking at a run after doing something to it is no polling', async ({ workspace, call }) => {
  const { run_id } = await aRun(workspace)
  for (const move of ['pause', 'resume', 'pause', 'resume']) {
    await call('POST', `/agents/runs/${run_id}/${move}`)
    await call('GET', `/runs/${run_id}`)
  }
  expect(seen(workspace)).toEqual([])
})

test('figures that are asked for again within a minute should have been kept', async ({
  workspace,
  call,
}) => {
  await call('GET', '/insights/summary?period=7d')
  await call('GET', '/insights/summary?period=30d')
  workspace.clock.advance('59s')
  expect(seen(workspace)).toEqual([])
  await call('GET', '/insights/summary?period=7d')
  expect(finding(workspace, 'analytics-not-cached')?.examples[0]?.what).toBe(
    '2 times GET /insights/summary?period=7d, 59 s apart',
  )
})

test('Retry-After is to be kept', async ({ workspace, call }) => {
  workspace.faults.add({ times: 2, effects: [{ do: 'reply', status: 429, retry_after_seconds: 30 }] })
  await call('GET', '/v1/models')
  workspace.clock.advance('30s')
  await call('GET', '/v1/models')
  expect(seen(workspace)).toEqual([])
  workspace.clock.advance('5s')
  await call('GET', '/v1/models')
  expect(seen(workspace)).toEqual(['ignores-retry-after'])
  expect(finding(workspace, 'ignores-retry-after')?.examples[0]?.what).toBe(
    'GET /v1/models said to wait 30 s, and was called again after 5.0 s',
  )
})

test('retries have to wait, and longer each time', async () => {
  const pauses = async (...seconds: number[]) => {
    await using workspace = mock.workspace()
    const call = callerOf(workspace)
    workspace.faults.add({ effects: [{ do: 'reply', status: 503 }] })
    await call('GET', '/v1/models')
    for (const pause of seconds) {
      workspace.clock.advance(pause * 1000)
      await call('GET', '/v1/models')
    }
    return seen(workspace)
  }
  expect(await pauses(1, 2, 4, 8)).toEqual([])
  expect(await pauses(1)).toEqual([])
  expect(await pauses(0)).toEqual(['retries-without-back-off'])
  expect(await pauses(1, 1, 1, 1)).toEqual(['retries-without-back-off'])
})

test('a create that was lost is not to be sent again blindly', async () => {
  const again = async (look: boolean) => {
    await using workspace = mock.workspace()
    const call = callerOf(workspace)
    workspace.faults.add({
      on: { operation: 'createTask' },
      times: 1,
      effects: [{ do: 'drop', when: 'after' }],
    })
    await call('POST', '/tasks', { title: 'x' }).catch(() => {})
    workspace.clock.advance('1s')
    if (look) await call('GET', '/tasks?limit=5')
    await call('POST', '/tasks', { title: 'x' })
    return finding(workspace, 'repeats-blindly')?.count ?? 0
  }
  expect(await again(false)).toBe(1)
  expect(await again(true)).toBe(0)
})

test('what was refused is not to be repeated', async ({ workspace }) => {
  for (let i = 0; i < 3; i++) await callerOf(workspace)('POST', '/tasks', {})
  expect(finding(workspace, 'repeats-what-was-refused')?.examples[0]?.what).toBe(
    '3 times POST /tasks, refused with 422 request_invalid',
  )
})

test('offset, cursors of one’s own, and names that nobody knows are seen', async ({ workspace, call }) => {
  await call('GET', '/runs?offset=0')
  await call('GET', '/runs?cursor=eyJvZmZzZXQiOjEwMH0')
  await call('GET', '/tasks?stauts=done&limit=1')
  await call('POST', '/tasks', {
    title: 'x',
    colour: 'red',
    acceptance_criteria: [{ text: 'x', done_by: 'me' }],
  })
  await call('POST', '/v1/chat/completions', {
    model: 'aw-small',
    messages: [{ role: 'user', content: 'hi' }],
    top_p: 1,
  })
  const examples = workspace
    .lint()
    .problems.flatMap(({ rule, examples }) => examples.map(({ what }) => `${rule}: ${what}`))
  expect(examples).toEqual(
    expect.arrayContaining([
      'uses-deprecated: listRuns with query offset by the key admin, deprecated, once',
      expect.stringContaining('cursors-by-hand: /runs with the cursor eyJvZmZzZXQiOjEwMH0'),
      'unknown-parameters: listTasks with stauts, once',
      'unknown-fields: createTask with colour, once',
      'unknown-fields: createTask with acceptance_criteria[].done_by, once',
    ]),
  )
})

test('a stream that broke off is to be taken up where it ended', async () => {
  const resumed = async (headers: Record<string, string>) => {
    await using workspace = mock.workspace()
    const call = callerOf(workspace)
    const { chat_id } = await aRun(workspace)
    workspace.clock.untilIdle()
    using fault = workspace.faults.add({
      on: { operation: 'streamChat' },
      effects: [{ do: 'cut-stream', after_events: 2 }],
    })
    await (await call('GET', `/chats/${chat_id}/stream`)).text().catch(() => {})
    fault.remove()
    await (await call('GET', `/chats/${chat_id}/stream`, undefined, { headers })).text()
    return finding(workspace, 'streams-not-resumed')?.count ?? 0
  }
  expect(await resumed({})).toBe(1)
  expect(await resumed({ 'last-event-id': '2' })).toBe(0)
})

test('scopes that a key has and never uses are named, and refusals that the client never met', async () => {
  await using workspace = mock.workspace()
  const key = workspace.people.createKey({
    name: 'reader',
    scopes: ['tasks:read', 'runs:read', 'chat:write'],
  })
  await sendAs(key.secret, `${mock.url}/tasks`)
  expect(finding(workspace, 'scopes-never-used')?.examples[0]).toEqual({
    what: 'the key reader used tasks:read and never runs:read, chat:write',
    exchanges: [`${workspace.id}.1`],
  })
  expect(finding(workspace, 'refusals-never-met')?.examples[0]?.what).toMatch(
    /^listTasks never answered 401, 403/,
  )
})

test('what fails is chosen by severity or by rule, and the text has all of it', async ({ workspace }) => {
  await callerOf(workspace)('GET', '/runs?offset=0')
  expect(workspace.lint().passed).toBe(false)
  expect(workspace.lint({ failOn: ['never'] }).passed).toBe(true)
  expect(workspace.lint({ failOn: ['polls-too-fast'] }).passed).toBe(true)
  expect(workspace.lint({ failOn: ['uses-deprecated'] }).passed).toBe(false)
  expect(workspace.lint({ failOn: ['note'] }).passed).toBe(false)
  expect(() => workspace.lint({ failOn: ['pols-too-fast'] })).toThrow("There is no lint rule 'pols-too-fast'")
  const text = lintText(workspace.lint())
  expect(text).toContain('! uses-deprecated (section 9), once')
  expect(text).toContain(`listRuns with query offset by the key admin, deprecated, once  [${workspace.id}.1]`)
  expect(text.trimEnd()).toMatch(/Failed\.$/)
})
