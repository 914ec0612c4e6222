// Rules by which completions answer and agents work, for clients that cannot be changed.
import { expect } from 'vitest'
import { type MockWorkspace, startMock } from '../index.ts'
import { sendAs } from '../testing/send-as.ts'
import { mock, test } from '../testing/test-kit.ts'

async function call<Reply>(workspace: MockWorkspace, path: string, body?: unknown): Promise<Reply> {
  const reply = await sendAs(workspace.keys.admin, mock.url + path, body)
  if (!reply.ok) throw new Error(`${reply.status} ${await reply.text()}`)
  return (await reply.json()) as Reply
}

async function chat(workspace: MockWorkspace, content: string, more: object = {}): Promise<string> {
  const body = { model: 'aw-small', messages: [{ role: 'user', content }], stream: false, ...more }
  const reply = await call<{ choices: [{ message: { content: string } }] }>(
    workspace,
    '/v1/chat/completions',
    body,
  )
  return reply.choices[0].message.content
}

async function askAgent(
  workspace: MockWorkspace,
  agent: keyof MockWorkspace['roles']['agents'],
  text: string,
) {
  const messages = [{ role: 'user', parts: [{ type: 'text', text }] }]
  const body = { agentId: workspace.roles.agents[agent], messages, stream: false }
  const reply = await call<{ message: { parts: [{ text: string }] }; finishReason: string; output: unknown }>(
    workspace,
    '/v1/agent/chat/completions',
    body,
  )
  return { ...reply, text: reply.message.parts[0].text }
}

async function ended(workspace: MockWorkspace, agent: keyof MockWorkspace['roles']['agents'], task: string) {
  const path = `/agents/${workspace.roles.agents[agent]}/run`
  const { run_id } = await call<{ run_id: string }>(workspace, path, { input: { task } })
  workspace.clock.untilIdle()
  return call<{ status: string; summary: string | null }>(workspace, `/runs/${run_id}`)
}

test('completions say what the rule for their text has, the rule that was added last first', async () => {
  await using workspace = mock.workspace({ from: 'quiet' })
  workspace.completions.when(/invoice \d+/).say('It is paid.')
  expect(await chat(workspace, 'What of invoice 17?')).toBe('It is paid.')
  expect(await chat(workspace, 'What of invoices?')).not.toBe('It is paid.')
  workspace.completions.when('INVOICE').say('Once.', { times: 1 })
  expect(await chat(workspace, 'What of invoice 17?')).toBe('Once.')
  expect(await chat(workspace, 'What of invoice 17?')).toBe('It is paid.')
  expect((await askAgent(workspace, 'agent-that-finishes', 'And invoice 18?')).text).toBe('It is paid.')
})

test('the message itself goes before a rule', async () => {
  await using workspace = mock.workspace({ from: 'quiet' })
  workspace.completions.when(/./).say('By the rule.')
  expect(await chat(workspace, 'Hello\nmock: say By the message.')).toBe('By the message.')
})

test('a structured answer has the form that was requested', async () => {
  await using workspace = mock.workspace({ from: 'quiet' })
  workspace.completions.when(/open/).output({ open: 2 })
  const schema = { type: 'object', properties: { open: { type: 'integer' } }, required: ['open'] }
  const response_format = { type: 'json_schema', json_schema: { name: 'open', schema } }
  expect(JSON.parse(await chat(workspace, 'How many are open?', { response_format }))).toEqual({ open: 2 })
})

test('an agent follows the script for its input, in runs and in completions', async () => {
  await using workspace = mock.workspace({ from: 'quiet' })
  workspace.agents.when('agent-that-finishes', /Kvist/).script('work 5s; fail The bank is closed.')
  expect((await ended(workspace, 'agent-that-finishes', 'Pay Kvist')).status).toBe('failed')
  expect((await ended(workspace, 'agent-that-finishes', 'Pay Lund')).status).toBe('completed')
  expect((await ended(workspace, 'agent-that-is-slow', 'Pay Kvist')).status).toBe('completed')
  const { run_id } = workspace.trigger('run-works', { agent: 'agent-that-is-slow', input: { task: 'Kvist' } })
  expect(workspace.history(run_id!).id).toBe(run_id)
  await expect(askAgent(workspace, 'agent-that-finishes', 'Pay Kvist')).resolves.toMatchObject({
    finishReason: 'error',
  })
})

test('a task that an agent takes follows the script for its title', async () => {
  await using workspace = mock.workspace({ from: 'quiet' })
  const agent = workspace.roles.agents['agent-that-finishes']
  workspace.agents.when(agent, 'kvist').script([{ do: 'finish', summary: 'By the rule.' }], { times: 1 })
  const task = { title: 'Pay Kvist', assignee_type: 'agent', assignee_id: agent }
  await call(workspace, '/tasks', task)
  workspace.clock.untilIdle()
  const { data } = await call<{ data: { summary: string }[] }>(workspace, `/runs?agent_id=${agent}&limit=1`)
  expect(data[0]?.summary).toBe('By the rule.')
})

test('a world file has such rules, and they are in snapshots and in the world that is read', async () => {
  await using own = await startMock({
    clock: { frozen: '2026-11-20T09:00:00Z' },
    world: {
      extends: 'quiet',
      policies: [
        { when: '/kvist/i', agent: 'agent-that-finishes', script: 'finish Never mind.' },
        { when: 'invoice', say: 'Paid.', times: 2 },
      ],
    },
  })
  const text = await (await fetch(`${own.url}/_mock/workspaces/demo/world`)).text()
  expect(text).toMatch(/when: \/kvist\/i[\s\S]*when: invoice/)
  const fork = own.demo.fork()
  const reply = await sendAs(fork.keys.admin, `${own.url}/v1/chat/completions`, {
    model: 'aw-small',
    stream: false,
    messages: [{ role: 'user', content: 'Invoice?' }],
  })
  expect(await reply.text()).toContain('Paid.')
})

test('adding such a rule leaves what people have planned', async () => {
  await using workspace = mock.workspace({ from: 'quiet' })
  workspace.people.policy([{ after: '2h' }])
  const { run_id } = workspace.trigger('approval-waits')
  workspace.clock.advance('1h')
  workspace.completions.when(/x/).say('y')
  workspace.clock.advance('61m')
  expect((await call<{ status: string }>(workspace, `/runs/${run_id}`)).status).toBe('completed')
})

test('people answer by the text and the agent, too', async () => {
  await using workspace = mock.workspace({ from: 'quiet' })
  workspace.people.policy([
    { on: ['question'], when: /which/i.toString(), answer: 'The spring list.' },
    { on: ['question'], agent: 'agent-that-asks-text', answer: 'No.' },
  ])
  const { run_id } = workspace.trigger('run-asks', { text: 'Which list?', by: 'manager' })
  workspace.clock.untilIdle()
  expect((await call<{ summary: string }>(workspace, `/runs/${run_id}`)).summary).toBe(
    'Used The spring list.',
  )
})

test.each<[call: (workspace: MockWorkspace) => unknown, says: string]>([
  [({ completions }) => completions.when(/(a)\1/).say('x'), 'must be a pattern as RE2 reads them'],
  [({ agents }) => agents.when('nobody').script('finish Done.'), 'There is no agent nobody; there are'],
  [({ agents }) => agents.when('agent-that-finishes').script('work 5s'), 'the script never ends'],
  [({ people }) => people.policy([{ say: 'x', by: 'manager' }]), 'body.rules[0].by: does not go with say'],
  [
    workspace => workspace.trigger('run-asks', { times: 2 }),
    'left out for run-asks; it takes agent, by, text',
  ],
  [workspace => workspace.trigger('balance-ends', { text: 'x' }), 'it takes none'],
])('refuses a rule or a detail that says nothing: %s', async (wrong, says) => {
  await using workspace = mock.workspace({ from: 'quiet' })
  expect(() => wrong(workspace)).toThrow(says)
})

test('a situation takes details', async () => {
  await using workspace = mock.workspace({ from: 'quiet' })
  const { run_id } = workspace.trigger('run-fails', {
    agent: 'agent-that-is-slow',
    text: 'The bank is closed.',
  })
  expect(await call(workspace, `/runs/${run_id}`)).toMatchObject({
    agent_id: workspace.roles.agents['agent-that-is-slow'],
    error: { message: 'The bank is closed.' },
  })
  workspace.trigger('service-fails', { on: { operation: 'listTasks' }, times: 2 })
  await call(workspace, '/agents/')
  await expect(call(workspace, '/tasks')).rejects.toThrow('503')
  await expect(call(workspace, '/tasks')).rejects.toThrow('503')
  await call(workspace, '/tasks')
})
