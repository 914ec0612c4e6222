// What a workspace shows depends on its clock and on requests that change something, never on what was read before.
import { expect, test } from 'vitest'
import { Random } from '../simulation/random.ts'
import { sendAs } from '../testing/send-as.ts'
import { type KeyName, startTestKit, type TestKit } from '../testing/test-kit.ts'
import { startVariedRuns } from '../testing/varied-runs.ts'

const READS = [
  '/wallet',
  '/wallet/my-usage',
  '/wallet/monthly-statement',
  '/wallet/monthly-statement?month=2026-11',
  '/settings/entitlements',
  '/dashboard/stats',
  ...['today', '7d', '30d', '90d', 'month'].map(period => `/insights/summary?period=${period}`),
  ...['stats', 'usage-by-user', 'usage-by-team'].map(name => `/admin/agents/${name}?days=30`),
  ...['agent', 'model', 'team', 'user'].map(name => `/admin/wallet/org/spend-by-${name}?days=30`),
  '/admin/wallet/org/spend-over-time?days=7',
  ...['member', 'agent', 'team', 'day'].map(group => `/admin/wallet/team-stats?group_by=${group}`),
  '/runs?limit=100',
  '/runs?status=running',
] as const

/** After this long no limit of requests is used up. */
const MINUTE = 60_000

test.each([1, 2])('reads in between change no figure (seed %i)', async seed => {
  await using unread = await startTestKit({ alone: true, profile: { 'days-window': 'rolling' } })
  await using read = await startTestKit({ alone: true, profile: { 'days-window': 'rolling' } })
  const random = new Random(`reads ${seed}`)
  for (let moment = 0; moment < 4; moment++) {
    await Promise.all([unread, read].map(kit => startVariedRuns(kit, moment * 7 + seed)))
    const ahead = random.pick([437, 6013, 61_777, 1_234_567, 4 * 3_600_000 + 11, 2 * 86_400_000 + 1])
    unread.advance(ahead)
    for (let left = ahead; left > 0; ) {
      const step = Math.min(left, random.int(1, Math.max(2, Math.floor(ahead / 2))))
      read.advance(step)
      left -= step
      await everything(read)
    }
  }
  await Promise.all([unread, read].map(kit => startVariedRuns(kit, seed)))
  for (const kit of [unread, read]) kit.advance(MINUTE + 77_123)
  const figures = await everything(unread)
  expect(Object.keys(figures).length).toBeGreaterThan(2 * READS.length)
  expect(await everything(read)).toEqual(figures)
})

/** All figures that there are, by their paths, as different people see them. */
async function everything(kit: TestKit): Promise<Record<string, unknown>> {
  const clients = Object.values(kit.roles.clients).map(id => `/agency/clients/${id}/usage`)
  const runs = kit.workspace.tables.runs.range('byStatus', 'running').map(run => `/runs/${run.id}`)
  const seen: Record<string, unknown> = {}
  for (const key of ['admin', 'manager'] as const satisfies KeyName[])
    for (const path of [...READS, ...clients, ...runs]) {
      const reply = await sendAs(kit.roles.keys[key], kit.url + path)
      if (reply.status === 429) continue
      seen[`${key} ${path}`] = [reply.status, await reply.json()]
    }
  return seen
}
