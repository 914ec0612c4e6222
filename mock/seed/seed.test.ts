import { expect, test } from 'vitest'
import { atOnce } from '../simulation/slices.ts'
import { Workspace } from '../world/workspace.ts'
import { shippedWorlds } from '../world-file/index.ts'
import { buildingWorld, handleEvent, pastOf, seedRuns } from './index.ts'

const AT = Date.parse('2026-11-20T09:00:00Z')
const empty = (id = 'demo', seed = 'seed', at = AT) =>
  Workspace.empty({ id, name: 'Demo', seed, at, mode: { kind: 'frozen' }, handleEvent })

test('the second tenant has everything that can be asked for by id, and shares no id with the demo', () => {
  const [demoWorld, secondWorld] = [shippedWorlds().demo, shippedWorlds()['second-tenant']]
  const demo = empty('demo', 'seed', AT - pastOf(demoWorld))
  atOnce(buildingWorld(demo, demoWorld, AT))
  const second = empty('second-tenant', 'another seed', AT - pastOf(secondWorld))
  atOnce(buildingWorld(second, secondWorld, AT))
  expect(second.tables.keys.all().map(({ secret }) => secret)).toEqual(['awk_second-tenant_admin'])
  for (const [name, table] of Object.entries(second.tables)) {
    if (['policies', 'declarations', 'conversations', 'projects'].includes(name)) continue
    expect(table.size, name).toBeGreaterThan(0)
    const others: { readonly get: (id: string) => unknown }[] = Object.values(demo.tables)
    // Both may use the models of the service.
    if (name === 'models') continue
    for (const { id } of table.all()) for (const other of others) expect(other.get(id), name).toBeUndefined()
  }
  expect(second.tables.approvals.count('oldest', 'workflow_gate|status:pending')).toBe(1)
})

test('runs in bulk have ended, and cost what the ledger says', () => {
  const workspace = empty()
  atOnce(buildingWorld(workspace, shippedWorlds().quiet, AT))
  const before = workspace.ledger.sum().micros
  seedRuns(workspace, 500)
  const runs = workspace.tables.runs.all()
  expect(runs).toHaveLength(500)
  expect(Math.max(...runs.map(run => run.finishedAt ?? AT))).toBeLessThan(AT)
  const cost = runs.reduce((sum, run) => sum + run.micros, 0)
  expect(workspace.ledger.sum().micros - before).toBe(cost)
  for (const run of runs) expect(workspace.tables.chats.get(run.chatId)).toBeDefined()
})
