/** What each person lists of pending approvals, and reads of them, is the same (sections 4.5 and 5). */

import { scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { asId, type Json, mentions, places } from '../../extract/find-value.ts'
import { idOf, recordIn, refIn } from '../../extract/record.ts'
import { isRefusal } from '../../requirements/exchange.ts'
import { lacks } from '../../requirements/missing.ts'
import type { Key } from '../../target/target.ts'
import { gateRunOf, gates, isDecided, type Pending, pending } from './pending-approvals.ts'

const MAX_READERS = 5
const MAX_APPROVALS = 5

export const whoSeesScenario = scenario({
  id: 'approvals/who-sees',
  title: 'Each person reads the pending approvals that their list shows, and no others',
  requirements: ['APPR-01', 'APPR-05', 'APPR-06', 'APPR-07'],
  needs: { capability: 'approvals', scopes: ['approvals:read'] },
  cost: { requests: 40 },
  turn: 'alone',
  async run(t) {
    await judgeWhoSees(t)
    for (const key of readersOf(t)) await gatesAreListed(t, key)
    await judgeGates(t)
  },
})

/** One key of each person, that of the main key first. */
const readersOf = (t: Trial): Key[] => t.keys.people('approvals:read').slice(0, MAX_READERS)

const listed = async (t: Trial, key: Key, id: string) => (await pending(t, key)).some(one => one.id === id)
const hasGate = async (t: Trial, key: Key, id: string) => (await gates(t, key)).some(one => one.id === id)

/**
 * A list holds all pending approvals that its caller may see. Who reads a pending approval that their list leaves out
 * either may see it, and the list is wrong, or may not.
 */
export async function judgeWhoSees(t: Trial, chosen?: readonly string[]): Promise<void> {
  const readers = readersOf(t)
  const lists = await Promise.all(readers.map(async key => ({ key, all: await pending(t, key) })))
  const all =
    chosen ?? [...new Set(lists.flatMap(({ all }) => all.map(one => one.id)))].slice(0, MAX_APPROVALS)
  for (const id of all) {
    const among = (some: readonly Pending[]) => some.find(one => one.id === id)
    const owner = lists.find(one => among(one.all))
    for (const { key, all } of lists) {
      if (!owner || among(all)) continue
      const reply = await t.call('getApproval', { key, path: { approval_id: id } })
      const sentence = `key ${key.name}, whose list leaves out the pending approval ${id} that key ${owner.key.name} lists, asks for it: ${reply.status}`
      if (isRefusal(reply)) {
        t.met('person-closed', 'APPR-05', sentence, among(owner.all)!.list, reply)
        continue
      }
      const record = recordIn(reply.json, ['approval'])
      if (reply.status !== 200 || idOf(record, 'approval') !== id || isDecided(record)) continue
      // A list may be of what its caller decides: who has asked for an approval, and their manager, may see it as well.
      const namesAsker = [...places(record)].some(({ name }) =>
        /request|creat|start|author|owner/i.test(name),
      )
      const isAsker = key.personId === undefined || !namesAsker || mentions(record, key.personId)
      if (key.role !== 'admin' && (key.role !== 'member' || isAsker)) continue
      // An admin is the likelier one to be entitled: then the list is wrong.
      const blamed = key.role === 'admin' ? 'APPR-01' : 'APPR-05'
      // Each further one would be waited for as long.
      if (t.isViolated(blamed)) continue
      const late = await t.comes('the approval to be listed', () => listed(t, key, id))
      if (late || !(await listed(t, owner.key, id))) continue
      if (key.role === 'admin') t.violated('lists-visible', 'APPR-01', sentence, reply)
      else t.violated('person-closed', 'APPR-05', sentence, reply)
    }
  }
  const lack = lacks.colleague('a pending approval, and the key of a person who does not list it')
  if (!t.isDecided('APPR-05')) t.notExercised('APPR-05', lack)
}

/**
 * Whether a workflow approval is one of the tenant's pending approvals, or a kind of its own, is not stated. Where one is
 * in the list of all, each is that its caller may decide; and it waits for who alone is to approve it.
 */
async function gatesAreListed(t: Trial, key: Key) {
  const [all, open] = [await pending(t, key), await gates(t, key)]
  const areListed = open.some(({ id }) => all.some(one => one.id === id))
  for (const { id } of open.slice(0, MAX_APPROVALS)) {
    if (!areListed || all.some(one => one.id === id)) continue
    const read = await t.call('getApproval', { key, path: { approval_id: id } })
    if (read.status !== 200 || idOf(recordIn(read.json, ['approval']), 'approval') !== id) continue
    const late = await t.comes('the gate to be listed', () => listed(t, key, id))
    const still = await hasGate(t, key, id)
    const sentence = `key ${key.name} may decide the workflow approval ${id}, and its list of all pending approvals leaves it out`
    if (!late && still) t.violated('lists-visible', 'APPR-01', sentence, read)
  }
  const gate = all.find(({ row }) => waitsFor(row, key.personId))
  if (!gate) return
  const found = await t.comes('the gate to be listed', () => hasGate(t, key, gate.id))
  const sentence = `the approval ${gate.id} of a workflow names ${key.personId} as its only approver, and is ${found ? '' : 'not '}among their workflow approvals`
  if (found || (await listed(t, key, gate.id))) t.expect('lists-visible', 'APPR-06', found, sentence)
}

/**
 * Whoever may decide a workflow approval may see it. If two persons list one, and only the first finds it by its id and
 * among all that are pending, the list of the second holds something that they cannot act on.
 */
async function judgeGates(t: Trial): Promise<void> {
  if (!t.wants('APPR-07')) return
  const readers = readersOf(t)
  const lists = await Promise.all(readers.map(async key => ({ key, all: await gates(t, key) })))
  const read = (key: Key, id: string) => t.call('getApproval', { key, path: { approval_id: id } })
  const shared = lists.flatMap(({ all }) => all.map(({ id }) => id))
  for (const id of new Set(shared.filter((one, n) => shared.indexOf(one) !== n).slice(0, MAX_APPROVALS))) {
    const keys = lists.filter(({ all }) => all.some(one => one.id === id)).map(({ key }) => key)
    const replies = await Promise.all(keys.map(async key => ({ key, reply: await read(key, id) })))
    const [seen] = replies.filter(({ reply }) => idOf(recordIn(reply.json, ['approval']), 'approval') === id)
    const [hidden] = replies.filter(({ reply }) => isRefusal(reply))
    // Their ids may be a kind of their own.
    const runOf = (row: unknown) => refIn(row, 'workflow_run')
    const run = lists.flatMap(({ all }) =>
      all.flatMap(one => (one.id === id ? (runOf(one.row) ?? []) : [])),
    )[0]
    const isGate = seen && run !== undefined && runOf(recordIn(seen.reply.json, ['approval'])) === run
    if (!isGate || !hidden || (await listed(t, hidden.key, id))) continue
    const agree = async () => !isRefusal(await read(hidden.key, id)) || !(await hasGate(t, hidden.key, id))
    const late = await t.comes('the list and the record to agree', agree)
    const again = await read(seen.key, id)
    if (late || again.status !== 200 || isDecided(recordIn(again.json, ['approval']))) continue
    const sentence = `key ${hidden.key.name} lists the workflow approval ${id} as one to decide, and reading it answers ${hidden.reply.status}; key ${seen.key.name} reads it`
    const [list] = lists.flatMap(({ key, all }) => (key === hidden.key ? all.map(one => one.list) : []))
    t.violated('person-closed', 'APPR-07', sentence, ...(list ? [list] : []), hidden.reply, again)
    return
  }
}

/** The row of a gate names that person as its approver, nobody else as one, and that person nowhere else. */
function waitsFor(row: Json, person: string | undefined): boolean {
  if (person === undefined || gateRunOf(row) === undefined) return false
  const all = [...places(row)]
  const named = all.filter(({ value }) => asId(value) === person)
  const isAsked = ({ path }: { path: string }) => /approver|decider/i.test(path)
  const others = all.filter(
    one => isAsked(one) && /_?id$|^\d+$/i.test(one.name) && asId(one.value) !== undefined,
  )
  return named.length > 0 && named.every(isAsked) && others.every(({ value }) => asId(value) === person)
}

/** The approval of a run of an agent is no workflow approval; the suite started the run itself. */
export async function isNoGate(t: Trial, { id, list }: Pending, run: string): Promise<void> {
  const readers = readersOf(t)
  const lists = await Promise.all(readers.map(async key => ({ key, all: await gates(t, key) })))
  const [among] = lists.filter(({ all }) => all.some(one => one.id === id))
  const where = among
    ? `among the workflow approvals of key ${among.key.name}`
    : `not among the workflow approvals of ${readers.length} persons`
  const sentence = `the approval ${id} of the agent's run ${run} is ${where}`
  t.expect('filter-satisfied', 'APPR-06', !among, sentence, list)
}
