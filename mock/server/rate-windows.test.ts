import { expect } from 'vitest'
import { type OperationRow, operationIds, operations } from '#openapi'
import { rateLimitOf } from '../profile/access-rules.ts'
import { defaultProfile, type Profile } from '../profile/profile.ts'
import { startTestKit, test } from '../testing/test-kit.ts'
import { Refusal } from '../world/refusal.ts'
import { RateWindows } from './rate-windows.ts'

const limited = operationIds
  .map(id => operations[id] as OperationRow)
  .filter(operation => operation.rateLimit)
const statement = operations.getMonthlyStatement

test('every analytics endpoint has a limit of its own, from 10 to 30 a minute, and nothing else has one', () => {
  expect(limited).toHaveLength(15)
  for (const { rateLimit, scopes } of limited) {
    expect(scopes).toEqual([['analytics:read']])
    expect(rateLimit?.windowSeconds).toBe(60)
    expect(rateLimit?.requests).toBeGreaterThanOrEqual(10)
    expect(rateLimit?.requests).toBeLessThanOrEqual(30)
  }
})

test('each alone serves as many requests a minute as its limit says, and refuses the next', async ({
  kit,
}) => {
  for (const { path, rateLimit } of limited) {
    const most = rateLimit?.requests ?? 0
    for (let i = 0; i < most; i++)
      expect([path, (await kit.fetch('admin', path)).status]).toEqual([path, 200])
    const refused = await kit.fetch('admin', path)
    expect([path, refused.status]).toEqual([path, 429])
    expect(await refused.json()).toMatchObject({
      error: { type: 'rate_limited', code: 'rate_limit_exceeded' },
    })
    expect(Object.fromEntries(refused.headers)).toMatchObject({
      'retry-after': '60',
      'x-ratelimit-limit': String(most),
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': '60',
    })
  }
})

test('waiting as long as Retry-After says by the clock of the workspace is enough, and one second less is not', async ({
  kit,
}) => {
  const get = () => kit.fetch('admin', '/wallet/monthly-statement')
  for (let i = 0; i < 10; i++) await get()
  kit.advance(12_400)
  const seconds = Number((await get()).headers.get('retry-after'))
  expect(seconds).toBe(48)
  kit.advance((seconds - 1) * 1000)
  expect((await get()).headers.get('retry-after')).toBe('1')
  kit.advance(1000)
  expect((await get()).status).toBe(200)
})

test('a workspace does not feel the requests of another', async () => {
  await using busy = await startTestKit({ profile: { 'rate-limit-subject': 'tenant' } })
  await using calm = await startTestKit({ profile: { 'rate-limit-subject': 'tenant' } })
  for (let i = 0; i < 11; i++) await busy.fetch('admin', '/wallet/monthly-statement')
  expect((await calm.fetch('admin', '/wallet/monthly-statement')).status).toBe(200)
})

test('requests that are refused for what they say count, those of keys that may not call do not', async ({
  kit,
}) => {
  for (let i = 0; i < 15; i++)
    expect((await kit.fetch('admin', '/admin/agents/stats?days=3')).status).toBe(422)
  expect((await kit.fetch('admin', '/admin/agents/stats')).status).toBe(429)
  for (let i = 0; i < 20; i++) expect((await kit.fetch('member', '/admin/agents/stats')).status).toBe(403)
})

test('a sliding window says when the oldest request will no longer count', () => {
  const windows = new RateWindows()
  const profile = { ...defaultProfile, 'rate-limit-window': 'sliding' } as Profile
  for (let i = 0; i < 10; i++) windows.hit(statement, statement.rateLimit, 'key', i * 1000, profile)
  expect(waitOf(windows, 10_000, profile)).toBe('50')
  expect(waitOf(windows, 59_999, profile)).toBe('1')
  expect(waitOf(windows, 60_000, profile)).toBeNull()
  expect(waitOf(windows, 60_000, profile)).toBe('1')
})

test('an operation without a limit in the contract has none by default', () => {
  expect(rateLimitOf(operations.listRuns, defaultProfile)).toBeNull()
})

/** The seconds that a refusal names; null for a request that is served. */
function waitOf(windows: RateWindows, now: number, profile: Profile): string | null {
  try {
    windows.hit(statement, statement.rateLimit, 'key', now, profile)
    return null
  } catch (error) {
    if (error instanceof Refusal) return error.headers['retry-after'] ?? ''
    throw error
  }
}
