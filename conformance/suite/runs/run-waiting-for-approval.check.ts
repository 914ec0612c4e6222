/** A run that waits for an approval: no request that a key may send decides it. */

import { scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import type { Json } from '../../extract/find-value.ts'
import { replyRows } from '../../extract/list-rows.ts'
import { idOf, recordIn, refersTo, wordIn } from '../../extract/record.ts'
import { mayWait } from '../../extract/run-status.ts'
import { type Exchange, isSuccess } from '../../requirements/exchange.ts'
import { ignoreMissing, lacks, Missing } from '../../requirements/missing.ts'
import type { RuleId } from '../../rules/rules.ts'
import type { Fixture } from '../../target/target.ts'
import { noneIsDecided } from '../approvals/approvals.check.ts'
import { noPathDecides } from '../approvals/no-path-decides.ts'
import { isPending, type Pending, pending } from '../approvals/pending-approvals.ts'
import { assign, makeTask } from '../tasks/own-task.ts'
import { runner } from './find-agents.ts'
import { finisher } from './finished-run.ts'
import {
  act,
  awaitRun,
  type CurrentRun,
  currentRun,
  isCalled,
  journalRun,
  leftAlone,
  type OwnRun,
  settledRun,
} from './own-run.ts'
import { refusesMoves } from './refused-move.ts'
import { type Asking, asking, waitsAgain } from './run-questions.check.ts'
import { refusalsIn } from './state-table.ts'

export const approvalRunScenario = scenario({
  id: 'runs/wait-for-approval',
  title: 'A run that waits for an approval stays waiting, whatever a key sends',
  requirements: [
    ...[...refusalsIn('waits for an approval'), 'STATE-49', 'STATE-50'],
    ...['APPR-02', 'APPR-04', 'APPR-08', 'APPR-09', 'APPR-10', 'RUN-15'],
  ],
  needs: { capability: 'approvals', scopes: ['agents:run', 'runs:read'] },
  cost: { requests: 80, runs: 1, seconds: 20 },
  async run(t) {
    const suspects: Suspects = new Map()
    await staysWaiting(t, suspects)
    if (suspects.size > 0) await staysWaiting(t, suspects)
  },
})

/** The requests after which a run went on that a person may have let go on, and how long it had waited by then. */
type Suspects = Map<string, number>

async function staysWaiting(t: Trial, suspects: Suspects) {
  const { run, word, approval } = await waitingRun(t)
  const began = t.seconds()
  // What a rule of the service or a person decides after a while may be decided after as long again.
  const seconds = Math.max(6, ...[...suspects.values()].map(one => one + 1))
  const later = await leftAlone(t, run, word, seconds)
  const it = { run, suspects, began, ids: [run.id] }
  const alone = `it was ${word}; left alone, it is ${later.status}`
  const stays = later.status === word || mayWait(later.status)
  if (!stays && (await waitsAgain(t, run))) return t.notExercised('STATE-50', atFirst(alone), later.exchange)
  holds(t, it, ['state-stays', 'STATE-50'], stays, alone, later.exchange)
  if (later.status !== word) return

  // Only an approval that certainly belongs to our run, because the requests that follow try to decide it.
  const isOwn = ({ id, row }: Pending) =>
    id === approval || refersTo(row, 'run', run.id) || refersTo(later.record, 'approval', id)
  const own = (await pending(t)).find(isOwn)?.id
  if (own !== undefined) it.ids.push(own)
  const state = { is: 'waits for an approval', word } as const
  const stillPending = async (what: string, reply: Exchange) => {
    if (own === undefined || !t.wants('APPR-09')) return
    const open = await isPending(t, own)
    const sentence = `after ${what} (${reply.status}) the approval is ${open ? 'still' : 'no longer'} pending`
    holds(t, it, ['no-decision-by-key', 'APPR-09'], open, sentence, reply)
  }
  const notGiven = async (what: string, reply: Exchange) => {
    const read = await t.call('getApproval', { path: { approval_id: own ?? '' } })
    const decision = wordIn(recordIn(read.json, ['approval'])) ?? ''
    const sentence = `after ${what} the approval, which nobody decided, reads ${decision}`
    const isGiven = /^(approved|granted|accepted)$/i.test(decision)
    if (read.status === 200) holds(t, it, ['no-decision-by-key', 'APPR-09'], !isGiven, sentence, reply, read)
  }
  if (own !== undefined && t.wants('APPR-04')) {
    const read = await t.call('getApproval', { path: { approval_id: own } })
    const open = await isPending(t, own)
    const sentence = `read by its id, the approval ${own} is ${open ? 'still' : 'no longer'} pending`
    if (read.status === 200) holds(t, it, ['reads-change-nothing', 'APPR-04'], open, sentence, read)
  }
  for (const body of answersTo(own)) {
    const reply = await act(t, 'respondToRun', run, { body })
    await t.sleep(1)
    const now = await settledRun(t, run, isCalled(word))
    const sentence = `respond with ${JSON.stringify(body)} (${reply.status}) leaves the run ${now.status}`
    const isLeft = now.status === word || mayWait(now.status)
    if (!isLeft && (await waitsAgain(t, run)))
      return t.notExercised('STATE-49', atFirst(sentence), reply, now.exchange)
    holds(t, it, ['move-refused', 'STATE-49'], isLeft, sentence, reply, now.exchange)
    await stillPending(`respond with ${Object.keys(body).join()}`, reply)
  }
  const areRefused = await refusesMoves(t, run, state)
  if (!areRefused || !t.wants('APPR-02', 'APPR-08', 'APPR-09', 'APPR-10')) return
  if (own === undefined)
    return t.notExercised(['APPR-08', 'APPR-09', 'APPR-10'], 'the approval of the run among the pending ones')
  // A move that is taken although it should be refused may end the run, and with it the wait for the approval.
  const last = await currentRun(t, run)
  const over = `a run that still waits for its approval: it is ${last.status}`
  if (last.status !== word || !(await isPending(t, own)))
    return t.notExercised(['APPR-08', 'APPR-10'], over, last.exchange)
  const part = encodeURIComponent
  await noPathDecides(t, {
    id: own,
    roots: [`/approvals/${part(own)}`],
    waiting: [`/agents/runs/${part(run.id)}`, `/runs/${part(run.id)}`],
    isOpen: () => isPending(t, own),
    judge: (right, sentence, ...evidence) =>
      void holds(t, it, ['no-decision-by-key', 'APPR-08'], right, sentence, ...evidence),
  })
  // What becomes of a run that is resumed while it waits is not stated.
  if (!(await isPending(t, own))) return
  const resumed = await act(t, 'resumeRun', run)
  await stillPending('resume', resumed)
  if (resumed.status === 200) {
    // It may go on for a moment before it comes to the approval again, or to its end.
    const rests = (one: CurrentRun) => one.phase === 'ended' || one.status === word
    await awaitRun(t, run, 'the resumed run to end or to wait again', rests, 12)
    await notGiven('a resume', resumed)
  }
  // The approval of a run that is stopped may be withdrawn: then it is pending no longer.
  const stopped = await act(t, 'stopRun', run)
  if (!isSuccess(stopped)) return
  await notGiven('a stop', stopped)
  if (t.wants('APPR-02')) await noneIsDecided(t, 'APPR-02', await t.need('listPendingApprovals'))
}

const atFirst = (sentence: string) =>
  lacks.fixture('agent-waits-approval', `an agent whose runs wait for nothing else before: ${sentence}`)

/** Everything that an answer could decide with, and nothing. */
const answersTo = (approval: string | undefined): Json[] => [
  { answer: 'approve' },
  { values: { approved: true, decision: 'approve' } },
  { decisions: [{ decision: 'approve', approved: true }] },
  { decisions: [{ decision: 'approve', approval_id: approval, id: approval, ...APPROVED }] },
  {},
  { answer: null, values: null, decisions: null },
  { answer: '', values: {}, decisions: [] },
]
const APPROVED = { approved: true, status: 'approved' }

/** A run that waits, and its approval where that is known already. */
type Waiting = Asking & { approval?: string }

/** A run that waits for an approval: of an agent that is known for it, else of a task that requires one. */
async function waitingRun(t: Trial): Promise<Waiting> {
  const agent = await runner(t, 'agent-waits-approval').catch((problem: unknown) => problem)
  if (!(agent instanceof Error)) return asking(t, agent as Fixture)
  const onTask = agent instanceof Missing ? await runOnTask(t).catch(ignoreMissing) : undefined
  if (!onTask) throw agent
  return onTask
}

/** Nothing states that a run on a task that requires an approval waits for it: it may wait for something else. */
async function runOnTask(t: Trial): Promise<Waiting | undefined> {
  const agent = await finisher(t)
  const task = await makeTask(t, 'that requires an approval', {
    ...{ description: agent.task ?? 'Reply with one short sentence.', requires_approval: true },
    ...{ approval_notify_in_app: false, approval_notify_email: false },
  })
  const runs = () => t.need('listTaskRuns', { path: { task_id: task.id } })
  if (replyRows(await runs()).length > 0) return undefined
  t.context.budget.takeRun()
  await assign(t, task.id, 'agent', agent.id)
  const started = await t.until('a run of the task', 2, async () => {
    const exchange = await runs()
    const id = idOf(replyRows(exchange)[0], 'run')
    return id === undefined ? undefined : { id, chatId: undefined, agent: agent.id, exchange }
  })
  if (!started) return undefined
  // It came when our task was given to the agent, though its record may show neither the task nor the input.
  t.context.ownership.trust('run', started.id)
  journalRun(t, agent.id, `run of the task ${task.id}`, started.id)
  const { run, word } = await asking(t, agent, started)
  const approval = await t.until('its approval to be listed', t.target.pace.lateSeconds, async () => {
    const isOfIt = ({ row }: Pending) => refersTo(row, 'run', run.id) || refersTo(row, 'task', task.id)
    return (await pending(t)).find(isOfIt)?.id
  })
  return approval === undefined ? undefined : { run, word, approval }
}

/**
 * The approvals of an unnamed agent may be decided by a person meanwhile, so a broken expectation is a verdict only where
 * the same request is served and breaks it of another run, which was left alone for as long before.
 */
function holds(
  t: Trial,
  { run, suspects, began, ids }: { run: OwnRun; suspects: Suspects; began: number; ids: readonly string[] },
  [rule, id]: [rule: RuleId, requirement: string],
  right: boolean,
  sentence: string,
  ...evidence: Exchange[]
): boolean {
  const named = t.target.fixtures.get('agent-waits-approval')?.id === run.agent
  const [sent] = evidence
  const whole = `${id} ${sent?.method} ${sent?.url} ${sent?.requestBody}`
  const request = ids.reduce((text, one) => text.replaceAll(one, ''), whole)
  if (right || named || suspects.has(request)) return t.expect(rule, id, right, sentence, ...evidence)
  if (sent && isSuccess(sent) && rule !== 'state-stays') suspects.set(request, t.seconds() - began)
  const lack = `an agent whose approvals nobody decides: ${sentence}`
  t.notExercised(id, lacks.fixture('agent-waits-approval', lack), ...evidence)
  return false
}
