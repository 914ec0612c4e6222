import { expect, test, vi } from 'vitest'
import { cleanUp } from './cleanup.ts'
import { CleanupJournal } from './cleanup-journal.ts'
import type { Client } from './client.ts'
import { Ownership } from './ownership.ts'

/** A deployment with these runs of one agent, and of others. */
const having = (runs: object[], others: object[] = []) =>
  ({
    stopped: false,
    sleep: async () => {},
    target: {
      pace: { lateSeconds: 1, concurrency: 2 },
      keys: [{ name: 'main', tenant: 'home', revoked: false, scopes: new Set(['runs:read', 'tasks:read']) }],
    },
    call: async (operation: string, { query }: { query?: { agent_id?: string } } = {}) => ({
      operation,
      status: 200,
      json: operation === 'getRun' ? runs[0] : { runs: query?.agent_id ? runs : [...runs, ...others] },
    }),
  }) as unknown as Client

test.each([
  ['all runs of its agent have ended', [{ id: 'r1', status: 'completed' }], 0],
  ['one works that may be it', [{ id: 'r1', status: 'running' }], 1],
  ['one works that is of others', [{ id: 'r1', status: 'running', input: { task: 'theirs' } }], 0],
  ['one works that bears the mark', [{ id: 'r1', status: 'running', input: { task: 'mark' } }], 0],
  ['none is listed', [], 1],
  ['none of its agent is listed', [], 0, [{ id: 'r2', status: 'completed' }]],
])('of a run whose start got no reply, where %s', async (_, runs, left, others: object[] = []) => {
  const journal = new CleanupJournal('mark')
  journal.intend({ kind: 'run', mark: 'run of agent a1', key: 'main', parent: 'a1' })
  expect(
    await cleanUp({ client: having(runs, others), journal, ownership: new Ownership(journal) }),
  ).toHaveLength(left)
})

test('a run that is stopped while a list may still show what is gone says what is left', async () => {
  const { journal, client } = withTask(operation => (operation === 'deleteTask' ? 500 : 200))
  const stopped = Object.assign(client, { sleep: () => Promise.reject(new Error('the run was stopped')) })
  const left = await cleanUp({ client: stopped, journal, ownership: new Ownership(journal) })
  expect(left).toMatchObject([{ kind: 'task', id: 't1' }])
})

test('a task that was seen is deleted although a late read does not show it', async () => {
  const { journal, client, sent } = withTask(operation => (operation === 'deleteTask' ? 204 : 404))
  journal.checked('task', 't1')
  expect(await cleanUp({ client, journal, ownership: new Ownership(journal) })).toEqual([])
  expect(sent).toContain('deleteTask by main')
})

test('a task that another key lists is deleted by the key that made it', async () => {
  const { journal, client, sent } = withTask(operation =>
    // The first read is late.
    operation === 'getTask' && !sent.includes('listTasks by other') ? 404 : 200,
  )
  journal.intend({ kind: 'task', mark: 'refused', key: 'other' })
  await cleanUp({ client, journal, ownership: new Ownership(journal) })
  expect(sent.filter(one => one.startsWith('deleteTask'))).toEqual(['deleteTask by main'])
})

test('a task that was deleted is not waited for where a late list still shows it', async () => {
  const { journal, client, sent } = withTask((operation): number =>
    operation === 'listTasks' ? 200 : operation === 'deleteTask' ? 204 : sent.includes(DELETED) ? 403 : 200,
  )
  const sleep = vi.fn<() => Promise<void>>(async () => {})
  expect(await cleanedUp(Object.assign(client, { sleep }), journal)).toEqual([])
  expect(sleep).not.toHaveBeenCalled()
})

test('a task that can be read after its deletion succeeded twice is left behind', async () => {
  const { journal, client } = withTask(operation => (operation === 'deleteTask' ? 204 : 200))
  expect(await cleanedUp(client, journal)).toMatchObject([
    { kind: 'task', id: 't1', why: expect.stringContaining('204') },
  ])
})

test('a task that cannot be read keeps no other of its page from being deleted', async () => {
  const { client } = withTask(() => 200)
  const journal = new CleanupJournal('mark')
  journal.intend({ kind: 'task', mark: 'unnamed', key: 'main' })
  const removed: (string | undefined)[] = []
  const call: Client['call'] = async (operation, options) => {
    const id = options?.path?.task_id
    if (operation === 'getTask' && id === 't2') throw new Error('the connection broke')
    if (operation === 'deleteTask') removed.push(id)
    const exchange = await client.call(operation, options)
    const tasks = ['t2', 't1'].map(one => ({ id: one, title: 'mark' }))
    return operation === 'listTasks' ? { ...exchange, json: { tasks } } : exchange
  }
  await cleanUp({
    client: Object.assign(Object.create(client) as Client, { call }),
    journal,
    ownership: new Ownership(journal),
  })
  expect(removed).toContain('t1')
})

const DELETED = 'deleteTask by main'

/** Cleans up with an ownership that learns from every reply. */
async function cleanedUp(client: Client, journal: CleanupJournal) {
  const ownership = new Ownership(journal)
  const call = async (...asked: Parameters<Client['call']>) => {
    const exchange = await client.call(...asked)
    ownership.notice(exchange)
    return exchange
  }
  return cleanUp({ client: Object.assign(Object.create(client) as Client, { call }), journal, ownership })
}

/** A deployment with one task of the key `main`, which another key may list; and what it is sent. */
function withTask(statusOf: (operation: string) => number) {
  const journal = new CleanupJournal('mark')
  journal.made(journal.intend({ kind: 'task', mark: 'mark', key: 'main' }), 't1')
  const sent: string[] = []
  const { target } = having([])
  const keys = target.keys.flatMap(key => [key, { ...key, name: 'other' }])
  const client = {
    target: { ...target, keys },
    sleep: async () => {},
    call: async (operation: string, { key }: { key: { name: string } }) => {
      sent.push(`${operation} by ${key.name}`)
      const record = { id: 't1', title: 'mark' }
      const json = operation === 'listTasks' ? { tasks: [record] } : record
      return {
        operation,
        status: statusOf(operation),
        json,
        url: 'http://localhost/tasks/t1',
        sent: 0,
        ms: 0,
      }
    },
  } as unknown as Client
  return { journal, client, sent }
}
