// A twin with the pace of its deployment: latency, lateness of figures, and rate limits.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { valueAt } from '../dialect/source-path.ts'
import { type Profile, startMock } from '../index.ts'
import { contractFor } from '../profile/profiled-contract.ts'
import { newFolder } from '../testing/new-folder.ts'
import { sendAs } from '../testing/send-as.ts'
import { callerOf } from '../testing/test-kit.ts'
import { withPace } from './twin.ts'
import { readTwinFile } from './twin-file.ts'

const FROZEN = { frozen: '2026-11-20T09:00:00Z' }

type Json = Record<string, unknown>

test('with its pace, replies wait for the clock as long as those of the deployment; on a frozen one they come at once', async () => {
  const path = join(newFolder(), 'slow.twin.yaml')
  writeFileSync(path, 'twin: 1\npace: { listAgents: { median: 90000, p95: 90000 } }\n')
  const twin = await readTwinFile(path, { pace: true })
  // Only `advance` moves such a clock noticeably.
  await using slow = await startMock({ twin, clock: { scale: 0.001 } })
  let isAnswered = false
  const get = (path: string) => sendAs(slow.demo.keys.admin, slow.url + path)
  const agents = get('/agents/').then(({ status }) => {
    isAnswered = true
    return status
  })
  for (let others = 0; others < 5; others += 1) expect((await get('/tasks')).status).toBe(200)
  expect(isAnswered).toBe(false)
  slow.clock.advance('90s')
  expect(await agents).toBe(200)
  slow.clock.freeze()
  expect((await get('/agents/')).status).toBe(200)
})

test('with its pace, figures count a run as late as those of the deployment, by the clock; records do not wait', async () => {
  const pace = { getMyUsage: { median: 5, p95: 9, late: 30_000 } }
  await using slow = await startMock({ twin: withPace({ twin: 1, pace }), clock: FROZEN })
  await using workspace = slow.workspace()
  const call = callerOf(workspace)
  const read = async (path: string) => (await (await call('GET', path)).json()) as Json
  const spent = async () => valueAt(await read('/wallet/my-usage'), 'last_30_days.spend_euros') as number
  workspace.clock.untilIdle()
  workspace.clock.advance('30s')
  const before = await spent()
  const started = await call('POST', `/agents/${workspace.roles.agents['agent-that-finishes']}/run`, {
    prompt: 'Count',
  })
  const { run_id: id } = (await started.json()) as { run_id: string }
  workspace.clock.untilIdle()
  const { cost_euros: cost } = await read(`/runs/${id}`)
  // Time passes without a request that could notice it.
  workspace.clock.advance('29s')
  expect(await spent()).toBeLessThan(before + Number(cost))
  workspace.clock.advance('1s')
  expect(await spent()).toBeCloseTo(before + Number(cost), 6)
  expect(workspace.faults.list()).toEqual([])
})

test('with its pace, an operation allows the requests a minute of the deployment, unless an answer says otherwise', async () => {
  const pace = { getWallet: { median: 5, p95: 9, perMinute: 12 } }
  const served = async (profile: Partial<Profile>) => {
    await using mock = await startMock({ twin: withPace({ twin: 1, pace }), clock: FROZEN, profile })
    const replies = Array.from({ length: 40 }, () => sendAs(mock.demo.keys.admin, `${mock.url}/wallet`))
    const all = await Promise.all(replies)
    const { get } = contractFor(mock.demo.workspace.profile).paths['/wallet']!
    return [all.filter(({ status }) => status === 200).length, valueAt(get, 'x-rate-limit.requests')]
  }
  expect(await served({})).toEqual([12, 12])
  expect(await served({ 'analytics-rate-limits': '10' })).toEqual([10, 10])
})

test('with its pace, runs take as long as those of their agent, unless a script is asked for', async () => {
  const length = { median: 240_000, p95: 240_000 }
  const runs = { 'agent-that-finishes': length }
  const pace = { startRun: { median: 5, p95: 9, runs } }
  await using mock = await startMock({ twin: withPace({ twin: 1, pace }), clock: FROZEN })
  const call = callerOf(mock.demo)
  const { agents } = mock.demo.roles
  const secondsOf = async (handle: keyof typeof agents, body: object = {}) => {
    const started = await call('POST', `/agents/${agents[handle]}/run`, body)
    const { run_id: id } = (await started.json()) as { run_id: string }
    mock.clock.untilIdle()
    return ((await (await call('GET', `/runs/${id}`)).json()) as Json).duration_seconds
  }
  expect(await secondsOf('agent-that-finishes')).toBe(240)
  expect(await secondsOf('agent-that-finishes', { input: { mock_script: 'work 3s' } })).toBe(3)
  expect(await secondsOf('agent-that-fails')).not.toBe(240)
})
