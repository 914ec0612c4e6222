/** Removes what the journal says is ours, newest first, and nothing else. */
import type { Scope } from '#openapi'
import { listIn, rowsOfObjects } from '../reading/list-rows.ts'
import { idOf } from '../reading/record.ts'
import { readRun } from '../reading/run-status.ts'
import type { Key } from '../target/target.ts'
import type { CleanupJournal, Creation } from './cleanup-journal.ts'
import type { Client } from './client.ts'
import { NoAnswer } from './transport.ts'

/** What is still there afterwards, each with the reason. */
export interface Leftover {
  kind: Creation['kind']
  id: string
  why: string
}

export async function cleanUp(
  client: Client,
  journal: CleanupJournal,
  which?: (own: Creation) => boolean,
): Promise<Leftover[]> {
  const leftovers: Leftover[] = []
  for (const own of journal.open.filter(which ?? (() => true))) {
    const why = await insisting(() => removing(client, own))
    if (why === undefined) journal.gone(own.n)
    else leftovers.push({ kind: own.kind, id: own.id ?? own.mark, why })
  }
  return leftovers
}

/** A connection that fails is tried again here, whatever the method: what is removed twice is still gone. */
async function insisting(remove: () => Promise<string | undefined>): Promise<string | undefined> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await remove()
    } catch (problem) {
      if (!(problem instanceof NoAnswer) || problem.code === 'ETIMEDOUT' || attempt === 4)
        return (problem as Error).message
    }
  }
}

/** Undefined when it is gone, or has ended where nothing can be removed. */
async function removing(client: Client, own: Creation): Promise<string | undefined> {
  const key = client.target.keys.find(one => one.name === own.key)
  if (!key) return `the target has no key named ${own.key}, which made it`
  if (own.kind === 'task') return removeTask(client, key, own)
  if (own.kind === 'run') return endRun(client, key, own)
  return undefined // A workflow run cannot be stopped or removed with a key; it ends by itself.
}

async function removeTask(client: Client, key: Key, own: Creation): Promise<string | undefined> {
  const ids = own.id === undefined ? await marked(client, key, own.mark) : [own.id]
  for (const id of ids) {
    const reply = await client.call('deleteTask', { key, path: { task_id: id } })
    if (reply.status < 300) continue
    // Whatever status a deployment has for what is not there: a task that cannot be read is gone.
    const reader = readerFor(client, key, 'tasks:read')
    const there =
      reader === undefined ||
      (await client.call('getTask', { key: reader, path: { task_id: id } })).status < 300
    if (there && reply.status !== 404 && reply.status !== 410)
      if ((await client.call('getTask', { key, path: { task_id: id } })).status < 400)
        // What is gone already may be refused like what never was.
        return `DELETE /tasks/${id} answered ${reply.status}`
  }
  return undefined
}

/** The task was meant to be made and no answer came: it exists if a task bears our mark. */
async function marked(client: Client, key: Key, mark: string): Promise<string[]> {
  const reply = await client.call('listTasks', { key, query: { limit: 100, include_archived: true } })
  const rows = rowsOfObjects(listIn(reply.json, ['tasks']) ?? [])
  return rows.filter(row => row.title === mark).flatMap(row => idOf(row, 'task') ?? [])
}

async function endRun(client: Client, key: Key, own: Creation): Promise<string | undefined> {
  if (own.id === undefined) return 'its start got no answer, so its id is not known'
  const path = { run_id: own.id, agent_id: own.parent ?? '' }
  const reader = readerFor(client, key, 'runs:read')
  const read = async () =>
    reader ? readRun((await client.call('getRun', { key: reader, path })).json) : undefined
  const before = await read()
  if (before?.phase === 'ended') return undefined
  const stopped = await client.call('stopRun', { key, path })
  if (stopped.status < 300) return undefined
  const after = await read()
  const goesOn = after?.phase === 'running' || after?.phase === 'paused' || after?.phase === 'waiting'
  return goesOn ? `stop answered ${stopped.status} and it is still ${after?.status}` : undefined
}

const readerFor = (client: Client, maker: Key, scope: Scope): Key | undefined =>
  maker.scopes.has(scope)
    ? maker
    : client.target.keys.find(one => one.tenant === maker.tenant && !one.revoked && one.scopes.has(scope))
