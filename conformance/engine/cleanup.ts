/** Removes what the journal says this run made and what bears its mark, newest first, and nothing else. */
import { replyRows } from '../extract/list-rows.ts'
import { idOf } from '../extract/record.ts'
import { readRun } from '../extract/run-status.ts'
import type { Key } from '../target/target.ts'
import type { CleanupJournal, Creation } from './cleanup-journal.ts'
import type { Client } from './client.ts'
import { type Kind, Ownership } from './ownership.ts'
import { NoAnswer } from './transport.ts'

/** What is still there afterwards, each with the reason. */
export interface Leftover {
  kind: Creation['kind']
  id: string
  why: string
}

/** `which` chooses among what the journal names. When the client is stopped, the rest is left and reported. */
export async function cleanUp(
  client: Client,
  journal: CleanupJournal,
  ownership: Ownership,
  which: (creation: Creation) => boolean = () => true,
): Promise<Leftover[]> {
  const leftovers: Leftover[] = []
  for (const creation of journal.open.filter(which)) {
    const why = client.stopped ? NO_TIME : await remove(client, ownership, creation)
    if (why === undefined) journal.gone(creation.n)
    else leftovers.push({ kind: creation.kind, id: creation.id ?? creation.mark, why })
  }
  return leftovers
}

const NO_TIME = 'no time was left to remove it'

/** An ownership for a journal that another process wrote. */
export function ownershipOf(journal: CleanupJournal): Ownership {
  const ownership = new Ownership(journal.nonce)
  for (const { kind, id, checked } of journal.open)
    if (checked && id !== undefined && kind !== 'workflow-run') ownership.trust(kind, id)
  return ownership
}

/** Undefined when it is gone, or has ended where nothing can be removed; otherwise why it is still there. */
async function remove(client: Client, ownership: Ownership, creation: Creation): Promise<string | undefined> {
  const key = client.target.keys.find(one => one.name === creation.key)
  if (!key) return `the target has no key named ${creation.key}, which made it`
  // A workflow run cannot be stopped or removed with a key; it ends by itself.
  if (creation.kind === 'workflow-run') return undefined
  // A connection that fails is tried again, whatever the method: what is removed twice is still gone.
  for (let attempt = 1; ; attempt++) {
    try {
      return await (creation.kind === 'task' ? removeTask : endRun)(client, ownership, key, creation)
    } catch (problem) {
      if (client.stopped) return NO_TIME
      if (!(problem instanceof NoAnswer) || problem.code === 'ETIMEDOUT' || attempt === 4)
        return (problem as Error).message
    }
  }
}

async function removeTask(client: Client, ownership: Ownership, key: Key, creation: Creation) {
  const ids = creation.id === undefined ? await markedTasks(client, key, creation.mark) : [creation.id]
  for (const id of ids) {
    const foreign = await notOurs(client, ownership, 'task', id, key)
    if (foreign === 'absent') continue
    if (foreign !== undefined) return foreign
    const reply = await client.call('deleteTask', { key, path: { task_id: id } })
    if (reply.status < 300) continue
    // Whatever status a deployment has for what is not there: a task that cannot be read is gone.
    if ((await ownership.ownerOf(client, 'task', id, key.tenant)) !== 'absent')
      return `DELETE /tasks/${id} answered ${reply.status}`
  }
  return undefined
}

/** No reply to the creation came: the task exists if one bears its mark. */
async function markedTasks(client: Client, key: Key, mark: string): Promise<string[]> {
  const reply = await client.call('listTasks', { key, query: { limit: 100, include_archived: true } })
  const rows = replyRows(reply)
  return rows.filter(row => row.title === mark).flatMap(row => idOf(row, 'task') ?? [])
}

async function endRun(client: Client, ownership: Ownership, key: Key, { id, parent }: Creation) {
  if (id === undefined) return 'its start got no reply, so its id is not known'
  const foreign = await notOurs(client, ownership, 'run', id, key)
  if (foreign === 'absent') return undefined
  if (foreign !== undefined) return foreign
  const path = { run_id: id, agent_id: parent ?? '' }
  const reader = client.target.keys.find(
    one => one.tenant === key.tenant && !one.revoked && one.scopes.has('runs:read'),
  )
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

/** Undefined when it is ours; `absent`, or why it must be left alone. */
async function notOurs(
  client: Client,
  ownership: Ownership,
  kind: Kind,
  id: string,
  key: Key,
): Promise<string | undefined> {
  const owner = await ownership.ownerOf(client, kind, id, key.tenant)
  return owner === 'ours' ? undefined : owner === 'absent' ? owner : owner.refused
}
