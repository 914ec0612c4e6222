import { expect, test } from 'vitest'
import type { RequestOf } from '#openapi'
import { startMock } from '../index.ts'
import { clientAs } from '../testing/send-as.ts'
import { openLog } from './log.ts'

test('logs which run a request leaves waiting, and what releases it', async () => {
  const [pretty, json]: [string[], string[]] = [[], []]
  const logs = [
    openLog('pretty', line => pretty.push(line()), { width: 60 }),
    openLog('json', line => json.push(line())),
  ]
  await using mock = await startMock({
    clock: { frozen: '2026-11-20T09:00:00Z' },
    onServed: (exchange, ms) => {
      for (const log of logs) log.served(exchange, ms)
    },
  })
  await using workspace = mock.workspace({ from: 'quiet' })
  const api = clientAs(workspace.keys.admin, workspace.url)
  const assign = async (body: RequestOf<'updateTask'>['body']) => {
    const { data: task } = await api.POST('/tasks', { body: { title: 'Check' } })
    const params = { path: { task_id: task?.id ?? '' } }
    await api.PATCH('/tasks/{task_id}', { params, body })
    const assignee = { type: 'agent', id: workspace.roles.agents['agent-that-finishes'] } as const
    await api.PATCH('/tasks/{task_id}/assignee', { params, body: assignee })
    await expect.poll(() => json).toHaveLength(3)
    const logged = JSON.parse(json.splice(0)[2]!) as { status: number; held?: string }
    expect(logged.status).toBe(200)
    const [request, ...others] = pretty.splice(0).slice(2)
    expect(request).toContain('setTaskAssignee')
    expect(others.map(line => line.trim())).toEqual(logged.held ? [logged.held] : [])
    return logged.held?.replace(`${task?.reference}: A run is held: `, '')
  }
  expect(await assign({ priority: 'high' })).toBeUndefined()
  expect(await assign({ max_runs_per_hour: 0 })).toBe(
    'it had 0 runs within the last hour, of at most 0. Released by updateTask with a larger max_runs_per_hour.',
  )
  expect(await assign({ budget_euros: 0 })).toContain('Released by updateTask with a larger budget_euros.')
  workspace.people.setBalance(0)
  expect(await assign({ priority: 'high' })).toBe(
    'The balance of the workspace is 0.00 euros. Top up the wallet first. Released by a top-up of the wallet.',
  )
})
