// The suite against a service in the same process, without a port: the mock behind the `fetch` of its own.
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { createFetch, type MockFetch } from '#mock/browser'
import { run } from './index.ts'

async function judge(mock: MockFetch, only: readonly string[] = [], fetch: typeof globalThis.fetch = mock) {
  const target = parse(await (await mock('/_mock/target.yaml')).text())
  return run(target, { fetch, journal: false, skipRateLimit: true, only })
}

test('finds nothing wrong with the mock behind fetch, and exercises as much as through HTTP', async () => {
  using mock = createFetch({ clock: { scale: 300 } })
  const report = await judge(mock)
  const violated = report.requirements.filter(row => row.verdict === 'violated')
  expect(violated.map(row => `${row.id}: ${row.findings[0]?.sentence}`)).toEqual([])
  expect(report.problems).toEqual([])
  expect(report.leftovers).toEqual([])
  const open = report.requirements.filter(row => row.verdict === 'not exercised' && row.section !== '8')
  expect(open.length).toBeLessThan(12)
})

test('finds what is wrong behind fetch', async () => {
  using mock = createFetch({ clock: { scale: 300 } })
  mock.faults.add({ on: { operation: 'getTask' }, effects: [{ do: 'reply', status: 500 }] })
  const { requirements } = await judge(mock, ['TASK'])
  expect(requirements.filter(row => row.verdict === 'violated')).not.toEqual([])
})

test('leaves nothing behind where a cache shows what was removed, and 403 then says that it is gone', async () => {
  using mock = createFetch({ clock: { scale: 300 } })
  const removed = new Map<string, { record: unknown; readings: number }>()
  const behindACache: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    const path = new URL(request.url).pathname
    const id = /^\/tasks\/([^/]+)$/.exec(path)?.[1] ?? ''
    const known = removed.get(id)
    if (known) {
      known.readings += request.method === 'GET' ? 1 : 0
      const isShown = request.method === 'GET' && known.readings <= 3
      return Response.json(isShown ? known.record : {}, { status: isShown ? 200 : 403 })
    }
    const { headers } = request
    const record =
      id && request.method === 'DELETE' ? await (await mock(request.url, { headers })).json() : null
    const reply = await mock(request)
    if (record !== null && reply.ok) removed.set(id, { record, readings: 0 })
    if (path !== '/tasks' || request.method !== 'GET' || !reply.ok) return reply
    const list = (await reply.json()) as { data: unknown[] }
    return Response.json({ ...list, data: [...list.data, ...[...removed.values()].map(one => one.record)] })
  }
  const { leftovers } = await judge(mock, ['ASSIGN-02'], behindACache)
  expect(removed.size).toBeGreaterThan(0)
  expect(leftovers).toEqual([])
})

test('blames what is wrong alone, and nothing that was sent beside it', async () => {
  using mock = createFetch({ clock: { scale: 300 } })
  const wrong: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    const isSearch = url.pathname === '/v1/knowledge/search'
    if (isSearch && /"hybrid": ?false/.test(await request.clone().text()))
      return Response.json({}, { status: 500 })
    if (!/^\/workflows\/[^/]+\/runs$/.test(url.pathname)) return mock(request)
    url.searchParams.delete('status')
    return mock(url, request)
  }
  const { requirements } = await judge(mock, ['KNOW', 'WF'], wrong)
  const violated = requirements.filter(row => row.verdict === 'violated')
  expect(violated.map(({ id }) => id)).toEqual(['KNOW-14', 'WF-22'])
})
