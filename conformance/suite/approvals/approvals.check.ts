/** What a key sees of approvals. */

import { type Scenario, scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { asId, type Json, mentions, places } from '../../extract/find-value.ts'
import { replyIds, replyList, rowsOfObjects } from '../../extract/list-rows.ts'
import { idOf, recordIn, refIn, wordIn } from '../../extract/record.ts'
import { mayWait } from '../../extract/run-status.ts'
import type { Exchange } from '../../requirements/exchange.ts'
import { lacks } from '../../requirements/missing.ts'
import type { Key } from '../../target/target.ts'
import { runner } from '../runs/find-agents.ts'
import { awaitRun, type OwnRun, startRun, waitsForPerson } from '../runs/own-run.ts'
import { type Pending, pending } from '../runs/run-waiting-for-approval.check.ts'
import { beginWorkflow, listedRuns, runIds, workflowRunId } from '../workflows/existing-workflow-runs.ts'
import { isSameStep, stepsOfRun, stepsOfWorkflow } from '../workflows/workflow-steps.ts'
import { noPathDecides } from './no-path-decides.ts'

const list = scenario({
  id: 'approvals/list',
  title: 'Pending approvals are listed and read one by one; decided ones are not listed',
  requirements: ['APPR-01', 'APPR-02', 'APPR-04', 'APPR-06', 'APPR-07'],
  needs: { capability: 'approvals', scopes: ['approvals:read'] },
  cost: { requests: 6 },
  async run(t) {
    const reply = await t.call('listPendingApprovals')
    if (!t.answered('APPR-01', reply)) return
    const rows = replyList(reply)
    if (rows === undefined) return t.violated('APPR-01', 'there is no list in the reply', reply)
    if (rows.length > 0) t.met('APPR-01', `${rows.length} approvals wait`, reply)
    const waiting = await t.call('listPendingWorkflowApprovals')
    const open = waiting.status === 200 ? replyList(waiting) : undefined
    if (waiting.status !== 200) t.answered('APPR-06', waiting)
    else if (open === undefined) t.violated('APPR-06', 'there is no list in the reply', waiting)
    else if (open.length > 0) t.met('APPR-06', `${open.length} workflow approvals wait`, waiting)
    else if (!isHidden(t, rows, waiting))
      t.notExercised('APPR-06', lacks.fixture('workflow-with-gate', 'a gate that waits'), waiting)
    noneIsDecided(t, 'APPR-02', rows, reply)
    if (open !== undefined) noneIsDecided(t, 'APPR-07', open, waiting)
    const decided = t.target.fixtures.get('decided-approval')?.id
    if (!decided)
      t.notExercised('APPR-02', lacks.fixture('decided-approval', 'an approval that has been decided'))
    else
      t.expect(
        'APPR-02',
        !mentions(rows, decided),
        `the decided approval ${decided} is ${mentions(rows, decided) ? '' : 'not '}listed`,
        reply,
      )

    const named = t.target.fixtures.get('pending-approval')?.id
    if (named)
      t.expect(
        'APPR-01',
        mentions(rows, named),
        `the approval ${named} is ${mentions(rows, named) ? '' : 'not '}listed`,
        reply,
      )
    const [known] = await pending(t)
    if (!known)
      return t.notExercised(
        'APPR-04',
        lacks.any(
          'a pending approval',
          lacks.fixture('pending-approval'),
          lacks.fixture('agent-waits-approval'),
        ),
      )
    const one = await t.call('getApproval', { path: { approval_id: known.id } })
    if (!t.served('APPR-04', one)) return
    const id = idOf(recordIn(one.json, ['approval']), 'approval')
    t.expect('APPR-04', id === known.id, `read by ${known.id}, the approval has the id ${id}`, one)
  },
})

/** A row that shows a decision is not pending: nobody can act on it any more. */
function noneIsDecided(t: Trial, requirement: string, rows: readonly unknown[], reply: Exchange) {
  const over = rowsOfObjects(rows).find(row => DECIDED.test(wordIn(row) ?? ''))
  const sentence = `${reply.method} ${new URL(reply.url).pathname} lists the approval ${idOf(over, 'approval')}, which is ${wordIn(over)}`
  if (over) t.violated(requirement, sentence, reply)
}

const DECIDED =
  /^(approved|rejected|declined|denied|granted|decided|refused|cancell?ed|withdrawn|expired|resolved)$/i

/** Finds a pending workflow approval that waits for the person behind the key and is not listed to them. */
function isHidden(t: Trial, rows: readonly unknown[], waiting: Exchange): boolean {
  const person = t.target.keys.find(({ name }) => name === waiting.key)?.personId
  if (person === undefined) return false
  const gate = rowsOfObjects(rows).find(row => {
    // The requester and earlier approvers are also named in other places.
    const named = [...places(row)].filter(({ value }) => asId(value) === person)
    const asked = named.every(({ path }) => /approver|decider/i.test(path))
    return refIn(row, 'workflow_run') !== undefined && named.length > 0 && asked
  })
  if (!gate) return false
  const sentence = `the approval ${idOf(gate, 'approval')} of a workflow names ${person} as its approver, and no workflow approval is listed`
  t.violated('APPR-06', sentence, waiting)
  return true
}

const appears = scenario({
  id: 'approvals/appears',
  title: 'The approval that a run waits for is listed',
  requirements: ['APPR-01', 'APPR-04'],
  needs: {
    capability: 'approvals',
    scopes: ['approvals:read', 'agents:run', 'runs:read'],
  },
  cost: { requests: 12, runs: 1, seconds: 10 },
  writes: true,
  async run(t) {
    const there = await pending(t)
    const before = new Set(there.map(({ id }) => id))
    const agent = await runner(t, 'agent-waits-approval')
    const run = await startRun(t, agent)
    const waiting = waitsForPerson()
    const view = await awaitRun(
      t,
      run,
      'a run to wait for an approval',
      one => waiting(one) || one.phase === 'ended',
    )
    if (!view || view.phase === 'ended')
      return t.notExercised('APPR-01', `a run that waits: it is ${view?.status}`)
    const fresh = await t.until('the approval to be listed', 10, async () =>
      (await pending(t)).find(one => !before.has(one.id) && mayBeFor(one.row, run.id)),
    )
    if (!fresh) {
      const isAlike = ({ row }: Pending) => isOf(t, row, agent.id)
      const alike =
        t.fixture('agent-waits-approval').id === agent.id ? await firstOf(there, isAlike) : undefined
      const sentence = `approvals of the same agent are listed, as ${alike?.id}, and none for which the run waits`
      if (alike) return t.violated('APPR-01', sentence, view.exchange)
      return await unlisted(t, refIn(view.record, 'approval'), before, run)
    }
    t.met('APPR-01', `the approval ${fresh.id} is listed`)
    const one = await t.call('getApproval', { path: { approval_id: fresh.id } })
    t.served('APPR-04', one)
  },
})

/** False where the row names another run or a workflow run: other checks create approvals meanwhile. */
const mayBeFor = (row: Json, run: string): boolean =>
  (refIn(row, 'run') ?? run) === run && refIn(row, 'workflow_run') === undefined

/** Whether an approval is for a run of that agent: it names the agent or one of its runs. */
async function isOf(t: Trial, row: Json, agent: string): Promise<boolean> {
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
  if (one?.status === 200)
    return t.violated(
      'APPR-01',
      `the run waits for the approval ${id}, which this key reads and the list leaves out`,
      one,
    )
  const readers = t.keys.home().filter(key => key.declared && key.scopes.has('approvals:read'))
  const lists = await Promise.all(readers.map(key => pending(t, key)))
  const nowhere = lists.flat().every(one => before.has(one.id) || !mayBeFor(one.row, run))
  const named = t.target.fixtures.get('agent-waits-approval')?.id === agent
  if (named && nowhere && readers.some(({ role }) => role === 'admin'))
    t.violated(
      'APPR-01',
      `a run waits for an approval, and none has come to the lists of ${readers.length} keys`,
    )
  else t.notExercised('APPR-01', 'a key entitled to see the approval that the run waits for')
}

/** Approval gates that wait for the person behind a key. */
async function gates(t: Trial, key?: Key): Promise<string[]> {
  const reply = await t.need('listPendingWorkflowApprovals', key ? { key } : {})
  return replyIds(reply)
}

/**
 * Whether a new run of the workflow is seen waiting: by its status, or by an approval in the workspace for that run.
 */
async function waitsAtGate(t: Trial, workflow_id: string, known: ReadonlySet<string>): Promise<boolean> {
  const { rows } = await listedRuns(t, { workflow_id })
  const fresh = rows.filter(row => !known.has(workflowRunId(row) ?? ''))
  if (fresh.some(row => mayWait(wordIn(row)))) return true
  const ids = runIds(fresh)
  return (await pending(t)).some(({ row }) => ids.includes(refIn(row, 'workflow_run') ?? ''))
}

const gate = scenario({
  id: 'approvals/gate',
  title: 'A gate that waits is listed to who may decide it, and to nobody else',
  requirements: ['APPR-06', 'APPR-07', 'APPR-08', 'WF-12'],
  needs: {
    capability: 'approvals',
    scopes: ['approvals:read', 'workflows:run'],
    fixtures: ['workflow-with-gate'],
  },
  cost: { requests: 60, runs: 1, seconds: 30 },
  writes: true,
  async run(t) {
    const fixture = t.fixture('workflow-with-gate')
    const before = await gates(t)
    const known = new Set(runIds((await listedRuns(t, { workflow_id: fixture.id })).rows))
    const started = await beginWorkflow(t, fixture.id, {}, fixture.body)
    if (started.status !== 202)
      return t.notExercised(
        ['APPR-06', 'APPR-07'],
        `a workflow that starts: it answered ${started.status}`,
        started,
      )
    const outsider = t.keys.named(fixture.key ?? '')
    const own = await t.until('a gate to wait', t.target.pace.runSeconds, async () =>
      (await gates(t)).find(id => !before.includes(id)),
    )
    if (own === undefined && (await waitsAtGate(t, fixture.id, known))) {
      // The target declares that the owner of the main key decides this gate.
      t.violated('APPR-06', 'a run of the workflow waits at its gate, and no gate is listed', started)
    }
    if (own === undefined) {
      return t.notExercised(
        ['APPR-06', 'APPR-07'],
        lacks.fixture('workflow-with-gate', 'a gate that the person behind the key may decide: none came up'),
        started,
      )
    }
    t.met('APPR-06', `the gate ${own} is listed`)
    if (!outsider)
      t.notExercised(
        'APPR-07',
        lacks.fixture('workflow-with-gate', 'the key of a person who may not decide the gate'),
      )
    else {
      const theirs = await gates(t, outsider)
      t.expect(
        'APPR-07',
        !theirs.includes(own),
        `key ${outsider.name}, who may not decide it, ${theirs.includes(own) ? 'lists' : 'does not list'} the gate`,
      )
    }
    if (t.wants('APPR-08', 'WF-12')) await ownGate(t, fixture.id, known, own)
  },
})

/** Only the gate of a run that the suite started, because the request that follows is meant to decide it. */
async function ownGate(t: Trial, workflow_id: string, known: ReadonlySet<string>, gate: string) {
  const { rows } = await listedRuns(t, { workflow_id })
  const fresh = runIds(rows).filter(id => !known.has(id))
  const approval = await t.call('getApproval', { path: { approval_id: gate } })
  const run = fresh.find(id => mentions(approval.json, id)) ?? (fresh.length === 1 ? fresh[0] : undefined)
  if (run === undefined)
    return t.notExercised('APPR-08', 'a gate that is seen to be of the run that was started', approval)
  await gateIsAStep(t, { workflow_id, run_id: run })
  const part = encodeURIComponent
  const keys = t.keys.home().filter(key => key.scopes.has('approvals:read'))
  const [key] = keys.toSorted((a, b) => b.scopes.size - a.scopes.size)
  if (!key) return
  await noPathDecides(t, {
    key,
    roots: [`/workflows/approvals/${part(gate)}`, `/approvals/${part(gate)}`],
    waiting: [`/workflows/${part(workflow_id)}/runs/${part(run)}`],
    isOpen: async () => (await gates(t)).includes(gate),
    judge: (right, sentence, reply) => t.expect('APPR-08', right, sentence, reply),
  })
}

/** The gate that a new run has reached is a step of its workflow. */
async function gateIsAStep(t: Trial, path: { workflow_id: string; run_id: string }) {
  if (!t.wants('WF-12')) return
  const { workflow_id } = path
  const workflow = await t.call('getWorkflow', { path: { workflow_id } })
  const steps = await t.call('listWorkflowRunSteps', { path })
  const [shown, done] = [stepsOfWorkflow(workflow.json), stepsOfRun(steps.json)]
  const isShown = (step: Json) => shown.some(one => isSameStep(one, step))
  const missing = done.find(step => !isShown(step))
  // Without any known name, the steps may just be named differently.
  if (missing && done.some(isShown)) {
    const sentence = `its run comes to ${t.quote(missing)}, which is none of the steps shown`
    t.violated('WF-12', sentence, workflow, steps)
  }
}

export const approvalScenarios: readonly Scenario[] = [list, appears, gate]
