import { expect } from 'vitest'
import { DAY } from '../simulation/duration.ts'
import { startTestKit, type TestKit, test } from '../testing/test-kit.ts'

test("a client's month has the runs, tokens and cost of each of its agents, those without any too", async () => {
  await using kit = await startTestKit()
  const before = await usage(kit, 'client-contoso')
  const other = await usage(kit, 'client-fabrikam')
  const { run_id } = await kit.startRun('agent-that-finishes')
  kit.untilIdle()
  const run = kit.workspace.tables.runs.get(run_id)
  const after = await usage(kit, 'client-contoso')
  expect(after.client_name).toBe('Contoso Retail')
  const client = kit.workspace.tables.clients.get(after.client_id)
  expect(after.agents.map(agent => agent.agent_id).sort()).toEqual([...client!.agentIds].sort())
  expect(after.runs).toBe(before.runs + 1)
  expect(after.tokens.total).toBe(before.tokens.total + run!.tokensIn + run!.tokensOut)
  expect(after.cost_euros).toBeCloseTo(before.cost_euros + run!.micros / 1e6, 6)
  expect(await usage(kit, 'client-fabrikam')).toEqual(other)
})

test('without a month it is the current one in UTC, and a month that is over can be read by name', async () => {
  await using kit = await startTestKit()
  kit.rest()
  const november = await usage(kit, 'client-contoso')
  expect(november.month).toBe('2026-11')
  kit.advance(11 * DAY)
  expect(await usage(kit, 'client-contoso')).toMatchObject({ month: '2026-12', runs: 0, cost_euros: 0 })
  expect(await usage(kit, 'client-contoso', '2026-11')).toEqual(november)
})

async function usage(kit: TestKit, handle: 'client-contoso' | 'client-fabrikam', month?: string) {
  const path = { client_id: kit.roles.clients[handle] }
  const query = month === undefined ? {} : { month }
  return (await kit.as('admin').GET('/agency/clients/{client_id}/usage', { params: { path, query } })).data!
}
