import { expect } from 'vitest'
import { reachBalance } from '../seed/index.ts'
import { startTestKit, test } from '../testing/test-kit.ts'
import { balanceMicros } from './accounts.ts'
import { charge, topUp } from './funds.ts'

test('a charge costs its tokens at the prices of the model, cached ones at theirs, and says what that saved', async () => {
  await using kit = await startTestKit()
  const { workspace } = kit
  const row = charge(workspace, {
    kind: 'chat-completion',
    model: 'aw-large',
    tokensIn: 1000,
    cachedTokens: 400,
    tokensOut: 100,
  })
  expect(row).toMatchObject({
    at: workspace.now(),
    micros: 600 * 3 + 400 * 0.3 + 100 * 15,
    savedMicros: 400 * 2.7,
    tokensIn: 1000,
    tokensOut: 100,
    modelId: 'aw-large',
    runId: null,
  })
})

test('prices below a millionth are rounded to whole ones, so that sums stay exact', async ({ kit }) => {
  const spent = { kind: 'run', model: 'aw-small', tokensIn: 3, cachedTokens: 1, tokensOut: 1 } as const
  const { micros, savedMicros } = charge(kit.workspace, spent)
  expect([micros, savedMicros]).toEqual([2, 0])
})

test('the team of the person pays, and the client that has the agent is served, unless told otherwise', async () => {
  await using kit = await startTestKit()
  const { workspace, roles } = kit
  const spent = {
    kind: 'run',
    model: 'aw-small',
    tokensIn: 10,
    userId: roles.people['person-member'],
  } as const
  const agentId = kit.agent('agent-that-finishes')
  expect(charge(workspace, { ...spent, agentId })).toMatchObject({
    teamId: roles.teams['team-finance'],
    clientId: roles.clients['client-contoso'],
  })
  expect(charge(workspace, { ...spent, agentId, teamId: null })).toMatchObject({ teamId: null })
  expect(charge(workspace, { kind: 'chat-completion', model: null, flatMicros: 50 })).toMatchObject({
    micros: 50,
    teamId: null,
    clientId: null,
    userId: null,
  })
})

test('what a model without prices costs is not guessed', async ({ kit }) => {
  expect(() => charge(kit.workspace, { kind: 'run', model: 'gone', tokensIn: 1 })).toThrow('no prices')
})

test('the balance is what came in minus what was spent', async ({ kit }) => {
  const before = balanceMicros(kit.workspace)
  topUp(kit.workspace, 5_000_000)
  const { micros } = charge(kit.workspace, { kind: 'run', model: 'aw-large', tokensIn: 1_000_000 })
  expect(balanceMicros(kit.workspace)).toBe(before + 5_000_000 - micros)
})

test('an empty wallet starts nothing that costs money, until it is filled', async ({ kit }) => {
  const { workspace } = kit
  reachBalance(workspace, 0)
  const start = () => kit.ask(`POST /agents/${kit.agent('agent-that-finishes')}/run`, {})
  expect(await start()).toMatchObject({ status: 402, body: { error: { code: 'balance_exhausted' } } })
  const { data } = await kit.as('admin').GET('/wallet')
  expect(data?.balance_euros).toBe(0)
  // Less than a cent is as good as nothing.
  topUp(workspace, 9_999)
  expect((await start()).status).toBe(402)
  topUp(workspace, 1)
  expect((await start()).status).toBe(200)
})

test('each month begins with a top-up and the fee of the plan', async ({ kit }) => {
  const from = kit.workspace.now()
  // From 20 November to 1 February: three months begin.
  kit.advance(73 * 86_400_000)
  const rows = kit.workspace.ledger.rows({ from, where: { kind: ['top-up', 'subscription'] } })
  expect(rows.map(row => [new Date(row.at).toISOString(), row.kind, row.micros])).toEqual(
    ['2026-12-01', '2027-01-01', '2027-02-01'].flatMap(day => [
      [`${day}T00:00:00.000Z`, 'top-up', -200_000_000],
      [`${day}T00:00:00.000Z`, 'subscription', 149_000_000],
    ]),
  )
  const params = { query: { month: '2026-12' } }
  const { data } = await kit.as('admin').GET('/wallet/monthly-statement', { params })
  expect(data).toMatchObject({ status: 'closed', headline: { subscription_euros: 149 } })
})
