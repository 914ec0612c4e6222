// What a run does by itself and what follows from each of its steps; `npm run mutate` found these open.
import { expect, test } from 'vitest'
import type { Issue, Schemas } from '#openapi'
import type { Body } from '../profile/cases/case.ts'
import { readRun, start as startWorkflow } from '../service/workflow-driver.ts'
import { START, startTestKit, type TestKit } from '../test-kit.ts'
import type { Step } from '../world/script.ts'
import { decideApproval } from './approvals.ts'

type Operation = 'pause' | 'resume' | 'cancel' | 'stop' | 'retry' | 'respond'
type Event = Schemas['ChatEvent']

const STATES: Record<string, { script: string; first?: Operation; accepts: string[] }> = {
  running: { script: 'work 60s', accepts: ['pauseRun', 'cancelRun', 'stopRun'] },
  'paused by hand': { script: 'work 60s', first: 'pause', accepts: ['resumeRun', 'stopRun'] },
  'paused on a question': { script: 'ask Which one?', accepts: ['stopRun', 'respondToRun'] },
  'paused on an approval': { script: 'approval Release it', accepts: ['stopRun'] },
  completed: { script: 'finish Ready.', accepts: [] },
  failed: { script: 'fail No bank.', accepts: ['retryRun'] },
  cancelled: { script: 'work 60s', first: 'cancel', accepts: ['retryRun'] },
  stopped: { script: 'work 60s', first: 'stop', accepts: [] },
}

for (const [state, { script, first, accepts }] of Object.entries(STATES))
  test(`every refusal to a run that is ${state} names what it takes`, async () => {
    await using kit = await startTestKit()
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

test('where a question may be skipped, the run goes on behind it without an answer; an approval never is', async () => {
  await using kit = await startTestKit({ profile: { 'paused-on-question-resume': 'skip' } })
  const run = await start(kit, 'ask First?; ask Second?; finish Got [{{answer}}].')
  kit.advance(0)
  await run.do('respond', { answer: 'one' })
  kit.advance(0)
  expect((await run.read()).question?.prompt).toBe('Second?')
  expect((await run.do('resume')).status).toBe(200)
  kit.untilIdle()
  expect((await run.read()).summary).toBe('Got [].')
  const waiting = await start(kit, 'approval Release it')
  kit.advance(0)
  expect((await waiting.do('resume')).status).toBe(409)
})

test('a run that is resumed by hand forgets no answer and repeats no step', async () => {
  await using kit = await startTestKit()
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

test('what a run waits for can be read from its status where a profile says so, and filtered by', async () => {
  await using kit = await startTestKit({ profile: { 'paused-waiting-status': 'waiting' } })
  const scripts = {
    'ask Which?': 'waiting_for_input',
    'approval Release it': 'waiting_for_approval',
    'work 60s': 'paused',
  }
  for (const [script, status] of Object.entries(scripts)) {
    const run = await start(kit, script)
    kit.advance(0)
    if (status === 'paused') await run.do('pause')
    expect((await run.read()).status).toBe(status)
    const listed: Body = await (await kit.fetch('member', `/runs?status=${status}&limit=200`)).json()
    expect(listed.data.map((row: Schemas['Run']) => row.status)).toContain(status)
    expect(new Set(listed.data.map((row: Schemas['Run']) => row.status))).toEqual(new Set([status]))
    expect(listed.data.map((row: Schemas['Run']) => row.id)).toContain(run.id)
    await run.do('stop')
    const told = (await run.events()).filter(event => event.type === 'run.status')
    expect(told.map(event => event.status)).toEqual(['running', status, 'stopped'])
  }
})

test('the chat of a run tells each step of it, in order', async () => {
  await using kit = await startTestKit()
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
  decideApproval(kit.workspace, approval_id ?? '', { by, outcome: 'approved' })
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
    { type: 'approval.decided', approval_id, status: 'approved' },
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

test('where no team pays for a run, its approval is for admins alone', async () => {
  await using kit = await startTestKit()
  kit.workspace.tables.people.replace(kit.roles.people['person-member'], { teamIds: [] })
  kit.workspace.tables.agents.replace(kit.agent('agent-that-finishes'), { teamId: null })
  const run = await start(kit, 'approval Release it')
  kit.advance(0)
  const { approval_id } = await run.read()
  const approval: Body = await (await kit.fetch('admin', `/approvals/${approval_id}`)).json()
  expect(approval.approver_ids).toEqual([])
  expect((await kit.fetch('manager', `/approvals/${approval_id}`)).status).toBe(404)
})

test('a rejected approval fails the run with its own code, and its retry asks again', async () => {
  await using kit = await startTestKit()
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

test('a failure says the words of its script, filled in', async () => {
  await using kit = await startTestKit()
  const run = await start(kit, [{ do: 'fail', code: 'bank_closed', message: 'No {{input.task}} today.' }])
  kit.untilIdle()
  const error = { code: 'bank_closed', message: 'No the fence today.' }
  expect(await run.read()).toMatchObject({ status: 'failed', error, summary: null })
  expect((await run.events()).at(-1)).toMatchObject({ type: 'run.status', status: 'failed', error })
})

test('a script without an end is done with the task', async () => {
  await using kit = await startTestKit()
  const run = await start(kit, [{ do: 'work', seconds: 1 }])
  kit.untilIdle()
  expect(await run.read()).toMatchObject({ status: 'completed', summary: 'Done: the fence' })
})

test('a step is charged in at most twenty parts of whole seconds, which add up to the run', async () => {
  for (const [seconds, parts] of [
    [2, 2],
    [2.5, 3],
    [20, 20],
    [45, 15],
    [600, 20],
  ] as const) {
    await using kit = await startTestKit()
    const run = await start(kit, [{ do: 'work', seconds }])
    kit.untilIdle()
    const told = (await run.events()).filter(event => event.type === 'run.progress')
    expect([seconds, told.length]).toEqual([seconds, parts])
    const { cost_euros, tokens, duration_seconds, finished_at } = await run.read()
    expect(Date.parse(finished_at ?? '')).toBe(START + seconds * 1000)
    expect(told.at(-1)).toMatchObject({ run_id: run.id, cost_euros, tokens })
    expect(duration_seconds).toBe(seconds)
    expect(tokens.total).toBe(160 * seconds)
    expect(tokens.input + tokens.output).toBe(tokens.total)
    const rows = kit.workspace.ledger.rows({ where: { runId: run.id } })
    expect(rows.reduce((sum, row) => sum + row.micros, 0) / 1e6).toBeCloseTo(cost_euros, 9)
    expect(rows.reduce((sum, row) => sum + row.tokensIn, 0)).toBe(tokens.input)
  }
})

test('a pause in the middle of a part does not put off the charges after it', async () => {
  await using kit = await startTestKit()
  const run = await start(kit, 'work 600s')
  const charges = () => kit.workspace.ledger.rows({ where: { runId: run.id } }).length
  kit.advance(10_000)
  await run.do('pause')
  await run.do('resume')
  kit.advance(19_999)
  expect(charges()).toBe(1)
  kit.advance(1)
  expect(charges()).toBe(2)
})

test('a second of work reads 120 tokens and writes 40, or what its script says in the same shares', async () => {
  await using kit = await startTestKit()
  const usual = await start(kit, [{ do: 'tool', name: 'look', arguments: {}, result: 1, seconds: 1 }])
  const own = await start(kit, [{ do: 'work', seconds: 1, tokensPerSecond: 1000 }])
  kit.untilIdle()
  expect((await usual.read()).tokens).toEqual({ input: 120, output: 40, total: 160 })
  expect((await own.read()).tokens).toEqual({ input: 750, output: 250, total: 1000 })
  const [row] = kit.workspace.ledger.rows({ where: { runId: own.id } })
  expect(row).toMatchObject({
    kind: 'run',
    agentId: own.agentId,
    userId: kit.roles.people['person-member'],
    teamId: kit.roles.teams['team-finance'],
  })
  // Two fifths of what is read come from the prompt cache.
  const price = kit.workspace.tables.models.get(row?.modelId ?? '')!
  expect(row?.savedMicros).toBe(300 * (price.microsPerTokenIn - price.microsPerTokenCached))
})

test('whoever looks sees a cost that is at most a second old, and a look within a second charges nothing', async () => {
  await using kit = await startTestKit()
  const run = await start(kit, 'work 600s')
  kit.advance(999)
  expect(await run.read()).toMatchObject({ duration_seconds: 0, cost_euros: 0 })
  kit.advance(1)
  const first = await run.read()
  expect(first).toMatchObject({ duration_seconds: 1, tokens: { total: 160 } })
  expect(await run.read()).toEqual(first)
  kit.advance(999)
  expect(await run.read()).toEqual(first)
  kit.advance(501)
  expect(await run.read()).toMatchObject({ duration_seconds: 2.5, tokens: { total: 400 } })
})

test('where the cost is told at the end only, the chat does not tell it before', async () => {
  await using kit = await startTestKit({ profile: { 'cost-before-end': 'at-end' } })
  const run = await start(kit, 'work 5s; finish Ready.')
  kit.advance(3000)
  expect(await run.read()).toMatchObject({ status: 'running', cost_euros: 0 })
  kit.untilIdle()
  expect((await run.events()).filter(event => event.type === 'run.progress')).toEqual([])
  expect((await run.read()).cost_euros).toBeGreaterThan(0)
})

test('a run is written down with what it was started with, and pays with the first team of whoever started it', async () => {
  await using kit = await startTestKit()
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
  expect(kit.workspace.tables.runs.get(run.id)?.teamId).toBe(kit.roles.teams['team-finance'])
  const silent = await start(kit, 'finish Ready.', {}, {})
  expect(await silent.read()).toMatchObject({ triggered_by: null, origin_chat_id: null, attachment_ids: [] })
  kit.untilIdle()
  const roles = (await silent.events()).flatMap(event =>
    event.type === 'message.completed' ? [event.message.role] : [],
  )
  expect(roles).toEqual(['assistant'])
})

test('an agent that is busy is refused by its own runs only, until they end, where a profile says so', async () => {
  await using kit = await startTestKit({ profile: { 'start-run-on-busy-agent': 'refuse' } })
  const at = (handle: string) => `/agents/${kit.agent(handle)}/run`
  const again = (handle: string) => post(kit, at(handle), {})
  expect((await again('agent-that-finishes')).status).toBe(200)
  const refused = await again('agent-that-finishes')
  expect([refused.status, refused.body.error.code]).toEqual([409, 'agent_busy'])
  expect((await again('agent-that-fails')).status).toBe(200)
  kit.untilIdle()
  expect((await again('agent-that-finishes')).status).toBe(200)
})

test('a workflow run waits while a run of it does, goes on with it, and is over when it is', async () => {
  await using kit = await startTestKit()
  const { path } = await startWorkflow(kit, 'workflow-that-asks')
  kit.untilIdle()
  expect((await readRun(kit, path)).status).toBe('waiting')
  const asking = kit.workspace.tables.runs
    .all()
    .find(run => run.workflowRunId === path.run_id && run.progress)
  expect(asking?.status).toBe('paused')
  const question = asking?.progress?.question
  const values = Object.fromEntries((question?.fields ?? []).map(field => [field.name, valueFor(field)]))
  const answer = question?.kind === 'text' ? { answer: 'Yes' } : { values }
  const answered = await post(kit, `/agents/${asking?.agentId}/runs/${asking?.id}/respond`, answer)
  expect(answered.status).toBe(200)
  kit.advance(0)
  expect((await readRun(kit, path)).status).toBe('running')
  kit.untilIdle()
  expect((await readRun(kit, path)).status).toBe('completed')
})

test('every kind of field takes its own kind of value and no other', async () => {
  const right = { text: 'a', number: 1, boolean: false, date: '2026-11-20', choice: 'red' } as const
  const wrong = { text: 1, number: '1', boolean: 'false', date: 'someday', choice: 'green' } as const
  for (const type of ['text', 'number', 'boolean', 'date', 'choice'] as const) {
    await using kit = await startTestKit()
    const options = type === 'choice' ? { options: ['red', 'blue'] } : {}
    const fields = [
      { name: 'it', label: 'It', type, required: true, ...options },
      { name: 'more', label: 'More', type, required: false, ...options },
    ]
    const run = await start(kit, [{ do: 'ask-fields', prompt: 'What?', fields }])
    kit.advance(0)
    const before = await run.events(3)
    for (const [values, field, received] of [
      [{ it: wrong[type] }, 'values.it', wrong[type]],
      [{ it: [right[type]] }, 'values.it', [right[type]]],
      [{ it: null }, 'values.it', null],
      [{}, 'values.it', null],
      [{ it: right[type], more: wrong[type] }, 'values.more', wrong[type]],
      [{ it: right[type], other: 1 }, 'values.other', 1],
    ] as const) {
      const { status, body } = await run.do('respond', { values })
      expect([status, body.error.code]).toEqual([422, 'answer_mismatch'])
      expect(body.error.param).toBe(`body.${field}`)
      expect(body.error.issues).toMatchObject([{ in: 'body', field, received }])
      expect(body.error.issues[0].expected).toMatch(/\w{2}/)
    }
    expect(await run.events(3)).toEqual(before)
    const { status } = await run.do('respond', { values: { it: right[type], more: null } })
    expect(status).toBe(200)
  }
})

test('each kind of question takes its own part of an answer and refuses the others by name', async () => {
  await using kit = await startTestKit()
  const parts = { answer: 'a', values: { it: 'a' }, decisions: [{ name: 'it', decision: 'approve' }] }
  const field = { name: 'it', label: 'It', type: 'text', required: true } as const
  const questions = {
    answer: { do: 'ask', prompt: 'What?' },
    values: { do: 'ask-fields', prompt: 'What?', fields: [field] },
    decisions: { do: 'ask-decisions', prompt: 'What?', actions: [field] },
  } as const
  const keys = ['answer', 'values', 'decisions'] as const
  for (const key of keys) {
    const run = await start(kit, [
      questions[key],
      { do: 'finish', summary: '{{answer}}{{values}}{{decisions}}' },
    ])
    kit.advance(0)
    for (const other of keys.filter(one => one !== key)) {
      const both = await run.do('respond', { [key]: parts[key], [other]: parts[other] })
      expect(both.body.error.issues).toMatchObject([{ field: other, received: parts[other] }])
      const wrong = await run.do('respond', { [other]: parts[other] })
      expect(wrong.body.error.issues.map((issue: { field: string }) => issue.field)).toEqual([other, key])
    }
    const nothing = await run.do('respond', {})
    expect(nothing.body.error.issues).toMatchObject([{ field: key, received: null }])
    expect((await run.read()).status).toBe('paused')
    expect((await run.do('respond', { [key]: parts[key] })).status).toBe(200)
    kit.untilIdle()
    const answered = (await run.events()).find(event => event.type === 'question.answered')
    expect(answered).toMatchObject({ response: { [key]: parts[key] } })
    const shown =
      key === 'answer' ? 'a' : JSON.stringify(key === 'values' ? parts.values : parts.decisions[0])
    expect((await run.read()).summary).toBe(
      key === 'values' ? shown : key === 'answer' ? 'a{}' : `{}${shown}`,
    )
  }
})

test('null and empty parts of an answer say nothing, and are not held against it', async () => {
  await using kit = await startTestKit()
  const run = await start(kit, 'ask Which?; ask And then?; finish {{answer}}')
  for (const answer of [
    { answer: 'red', values: {}, decisions: [] },
    { answer: 'blue', values: null, decisions: null },
  ]) {
    kit.advance(0)
    expect((await run.do('respond', answer)).status).toBe(200)
  }
  kit.untilIdle()
  expect((await run.read()).summary).toBe('blue')
})

test('where no question takes decisions, proposed actions are fields with a choice each', async () => {
  await using kit = await startTestKit({ profile: { 'respond-decisions': 'never-asked' } })
  const action = { name: 'refund', label: 'Refund', type: 'choice', required: true } as const
  const run = await start(kit, [
    { do: 'ask-decisions', prompt: 'May I?', actions: [{ ...action, options: ['accept', 'reject'] }] },
    { do: 'finish', summary: '{{values.refund}}' },
  ])
  kit.advance(0)
  const refused = await run.do('respond', { decisions: [{ name: 'refund', decision: 'accept' }] })
  expect(refused.body.error.issues.map(({ field }: Issue) => field)).toEqual(['decisions', 'values'])
  expect((await run.do('respond', { values: { refund: 'accept' } })).status).toBe(200)
  kit.untilIdle()
  expect((await run.read()).summary).toBe('accept')
})

test('an answer that is refused is told the fields, choices and actions by name', async () => {
  await using kit = await startTestKit()
  const field = (name: string, options: string[]) =>
    ({ name, label: name, type: 'choice', required: true, options }) as const
  const fields = [field('colour', ['red', 'blue']), field('size', ['large'])]
  const run = await start(kit, [
    { do: 'ask-fields', prompt: 'Which?', fields },
    { do: 'ask-decisions', prompt: 'May I?', actions: fields },
  ])
  const expectedBy = async (answer: object) => {
    const { body } = await run.do('respond', answer)
    return body.error.issues.map(({ expected }: Issue) => expected.match(/colour|size|red|blue|large/g))
  }
  kit.advance(0)
  expect(await expectedBy({})).toEqual([['colour', 'size']])
  expect(await expectedBy({ values: { colour: 'green', size: 'large', other: 1 } })).toEqual([
    ['colour', 'size'],
    ['red', 'blue'],
  ])
  await run.do('respond', { values: { colour: 'red', size: 'large' } })
  kit.advance(0)
  expect(await expectedBy({})).toEqual([['colour', 'size']])
})

test('a proposed action that nobody decides on is named, and the rest may come with it', async () => {
  await using kit = await startTestKit()
  const action = (name: string) => ({ name, label: name, type: 'text', required: true }) as const
  const run = await start(kit, [
    { do: 'ask-decisions', prompt: 'May I?', actions: [action('one'), action('two')] },
  ])
  kit.advance(0)
  const { body } = await run.do('respond', { decisions: [{ name: 'two', decision: 'approve' }] })
  expect(body.error.issues).toMatchObject([{ field: 'decisions' }])
  expect(body.error.issues[0].expected).toContain('one')
})

test('later fields join earlier ones', async () => {
  await using kit = await startTestKit()
  const run = await start(
    kit,
    'ask-fields A?: a text; ask-fields B?: b text; finish {{values.a}}{{values.b}}',
  )
  for (const values of [{ a: 'x' }, { b: 'y' }]) {
    kit.advance(0)
    expect((await run.do('respond', { values })).status).toBe(200)
  }
  kit.untilIdle()
  expect((await run.read()).summary).toBe('xy')
})

function valueFor(field: { type: string; options?: readonly string[] }): unknown {
  return { number: 1, boolean: true, date: '2026-11-20', choice: field.options?.[0] }[field.type] ?? 'text'
}

/** Starts a run with that script; as text where the mock's own words say enough. */
async function start(
  kit: TestKit,
  script: string | readonly Step[],
  more: object = {},
  input: Record<string, string> = { task: 'the fence' },
) {
  const agentId = kit.agent('agent-that-finishes')
  const isText = typeof script === 'string'
  if (!isText) kit.workspace.tables.agents.replace(agentId, { script })
  const written = isText ? { ...input, mock_script: script } : input
  const { body } = await post(kit, `/agents/${agentId}/run`, { input: written, ...more })
  const { run_id: id, chat_id: chatId } = body
  const paths = {
    ...Object.fromEntries(
      ['pause', 'resume', 'cancel', 'retry'].map(what => [what, `/agents/runs/${id}/${what}`]),
    ),
    stop: `/agents/${agentId}/runs/${id}/stop`,
    respond: `/agents/${agentId}/runs/${id}/respond`,
  } as Record<Operation, string>
  return {
    id: id as string,
    agentId,
    do: (what: Operation, answer: object = { answer: 'red' }) =>
      post(kit, paths[what], what === 'respond' ? answer : undefined),
    read: async () => (await (await kit.fetch('member', `/runs/${id}`)).json()) as Schemas['Run'],
    /** Everything that its chat tells until the run ends, or the first of it. */
    async events(first = Number.POSITIVE_INFINITY): Promise<Event[]> {
      const events: Event[] = []
      for await (const event of kit.stream('member', chatId)) {
        events.push(event)
        if (events.length === first) break
      }
      return events
    },
  }
}

async function post(kit: TestKit, path: string, body: object | undefined) {
  const headers = { 'content-type': 'application/json' }
  const init = body === undefined ? {} : { body: JSON.stringify(body), headers }
  const response = await kit.fetch('member', path, { method: 'POST', ...init })
  return { status: response.status, body: (await response.json()) as Body }
}
