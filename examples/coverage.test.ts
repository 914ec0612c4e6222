// Coverage: how much of the service the tests of a client have exercised, all of their workspaces together.

import { startMock } from 'agent-work'
import { expect, test } from 'vitest'

test('the tests of a client add up, and too little of them fails', async () => {
  await using mock = await startMock({ clock: { frozen: '2026-11-20T09:00:00Z' } })
  const get = (key: string, path: string) =>
    fetch(mock.url + path, { headers: { authorization: `Bearer ${key}` } })
  {
    await using workspace = mock.workspace({ from: 'quiet' })
    await get(workspace.keys.admin, '/agents/')
    await get(workspace.keys.member, '/insights/summary')
  }
  {
    await using workspace = mock.workspace({ from: 'quiet' })
    await get(workspace.keys.manager, '/runs')
    await get(workspace.keys.admin, '/runs?limit=many')
  }
  const { met, areas } = mock.coverage({ roles: 100, operations: 80 })
  const area = (name: string) => areas.find(one => one.area === name)
  expect(area('roles')).toMatchObject({ percent: 100, met: true })
  expect(area('operations')).toMatchObject({ covered: 2, met: false })
  expect(area('replies')?.exercised.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['listAgents 200', 'listRuns 200', 'listRuns 422', 'getInsightsSummary 403']),
  )
  expect(met).toBe(false)
})
