import { expect, test } from 'vitest'
import { cleanUp } from './cleanup.ts'
import { CleanupJournal } from './cleanup-journal.ts'
import type { Client } from './client.ts'
import { Ownership } from './ownership.ts'

/** A deployment with these runs of one agent. */
const having = (runs: object[]) =>
  ({
    stopped: false,
    target: {
      pace: { lateSeconds: 1 },
      keys: [{ name: 'main', tenant: 'home', revoked: false, scopes: new Set(['runs:read', 'tasks:read']) }],
    },
    call: async (operation: string) => ({
      operation,
      status: 200,
      json: operation === 'getRun' ? runs[0] : { runs },
    }),
  }) as unknown as Client

test.each([
  ['all runs of its agent have ended', [{ id: 'r1', status: 'completed' }], 0],
  ['one works that may be it', [{ id: 'r1', status: 'running' }], 1],
  ['one works that is of others', [{ id: 'r1', status: 'running', input: { task: 'theirs' } }], 0],
  ['one works that bears the mark', [{ id: 'r1', status: 'running', input: { task: 'mark' } }], 0],
  ['none is listed', [], 1],
])('of a run whose start got no reply, where %s', async (_, runs, left) => {
  const journal = new CleanupJournal('mark')
  journal.intend({ kind: 'run', mark: 'run of agent a1', key: 'main', parent: 'a1' })
  expect(await cleanUp({ client: having(runs), journal, ownership: new Ownership(journal) })).toHaveLength(
    left,
  )
})

test('a run that is stopped while a list may still show what is gone says what is left', async () => {
  const journal = new CleanupJournal('mark')
  journal.made(journal.intend({ kind: 'task', mark: 'mark', key: 'main' }), 't1')
  const client = {
    ...having([]),
    call: async (operation: string) => ({
      operation,
      status: operation === 'deleteTask' ? 500 : 200,
      json: { id: 't1', title: 'mark' },
    }),
    sleep: () => Promise.reject(new Error('the run was stopped')),
  } as unknown as Client
  const left = await cleanUp({ client, journal, ownership: new Ownership(journal) })
  expect(left).toMatchObject([{ kind: 'task', id: 't1' }])
})
