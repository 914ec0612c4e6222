// The dearest lawful body of every operation of the control API, against a small one: whoever sends it keeps the others
// waiting no longer than a known number of small requests does. Ratios within one run, so the machine does not matter.
import { afterAll, expect, test } from 'vitest'
import { startMock } from '../index.ts'
import { many, ratioOf } from '../testing/processor-time.ts'
import { sendAs } from '../testing/send-as.ts'
import { controlRows } from './document.ts'

const clock = { frozen: '2026-11-20T09:00:00Z' }
const mock = await startMock({ clock, shard: 's2' })
const elsewhere = await startMock({ clock, shard: 's1' })
afterAll(async () => {
  await mock.stop()
  await elsewhere.stop()
})

const entries = <Item>(count: number, make: (n: number) => Item) =>
  Object.fromEntries(many(count, n => [`entry-${n}`, make(n)]))

/** A workspace that comes from another shard. */
function arrival(from: 'demo' | 'empty') {
  const workspace = elsewhere.workspace({ from })
  const { id } = workspace
  const file = workspace.snapshotFile('now', { withKeys: true })
  return {
    ...{ id, name: id, origin: from, keep: true, sent_at: 0, exchanges: 0, now: file, beginning: file },
    ...{ snapshots: [], faults: { count: 0, faults: [] }, lease: {} },
  }
}

const TEXT = 'ab'.repeat(100_000)
const HALF = 'ab'.repeat(200_000)

/** A world of as many values as a body may have. */
const WORLD = {
  company: { plan: 'enterprise' },
  people: entries(300, n => ({ name: `Person ${n}`, role: 'member' })),
  tasks: many(900, n => ({ title: `Task ${n}`, tags: ['a'] })),
}

/** The body that costs most, and one that costs little, by operation. */
const BODIES: Readonly<Record<string, readonly [dearest: unknown, small: unknown]>> = {
  createWorkspace: [{ from: { world: WORLD } }, { from: 'empty' }],
  setClock: [{ mode: 'frozen', at: '2030-11-20T09:00:00Z' }, { mode: 'frozen' }],
  advanceClock: [{ by: '36500d' }, { by: '1s' }],
  moveWorkspace: [{ to: HALF }, { to: 's2' }],
  receiveWorkspace: [arrival('demo'), arrival('empty')],
  decideApproval: [{ outcome: 'approved', comment: HALF }, { outcome: 'approved' }],
  runTask: [{ by: HALF }, { by: 'admin' }],
  createKey: [
    { name: 'dear', person: HALF, scopes: ['tasks:read'] },
    { name: 'small', person: 'admin', scopes: ['tasks:read'] },
  ],
  changeKey: [{ scopes: many(4_000, () => 'tasks:read') }, { scopes: ['tasks:read'] }],
  setBalance: [{ balance_euros: 1e9 }, { balance_euros: 5 }],
  topUp: [{ euros: 1e9 }, { euros: 5 }],
  setPlan: [{ plan: HALF }, { plan: 'business' }],
  setPolicy: [{ rules: many(1_600, () => ({ by: 'manager', after: '2h' })) }, { rules: [] }],
  addPolicyRule: [
    { when: `/${'(a|b?)'.repeat(160)}$/`, output: HALF },
    { when: 'invoice', output: 'paid' },
  ],
  triggerSituation: [{ text: HALF }, { text: 'Which price list?' }],
  changeWorld: [
    { tasks: many(1_600, n => ({ title: `Task ${n}` })) },
    { people: { zoe: { name: 'Zoe', role: 'member' } } },
  ],
  putEntry: [
    { documents: many(1_500, n => ({ title: `Document ${n}`, text: 'ab '.repeat(90) })) },
    { documents: [] },
  ],
  saveSnapshot: [{ name: 'n'.repeat(100) }, { name: 'small' }],
  findExchanges: [{ body: { description: { $pattern: 'ab$' } } }, { operation: 'getWallet' }],
  verifyExchanges: [{ body: { description: { $in: many(480, n => [n]) } } }, { operation: 'getWallet' }],
  waitForExchange: [
    {
      reply: Object.fromEntries(many(20, n => [`data[*].m${n}`, { $in: many(22, one => [one]) }])),
      within: '1ms',
    },
    { operation: 'getWallet', within: '1ms' },
  ],
  replayExchanges: [
    { exchanges: { body: { description: { $pattern: 'ab$' } } } },
    { exchanges: { operation: 'getWallet' } },
  ],
  // A target that names nothing is refused before anything is run.
  startConformanceRun: [{ target: HALF }, { target: 'x' }],
  addFault: [
    {
      for: '1h',
      on: { key: 'nobody' },
      effects: many(900, () => ({ do: 'reply', status: 503, headers: { 'x-a': 'b' } })),
    },
    { for: '1h', on: { key: 'nobody' }, effects: [{ do: 'drop' }] },
  ],
}

/** A thousand small requests are what one client sends in a second. */
const MAX_RATIO = 1_000

const takesBody = controlRows.filter(row => row.requestBody)

test('there is a dearest body for each operation that takes one', () => {
  expect(takesBody.map(({ id }) => id).toSorted()).toEqual(Object.keys(BODIES).toSorted())
})

test.each(takesBody)('$id costs at most a thousand small requests', async ({ id, method, path }) => {
  const [dearest, small] = BODIES[id] ?? []
  await using workspace = mock.workspace()
  for (let n = 0; n < 30; n++)
    await (await sendAs(workspace.keys.admin, `${mock.url}/tasks?limit=100`)).text()
  for (let n = 0; n < 4; n++)
    await sendAs(workspace.keys.admin, `${mock.url}/tasks`, { title: 'long', description: TEXT })
  const task = workspace.workspace.tables.tasks.all().at(-1)?.reference ?? ''
  const names: Record<string, string> = {
    situation: 'run-asks',
    workspace_id: workspace.id,
    task,
    kind: 'knowledge',
    handle: 'new',
    key_id: workspace.workspace.tables.keys.all().at(-1)?.id ?? '',
    approval_id: 'none',
  }
  const url = mock.url + path.replaceAll(/\{(\w+)\}/g, (_, name: string) => names[name] ?? name)
  const send = (body: unknown) => sendAs(workspace.keys.admin, url, body, { method })
  expect(await ratioOf(send, dearest, small)).toBeLessThan(MAX_RATIO)
})

test('a long list below a long name, in the text of a world, costs at most a thousand small ones', async () => {
  await using workspace = mock.workspace()
  const url = `${mock.url}/_mock/workspaces/${workspace.id}/world`
  const headers = { 'content-type': 'application/json' }
  const send = (text: string) => fetch(url, { method: 'PATCH', headers, body: JSON.stringify(text) })
  const dearest = `{ "${'k'.repeat(40_000)}": [${'0,'.repeat(20_000)}0] }`
  expect(await ratioOf(send, dearest, 'world: 1')).toBeLessThan(MAX_RATIO)
})
