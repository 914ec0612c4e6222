// Snapshots: prepare once, try several endings, and see what each of them changed.

import { testWith } from 'agent-work/vitest'
import { expect } from 'vitest'

const test = testWith({ workspace: { from: 'quiet' } })

test('both endings of one story', async ({ url, keys, workspace }) => {
  const headers = { authorization: `Bearer ${keys.manager}`, 'content-type': 'application/json' }
  const agent = workspace.roles.agents['agent-that-waits-for-approval']
  await fetch(`${url}/agents/${agent}/run`, { method: 'POST', headers, body: '{}' })
  workspace.clock.untilIdle()
  const waiting = workspace.snapshot('waits for approval')

  workspace.people.approve()
  workspace.clock.untilIdle()
  const status = (tables = workspace.difference(waiting).tables) =>
    tables.find(({ table }) => table === 'runs')?.changed[0]?.fields.find(({ field }) => field === 'status')
  expect(status()).toMatchObject({ before: 'paused', after: 'completed' })

  // Back to where it waited, the time included; the client's keys go on working.
  workspace.restore(waiting)
  workspace.people.reject()
  expect(status()).toMatchObject({ before: 'paused', after: 'failed' })
})

test('a workspace prepared once and forked by many', async ({ mock, workspace }) => {
  workspace.people.setBalance(3)
  const prepared = workspace.snapshot()
  const forks = Array.from({ length: 20 }, () => mock.workspace({ from: prepared }))
  forks[0]?.people.topUp(1)
  expect(forks.map(({ people }) => people.balance())).toEqual([4, ...Array(19).fill(3)])
  for (const fork of forks) fork.dispose()
})
