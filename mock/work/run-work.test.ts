// What a run costs while it works, and what its chat shows of that.
import { expect } from 'vitest'
import { start } from '../testing/run-driver.ts'
import { START, startTestKit, test } from '../testing/test-kit.ts'

const rate = 160

test('a step shows its progress at most twenty times at whole seconds, and the last time when it ends', async () => {
  await using kit = await startTestKit()
  for (const [seconds, times] of [
    [2, 2],
    [2.5, 3],
    [20, 20],
    [45, 15],
    [600, 20],
  ] as const) {
    const run = await start(kit, [{ do: 'work', seconds, tokensPerSecond: rate }])
    const began = kit.workspace.now()
    kit.untilIdle()
    const shown = (await run.events()).filter(event => event.type === 'run.progress')
    expect([seconds, shown.length]).toEqual([seconds, times])
    const { cost_euros, tokens, duration_seconds, finished_at } = await run.read()
    expect(Date.parse(finished_at ?? '') - began).toBe(seconds * 1000)
    expect(shown.at(-1)).toMatchObject({ run_id: run.id, cost_euros, tokens, at: finished_at })
    expect(duration_seconds).toBe(seconds)
    expect(tokens.total).toBe(rate * seconds)
    expect(tokens.input + tokens.output).toBe(tokens.total)
    const rows = kit.workspace.ledger.rows({ where: { runId: run.id } })
    expect(rows.reduce((sum, row) => sum + row.micros, 0) / 1e6).toBeCloseTo(cost_euros, 9)
    expect(rows.reduce((sum, row) => sum + row.tokensIn, 0)).toBe(tokens.input)
  }
})

test('a run that nobody looks at writes nothing until its step ends, and one that is looked at neither', async () => {
  await using kit = await startTestKit()
  kit.untilIdle()
  const run = await start(kit, 'work 600s')
  const { tables, ledger, simulation } = kit.workspace
  const began = simulation.now()
  const held = () => [
    ledger.size,
    tables.chats.get(run.chatId),
    tables.runs.get(run.id),
    simulation.schedule.size,
  ]
  const before = held()
  for (let minute = 0; minute < 9; minute++) {
    kit.advance(60_000)
    expect((await run.read()).duration_seconds).toBe((minute + 1) * 60)
  }
  expect(held()).toEqual(before)
  expect(simulation.schedule.of(run.id).map(entry => entry.due)).toEqual([began + 600_000])
})

test('a run goes on at an uneven pace, and never back', async ({ kit }) => {
  const run = await start(kit, 'work 16s')
  const totals = [0]
  for (let second = 0; second < 16; second++) {
    kit.advance(1_000)
    totals.push((await run.read()).tokens.total)
  }
  const steps = totals.slice(1).map((total, index) => total - totals[index]!)
  expect(Math.min(...steps)).toBeGreaterThan(0)
  expect(Math.max(...steps)).toBeGreaterThan(4 * Math.min(...steps))
  // On average it is even: each half has all paces once.
  expect(Math.abs(totals[16]! - 2 * totals[8]!)).toBeLessThan(3)
})

test('whoever reads a chat, then or later, reads the same progress at the same instants', async ({ kit }) => {
  const [followed, unseen] = [await start(kit, 'work 600s'), await start(kit, 'work 600s')]
  const live: object[] = []
  const following = (async () => {
    for await (const event of kit.stream('member', followed.chatId)) live.push(event)
  })()
  await new Promise(setImmediate)
  kit.advance(10_000)
  await followed.do('pause')
  await unseen.do('pause')
  kit.advance(5000)
  await followed.do('resume')
  await unseen.do('resume')
  kit.advance(95_500)
  const halfway = await followed.events(6)
  kit.untilIdle()
  await following
  const [events, others] = [await followed.events(), await unseen.events()]
  expect(live).toEqual(events)
  expect(events.slice(0, 6)).toEqual(halfway)
  expect(events.map(event => event.sequence)).toEqual(events.map((_, index) => index + 1))
  const times = (of: typeof events) =>
    of.filter(event => event.type === 'run.progress').map(event => Date.parse(event.at) - START)
  expect(times(events)).toEqual(times(others))
  // A pause neither puts off what comes after it nor adds anything but itself.
  expect(times(events).slice(0, 4)).toEqual([10_000, 35_000, 65_000, 95_000])
})

test('a second of work costs its tokens at the prices of its model', async ({ kit }) => {
  const run = await start(kit, [{ do: 'work', seconds: 1, tokensPerSecond: 1000 }])
  kit.untilIdle()
  const { tokens } = await run.read()
  expect(tokens.total).toBe(1000)
  const [row] = kit.workspace.ledger.rows({ where: { runId: run.id } })
  expect(row).toMatchObject({
    kind: 'run',
    agentId: run.agentId,
    userId: kit.roles.people['person-member'],
    teamId: kit.roles.teams['team-finance'],
  })
  const price = kit.workspace.tables.models.get(row?.modelId ?? '')!
  const uncached = tokens.input * price.microsPerTokenIn + tokens.output * price.microsPerTokenOut
  expect(row?.savedMicros).toBeGreaterThan(0)
  expect(Math.abs(row!.micros + row!.savedMicros - uncached)).toBeLessThanOrEqual(1)
})

test('runs of one agent read and write in different shares, all of them plausible', async ({ kit }) => {
  const shares = new Set<number>()
  for (let i = 0; i < 12; i++) {
    const run = await start(kit, 'work 60s')
    kit.advance(60_000)
    const { input, output } = (await run.read()).tokens
    const ratio = input / output
    expect(ratio).toBeGreaterThan(2)
    expect(ratio).toBeLessThan(30)
    shares.add(Math.round(ratio * 10))
  }
  expect(shares.size).toBeGreaterThan(8)
})

test('whoever looks sees a cost that is at most a second old', async ({ kit }) => {
  const run = await start(kit, [{ do: 'work', seconds: 600, tokensPerSecond: rate }])
  kit.advance(999)
  expect(await run.read()).toMatchObject({ duration_seconds: 0, cost_euros: 0 })
  kit.advance(1)
  const first = await run.read()
  expect(first).toMatchObject({ duration_seconds: 1, tokens: { total: 160 } })
  kit.advance(999)
  expect(await run.read()).toEqual(first)
  kit.advance(501)
  expect(await run.read()).toMatchObject({ duration_seconds: 2, tokens: { total: 320 } })
})
