/** Removes, newest first, only what contains the run's mark: what the journal lists, then what the lists of tasks show. */
import { replyRows } from '../extract/list-rows.ts'
import { idOf, wordIn } from '../extract/record.ts'
import { phaseOf, readRun } from '../extract/run-status.ts'
import { type Key, keysOf } from '../target/target.ts'
import type { CleanupJournal, Creation } from './cleanup-journal.ts'
import type { Client } from './client.ts'
import { pagesOf } from './list-pages.ts'
import { type Owner, readerOf } from './ownership.ts'
import type { SuiteContext } from './suite-context.ts'
import { NoAnswer } from './transport.ts'

/** What could not be removed, with the reason. */
export interface Leftover {
  kind: Creation['kind']
  /** The id, unless no reply has named it or it is that of a record of others; otherwise the mark. */
  id: string
  why: string
}

/** Where things were created, what was, and whose things are. */
type Cleaning = Pick<SuiteContext, 'client' | 'journal' | 'ownership'>

/** Removes everything that the run created. Once the client is stopped, the rest is reported as left over. */
export async function cleanUp(cleaning: Cleaning): Promise<Leftover[]> {
  await removeListed(cleaning)
  const hidden = await findMarked(cleaning)
  let left = await removeListed(cleaning)
  // A read may still show from a cache what is gone.
  const { client } = cleaning
  const mayBeGone = [...left].some(([{ kind }, why]) => kind === 'task' && why !== UNNAMED)
  if (!client.stopped && mayBeGone) {
    // A run that is stopped meanwhile still says what is left over.
    await client.sleep(client.target.pace.lateSeconds).catch(() => {})
    left = await removeListed(cleaning)
  }
  return [...left].flatMap(([creation, why]) => {
    const { n, kind, id, mark, foreign, key } = creation
    if (why === UNNAMED && !hidden.has(key)) {
      cleaning.journal.gone(n)
      return []
    }
    return { kind, id: foreign || why === UNNAMED ? mark : (id ?? mark), why }
  })
}

/** Tries to remove what the journal lists, and says why the rest still exists. `which` selects entries. */
export async function removeListed(
  cleaning: Cleaning,
  which: (creation: Creation) => boolean = () => true,
): Promise<Map<Creation, string>> {
  const { client, journal } = cleaning
  const left = new Map<Creation, string>()
  const chosen = journal.open.filter(which)
  const { concurrency } = client.target.pace
  // What stays because something made after it is still there is tried again in a later pass.
  for (let at = 0; at < chosen.length; at += concurrency) {
    const some = chosen.slice(at, at + concurrency)
    const whys = await Promise.all(some.map(creation => remove(cleaning, creation)))
    for (const [nth, creation] of some.entries()) {
      const why = whys[nth]
      if (why === undefined) journal.gone(creation.n)
      else left.set(creation, why)
    }
  }
  return left
}

/**
 * A deployment may create a task and name no id or a wrong one. Finds the tasks with the mark of this run in the lists of
 * the keys that created tasks, and journals them. Returns the keys whose lists were not read to their end.
 */
async function findMarked(cleaning: Cleaning): Promise<Set<string>> {
  const hidden = new Set<string>()
  const lists = new Map<Key, Promise<boolean>>()
  for (const name of cleaning.journal.taskKeys) {
    const listers = listersFor(cleaning.client, name)
    if (listers.length === 0) hidden.add(name)
    for (const key of listers) {
      const list = lists.get(key) ?? findMarkedBy(cleaning, key).catch(() => false)
      lists.set(key, list)
      if (!(await list)) hidden.add(name)
    }
  }
  return hidden
}

/** The key itself; where it cannot read, all keys of its tenant, because the owner of its tasks may hold one of them. */
function listersFor({ target }: Client, name: string): Key[] {
  const creator = target.keys.find(key => key.name === name)
  if (!creator) return []
  const readers = keysOf(target.keys, creator.tenant, 'tasks:read')
  return readers.includes(creator) ? [creator] : readers
}

async function findMarkedBy({ client, journal, ownership }: Cleaning, key: Key) {
  const large = { limit: 100, include_archived: true }
  // The largest page is not stated: the deployment may refuse this one.
  const takesLarge = (await client.call('listTasks', { key, query: large })).status === 200
  const query = takesLarge ? large : { include_archived: true }
  const ask = (paging: object) => client.call('listTasks', { key, query: { ...query, ...paging } })
  for await (const { exchange, rows, isLast } of pagesOf(MANY_PAGES, ask)) {
    const marked = rows.flatMap(row => {
      const id = idOf(row, 'task')
      if (id === undefined || !ownership.bearsMark(row) || journal.find('task', id)?.checked) return []
      return { id, mark: String(row.title ?? id) }
    })
    // Side by side, because a late list may hold many that are gone.
    const read = ({ id }: { id: string }) =>
      ownership.hasDeleted(id)
        ? ownership.ownerOf(client, 'task', id, key)
        : ownership.ownerOnceShown(client, 'task', id, key)
    const owners = await Promise.allSettled(marked.map(read))
    for (const [at, { id, mark }] of marked.entries()) {
      const owner = owners[at]
      if (owner?.status === 'fulfilled' && owner.value === 'ours')
        journal.found('task', id, { mark, key: key.name })
    }
    // What could not be read may be ours.
    if (owners.some(({ status }) => status === 'rejected')) return false
    if (isLast) return exchange.status === 200
  }
  return false
}

/** Why something is left behind where cleaning up ran out of time, which a busy machine makes happen. */
export const NO_TIME = 'no time was left to remove it'
const UNNAMED = 'no reply has shown its id, and its list was not read to the end'
const FOREIGN = 'the reply to its creation named a record of others'

/** Undefined when it is gone, or has ended where it cannot be removed; otherwise the reason why it still exists. */
async function remove(cleaning: Cleaning, creation: Creation): Promise<string | undefined> {
  const { client } = cleaning
  if (client.stopped) return NO_TIME
  const key = client.target.keys.find(one => one.name === creation.key)
  if (!key) return `the target has no key named ${creation.key}, which made it`
  // No key can stop or remove a workflow run; it ends by itself.
  if (creation.kind === 'workflow-run') return undefined
  // Removing twice is harmless, so a failed connection is retried whatever the method.
  for (let attempt = 1; ; attempt++) {
    try {
      return await (creation.kind === 'task' ? removeTask : endRun)(cleaning, key, creation)
    } catch (problem) {
      if (client.stopped) return NO_TIME
      if (!(problem instanceof NoAnswer) || problem.code === 'ETIMEDOUT' || attempt === 4)
        return (problem as Error).message
    }
  }
}

/** Why a record is left alone that is of others, or that nobody can read. */
function whyLeft(journal: CleanupJournal, n: number, owner: Owner): string | undefined {
  if (owner === 'foreign') journal.foreign(n)
  return owner === 'foreign' ? FOREIGN : typeof owner === 'object' ? owner.refused : undefined
}

async function removeTask({ client, journal, ownership }: Cleaning, key: Key, { n, id, checked }: Creation) {
  if (id === undefined) return UNNAMED
  const owner = await ownership.ownerOf(client, 'task', id, key)
  // An id that never was ours says nothing about the task that was created. What was ours may be there all the same: a
  // read may lag.
  if (owner === 'absent' && !checked) return UNNAMED
  const why = whyLeft(journal, n, owner)
  if (why !== undefined) return why
  const survived = owner === 'ours' && ownership.hasDeleted(id)
  const { status } = await client.call('deleteTask', { key, path: { task_id: id } })
  if (status < 300 && !survived) return undefined
  // Deployments differ in the status for a missing task: a task that cannot be read is gone.
  const isGone = (await ownership.ownerOf(client, 'task', id, key)) === 'absent'
  const outcome = `DELETE /tasks/${id} answered ${status}`
  return isGone ? undefined : status < 300 ? `${outcome}, and it can still be read` : outcome
}

async function endRun(cleaning: Cleaning, key: Key, { n, id, parent, foreign }: Creation) {
  const { client, journal, ownership } = cleaning
  if (id === undefined || foreign) {
    if (await endsAllOf(cleaning, key, parent)) return undefined
    return `${foreign ? FOREIGN : 'no reply has shown its id'}, and a run of its agent works or may be hidden`
  }
  const owner = await ownership.ownerOnceShown(client, 'run', id, key)
  if (owner === 'absent') return undefined
  const why = whyLeft(journal, n, owner)
  if (why !== undefined) return why
  const path = { run_id: id, agent_id: parent ?? '' }
  const reader = readerOf(client, 'getRun', key)
  const read = async () =>
    reader ? readRun((await client.call('getRun', { key: reader, path })).json) : undefined
  const before = await read()
  if (before?.phase === 'ended') return undefined
  const stopped = await client.call('stopRun', { key, path })
  if (stopped.status < 300) return undefined
  const isOpen = (run: Awaited<ReturnType<typeof read>>) =>
    run?.phase === 'running' || run?.phase === 'paused' || run?.phase === 'waiting'
  let after = await read()
  // A read may lag behind the end of the run.
  for (let wait = 1; isOpen(after) && wait <= 16; wait *= 2) {
    await client.sleep(wait)
    after = await read()
  }
  return isOpen(after) ? `stop answered ${stopped.status} and it is still ${after?.status}` : undefined
}

/**
 * Ends the runs of the agent that are ours: one without a known id is among them, or has ended. False where a working
 * run may be ours, or the list shows nothing and may be late.
 */
async function endsAllOf(cleaning: Cleaning, key: Key, agent_id = '', hasWaited = false): Promise<boolean> {
  const { client, ownership } = cleaning
  const reader = readerOf(client, 'listRuns', key)
  if (!reader || agent_id === '') return false
  const ask = (paging: object) => client.call('listRuns', { key: reader, query: { agent_id, ...paging } })
  let seen = 0
  for await (const { exchange, rows, isLast } of pagesOf(MANY_PAGES, ask)) {
    seen += rows.length
    if (exchange.status !== 200) return false
    for (const row of rows) {
      const run_id = idOf(row, 'run')
      if (phaseOf(wordIn(row), Boolean(row.summary)) === 'ended') continue
      if (run_id === undefined) return false
      const owner = await ownership.ownerOf(client, 'run', run_id, key)
      // The input of a run has the mark of ours.
      if (owner !== 'ours' && owner !== 'absent' && row.input === undefined) return false
      if (owner !== 'ours') continue
      const { status } = await client.call('stopRun', { key, path: { run_id, agent_id } })
      if (status >= 300) return false
    }
    if (isLast && seen > 0) return true
  }
  if (seen > 0) return false
  if (hasWaited) return replyRows(await client.call('listRuns', { key: reader })).length > 0
  await client.sleep(client.target.pace.lateSeconds)
  return endsAllOf(cleaning, key, agent_id, true)
}

const MANY_PAGES = 30
