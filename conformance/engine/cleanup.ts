/** Removes, newest first, only what the journal lists and what contains the run's mark. */
import { nextCursor, replyRows } from '../extract/list-rows.ts'
import { idOf, wordIn } from '../extract/record.ts'
import { phaseOf, readRun } from '../extract/run-status.ts'
import type { Key } from '../target/target.ts'
import type { CleanupJournal, Creation } from './cleanup-journal.ts'
import type { Client } from './client.ts'
import { type Kind, Ownership } from './ownership.ts'
import { NoAnswer } from './transport.ts'

/** What could not be removed, with the reason. */
export interface Leftover {
  kind: Creation['kind']
  id: string
  why: string
}

/** `which` selects entries of the journal. Once the client is stopped, the rest is reported as left over. */
export async function cleanUp(
  client: Client,
  journal: CleanupJournal,
  ownership: Ownership,
  which: (creation: Creation) => boolean = () => true,
): Promise<Leftover[]> {
  const removeAll = async (creations: readonly Creation[]) => {
    const refused = new Map<Creation, string>()
    for (const creation of creations) {
      const why = client.stopped ? NO_TIME : await remove(client, ownership, creation)
      if (why === undefined) journal.gone(creation.n)
      else refused.set(creation, why)
    }
    return refused
  }
  const first = await removeAll(journal.open.filter(which))
  // The first deletion shows how this deployment answers for a record that is gone.
  const left = await removeAll([...first.keys()])
  return [...left].map(([{ kind, id, mark }, why]) => ({ kind, id: id ?? mark, why }))
}

const NO_TIME = 'no time was left to remove it'

/** An ownership for the journal of another process. */
export function ownershipOf(journal: CleanupJournal): Ownership {
  const ownership = new Ownership(journal.nonce)
  for (const { kind, id, checked } of journal.open)
    if (checked && id !== undefined && kind !== 'workflow-run') ownership.trust(kind, id)
  return ownership
}

/** Undefined when it is gone, or has ended where it cannot be removed; otherwise the reason why it still exists. */
async function remove(client: Client, ownership: Ownership, creation: Creation): Promise<string | undefined> {
  const key = client.target.keys.find(one => one.name === creation.key)
  if (!key) return `the target has no key named ${creation.key}, which made it`
  // No key can stop or remove a workflow run; it ends by itself.
  if (creation.kind === 'workflow-run') return undefined
  // Removing twice is harmless, so a failed connection is retried whatever the method.
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
    // Deployments differ in the status for a missing task: a task that cannot be read is gone.
    if ((await ownership.ownerOf(client, 'task', id, key.tenant)) !== 'absent')
      return `DELETE /tasks/${id} answered ${reply.status}`
  }
  return undefined
}

/** Without a reply to the creation, the task exists if one contains its mark. */
async function markedTasks(client: Client, key: Key, mark: string): Promise<string[]> {
  const reply = await client.call('listTasks', { key, query: { limit: 100, include_archived: true } })
  const rows = replyRows(reply)
  return rows.filter(row => row.title === mark).flatMap(row => idOf(row, 'task') ?? [])
}

async function endRun(client: Client, ownership: Ownership, key: Key, { id, parent }: Creation) {
  if (id === undefined)
    return (await endsAllOf(client, ownership, key, parent))
      ? undefined
      : 'no reply has shown its id, and a run of its agent works'
  const foreign = await notOurs(client, ownership, 'run', id, key)
  if (foreign === 'absent') return undefined
  if (foreign !== undefined) return foreign
  const path = { run_id: id, agent_id: parent ?? '' }
  const reader = readerFor(client, key)
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

/**
 * Ends the runs of the agent that are ours: one without a known id is among them, or has ended. False where a working
 * run may be ours.
 */
async function endsAllOf(client: Client, ownership: Ownership, key: Key, agent_id = ''): Promise<boolean> {
  const reader = readerFor(client, key)
  if (!reader || agent_id === '') return false
  for (let cursor: string | undefined, page = 0; page < MANY_PAGES; page++) {
    const reply = await client.call('listRuns', { key: reader, query: { agent_id, cursor } })
    const rows = replyRows(reply)
    if (reply.status !== 200 || (rows.length === 0 && page === 0)) return false
    for (const row of rows) {
      const run_id = idOf(row, 'run')
      if (phaseOf(wordIn(row), Boolean(row.summary)) === 'ended') continue
      if (run_id === undefined) return false
      const owner = await ownership.ownerOf(client, 'run', run_id, key.tenant)
      // The input of a run has the mark of ours.
      if (owner !== 'ours' && owner !== 'absent' && row.input === undefined) return false
      if (owner !== 'ours') continue
      const { status } = await client.call('stopRun', { key, path: { run_id, agent_id } })
      if (status >= 300) return false
    }
    const next = nextCursor(reply.json)
    if (next === undefined || next === cursor) return true
    cursor = next
  }
  return false
}

const MANY_PAGES = 30

const readerFor = (client: Client, key: Key): Key | undefined =>
  client.target.keys.find(one => one.tenant === key.tenant && !one.revoked && one.scopes.has('runs:read'))

/** Undefined when it is ours; otherwise `absent`, or the reason to leave it alone. */
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
