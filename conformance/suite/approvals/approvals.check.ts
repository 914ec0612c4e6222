/** The pending approvals: listed, read, and waited for by runs. */

import { readListed } from '../../engine/list-pages.ts'
import { type Scenario, scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { mentions } from '../../extract/find-value.ts'
import { replyIds, replyRows } from '../../extract/list-rows.ts'
import { idOf, recordIn, refersTo, refIn, wordIn } from '../../extract/record.ts'
import { mayWait } from '../../extract/run-status.ts'
import type { Exchange } from '../../requirements/exchange.ts'
import { lacks } from '../../requirements/missing.ts'
import { judgeRecordId } from '../../rules/same-record.ts'
import { holdsList } from '../../rules/stated-status.ts'
import { runner } from '../runs/find-agents.ts'
import {
  awaitRun,
  type CurrentRun,
  currentRun,
  type OwnRun,
  startRun,
  waitsForPerson,
} from '../runs/own-run.ts'
import { isDecided, lackOfPending, listsGate, mayBeFor, type Pending, pending } from './pending-approvals.ts'
import { isNoGate, judgeWhoSees } from './who-sees.check.ts'

const list = scenario({
  id: 'approvals/list',
  title: 'Pending approvals are listed and read one by one; decided ones are not listed',
  requirements: ['APPR-01', 'APPR-02', 'APPR-04', 'APPR-06', 'APPR-07'],
  needs: { capability: 'approvals', scopes: ['approvals:read'] },
  cost: { requests: 8 },
  async run(t) {
    const reply = await t.call('listPendingApprovals')
    const waiting = await t.call('listPendingWorkflowApprovals')
    if (t.answered('APPR-06', waiting) && holdsList(t, 'APPR-06', waiting)) {
      await noneIsDecided(t, 'APPR-07', waiting)
      await holdsNamed(t, 'APPR-06', 'pending-gate', waiting)
    }
    if (!t.answered('APPR-01', reply) || !holdsList(t, 'APPR-01', reply)) return
    const [gate] = replyIds(waiting)
    if (gate !== undefined)
      t.observe('workflow-approvals', replyIds(reply).includes(gate) ? 'both' : 'apart', reply, waiting)
    await noneIsDecided(t, 'APPR-02', reply)
    await holdsNamed(t, 'APPR-01', 'pending-approval', reply)
    const decided = t.target.fixtures.get('decided-approval')?.id
    const lack = lacks.fixture('decided-approval', 'an approval that has been decided')
    for (const [id, one] of [['APPR-02', reply] as const, ['APPR-07', waiting] as const]) {
      if (!decided) t.notExercised(id, lack)
      else {
        const shown = replyIds(one).includes(decided)
        const sentence = `${pathOf(one)} ${shown ? 'lists' : 'does not list'} the decided approval ${decided}`
        t.expect('filter-satisfied', id, !shown, sentence, one)
      }
    }
    const [known] = await pending(t)
    if (!known) return t.notExercised('APPR-04', lackOfPending)
    const one = await readListed(t, 'listPendingApprovals', 'getApproval', { approval_id: known.id })
    if (!one) return t.notExercised('APPR-04', lackOfPending)
    if (!t.answered('APPR-04', one)) return
    judgeRecordId(t, 'APPR-04', 'approval', known.id, one)
    if (decided && isCalledPending(one)) await listsWhatIsPending(t, decided)
  },
})

const pathOf = (reply: Exchange) => `${reply.method} ${new URL(reply.url).pathname}`

/** The target declares that the list of the main key holds it. */
async function holdsNamed(t: Trial, id: string, name: 'pending-approval' | 'pending-gate', reply: Exchange) {
  const named = t.target.fixtures.get(name)?.id
  if (!named) return t.notExercised(id, lacks.fixture(name, 'an approval that waits for a person'), reply)
  // A person may have decided it since the target was written; list and record may show that at different moments.
  const read = () => t.call('getApproval', { path: { approval_id: named } })
  const isListed = async () => mentions((await t.need(reply.operation)).json, named)
  const found =
    mentions(reply.json, named) || (await t.settled('the approval to be listed', isListed, Boolean))
  const sentence = `${pathOf(reply)} ${found ? 'lists' : 'does not list'} the approval ${named}`
  if (found) return t.met('lists-visible', id, sentence, reply)
  const one = await read()
  const other = name === 'pending-gate' ? await listsGate(t, gate => gate.id === named) : undefined
  if (!isCalledPending(one))
    t.notExercised(id, lacks.fixture(name, `an approval that is pending: ${named}`), one)
  else if (other) {
    const lack = `a gate that the owner of the main key may decide: key ${other.name} lists ${named}`
    t.notExercised(id, lacks.fixture(name, lack), reply, one)
  } else t.violated('lists-visible', id, sentence, reply, one)
}

/** Whose list holds every pending approval: that of somebody else may hold only what this person decides. */
const isOfAdmin = (t: Trial): boolean => t.keys.with('approvals:read').role === 'admin'

const isCalledPending = ({ status, json }: Exchange) =>
  status === 200 && /^pending$/i.test(wordIn(recordIn(json, ['approval'])) ?? '')

/** Where listed approvals are called pending when they are read, one that is called so and is not listed is left out. */
async function listsWhatIsPending(t: Trial, id: string) {
  const read = () => t.call('getApproval', { path: { approval_id: id } })
  const listed = async () => (await pending(t)).some(one => one.id === id)
  const before = await read()
  if (!isCalledPending(before) || !isOfAdmin(t)) return
  const isListed = await t.settled('the approval to be listed', listed, Boolean)
  const after = await read()
  const sentence = `the approval ${id} is pending when it is read, and the list of all pending approvals leaves it out`
  if (!isListed && isCalledPending(after)) t.violated('lists-visible', 'APPR-01', sentence, before, after)
}

/** A row that shows a decision, and so does its record, is not pending: nobody can act on it any more. */
export async function noneIsDecided(t: Trial, requirement: string, reply: Exchange) {
  const over = replyRows(reply).find(isDecided)
  if (!over) return
  const id = idOf(over, 'approval')
  const isGone = async () =>
    !replyRows(await t.need(reply.operation)).some(row => idOf(row, 'approval') === id && isDecided(row))
  const gone = await t.comes('a decided approval to leave the list', isGone)
  const sentence = `${pathOf(reply)} lists the approval ${id}, which is ${wordIn(over) ?? wordIn(over, 'state')}`
  if (!gone) t.violated('filter-satisfied', requirement, sentence, reply)
}

const appears = scenario({
  id: 'approvals/appears',
  title: 'The approval that a run waits for is listed',
  requirements: ['APPR-01', 'APPR-04', 'APPR-05', 'APPR-06'],
  needs: { capability: 'approvals', scopes: ['approvals:read', 'agents:run', 'runs:read'] },
  cost: { requests: 24, runs: 1, seconds: 10 },
  writes: true,
  async run(t) {
    const there = await pending(t)
    const before = new Set(there.map(({ id }) => id))
    const agent = await runner(t, 'agent-waits-approval')
    const run = await startRun(t, agent)
    const waiting = waitsForPerson()
    const rests = (one: CurrentRun) => waiting(one) || one.phase === 'ended'
    const view = await awaitRun(t, run, 'a run to wait for an approval', rests)
    if (!view || view.phase === 'ended')
      return t.notExercised('APPR-01', `a run that waits: it is ${view?.status}`)
    const isFresh = (one: Pending) => !before.has(one.id) && mayBeFor(one.row, run.id)
    const look = async () => (await pending(t)).find(isFresh)
    const fresh = await t.until('the approval to be listed', t.target.pace.lateSeconds, look)
    if (!fresh) {
      // Somebody may have decided it before it was listed.
      const later = await currentRun(t, run)
      if (later.status !== view.status)
        return t.notExercised('APPR-01', `a run that waits for long: it is ${later.status}`, later.exchange)
      // An agent may let others work for it: then a row names their run. One row may be of several runs.
      const own = new Set(t.context.ownRecords.histories().map(({ id }) => id))
      const isOfOthers = ({ id, row }: Pending) => !before.has(id) && !own.has(refIn(row, 'run') ?? run.id)
      const other = (await pending(t)).find(one => mentions(one.row, run.id) || isOfOthers(one))
      if (other) return t.notExercised('APPR-01', `an approval that names the run ${run.id}`, other.list)
      const named = refIn(view.record, 'approval')
      if (named === undefined && view.phase !== 'paused' && !mayWait(view.status))
        return t.notExercised('APPR-01', `a run that certainly waits: it is ${view.status}`, view.exchange)
      const isAlike = (one: Pending) => isOf(t, one, agent.id)
      const declared = t.target.fixtures.get('agent-waits-approval')?.id === agent.id
      const alike = declared ? await firstOf(there, isAlike) : undefined
      const sentence = `approvals of the same agent are listed, as ${alike?.id}, and none for which the run waits`
      if (alike) return t.violated('lists-visible', 'APPR-01', sentence, view.exchange)
      return await unlisted(t, named, before, run)
    }
    t.met('lists-visible', 'APPR-01', `the approval ${fresh.id} is listed`, fresh.list)
    const one = await readListed(t, 'listPendingApprovals', 'getApproval', { approval_id: fresh.id })
    if (!one) return t.notExercised('APPR-04', lackOfPending)
    if (t.answered('APPR-04', one)) judgeRecordId(t, 'APPR-04', 'approval', fresh.id, one)
    const isOurs = refersTo(one.json, 'run', run.id) || refIn(view.record, 'approval') === fresh.id
    if (isOurs) await isNoGate(t, fresh, run.id)
    await judgeWhoSees(t, [fresh.id])
  },
})

/** Whether an approval is for a run of that agent: it names the agent or one of its runs. */
async function isOf(t: Trial, { row }: Pending, agent: string): Promise<boolean> {
  const shown = refIn(row, 'agent')
  if (shown !== undefined) return shown === agent
  const run = refIn(row, 'run')
  const record = run === undefined ? undefined : await t.call('getRun', { path: { run_id: run } })
  return record?.status === 200 && refIn(recordIn(record.json, ['run']), 'agent') === agent
}

async function firstOf<T>(all: readonly T[], is: (one: T) => Promise<boolean>): Promise<T | undefined> {
  for (const one of all) if (await is(one)) return one
  return undefined
}

/**
 * An approval that is not listed is a violation only if a key of the tenant may see it. Reading it by id proves that;
 * so does a target that names an agent whose runs wait for approvals, which declares that the main key sees them.
 */
async function unlisted(
  t: Trial,
  id: string | undefined,
  before: ReadonlySet<string>,
  { id: run, agent }: OwnRun,
) {
  const one = id === undefined ? undefined : await t.call('getApproval', { path: { approval_id: id } })
  const isListed = (await pending(t)).some(row => row.id === id)
  if (one && isCalledPending(one) && !isListed && isOfAdmin(t)) {
    const sentence = `the run waits for the approval ${id}, which this key reads and the list leaves out`
    return t.violated('lists-visible', 'APPR-01', sentence, one)
  }
  const readers = t.keys.home('approvals:read').filter(key => key.declared)
  const lists = await Promise.all(readers.map(key => pending(t, key)))
  const nowhere = lists.flat().every(row => before.has(row.id) || !mayBeFor(row.row, run))
  const named = t.target.fixtures.get('agent-waits-approval')?.id === agent
  const sentence = `a run waits for an approval, and none has come to the lists of ${readers.length} keys`
  if (named && nowhere && readers.some(({ role }) => role === 'admin'))
    t.violated('lists-visible', 'APPR-01', sentence)
  else t.notExercised('APPR-01', 'a key entitled to see the approval that the run waits for')
}

export const approvalScenarios: readonly Scenario[] = [list, appears]
