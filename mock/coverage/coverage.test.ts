import { expect } from 'vitest'
import { operationIds } from '#openapi'
import { startMock } from '../index.ts'
import { sendAs, startRun } from '../testing/send-as.ts'
import { callerOf, test } from '../testing/test-kit.ts'
import { coverageTable } from './coverage-table.ts'

test('counts operations, replies, transitions, roles, scopes and events, and names what is missing', async ({
  workspace,
  call,
}) => {
  const callAsMember = callerOf(workspace, 'member')
  const run = await startRun(workspace, 'agent-that-asks-text')
  workspace.clock.advance('1m')
  await call('POST', `/agents/${workspace.roles.agents['agent-that-asks-text']}/runs/${run.run_id}/respond`, {
    answer: 'x',
  })
  workspace.clock.untilIdle()
  await (await call('GET', `/chats/${run.chat_id}/stream`)).text()
  const task = (await (await callAsMember('POST', '/tasks', { title: 'x' })).json()) as { id: string }
  await call('PATCH', `/tasks/${task.id}/status`, { status: 'done' })
  await callAsMember('DELETE', `/tasks/${task.id}`)
  await callAsMember('GET', '/admin/agents/stats?days=7')

  const coverage = workspace.coverage({ operations: 5, roles: 100 })
  const area = (name: string) => coverage.areas.find(one => one.area === name)!
  const exercised = (name: string) => area(name).exercised.map(({ name }) => name)
  expect(coverage.exchanges).toBe(7)
  expect(exercised('operations')).toEqual([
    'startRun',
    'respondToRun',
    'streamChat',
    'createTask',
    'deleteTask',
    'setTaskStatus',
  ])
  const total = operationIds.length
  const percent = Math.floor(600 / total)
  expect(area('operations')).toMatchObject({ covered: 6, total, percent, minimum: 5, met: true })
  expect(exercised('replies')).toContain('getAgentStats 403')
  expect(exercised('transitions')).toEqual([
    'run new > running',
    'run running > paused',
    'run paused > running',
    'run running > completed',
    'task new > backlog',
    'task * > done',
    'task * > deleted',
  ])
  expect(exercised('scopes')).toEqual(['agents:run', 'analytics:read', 'runs:read', 'tasks:write'])
  expect(area('roles')).toMatchObject({ covered: 2, missing: ['manager'], met: false })
  expect(exercised('events')).toEqual(
    expect.arrayContaining(['run.status', 'question.asked', 'question.answered']),
  )
  expect(area('events').missing).toContain('approval.requested')
  expect(coverage.met).toBe(false)
  const table = coverageTable(coverage)
  expect(table).toContain(`${percent} %  operations 6 of ${total} (at least 5 %: yes)`)
  expect(table.trimEnd()).toMatch(/Too little: roles 66 of 100 %\.$/)
})

test('what moves by itself in the history of a workspace is not exercised by anybody', async ({
  workspace,
}) => {
  workspace.clock.untilIdle()
  expect(workspace.coverage().areas.find(({ area }) => area === 'transitions')?.covered).toBe(0)
})

test('all workspaces count together, those that are gone included', async () => {
  await using mock = await startMock()
  for (const key of ['admin', 'manager', 'member'] as const) {
    await using workspace = mock.workspace()
    await sendAs(workspace.keys[key], `${mock.url}/agents/`)
  }
  const roles = mock.coverage({ roles: 100 }).areas.find(({ area }) => area === 'roles')
  expect(roles).toMatchObject({ percent: 100, met: true })
  expect(mock.coverage().exchanges).toBe(3)
})
