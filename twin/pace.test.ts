// The pace of a deployment whose latencies, limits and lateness are known.
import { expect, test } from 'vitest'
import { startMock } from '#mock'
import { askAs, startRun } from '../mock/testing/send-as.ts'
import { learn } from './learn.ts'
import { callsOfArchive } from './recording/calls.ts'

const PACE = {
  getRun: { median: 120, p95: 480 },
  getMyUsage: { median: 900, p95: 2400, late: 90_000 },
  getWallet: { median: 60, p95: 200, perMinute: 23 },
} as const

/** An archive of calls to such a deployment, by its clock; `look` is how often figures are read after a run. */
async function recorded(look: number) {
  await using mock = await startMock({
    twin: { twin: 1, dialect: { pace: PACE } },
    profile: { 'rate-limit-headers': 'none' },
    clock: { frozen: '2026-11-20T09:00:00Z' },
  })
  await using workspace = mock.workspace()
  const times: number[] = []
  const call = async (path: string, time: number, body?: object) => {
    const reply = await askAs(workspace.keys.admin, mock.url + path, body)
    times.push(time)
    workspace.clock.advance(Math.round(time))
    return reply.body
  }
  workspace.clock.untilIdle()
  const agent = workspace.roles.agents['agent-that-finishes']
  for (let run = 0; run < 3; run += 1) {
    const { run_id: id } = await call(`/agents/${agent}/run`, 100, { prompt: 'Count' })
    for (let status: unknown = 'running'; status !== 'completed'; )
      for (const time of latencies(PACE.getRun, 100)) status = (await call(`/runs/${id}`, time)).status
    for (const time of latencies(PACE.getMyUsage, look)) {
      await call('/wallet/my-usage', time)
      workspace.clock.advance('6s')
    }
    workspace.clock.advance('5m')
  }
  for (const time of latencies(PACE.getWallet, 40)) await call('/wallet', time)
  const { log } = workspace.journal.har()
  expect(log.entries).toHaveLength(times.length)
  return callsOfArchive({ log: { entries: log.entries.map((entry, n) => ({ ...entry, time: times[n] })) } })
}

/** Latencies with these quantiles, in another order. */
function latencies({ median, p95 }: { median: number; p95: number }, count: number): number[] {
  return Array.from({ length: count }, (_, index) => {
    const share = (((index * 61) % count) + 0.5) / count
    return median * (p95 / median) ** (Math.log(share / (1 - share)) / Math.log(19))
  })
}

test('how long the runs of an agent take is learned within a tenth', async () => {
  const known = { median: 240_000, p95: 600_000 }
  await using mock = await startMock({ clock: { frozen: '2026-11-20T09:00:00Z' } })
  const { keys, roles } = mock.demo
  const id = roles.agents['agent-that-finishes']
  for (const ms of latencies(known, 40)) {
    const input = { mock_script: `work ${Math.round(ms)}ms` }
    const { run_id: run } = await startRun(mock.demo, 'agent-that-finishes', { input })
    mock.clock.untilIdle()
    await askAs(keys.admin, `${mock.url}/runs/${run}`)
  }
  const recorded = callsOfArchive(mock.journal.har())
  const { twin } = await learn({ ...recorded, fixtures: { 'agent-finishes': { id } } })
  const { median, p95 } = twin.pace?.startRun?.runs?.['agent-that-finishes'] ?? {}
  expect(median).toSatisfy(learned => isNear(learned as number, known.median))
  expect(p95).toSatisfy(learned => isNear(learned as number, known.p95))
})

const isNear = (learned: number | undefined, known: number) =>
  learned !== undefined && Math.abs(learned - known) <= known / 10

test('latency, lateness and limit of a deployment are learned within a tenth', async () => {
  const { twin } = await learn(await recorded(30))
  for (const [operation, known] of Object.entries(PACE) as [keyof typeof PACE, object][])
    for (const [name, value] of Object.entries(known) as ['median', number][])
      expect([operation, name, twin.pace?.[operation]?.[name]]).toSatisfy(([, , learned]) =>
        isNear(learned, value),
      )
  expect(twin.pace?.getWallet?.perMinute).toBe(23)
  expect(twin.answers).toMatchObject({ 'rate-limit-headers': 'none' })
  const open = twin.unsure?.filter(({ at }) => at.startsWith('pace')) ?? []
  expect(open.map(({ at }) => at)).toEqual(['pace.getWallet.late'])
})

test.each([1, 4])(
  'figures that were read %i times before they counted a run leave their lateness open',
  async look => {
    const { twin } = await learn(await recorded(look))
    expect(twin.pace?.getMyUsage?.late).toBeUndefined()
    expect(twin.unsure).toContainEqual({
      at: expect.stringMatching(/^pace.(getMyUsage|\*).late$/) as unknown,
      guess: '0',
      because: 'no reply shows it: read the figures before and after they count a run that has ended',
      seen: expect.any(Number) as unknown,
    })
  },
)
