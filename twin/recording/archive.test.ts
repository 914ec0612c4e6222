// Archives of browsers and recordings of the proxy say nothing of keys: what these may do shows in the calls.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readTwinFile, startMock, type Twin, twinInYaml } from '#mock'
import type { Template } from '#mock/dialect'
import { readRecording } from '../../conformance/engine/recording.ts'
import { Traffic } from '../../conformance/traffic/traffic.ts'
import { newFolder } from '../../mock/testing/new-folder.ts'
import { askAs } from '../../mock/testing/send-as.ts'
import { drift } from '../compare/drift.ts'
import { fidelity } from '../compare/fidelity.ts'
import { learn } from '../learn.ts'
import { replayInMock } from '../replay/mock-replay.ts'
import { twinText } from '../twin-text.ts'
import { updatedTwin } from '../update-twin.ts'
import { callsOf, callsOfArchive } from './calls.ts'
import { withGuessedKeys } from './guessed-keys.ts'
import { readCalls } from './read-calls.ts'

interface Entry {
  request: { url: string; headers: { name: string; value: string }[] }
  response: { content: { text?: string; size?: number } }
}

const FROZEN = { frozen: '2026-11-20T09:00:00Z' }

async function archive(): Promise<{ log: { entries: Entry[] } }> {
  await using mock = await startMock({ clock: FROZEN })
  const call = (path: string, key: string, body?: object) => askAs(key, mock.url + path, body)
  const { admin, member } = mock.demo.keys
  for (const path of ['/agents/', '/runs?limit=3', '/insights/summary', '/tasks?limit=2'])
    await call(path, admin)
  await call('/tasks', admin, { title: 'Weekly report' })
  for (const path of ['/insights/summary', '/runs?limit=3']) await call(path, member)
  return JSON.parse(JSON.stringify(mock.journal.har())) as { log: { entries: Entry[] } }
}

/** Below a path of another host, after a page that is none of its calls, as browsers see a service. */
function elsewhere(har: { log: { entries: Entry[] } }): typeof har {
  const entries = har.log.entries.map(entry => {
    const { pathname, search } = new URL(entry.request.url)
    return { ...entry, request: { ...entry.request, url: `https://work.example/api${pathname}${search}` } }
  })
  const page = structuredClone(entries[0]!)
  page.request.url = 'https://cdn.example/app.js'
  return { ...har, log: { ...har.log, entries: [page, ...entries] } }
}

test('the address and the keys of an archive are found in its calls', async () => {
  const recorded = callsOfArchive(elsewhere(await archive()))
  const { calls, keys } = recorded
  expect(calls.map(({ operation }) => operation)).toContain('getInsightsSummary')
  expect(calls).toHaveLength(7)
  expect(keys.map(({ role }) => role)).toEqual(['admin', 'member'])
  const { byCall } = fidelity(await replayInMock(recorded))
  expect(byCall.statuses).toBe(1)
  expect(byCall.members).toBe(1)
})

test('an archive without secrets is of one key, and bodies that a browser let go of are left out', async () => {
  const har = elsewhere(await archive())
  har.log.entries = har.log.entries.slice(0, 6)
  for (const { request } of har.log.entries)
    request.headers = request.headers.filter(({ name }) => name.toLowerCase() !== 'authorization')
  const { content } = har.log.entries[2]!.response
  content.size = content.text?.length ?? 0
  delete content.text
  const recorded = callsOfArchive(har)
  expect(recorded.keys).toHaveLength(1)
  expect(recorded.calls.filter(({ whole }) => !whole).map(({ operation }) => operation)).toEqual(['listRuns'])
  const { byCall, calls } = fidelity(await replayInMock(recorded))
  expect(calls).toBe(4)
  expect(byCall.statuses).toBe(1)
})

test('a path that is no valid URL encoding is replayed as it is, and shows no operation', async () => {
  const har = await archive()
  har.log.entries = har.log.entries.slice(0, 1)
  har.log.entries[0]!.request.url += '%zz'
  const recorded = callsOfArchive(har, new URL(har.log.entries[0]!.request.url).origin)
  expect(recorded.calls.map(({ operation }) => operation)).toEqual([undefined])
  const failed = recorded.calls.map(call => ({ ...call, status: 404 }))
  const pairs = await replayInMock({ ...recorded, calls: failed })
  expect(pairs.map(({ status }) => status)).toEqual([404])
})

test('what the proxy has recorded is replayed with a key that may do the same', async () => {
  const lines: string[] = []
  const { document } = await import('#openapi')
  void new Traffic('https://work.example', document, line => lines.push(line))
  const { head } = readRecording(lines.join('\n'))
  expect(callsOf({ head, lines: [] }).keys).toEqual([])
  const served = { key: 'key-1', operation: 'listRuns', status: 200 } as const
  const refused = { key: 'key-1', operation: 'createTask', status: 403 } as const
  const { keys } = withGuessedKeys([served, refused], head.keys)
  expect(keys).toMatchObject([{ name: 'key-1', role: 'admin' }])
  expect(keys[0]?.scopes).toContain('runs:read')
  expect(keys[0]?.scopes).not.toContain('tasks:write')
})

test('from forty calls of a browser session, other calls of it are answered alike', async () => {
  const twin = await readTwinFile(join(import.meta.dirname, '../../evaluation/bench/enterprise.twin.yaml'))
  await using mock = await startMock({ clock: FROZEN, twin })
  const read = async (path: string) => (await askAs(mock.demo.keys.admin, mock.url + path)).body
  const pages = [
    '/wallet',
    '/wallet/my-usage',
    '/insights/summary',
    '/dashboard/stats',
    '/workflows',
    '/v1/models',
  ]
  for (const path of pages) await read(path)
  const records: string[][] = [[], []]
  const lists = { '/runs': 'run_id', '/tasks': 'id', '/agents/': 'agent_id' }
  for (const [path, id] of Object.entries(lists)) {
    const { content = [] } = await read(`${path}?limit=20`)
    for (const [index, row] of content.slice(0, 20).entries())
      records[index % 2]!.push(`${path.replace(/s\/$/, 's')}/${row[id]}`)
  }
  const session = records[0]!.concat(pages).slice(0, 40 - pages.length - 3)
  for (const path of [...session, ...records[1]!]) await read(path)
  const others = [
    '/approvals/pending/list',
    '/admin/agents/usage-by-user',
    '/admin/wallet/org/spend-by-agent',
    '/admin/wallet/org/spend-over-time',
    '/v1/knowledge/folders',
    `/tasks/${records[0]!.find(path => path.startsWith('/tasks/'))!.slice('/tasks/'.length)}/runs`,
  ]
  for (const path of others) await read(path)
  const calls = callsOfArchive(mock.journal.har())
  const first = calls.calls.slice(0, 40)
  const { twin: learned } = await learn(calls, { from: call => first.includes(call) })
  const compared = async (options: { twin?: typeof learned }) => {
    const pairs = await replayInMock(calls, options)
    const isOther = ({ call }: (typeof pairs)[number]) => others.includes(call.path)
    return {
      alike: fidelity(pairs.filter(pair => !first.includes(pair.call) && !isOther(pair))).byCall,
      never: fidelity(pairs.filter(isOther)).byCall,
    }
  }
  const before = await compared({})
  expect(before.alike.members).toBeLessThan(0.6)
  const { alike, never } = await compared({ twin: learned })
  expect(alike.statuses).toBeGreaterThanOrEqual(0.97)
  expect(alike.members).toBeGreaterThanOrEqual(0.92)
  // Operations that were never called are answered in the style of the others.
  expect(before.never.members).toBeLessThan(0.1)
  expect(never.members).toBeGreaterThanOrEqual(0.35)
  expect(learned.unseen).toContain('getSpendByAgent')
  expect(learned.unseen).not.toContain('getTask')
})

test('what was learned from few calls is no drift from the file that it was written to', async () => {
  const { twin } = await learn(callsOfArchive(await archive()))
  expect(drift(await twinInYaml(twinText(twin), 'staging.twin.yaml'), twin)).toEqual([])
})

test("the members of a run's input are data, and no words of the deployment", async () => {
  await using mock = await startMock({ clock: FROZEN })
  await askAs(mock.demo.keys.admin, `${mock.url}/runs?limit=1`)
  const [pair] = await replayInMock(callsOfArchive(mock.journal.har()))
  const differing = (ours: object) =>
    fidelity([
      { ...pair!, call: { ...pair!.call, json: { input: { gate: 'x' } } }, json: ours },
    ]).differences.map(({ why }) => why)
  expect(differing({ input: { task: 'x' } })).toEqual(['state', 'state'])
  expect(differing({ task: { input: 'x' } })).toContain('dialect')
})

test('what depends on the records that were met is no drift', () => {
  const task = (position: unknown, number: string) => ({ position, number })
  const twinWith = (dialect: Twin['dialect'], more: Partial<Twin> = {}): Twin =>
    ({ twin: 1, dialect, ...more }) as Twin
  const before = twinWith({
    ids: { wrun: 'digits2' },
    replies: { getTask: task('position', '~digits2') as Template },
    refusals: { '*': { body: { detail: { case: 'code', are: { team_not_found: '=No team' } } } } },
    events: { streamChat: { 'run.status': { name: 'status', data: 'status' } } },
  })
  const now = twinWith(
    {
      ids: { wrun: 'digits3' },
      replies: {
        getTask: task({ is: 'position', when: 'budget_euros', else: null }, '~digits3') as Template,
      },
      refusals: { '*': { body: { detail: { case: 'code', are: { run_not_found: '=No run' } } } } },
      events: { streamChat: { 'tool.called': { name: 'tool', data: 'name' } } },
    },
    { answers: { 'cursor-invalid': 'first-page' } },
  )
  expect(drift(before, now)).toEqual([])
  expect(drift(now, before)).toEqual([])
  // An answer that was shown before is another one now, and so is a source.
  const shown = { ...before, because: { 'cursor-invalid': '422 to listRuns' } }
  expect(drift(shown, now).map(({ at }) => at)).toEqual(['answers.cursor-invalid'])
  const unsure = [{ at: 'answers.cursor-invalid', guess: 'refuse', because: '1 of 2 calls', seen: 1 }]
  expect(drift({ ...shown, unsure }, now)).toEqual([])
  const moved = twinWith({ replies: { getTask: task('number', '~digits3') as Template } })
  expect(drift(before, moved).map(({ at }) => at)).toEqual(['dialect.replies.getTask.position'])
})

test('what fewer calls leave unseen is no drift from what was shown before, and does not replace it', async () => {
  const twin = await readTwinFile(join(import.meta.dirname, '../../evaluation/bench/enterprise.twin.yaml'))
  await using mock = await startMock({ clock: FROZEN, twin })
  for (const path of ['/agents/?limit=5', '/wallet', '/tasks?limit=5'])
    await askAs(mock.demo.keys.admin, mock.url + path)
  const calls = callsOfArchive(mock.journal.har())
  const { twin: whole } = await learn(calls)
  const { twin: part } = await learn({ ...calls, calls: calls.calls.slice(0, 2) })
  expect(part.unseen).toContain('listTasks')
  expect(part.dialect?.replies?.listTasks).not.toEqual(whole.dialect?.replies?.listTasks)
  expect(drift(whole, part).filter(({ at }) => at.includes('listTasks'))).toEqual([])
  const updated = updatedTwin(whole, part)
  expect(updated.dialect?.replies?.listTasks).toEqual(whole.dialect?.replies?.listTasks)
  expect(updated.unseen).not.toContain('listTasks')
  expect(updated.unseen).toContain('listRuns')
})

test.each([
  ['', 'it is empty'],
  ['twin: 1', 'it does not begin like a recording, and is no JSON'],
  ['{"a":1}', 'it has no list at log.entries'],
  ['{"log":{"entries":[]}}', 'none of its requests is for an operation of the service'],
  ['{"recording":1}\n{"kind":', 'is damaged: line 2 of the recording is no JSON'],
  [
    '{"recording":1,"started_at":"","target":{"name":"x","base_url":"https://x"}}',
    'holds no call of an operation',
  ],
  [
    '{"recording":1,"started_at":"","target":{"name":"x","base_url":"https://x"}}\n{"kind":"exchange"}',
    "is damaged: lines.0 must have required property 'id'",
  ],
  [
    '{"log":{"entries":[{"startedDateTime":"","request":{"method":"GE T","url":"https://x/runs","headers":[]},"response":{"status":200,"headers":[]}}]}}',
    'log.entries.0.request.method must match pattern',
  ],
])('%j is no recording, and the message says why', (text, message) => {
  const path = join(newFolder(), 'staging.jsonl')
  writeFileSync(path, text)
  expect(() => readCalls(path)).toThrow(message)
})
