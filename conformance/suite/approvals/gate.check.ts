/** A gate of a workflow that waits for a person: who lists it, and that no key decides it. */

import { scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { type Json, mentions, places } from '../../extract/find-value.ts'
import { replyIds } from '../../extract/list-rows.ts'
import { refersTo, refIn } from '../../extract/record.ts'
import type { Exchange } from '../../requirements/exchange.ts'
import { lacks } from '../../requirements/missing.ts'
import type { Key } from '../../target/target.ts'
import { numbersIn } from '../analytics/months.ts'
import { beginWorkflow, listedRuns, runIds } from '../workflows/existing-workflow-runs.ts'
import { isGate, isNamedIn, isSameStep, stepsOfRun, stepsOfWorkflow } from '../workflows/workflow-steps.ts'
import { noPathDecides } from './no-path-decides.ts'
import { gateRunOf, gates, isPending, listsGate, type Pending, pending } from './pending-approvals.ts'
import { judgeWhoSees } from './who-sees.check.ts'

export const gateScenario = scenario({
  id: 'approvals/gate',
  title: 'A gate that waits is listed to who may decide it, and to nobody else',
  requirements: [
    'APPR-01',
    'APPR-04',
    'APPR-05',
    'APPR-06',
    'APPR-07',
    'APPR-08',
    'APPR-10',
    'WF-11',
    'WF-12',
  ],
  needs: {
    capability: 'approvals',
    scopes: ['approvals:read', 'workflows:run'],
    fixtures: ['workflow-with-gate'],
  },
  cost: { requests: 120, runs: 2, seconds: 40 },
  writes: true,
  async run(t) {
    const { id: workflow_id, body, key } = t.fixture('workflow-with-gate')
    const before = new Set((await gates(t)).map(({ id }) => id))
    const older = await listedRuns(t, { workflow_id })
    const known = new Set(runIds(older.rows))
    const started = await beginWorkflow(t, workflow_id, {}, body)
    const ids = ['APPR-06', 'APPR-07']
    if (started.status !== 202)
      return t.notExercised(ids, `a workflow that starts: it answered ${started.status}`, started)
    const isFresh = ({ id, row }: Pending) =>
      !before.has(id) && (workflowOf(row) ?? workflow_id) === workflow_id
    const fresh = async () => (await gates(t)).find(isFresh)
    const own = await t.until('a gate to wait', t.target.pace.runSeconds, fresh)
    if (!own) {
      // The target declares that the owner of the main key decides this gate.
      const sentence = 'a run of the workflow waits at its gate, and no gate is listed'
      const lack = 'a gate that the person behind the key may decide: none came up'
      // It may have come up only now.
      const isLeftOut =
        older.ended &&
        (await waitsAtGate(t, workflow_id, known)) &&
        !(await t.until('the gate to be listed', t.target.pace.lateSeconds, fresh))
      const isOfOthers =
        isLeftOut && (await listsGate(t, ({ row }) => workflowOf(row) === workflow_id)) !== undefined
      if (isLeftOut && !isOfOthers) t.violated('lists-visible', 'APPR-06', sentence, started)
      else t.notExercised(ids, lacks.fixture('workflow-with-gate', lack), started)
      return
    }
    t.met('lists-visible', 'APPR-06', `the gate ${own.id} is listed`, own.list)
    const outsider = t.keys.named(key ?? '')
    // Whom the gates of other workflows wait for is not known.
    const isOfWorkflow = async () =>
      workflowOf(own.row) !== undefined ||
      isOfNewRun(own.row, (await listedRuns(t, { workflow_id })).rows, known)
    if (outsider && !(await isOfWorkflow()))
      t.notExercised('APPR-07', 'a gate that shows its workflow or a run of it', own.list)
    else if (outsider) {
      const theirs = await t.need('listPendingWorkflowApprovals', { key: outsider })
      const shown = replyIds(theirs).includes(own.id)
      const sentence = `key ${outsider.name}, who may not decide it, ${shown ? 'lists' : 'does not list'} the gate`
      t.expect('person-closed', 'APPR-07', !shown, sentence, own.list, theirs)
    } else {
      const lack = 'the key of a person who may not decide the gate'
      t.notExercised('APPR-07', lacks.fixture('workflow-with-gate', lack))
    }
    await judgeWhoSees(t, [own.id])
    if (t.wants('APPR-04', 'APPR-08', 'APPR-10', 'WF-12')) await ownGate(t, workflow_id, known, own.id)
    if (outsider?.personId !== undefined && t.wants('APPR-07', 'WF-11')) await begunBy(t, outsider)
  },
})

/** Who starts the workflow decides its gate no more than before, and adds to what the tenant has used. */
async function begunBy(t: Trial, outsider: Key) {
  const { id: workflow_id, body } = t.fixture('workflow-with-gate')
  if (
    !(['workflows:run', 'workflows:read', 'approvals:read'] as const).every(one => outsider.scopes.has(one))
  )
    return
  const usage = (key?: Key) => t.call('getWorkflowRunUsage', key ? { key } : {})
  const [all, own] = [await usage(), await usage(outsider)]
  const before = new Set((await gates(t)).map(({ id }) => id))
  if ((await beginWorkflow(t, workflow_id, {}, body, outsider)).status !== 202) return
  const isFresh = ({ id }: Pending) => !before.has(id)
  await t.until('a gate to wait', t.target.pace.runSeconds, async () => (await gates(t)).find(isFresh))
  // Who starts a workflow might be one of those who decide, but not where the gate names others alone.
  const others = t.keys.others('approvals:read', outsider).flatMap(({ personId }) => personId ?? [])
  const isOfOthers = ({ row }: Pending) =>
    others.some(id => mentions(decidersIn(row), id)) && !mentions(decidersIn(row), outsider.personId ?? '')
  const strange = (await gates(t, outsider)).find(one => isFresh(one) && isOfOthers(one))
  const sentence = `key ${outsider.name}, who may not decide it, lists the gate ${strange?.id}, which names others to decide`
  if (strange) t.violated('person-closed', 'APPR-07', sentence, strange.list)
  // A figure may be old, but one that has grown since is no older than one that was read before.
  const grown = await t.replied('the usage to grow', own.operation, { key: outsider }, one => grows(own, one))
  const last = await usage()
  const figures = (one: Exchange) => t.quote(Object.fromEntries(used(one)))
  const lower = `the usage of the tenant, ${figures(all)} with the main key, has grown to ${figures(grown)} with key ${outsider.name}`
  if (grows(own, grown) && isBelow(grown, all) && isBelow(grown, last))
    t.violated('same-question', 'WF-11', lower, all, own, grown, last)
}

const decidersIn = (row: Json): unknown[] =>
  [...places(row)].flatMap(({ path, value }) => (/approver|decider/i.test(path) ? [value] : []))

/** The figures of a usage that grow with each run. */
const used = ({ status, json }: Exchange): ReadonlyMap<string, number> =>
  numbersIn(status === 200 ? json : null, ({ path }) => !NOT_USED.test(path))
const NOT_USED = /limit|quota|max|allow|includ|remain|left|avail|month|year|(^|[._])caps?$|(^|\.)\d+\./i

const grows = (one: Exchange, later: Exchange): boolean =>
  [...used(one)].some(([path, amount]) => (used(later).get(path) ?? 0) > amount)

const isBelow = (one: Exchange, other: Exchange): boolean =>
  [...used(one)].every(([path, amount]) => amount < (used(other).get(path) ?? 0))

/** The workflow of a gate: others may start other workflows at the same time. */
const workflowOf = (row: Json) => refIn(row, 'workflow')

/** Whether an approval in the workspace is for a new run of the workflow. */
async function waitsAtGate(t: Trial, workflow_id: string, known: ReadonlySet<string>): Promise<boolean> {
  const { rows } = await listedRuns(t, { workflow_id })
  return (await pending(t)).some(({ row }) => isOfNewRun(row, rows, known))
}

const isOfNewRun = (approval: Json, rows: readonly Json[], known: ReadonlySet<string>): boolean =>
  runIds(rows).some(id => !known.has(id) && id === gateRunOf(approval))

/** Only the gate of a run that the suite started, because the requests that follow are meant to decide it. */
async function ownGate(t: Trial, workflow_id: string, known: ReadonlySet<string>, id: string) {
  const { rows } = await listedRuns(t, { workflow_id })
  const fresh = runIds(rows).filter(one => !known.has(one))
  const approval = await t.call('getApproval', { path: { approval_id: id } })
  const run =
    fresh.find(one => refersTo(approval.json, 'run', one)) ?? (fresh.length === 1 ? fresh[0] : undefined)
  const lack = 'a gate that is seen to be of the run that was started'
  if (run === undefined) return t.notExercised(['APPR-08', 'APPR-10'], lack, approval)
  const open = await isPending(t, id, 'listPendingWorkflowApprovals')
  const sentence = `read by its id, the gate ${id} is ${open ? 'still' : 'no longer'} pending`
  if (approval.status === 200) t.expect('reads-change-nothing', 'APPR-04', open, sentence, approval)
  await gateIsAStep(t, { workflow_id, run_id: run })
  const part = encodeURIComponent
  await noPathDecides(t, {
    id,
    roots: [`/workflows/approvals/${part(id)}`, `/approvals/${part(id)}`],
    waiting: [`/workflows/${part(workflow_id)}/runs/${part(run)}`],
    isOpen: () => isPending(t, id, 'listPendingWorkflowApprovals'),
    judge: (right, sentence, ...evidence) =>
      t.expect('no-decision-by-key', 'APPR-08', right, sentence, ...evidence),
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
  // A run may show more than the steps of its workflow, such as what started it, or a gate that a policy adds.
  const gates = done.filter(isGate)
  const isThere = shown.some(isGate) || gates.some(gate => isNamedIn(workflow.json, gate))
  const missing = isThere ? undefined : gates[0]
  // Without any known name, the steps may just be named differently.
  if (missing && done.some(isShown)) {
    const sentence = `its run comes to ${t.quote(missing)}, which is none of the steps shown`
    t.violated('stated-member', 'WF-12', sentence, workflow, steps)
  }
}
