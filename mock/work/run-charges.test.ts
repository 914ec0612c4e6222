// What a run costs while it works, and when it is charged; `npm run mutate` found these open.
import { expect, test } from 'vitest'
import { start } from '../testing/run-driver.ts'
import { START, startTestKit } from '../testing/test-kit.ts'

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

test('a pause in the middle of a part neither puts off the charges after it nor adds one', async () => {
  await using kit = await startTestKit()
  const run = await start(kit, 'work 600s')
  const charges = () => kit.workspace.ledger.rows({ where: { runId: run.id } }).length
  kit.advance(10_000)
  await run.do('pause')
  kit.advance(5000)
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
