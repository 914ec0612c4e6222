// What a run does by itself and what follows from each of its steps.
import { expect } from 'vitest'
import { type Operation, start } from '../testing/run-driver.ts'
import type { Body } from '../testing/send-as.ts'
import { startTestKit, test } from '../testing/test-kit.ts'
import { decideApproval } from './approvals.ts'

const STATES: Record<string, { script: string; first?: Operation; accepts: string[] }> = {
  running: { script: 'work 60s', accepts: ['pauseRun', 'cancelRun', 'stopRun'] },
  'paused by hand': { script: 'work 60s', first: 'pause', accepts: ['resumeRun', 'stopRun'] },
  'paused on a question': { script: 'ask Which one?', accepts: ['resumeRun', 'stopRun', 'respondToRun'] },
  'paused on an approval': { script: 'approval Release it', accepts: ['resumeRun', 'stopRun'] },
  completed: { script: 'finish Ready.', accepts: [] },
  failed: { script: 'fail No bank.', accepts: ['retryRun'] },
  cancelled: { script: 'work 60s', first: 'cancel', accepts: ['retryRun'] },
  stopped: { script: 'work 60s', first: 'stop', accepts: [] },
}

for (const [state, { script, first, accepts }] of Object.entries(STATES))
  test(`every refusal to a run that is ${state} names what it takes`, async ({ kit }) => {
    const run = await start(kit, script)
    kit.advance(0)
    if (first) await run.do(first)
    const before = await run.read()
    let refused = 0
    for (const operation of ['pause', 'resume', 'cancel', 'stop', 'retry', 'respond'] as const) {
      if (accepts.includes(operation === 'respond' ? 'respondToRun' : `${operation}Run`)) continue
      refused++
      const { status, body } = await run.do(operation)
      expect([status, body.error.code, body.error.param]).toEqual([
        409,
        operation === 'respond' ? 'not_asking' : 'transition_refused',
        'run_id',
      ])
      const named = body.error.message.split('It takes ')[1]?.replace('.', '').split(', ')
      expect(named).toEqual([...accepts, 'getRun'])
    }
    expect(refused).toBe(6 - accepts.length)
    expect(await run.read()).toEqual(before)
  })

test('where waiting may be skipped, the run goes on behind it, without an answer and without the approval', async () => {
  await using kit = await startTestKit({ profile: { 'paused-on-question-resume': 'skip' } })
  const run = await start(kit, 'ask First?; ask Second?; finish Got [{{answer}}].')
  kit.advance(0)
  await run.do('respond', { answer: 'one' })
  kit.advance(0)
  expect((await run.read()).question?.prompt).toBe('Second?')
  expect((await run.do('resume')).status).toBe(200)
  kit.untilIdle()
  expect((await run.read()).summary).toBe('Got [].')
  const waiting = await start(kit, 'approval Release it; finish Done.')
  kit.advance(0)
  const { approval_id } = await waiting.read()
  expect((await waiting.do('resume')).status).toBe(200)
  kit.untilIdle()
  expect((await waiting.read()).status).toBe('completed')
  expect(kit.workspace.tables.approvals.get(approval_id ?? '')?.status).toBe('pending')
})

test('a run that is resumed while it waits asks again for the same', async ({ kit }) => {
  const asking = await start(kit, 'ask Which?; finish Got [{{answer}}].')
  const waiting = await start(kit, 'approval Release it; finish Done.')
  kit.advance(0)
  const before = [await asking.read(), await waiting.read()]
  for (const run of [asking, waiting])
    expect(await run.do('resume')).toMatchObject({ body: { status: 'running' } })
  kit.advance(0)
  const [asked, approval] = [await asking.read(), await waiting.read()]
  expect(asked).toMatchObject({ status: 'paused', question: { prompt: 'Which?' } })
  expect(asked.question).toEqual(before[0]!.question)
  expect(approval).toMatchObject({ status: 'paused', approval_id: before[1]!.approval_id })
  await asking.do('respond', { answer: 'this' })
  kit.untilIdle()
  expect((await asking.read()).summary).toBe('Got [this].')
})

test('a run that is resumed by hand forgets no answer and repeats no step', async ({ kit }) => {
  const run = await start(kit, 'ask Which?; work 10s; finish Got [{{answer}}].')
  kit.advance(0)
  await run.do('respond', { answer: 'red' })
  kit.advance(4000)
  await run.do('pause')
  kit.advance(60_000)
  expect((await run.do('resume')).body).toMatchObject({ status: 'running', question: null })
  kit.advance(5999)
  expect((await run.read()).status).toBe('running')
  kit.advance(1)
  expect(await run.read()).toMatchObject({
    status: 'completed',
    duration_seconds: 10,
    finished_at: '2026-11-20T09:01:10.000Z',
    updated_at: '2026-11-20T09:01:10.000Z',
  })
  expect((await run.events()).filter(event => event.type === 'question.asked')).toHaveLength(1)
})

test('the chat of a run tells each step of it, in order', async ({ kit }) => {
  const run = await start(kit, [
    { do: 'say', text: 'I begin with {{input.task}}' },
    { do: 'tool', name: 'find_order', arguments: { reference: 'SO-1' }, result: { found: true }, seconds: 3 },
    { do: 'tool', name: 'now', arguments: {}, result: 'noon', seconds: 0 },
    {
      do: 'ask-fields',
      prompt: 'Which of {{input.task}}?',
      fields: [
        { name: 'colour', label: 'Colour', type: 'choice', required: true, options: ['red', 'blue'] },
        { name: 'note', label: 'Note', type: 'text', required: false },
      ],
    },
    { do: 'await-approval', title: 'Release {{values.colour}}', description: 'It is {{values.colour}}.' },
    { do: 'finish', summary: 'Painted {{values.colour}}.' },
  ])
  kit.advance(3000)
  const asking = await run.read()
  const question = {
    id: asking.question?.id,
    kind: 'fields',
    prompt: 'Which of the fence?',
    fields: [
      { name: 'colour', label: 'Colour', type: 'choice', required: true, options: ['red', 'blue'] },
      { name: 'note', label: 'Note', type: 'text', required: false },
    ],
    asked_at: '2026-11-20T09:00:03.000Z',
  }
  expect(asking).toMatchObject({ status: 'paused', question, approval_id: null })
  await run.do('respond', { values: { colour: 'red' } })
  kit.advance(0)
  const { approval_id, question: none } = await run.read()
  expect(none).toBeNull()
  const by = kit.roles.people['person-manager']
  decideApproval(kit.workspace, approval_id ?? '', { by, outcome: 'approved', comment: 'Go.' })
  kit.untilIdle()
  const status = (word: string) => ({ type: 'run.status', run_id: run.id, status: word, error: null })
  const tool = (type: string, id: string, name: string) => ({ type, run_id: run.id, tool_call_id: id, name })
  const said = (role: string, text: string) => ({ type: 'message.completed', message: { role, text } })
  const events = await run.events()
  const told = events.filter(event => event.type !== 'message.delta' && event.type !== 'run.progress')
  expect(told).toMatchObject([
    { ...status('running'), summary: null },
    said('user', 'the fence'),
    said('assistant', 'I begin with the fence'),
    { ...tool('tool.called', `${run.id}.1`, 'find_order'), arguments: { reference: 'SO-1' } },
    { ...tool('tool.returned', `${run.id}.1`, 'find_order'), result: { found: true } },
    { ...tool('tool.returned', `${run.id}.2`, 'now'), result: 'noon' },
    { ...tool('tool.called', question.id ?? '', 'ask_user'), arguments: { prompt: 'Which of the fence?' } },
    { type: 'question.asked', run_id: run.id, question },
    status('paused'),
    { type: 'question.answered', run_id: run.id, question_id: question.id },
    { ...tool('tool.returned', question.id ?? '', 'ask_user'), result: { colour: 'red' } },
    status('running'),
    { type: 'approval.requested', approval_id, title: 'Release red' },
    status('paused'),
    { type: 'approval.decided', approval_id, status: 'approved', comment: 'Go.' },
    status('running'),
    said('assistant', 'Painted red.'),
    { ...status('completed'), summary: 'Painted red.' },
  ])
  expect(events.find(event => event.type === 'question.asked')).toHaveProperty('question', question)
})

test('an approval of a run says who asks and who decides: the managers of the team that pays', async () => {
  await using kit = await startTestKit()
  const run = await start(kit, [
    { do: 'await-approval', title: 'Release {{input.task}}', description: 'All of {{input.task}}.' },
  ])
  kit.advance(0)
  const { approval_id } = await run.read()
  const read = async (): Promise<Body> => (await kit.fetch('admin', `/approvals/${approval_id}`)).json()
  expect(await read()).toMatchObject({
    kind: 'run',
    title: 'Release the fence',
    description: 'All of the fence.',
    agent_id: run.agentId,
    run_id: run.id,
    requested_by: kit.roles.people['person-member'],
    approver_ids: [kit.roles.people['person-manager']],
    status: 'pending',
  })
  await run.do('stop')
  expect((await read()).status).toBe('expired')
})

test('where no team pays for a run, its approval is for admins alone', async ({ kit }) => {
  kit.workspace.tables.people.replace(kit.roles.people['person-member'], { teamIds: [] })
  kit.workspace.tables.agents.replace(kit.agent('agent-that-finishes'), { teamId: null })
  const run = await start(kit, 'approval Release it')
  kit.advance(0)
  const { approval_id } = await run.read()
  const approval: Body = await (await kit.fetch('admin', `/approvals/${approval_id}`)).json()
  expect(approval.approver_ids).toEqual([])
  expect((await kit.fetch('manager', `/approvals/${approval_id}`)).status).toBe(404)
})

test('a rejected approval fails the run with its own code, and its retry asks again', async ({ kit }) => {
  const run = await start(kit, 'approval Release it; finish Released.')
  kit.advance(0)
  const { approval_id } = await run.read()
  const by = kit.roles.people['person-admin']
  decideApproval(kit.workspace, approval_id ?? '', { by, outcome: 'rejected' })
  kit.untilIdle()
  const failed = await run.read()
  expect(failed).toMatchObject({ status: 'failed', summary: null, error: { code: 'approval_rejected' } })
  expect(failed.approval_id).toBeNull()
  const { body } = await run.do('retry')
  kit.untilIdle()
  const again: Body = await (await kit.fetch('member', `/runs/${body.run_id}`)).json()
  expect(again).toMatchObject({ status: 'paused', retry_of: run.id, summary: null, error: null })
  expect(again.approval_id).not.toBe(approval_id)
})

test('a failure says the words of its script, filled in', async ({ kit }) => {
  const run = await start(kit, [{ do: 'fail', code: 'bank_closed', message: 'No {{input.task}} today.' }])
  kit.untilIdle()
  const error = { code: 'bank_closed', message: 'No the fence today.' }
  expect(await run.read()).toMatchObject({ status: 'failed', error, summary: null })
  expect((await run.events()).at(-1)).toMatchObject({ type: 'run.status', status: 'failed', error })
})

test('a script without an end is done with the task', async ({ kit }) => {
  const run = await start(kit, [{ do: 'work', seconds: 1 }])
  kit.untilIdle()
  expect(await run.read()).toMatchObject({ status: 'completed', summary: 'Done.' })
})

test('a run is written down with what it was started with', async ({ kit }) => {
  const run = await start(kit, 'work 60s', {
    triggered_by: 'nightly',
    attachment_ids: ['att_1'],
    origin_chat_id: 'c1',
  })
  expect(await run.read()).toMatchObject({
    status: 'running',
    triggered_by: 'nightly',
    started_by: kit.roles.people['person-member'],
    attachment_ids: ['att_1'],
    origin_chat_id: 'c1',
    task_id: null,
    workflow_run_id: null,
    retry_of: null,
    summary: null,
    error: null,
    cost_euros: 0,
    tokens: { input: 0, output: 0, total: 0 },
    duration_seconds: 0,
    finished_at: null,
  })
  const silent = await start(kit, 'finish Ready.', {}, {})
  expect(await silent.read()).toMatchObject({ triggered_by: null, origin_chat_id: null, attachment_ids: [] })
  kit.untilIdle()
  const roles = (await silent.events()).flatMap(event =>
    event.type === 'message.completed' ? [event.message.role] : [],
  )
  expect(roles).toEqual(['assistant'])
})

test('the first team of whoever started a run pays for it, or that of the agent where there is none', async () => {
  await using kit = await startTestKit()
  const { 'team-finance': finance, 'team-operations': operations } = kit.roles.teams
  kit.workspace.tables.agents.replace(kit.agent('agent-that-finishes'), { teamId: operations })
  const payer = async () => kit.workspace.tables.runs.get((await start(kit, 'work 60s')).id)?.teamId
  expect(await payer()).toBe(finance)
  kit.workspace.tables.people.replace(kit.roles.people['person-member'], { teamIds: [] })
  expect(await payer()).toBe(operations)
})

test('a run that is cancelled says so in its chat, one that is stopped says nothing', async ({ kit }) => {
  for (const [operation, roles] of [
    ['cancel', ['user', 'system']],
    ['stop', ['user']],
  ] as const) {
    const run = await start(kit, 'work 60s')
    await run.do(operation)
    const said = (await run.events()).filter(event => event.type === 'message.completed')
    expect(said.map(({ message }) => message.role)).toEqual(roles)
  }
})
