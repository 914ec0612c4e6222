import { expect } from 'vitest'
import { controlled } from '../testing/control-client.ts'
import { bodyOf, sendAs } from '../testing/send-as.ts'
import { mock, test } from '../testing/test-kit.ts'
import type { PolicyRule } from './generated/control.gen.ts'

async function withRules(rules: PolicyRule[], body: { seed?: string } = {}) {
  const world = await controlled(mock.url, body)
  const set = async (rules: PolicyRule[]) => world.control('setPolicy', { body: { rules } })
  bodyOf(await set(rules))
  return { ...world, set }
}

test('the manager approves after two hours', async () => {
  const world = await withRules([{ by: 'manager', after: '2h' }])
  const { run_id } = await world.start('agent-that-waits-for-approval')
  const asked = (await world.advance({ by: '1h' })).transitions.find(
    ({ kind }) => kind === 'approval.requested',
  )
  expect((await world.run(run_id)).status).toBe('paused')
  const { transitions } = await world.advance({ until_idle: true })
  const approved = transitions.find(({ kind }) => kind === 'approval.approved')
  expect(approved?.says).toContain('Jonas Berger approved')
  expect(Date.parse(approved?.at ?? '') - Date.parse(asked?.at ?? '')).toBe(7_200_000)
  expect((await world.run(run_id)).status).toBe('completed')
})

test('and rejects exactly one of any five', async () => {
  const world = await withRules([{ by: 'manager', after: ['10m', '3h'], reject: 0.2 }])
  for (let round = 0; round < 3; round++) {
    const runs = await Promise.all(
      Array.from({ length: 5 }, () => world.start('agent-that-waits-for-approval')),
    )
    await world.advance({ until_idle: true })
    const ended = await Promise.all(runs.map(async ({ run_id }) => (await world.run(run_id)).status))
    expect(ended.filter(status => status === 'failed')).toHaveLength(1)
    expect(ended.filter(status => status === 'completed')).toHaveLength(4)
  }
})

test('which ones, and when, follows from the seed', async () => {
  const story = async (seed: string) => {
    const world = await withRules([{ after: ['1m', '5h'], reject: 0.5 }], { seed })
    for (let i = 0; i < 6; i++) await world.start('agent-that-waits-for-approval')
    const { transitions } = await world.advance({ until_idle: true })
    return transitions.map(({ at, kind }) => `${at} ${kind}`)
  }
  expect(await story('a')).toEqual(await story('a'))
  expect(await story('b')).not.toEqual(await story('a'))
})

test('a rule holds for what waits already', async () => {
  const world = await withRules([])
  const { run_id } = await world.start('agent-that-waits-for-approval')
  await world.advance({ until_idle: true })
  expect((await world.run(run_id)).status).toBe('paused')
  await world.set([{}])
  expect((await world.run(run_id)).status).toBe('running')
})

test('an added rule replans what it matches; all else stays planned, and counts once', async () => {
  const world = await withRules([{ after: '2h', times: 2 }])
  const [first, second] = [
    await world.start('agent-that-waits-for-approval'),
    await world.start('agent-that-waits-for-approval'),
  ]
  await world.advance({ by: '1h' })
  const add = (body: PolicyRule) => world.control('addPolicyRule', { body })
  expect((await add({ on: ['question'], answer: 'Yes' })).data?.rules).toHaveLength(2)
  await world.advance({ by: '90m' })
  for (const { run_id } of [first, second]) expect((await world.run(run_id)).status).toBe('completed')
  const third = await world.start('agent-that-waits-for-approval')
  await world.advance({ until_idle: true })
  expect((await world.run(third.run_id)).status).toBe('paused')
  await add({})
  expect((await world.run(third.run_id)).status).toBe('running')
})

test('the first rule that fits counts; one whose person may not decide does not fit', async () => {
  const world = await withRules([
    { on: ['task'], reject: 1 },
    { by: 'member', reject: 1 },
    { by: 'admin', comment: 'By the book.' },
  ])
  await world.start('agent-that-waits-for-approval')
  const { transitions } = await world.advance({ until_idle: true })
  expect(transitions.find(({ kind }) => kind.startsWith('approval.approved'))?.says).toContain('By the book.')
})

test('gates are decided, with objections, and their runs go on', async () => {
  const world = await withRules([{ on: ['workflow_gate'], object: 1 }])
  const run = await world.comeToGate()
  expect(await run()).toMatchObject({ status: 'completed', had_objection: true })
})

test.each(['agent-that-asks-text', 'agent-that-asks-fields', 'agent-that-asks-decisions'])(
  'questions of %s are answered, so that its runs complete',
  async agent => {
    const world = await withRules([{ on: ['question'], after: '5m', answer: 'The spring price list.' }])
    const { run_id, chat_id } = await world.start(agent)
    await world.advance({ until_idle: true })
    expect(await world.run(run_id)).toMatchObject({ status: 'completed' })
    const stream = await sendAs(world.keys.admin, `${mock.url}/chats/${chat_id}/stream`)
    const text = await stream.text()
    expect(text).toContain('question.answered')
    if (agent === 'agent-that-asks-text') expect(text).toContain('The spring price list.')
  },
)

test('what a test does first is left alone', async () => {
  const world = await withRules([{ after: '1h', reject: 1 }])
  const { run_id } = await world.start('agent-that-waits-for-approval')
  await world.advance({ by: '10m' })
  await world.control('decideApproval', { path: { approval_id: 'oldest' }, body: { outcome: 'approved' } })
  await world.advance({ until_idle: true })
  expect((await world.run(run_id)).status).toBe('completed')
})

test('without a policy people do nothing by themselves', async () => {
  const world = await withRules([{ after: '1h' }])
  const { run_id } = await world.start('agent-that-waits-for-approval')
  await world.advance({ by: '10m' })
  const { control } = world
  expect((await control('readPolicy')).data?.rules).toMatchObject([{ after: 3_600_000, reject: 0 }])
  expect((await control('deletePolicy')).response.status).toBe(204)
  expect((await control('readPolicy')).data).toEqual({ rules: [] })
  expect(await world.advance({ until_idle: true })).toMatchObject({ fired: 0, idle: true })
  expect((await world.run(run_id)).status).toBe('paused')
})

test('a fork has the policy of what it was forked from', async () => {
  const world = await withRules([{ by: 'manager', after: '1h' }])
  const fork = await controlled(mock.url, { from: world.id })
  const { run_id } = await fork.start('agent-that-waits-for-approval')
  await fork.advance({ until_idle: true })
  expect((await fork.run(run_id)).status).toBe('completed')
})

test('refuses shares and delays that make no sense', async () => {
  const world = await withRules([])
  const refusal = async (rule: PolicyRule) => (await world.set([rule])).error?.error.message
  expect(await refusal({ reject: 0.7, object: 0.7 })).toContain('body.rules[0].object')
  expect(await refusal({ after: ['2h', '1h'] })).toContain('the least delay, then the longest')
  expect(await refusal({ reject: 5 })).toContain('at most 1')
  expect(await refusal({ by: 'nobody' })).toContain('There is nobody called nobody')
})

test('more long patterns than can be compiled while others wait are refused', async () => {
  const { set } = await withRules([])
  const rules = Array.from({ length: 1_000 }, (_, n) => ({
    when: `/${'(a|b?)'.repeat(147)}${n}$/`,
    say: 'Never.',
  }))
  const { response, error } = await set(rules)
  expect([response.status, error?.error.message]).toEqual([
    422,
    expect.stringContaining('there are too many long patterns'),
  ])
  expect((await set(rules.slice(0, 20))).response.status).toBe(200)
})
