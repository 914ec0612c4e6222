import { expect, test } from 'vitest'
import { happen } from '../work/happen.ts'
import { Workspace } from '../world/workspace.ts'
import {
  HISTORY_MS,
  renewKeys,
  rolesOf,
  SECOND_HISTORY_MS,
  seedDemo,
  seedRuns,
  seedSecondTenant,
} from './index.ts'

const AT = Date.parse('2026-11-20T09:00:00Z')
const empty = (id = 'demo', seed = 'seed', at = AT) =>
  Workspace.empty({ id, name: 'Demo', seed, at, mode: { kind: 'frozen' }, happen })

test('the keys of the workspace demo can be typed by heart, those of others are their own', () => {
  const demo = empty()
  expect(seedDemo(demo, AT).keys).toMatchObject({
    admin: 'awk_demo_admin',
    'outsider-manager': 'awk_demo_outsider-manager',
  })
  const fork = demo.fork('other')
  renewKeys(fork)
  const secrets = [...Object.values(rolesOf(fork).keys), ...Object.values(rolesOf(demo).keys)]
  expect(new Set(secrets).size).toBe(secrets.length)
})

test('the second tenant has everything that can be asked for by id, and shares no id with the demo', () => {
  const demo = empty('demo', 'seed', AT - HISTORY_MS)
  seedDemo(demo, AT)
  const second = empty('second-tenant', 'another seed', AT - SECOND_HISTORY_MS)
  const { key, ...ids } = seedSecondTenant(second, AT)
  expect(key).toBe('awk_second-tenant_admin')
  const tables = Object.values(second.tables)
  for (const [name, id] of Object.entries(ids)) {
    expect(
      tables.some(table => table.get(id) !== undefined),
      name,
    ).toBe(true)
    for (const table of Object.values(demo.tables)) expect(table.get(id)).toBeUndefined()
  }
})

test('runs in bulk have ended, and cost what the ledger says', () => {
  const workspace = empty()
  seedDemo(workspace, AT)
  const before = workspace.ledger.sum().micros
  seedRuns(workspace, 500)
  const runs = workspace.tables.runs.all()
  expect(runs).toHaveLength(500)
  expect(Math.max(...runs.map(run => run.finishedAt ?? AT))).toBeLessThan(AT)
  const cost = runs.reduce((sum, run) => sum + run.micros, 0)
  expect(workspace.ledger.sum().micros - before).toBe(cost)
  for (const run of runs) expect(workspace.tables.chats.get(run.chatId)).toBeDefined()
})
