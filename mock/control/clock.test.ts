import { expect } from 'vitest'
import { startMock } from '../index.ts'
import { controlled } from '../testing/control-client.ts'
import { sendAs } from '../testing/send-as.ts'
import { mock, test } from '../testing/test-kit.ts'
import type { ClockSetting } from './generated/control.gen.ts'

const START = '2026-11-20T09:00:00Z'

test('time passes by a length, and the reply describes what happened', async ({ world }) => {
  const { run_id } = await world.start('agent-that-asks-text')
  const passed = await world.advance({ by: '1m' })
  expect(passed).toMatchObject({ now: '2026-11-20T09:01:00.000Z', complete: true, idle: true, left_out: 0 })
  expect(passed.transitions.map(({ kind, subject }) => [kind, subject])).toEqual([['run.paused', run_id]])
  expect(passed.transitions[0]?.says).toMatch(/^The run run_\w+ of .+ asks: /)
  expect(passed.transitions[0]?.brief).toMatch(/^(?!The run).+ asks: /)
  const [{ at } = { at: '' }] = passed.transitions
  expect(Date.parse(at)).toBeGreaterThan(Date.parse(START))
  expect(Date.parse(at)).toBeLessThan(Date.parse(passed.now))
})

test('a transition goes on saying what happened, whatever has become of it', async ({ world }) => {
  const { run_id, agent_id } = await world.start('agent-that-asks-text')
  const [asked] = (await world.advance({ by: '1m' })).transitions
  await world.as('member').POST('/agents/{agent_id}/runs/{run_id}/respond', {
    params: { path: { agent_id, run_id } },
    body: { answer: 'The second list' },
  })
  await world.advance({ until_idle: true })
  const { data } = await world.control('listTransitions')
  expect(data?.data.find(({ kind }) => kind === 'run.paused')?.says).toBe(asked?.says)
})

test('time passes to an instant, and never back', async ({ world }) => {
  expect((await world.advance({ to: '2026-11-20T12:00:00Z' })).now).toBe('2026-11-20T12:00:00.000Z')
  const { error, response } = await world.control('advanceClock', { body: { to: START } })
  expect(response.status).toBe(409)
  expect(error?.error).toMatchObject({
    code: 'clock_backwards',
    message: expect.stringContaining('restore a snapshot'),
  })
})

test('time passes until nothing but housekeeping is to come', async ({ world }) => {
  const { run_id } = await world.start('agent-that-finishes')
  const passed = await world.advance({ until_idle: true })
  expect(passed).toMatchObject({ idle: true, complete: true })
  expect(passed.transitions.at(-1)).toMatchObject({ kind: 'run.completed', subject: run_id, at: passed.now })
  expect(await world.advance({ until_idle: true })).toMatchObject({ fired: 0, now: passed.now })
})

test('until idle stops where it may not go further', async ({ world }) => {
  await world.start('agent-that-is-slow')
  const passed = await world.advance({ until_idle: true, within: '2s' })
  expect(passed).toMatchObject({ idle: false, complete: false })
  expect(Date.parse(passed.now)).toBeLessThanOrEqual(Date.parse(START) + 2_000)
})

test.each([
  ['passes', 'POST', 'clock/advance', { by: '1826d' }],
  ['is skipped to', 'PUT', 'clock', { mode: 'frozen', at: '2031-11-20T09:00:00Z' }],
])('others are answered while five years of a world at work %s', async (_, method, path, body) => {
  await using demo = await startMock({ clock: { frozen: START } })
  const other = demo.workspace()
  const control = `${demo.url}/_mock/workspaces/demo`
  const end = '2031-11-20T09:00:00.000Z'
  let isOver = false
  const advance = sendAs(undefined, `${control}/${path}`, body, { method }).then(async reply => {
    expect(await reply.json()).toMatchObject({ now: end })
    isOver = true
  })
  const between: string[] = []
  while (!isOver) {
    const ask = [sendAs(other.keys.admin, `${demo.url}/wallet`), sendAs(undefined, `${control}/clock`)]
    const [wallet, clock] = (await Promise.all(ask)) as [Response, Response]
    expect(wallet.status).toBe(200)
    const { now } = (await clock.json()) as { now: string }
    if (now > START && now < end) between.push(now)
  }
  await advance
  // Whoever is shown an instant of these years was answered while they passed.
  expect(between).not.toEqual([])
})

test('lists as many transitions as asked for, and counts the others', async ({ world }) => {
  for (let i = 0; i < 3; i++) await world.start('agent-that-finishes')
  const passed = await world.advance({ until_idle: true, limit: 1 })
  expect(passed.transitions).toHaveLength(1)
  expect(passed.left_out).toBe(2)
})

test('a world that never comes to rest pauses on the way instead of holding the mock up', async () => {
  const world = await controlled(mock.url)
  const { traffic } = mock.registry
  const open = traffic.openStreams
  const chat = await world.start('agent-that-asks-text')
  const leave = new AbortController()
  const stream = await sendAs(world.keys.member, `${mock.url}/chats/${chat.chat_id}/stream`, undefined, {
    signal: leave.signal,
  })
  // An open stream gets a sign of life every fifteen seconds: two million of them in a year.
  const passed = await world.advance({ by: '365d' })
  expect(passed.complete).toBe(false)
  expect(passed.fired).toBeGreaterThanOrEqual(100_000)
  expect(passed.now < '2027-01').toBe(true)
  leave.abort()
  await stream.body?.cancel().catch(() => {})
  await expect.poll(() => traffic.openStreams).toBe(open)
  expect(await world.advance({ by: '1000w' })).toMatchObject({ complete: true })
})

test('months begin on the way', async () => {
  const world = await controlled(mock.url, { from: 'empty' })
  const { transitions } = await world.advance({ to: '2027-01-02T00:00:00Z' })
  expect(transitions.map(({ kind, at }) => [kind, at])).toEqual([
    ['wallet.month_begun', '2026-12-01T00:00:00.000Z'],
    ['wallet.month_begun', '2027-01-01T00:00:00.000Z'],
  ])
})

test('the clock can be set to another pace and to a later time', async ({ world }) => {
  const { control } = world
  const set = async (body: ClockSetting) => (await control('setClock', { body })).data
  const { run_id } = await world.start('agent-that-finishes')
  expect(await set({ mode: 'frozen', at: '2026-11-20T10:00:00Z' })).toMatchObject({
    now: '2026-11-20T10:00:00.000Z',
    mode: 'frozen',
    idle: true,
  })
  expect((await world.run(run_id)).status).toBe('completed')
  expect(await set({ mode: 'scaled', factor: 3_600 })).toMatchObject({ mode: 'scaled', factor: 3_600 })
  const next = await world.start('agent-that-finishes')
  await expect.poll(async () => (await world.run(next.run_id)).status).toBe('completed')
  await set({ mode: 'frozen' })
  const { data: now } = await control('readClock')
  expect(Date.parse(now?.now ?? '')).toBeGreaterThan(Date.parse('2026-11-20T10:00:00Z'))
  expect(now?.next).toBe('2026-12-01T00:00:00.000Z')
})

test.for([
  [{}, 'exactly one of by, to and until_idle; none was given'],
  [{ by: '1h', until_idle: true }, 'by and until_idle were given'],
  [{ by: 'soon' }, 'body.by'],
  [{ by: -5 }, 'body.by'],
  [{ to: 'tomorrow' }, 'body.to'],
] as const)('refuses to pass %j', async ([body, says], { world }) => {
  const { error, response } = await world.control('advanceClock', { body })
  expect(response.status).toBe(422)
  expect(error?.error.message).toContain(says)
})
