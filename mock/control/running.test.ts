// @ts-expect-error the parser has no types
import parseMetrics from 'parse-prometheus-text-format'
import { afterAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { startMock } from '../index.ts'
import { controlClient } from '../testing/control-client.ts'
import { sendAs, startRun } from '../testing/send-as.ts'

const mock = await startMock({ clock: { frozen: '2026-11-20T09:00:00Z' } })
afterAll(() => mock.stop())
const control = controlClient(mock.url)
const { admin } = mock.demo.keys

interface Family {
  readonly name: string
  readonly type: string
  readonly metrics: readonly {
    readonly value?: string
    readonly labels?: Readonly<Record<string, string>>
    readonly buckets?: Readonly<Record<string, string>>
    readonly count?: string
    readonly sum?: string
  }[]
}

async function metricsText(): Promise<string> {
  const { data = '' } = await control('getMetrics')
  return data
}

async function metrics(): Promise<Map<string, Family>> {
  return parsed(await metricsText())
}

function parsed(text: string): Map<string, Family> {
  return new Map((parseMetrics(text) as Family[]).map(family => [family.name, family]))
}

test('counts requests by operation and status, whatever path somebody thinks of', async () => {
  for (const path of ['/agents/', '/agents/', '/agents/none', '/no/such/path', '/another'])
    await sendAs(admin, mock.url + path)
  const family = (await metrics()).get('agent_work_mock_requests_total')
  expect(family?.type).toBe('COUNTER')
  expect(family?.metrics).toEqual(
    expect.arrayContaining([
      { value: '2', labels: { operation: 'listAgents', status: '200' } },
      { value: '1', labels: { operation: 'getAgent', status: '404' } },
      { value: '2', labels: { operation: '_unknown', status: '404' } },
    ]),
  )
})

test('shows how long requests took, each bucket with everything below it', async () => {
  await sendAs(admin, `${mock.url}/runs`)
  const text = await metricsText()
  const operations = new Set(
    [...text.matchAll(/_duration_seconds_count\{operation="(\w+)"/g)].map(found => found[1]),
  )
  expect(operations).toContain('listRuns')
  for (const operation of operations) {
    // The parser knows histograms without labels only, so each operation is shown to it by itself.
    const lines = text.split('\n').filter(line => line.startsWith('#') || line.includes(`"${operation}"`))
    const own = lines
      .join('\n')
      .replaceAll(/operation="\w+",?/g, '')
      .replaceAll('{}', '')
    const family = parsed(own).get('agent_work_mock_request_duration_seconds')
    expect(family?.type).toBe('HISTOGRAM')
    const { buckets = {}, count, sum } = family?.metrics[0] ?? {}
    const inOrder = Object.entries(buckets).sort(([a], [b]) => bound(a) - bound(b))
    const numbers = inOrder.map(([, number]) => Number(number))
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
    expect(inOrder).toHaveLength(14)
    expect(inOrder.at(-1)).toEqual(['+Inf', count])
    expect(Number(sum)).toBeGreaterThan(0)
  }
})

function bound(le: string): number {
  return le === '+Inf' ? Number.POSITIVE_INFINITY : Number(le)
}

test('shows workspaces, runs, streams, journals and memory', async () => {
  const before = await metrics()
  const { chat_id } = await startRun(mock.demo, 'agent-that-is-slow')
  const leave = new AbortController()
  const stream = await sendAs(admin, `${mock.url}/chats/${chat_id}/stream`, undefined, {
    signal: leave.signal,
  })
  mock.workspace()
  const after = await metrics()
  const value = (from: Map<string, Family>, name: string, labels?: object) =>
    Number(from.get(name)?.metrics.find(one => JSON.stringify(one.labels) === JSON.stringify(labels))?.value)
  const grown = (name: string, labels?: object) => value(after, name, labels) - value(before, name, labels)
  expect(grown('agent_work_mock_runs', { status: 'running' })).toBeGreaterThanOrEqual(1)
  expect(grown('agent_work_mock_open_streams')).toBe(1)
  expect(grown('agent_work_mock_workspaces')).toBe(1)
  expect(grown('agent_work_mock_journal_exchanges')).toBe(2)
  expect(grown('agent_work_mock_journal_bytes')).toBeGreaterThan(0)
  expect(value(after, 'process_resident_memory_bytes')).toBeGreaterThan(10_000_000)
  leave.abort()
  await stream.text().catch(() => {})
})

test('gives the suite a target: where it was reached, and the keys of whoever asks', async () => {
  await using mock = await startMock({ clock: { scale: 60 } })
  const read = async (init?: RequestInit) =>
    parse(await (await fetch(`${mock.url}/_mock/target.yaml`, init)).text())
  const demo = await read()
  expect(demo).toMatchObject({
    base_url: mock.url,
    keys: {
      admin: { value: mock.demo.roles.keys.admin, role: 'admin', scopes: 'all' },
      revoked: { revoked: true },
      'other-tenant': { tenant: 'second-tenant' },
    },
    pace: { clock_scale: 60 },
  })
  const { roles } = mock.workspace()
  const own = await read({ headers: { authorization: `Bearer ${roles.keys.member}` } })
  expect(own.keys.admin.value).toBe(roles.keys.admin)
  expect(own.fixtures['agent-finishes'].id).toBe(roles.agents['agent-that-finishes'])
})
