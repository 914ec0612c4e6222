// Rules by which completions answer and agents work, for clients that cannot be changed.
import { expect } from 'vitest'
import { type MockWorkspace, startMock } from '../index.ts'
import { askAgent, chat, textOf } from '../testing/completion-client.ts'
import { runAndRead } from '../testing/profile-cases/case.ts'
import { sendAs } from '../testing/send-as.ts'
import { test as base, type TestKit } from '../testing/test-kit.ts'

const test = base.extend({ from: 'quiet' })

async function said(kit: TestKit, content: string, more?: object) {
  return (await chat(kit, content, more)).choices[0]?.message.content ?? ''
}

test('completions say what the rule for their text has, the rule that was added last first', async ({
  kit,
  workspace,
}) => {
  workspace.completions.when(/invoice \d+/).say('It is paid.')
  expect(await said(kit, 'What of invoice 17?')).toBe('It is paid.')
  expect(await said(kit, 'What of invoices?')).not.toBe('It is paid.')
  workspace.completions.when('INVOICE').say('Once.', { times: 1 })
  expect(await said(kit, 'What of invoice 17?')).toBe('Once.')
  expect(await said(kit, 'What of invoice 17?')).toBe('It is paid.')
  expect(textOf(await askAgent(kit, 'agent-that-finishes', 'And invoice 18?'))).toBe('It is paid.')
})

test('the message itself goes before a rule', async ({ kit, workspace }) => {
  workspace.completions.when(/./).say('By the rule.')
  expect(await said(kit, 'Hello\nmock: say By the message.')).toBe('By the message.')
})

test('a structured answer has the form that was requested', async ({ kit, workspace }) => {
  workspace.completions.when(/open/).output({ open: 2 })
  const schema = { type: 'object', properties: { open: { type: 'integer' } }, required: ['open'] }
  const response_format = { type: 'json_schema', json_schema: { name: 'open', schema } }
  expect(JSON.parse(await said(kit, 'How many are open?', { response_format }))).toEqual({ open: 2 })
})

test('an agent follows the script for its input, in runs and in completions', async ({ kit, workspace }) => {
  workspace.agents.when('agent-that-finishes', /Kvist/).script('work 5s; fail The bank is closed.')
  expect((await runAndRead(kit, 'agent-that-finishes', { task: 'Pay Kvist' })).status).toBe('failed')
  expect((await runAndRead(kit, 'agent-that-finishes', { task: 'Pay Lund' })).status).toBe('completed')
  expect((await runAndRead(kit, 'agent-that-is-slow', { task: 'Pay Kvist' })).status).toBe('completed')
  const { run_id } = workspace.trigger('run-works', { agent: 'agent-that-is-slow', input: { task: 'Kvist' } })
  expect(workspace.history(run_id!).id).toBe(run_id)
  await expect(askAgent(kit, 'agent-that-finishes', 'Pay Kvist')).resolves.toMatchObject({
    finishReason: 'error',
  })
})

test('a task that an agent takes follows the script for its title', async ({ kit, workspace }) => {
  const agent = workspace.roles.agents['agent-that-finishes']
  workspace.agents.when(agent, 'kvist').script([{ do: 'finish', summary: 'By the rule.' }], { times: 1 })
  const task = { title: 'Pay Kvist', assignee_type: 'agent', assignee_id: agent }
  await kit.ask('POST /tasks', task)
  workspace.clock.untilIdle()
  const { body } = await kit.ask(`GET /runs?agent_id=${agent}&limit=1`)
  expect(body.data[0].summary).toBe('By the rule.')
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

test('adding such a rule leaves what people have planned', async ({ kit, workspace }) => {
  workspace.people.policy([{ after: '2h' }])
  const { run_id } = workspace.trigger('approval-waits')
  workspace.clock.advance('1h')
  workspace.completions.when(/x/).say('y')
  workspace.clock.advance('61m')
  expect((await kit.ask(`GET /runs/${run_id}`)).body.status).toBe('completed')
})

test('people answer by the text and the agent, too', async ({ kit, workspace }) => {
  workspace.people.policy([
    { on: ['question'], when: /which/i.toString(), answer: 'The spring list.' },
    { on: ['question'], agent: 'agent-that-asks-text', answer: 'No.' },
  ])
  const { run_id } = workspace.trigger('run-asks', { text: 'Which list?', by: 'manager' })
  workspace.clock.untilIdle()
  expect((await kit.ask(`GET /runs/${run_id}`)).body.summary).toBe('Used The spring list.')
})

test.for<[call: (workspace: MockWorkspace) => unknown, says: string]>([
  [({ completions }) => completions.when(/(a)\1/).say('x'), 'must be a pattern as RE2 reads them'],
  [({ agents }) => agents.when('nobody').script('finish Done.'), 'There is no agent nobody; there are'],
  [({ agents }) => agents.when('agent-that-finishes').script('work 5s'), 'the script never ends'],
  [({ people }) => people.policy([{ say: 'x', by: 'manager' }]), 'body.rules[0].by: does not go with say'],
  [
    workspace => workspace.trigger('run-asks', { times: 2 }),
    'left out for run-asks; it takes agent, by, text',
  ],
  [workspace => workspace.trigger('balance-ends', { text: 'x' }), 'it takes none'],
])('refuses a rule or a detail that says nothing: %s', ([wrong, says], { workspace }) => {
  expect(() => wrong(workspace)).toThrow(says)
})

test('a situation takes details', async ({ kit, workspace, call }) => {
  const { run_id } = workspace.trigger('run-fails', {
    agent: 'agent-that-is-slow',
    text: 'The bank is closed.',
  })
  expect((await kit.ask(`GET /runs/${run_id}`)).body).toMatchObject({
    agent_id: workspace.roles.agents['agent-that-is-slow'],
    error: { message: 'The bank is closed.' },
  })
  workspace.trigger('service-fails', { on: { operation: 'listTasks' }, times: 2 })
  const statuses = []
  for (const path of ['/agents/', '/tasks', '/tasks', '/tasks'])
    statuses.push((await call('GET', path)).status)
  expect(statuses).toEqual([200, 503, 503, 200])
})
