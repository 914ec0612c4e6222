import { expect } from 'vitest'
import { operationIds, operations } from '#openapi'
import { type TestKit, test } from '../../testing/test-kit.ts'
import { cachedFigures, UNCOUNTED } from './cached-figures.ts'

/** How often figures are made in turn, each time after something was done. */
async function madeAfter(kit: TestKit, ...acts: (() => unknown)[]): Promise<number[]> {
  let made = 0
  const look = () => cachedFigures(kit.workspace, ['a period', 0], () => ({ made: ++made })).made
  const counts = [look()]
  for (const act of acts) {
    await act()
    counts.push(look())
  }
  return counts
}

test('figures are made anew when something that they follow from has changed', async ({ kit }) => {
  kit.untilIdle()
  const [agent] = kit.workspace.tables.agents.all()
  const counts = await madeAfter(
    kit,
    () => kit.advance(60_000),
    () => kit.workspace.tables.agents.replace(agent!.id, { name: 'Renamed' }),
    () => kit.advance(86_400_000),
    () => kit.as('admin').GET('/tasks'),
  )
  expect(counts).toEqual([1, 1, 2, 3, 3])
})

test('no figure follows from the tables whose writes leave figures as they are', async ({ kit }) => {
  const { tables } = kit.workspace
  const [client] = tables.clients.all()
  const read: string[] = []
  for (const name of UNCOUNTED)
    for (const method of ['get', 'all', 'range', 'count', 'scan'] as const) {
      // Every request reads its own key.
      if (name === 'keys' && method === 'get') continue
      const table = tables[name as 'tasks']
      const original = table[method].bind(table) as (...given: unknown[]) => unknown
      Object.assign(table, {
        [method]: (...given: unknown[]) => {
          read.push(`${name}.${method}`)
          return original(...given)
        },
      })
    }
  const asked = operationIds.filter(id =>
    ['analytics', 'spend', 'wallet', 'agencies'].includes(operations[id].tag),
  )
  expect(asked.length).toBeGreaterThan(13)
  for (const id of asked) {
    const { status } = await kit.ask(`GET ${operations[id].path.replace('{client_id}', client!.id)}`)
    expect(status, id).toBe(200)
  }
  expect(read).toEqual([])
})

test('a task or a key that is new leaves the figures as they are', async ({ kit }) => {
  kit.untilIdle()
  const counts = await madeAfter(
    kit,
    () => kit.ask('POST /tasks', { title: 'A task' }),
    () => kit.workspace.tables.keys.delete('none'),
    () =>
      kit.ask('POST /v1/chat/completions', {
        model: 'aw-large',
        messages: [{ role: 'user', content: 'Hi' }],
      }),
  )
  expect(counts).toEqual([1, 1, 1, 2])
})

test('figures are made anew with every charge of work under way', async ({ kit }) => {
  kit.untilIdle()
  const counts = await madeAfter(
    kit,
    () => kit.startRun('agent-that-finishes', { input: { mock_script: 'work 1m' } }),
    () => kit.advance(10),
    () => kit.advance(1_000),
  )
  expect(counts).toEqual([1, 2, 2, 3])
})

test('figures of other periods are kept apart, and only the latest', async ({ kit }) => {
  kit.untilIdle()
  const look = (from: number) => cachedFigures(kit.workspace, [from], () => ({ from }))
  const first = look(0)
  expect(look(0)).toBe(first)
  for (let from = 1; from <= 24; from++) expect(look(from)).toEqual({ from })
  expect(look(0)).not.toBe(first)
})
