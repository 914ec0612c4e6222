import { expect, test } from 'vitest'
import type { Exchange } from '../requirements/exchange.ts'
import { CleanupJournal } from './cleanup-journal.ts'
import type { Client } from './client.ts'
import { Ownership } from './ownership.ts'

const ownershipOfRun = () => new Ownership(new CleanupJournal('mark'))

const exchange = (operation: string, json: unknown, sent: number, ms: number) =>
  ({
    operation,
    json,
    status: 200,
    url: 'http://localhost/agents/a1/run',
    at: new Date(1000),
    sent,
    ms,
  }) as Exchange

/** A deployment whose records of runs do not show their input. */
const client = {
  target: { keys: [{ name: 'main', tenant: 'home', revoked: false, scopes: new Set(['runs:read']) }] },
  call: async () => exchange('getRun', { id: 'r1', agent_id: 'a1' }, 200, 1),
} as unknown as Client

const started = exchange('startRun', { run_id: 'r1', chat_id: 'c1', status: 'running' }, 100.2, 3)

test('a run that a list shows while its start is on the way is ours', async () => {
  const ownership = ownershipOfRun()
  ownership.notice(exchange('listRuns', { runs: [{ id: 'r1', agent_id: 'a1' }] }, 100.4, 0.3))
  ownership.notice(started)
  expect(await ownership.ownerOf(client, 'run', 'r1')).toBe('ours')
})

test('a run that was listed before its start was sent is none of ours', async () => {
  const ownership = ownershipOfRun()
  ownership.notice(exchange('listRuns', { runs: [{ id: 'r1', agent_id: 'a1' }] }, 99, 1))
  ownership.notice(started)
  expect(await ownership.ownerOf(client, 'run', 'r1')).toBe('foreign')
})

test('a run is ours whose number is that of the chat of another run', async () => {
  const ownership = ownershipOfRun()
  const url = 'http://localhost/agents/a2/run'
  ownership.notice({ ...exchange('startRun', { run_id: 'r0', chat_id: 'r1' }, 99, 1), url })
  ownership.notice(started)
  expect(await ownership.ownerOf(client, 'run', 'r1')).toBe('ours')
})

test('a task is gone where a made-up id and a deleted one are refused alike', async () => {
  const refusing = (byId: Readonly<Record<string, number>>) =>
    ({
      target: { keys: [{ name: 'main', tenant: 'home', revoked: false, scopes: new Set(['tasks:read']) }] },
      call: async (operation: string, { path }: { path?: Record<string, string> }) => ({
        ...exchange(operation, {}, 0, 1),
        status: operation === 'listTasks' ? 200 : (byId[path?.task_id ?? ''] ?? 404),
      }),
    }) as unknown as Client
  const ownership = ownershipOfRun()
  const alike = refusing({ t1: 403, t2: 403, 'task-000001': 403, 'task-999999': 403 })
  expect(await ownership.ownerOf(alike, 'task', 'task-000001')).toBe('absent')
  const unlike = refusing({ t1: 403, t2: 403 })
  expect(await ownershipOfRun().ownerOf(unlike, 'task', 't1')).toMatchObject({
    refused: expect.any(String),
  })
  const other = ownershipOfRun()
  other.notice({ ...exchange('deleteTask', undefined, 0, 1), url: 'http://localhost/tasks/t2' })
  expect(await other.ownerOf(unlike, 'task', 't1')).toBe('absent')
})
