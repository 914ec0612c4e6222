/** A run that waits for an approval: no request that a key may send decides it. */

import { scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import type { Json } from '../../extract/find-value.ts'
import { recordIn, refersTo, wordIn } from '../../extract/record.ts'
import type { Exchange } from '../../requirements/exchange.ts'
import { lacks } from '../../requirements/missing.ts'
import type { RuleId } from '../../rules/rules.ts'
import { noPathDecides } from '../approvals/no-path-decides.ts'
import { isPending, pending } from '../approvals/pending-approvals.ts'
import { runner } from './find-agents.ts'
import { act, awaitRun, type CurrentRun, currentRun, type OwnRun, settledRun } from './own-run.ts'
import { refusesMoves } from './refused-move.ts'
import { asking } from './run-questions.check.ts'
import { refusalsIn } from './state-table.ts'

export const approvalRunScenario = scenario({
  id: 'runs/wait-for-approval',
  title: 'A run that waits for an approval stays waiting, whatever a key sends',
  requirements: [
    ...[...refusalsIn('waits for an approval'), 'STATE-49', 'STATE-50'],
    ...['APPR-04', 'APPR-08', 'APPR-09', 'APPR-10'],
  ],
  needs: { capability: 'approvals', scopes: ['agents:run', 'runs:read'] },
  cost: { requests: 80, runs: 1, seconds: 20 },
  writes: true,
  async run(t) {
    const { run, word } = await asking(t, await runner(t, 'agent-waits-approval'))
    await awaitRun(t, run, 'a run to go on waiting', one => one.status !== word, 6)
    const later = await settledRun(t, run, one => one.status === word)
    const alone = `it was ${word}; left alone, it is ${later.status}`
    holds(t, run, ['state-stays', 'STATE-50'], later.status === word, alone, later.exchange)
    if (later.status !== word) return

    // Only an approval that certainly belongs to our run, because the requests that follow try to decide it.
    const own = (await pending(t)).find(
      one => refersTo(one.row, 'run', run.id) || refersTo(later.record, 'approval', one.id),
    )?.id
    const state = { is: 'waits for an approval', word } as const
    const stillPending = async (what: string, reply: Exchange) => {
      if (own === undefined || !t.wants('APPR-09')) return
      const open = await isPending(t, own)
      const sentence = `after ${what} (${reply.status}) the approval is ${open ? 'still' : 'no longer'} pending`
      holds(t, run, ['no-decision-by-key', 'APPR-09'], open, sentence, reply)
    }
    if (own !== undefined && t.wants('APPR-04')) {
      const read = await t.call('getApproval', { path: { approval_id: own } })
      const open = await isPending(t, own)
      const sentence = `read by its id, the approval ${own} is ${open ? 'still' : 'no longer'} pending`
      if (read.status === 200) holds(t, run, ['reads-change-nothing', 'APPR-04'], open, sentence, read)
    }
    for (const body of answersTo(own)) {
      const reply = await act(t, 'respondToRun', run, { body })
      await t.sleep(1)
      const now = await settledRun(t, run, one => one.status === word)
      const sentence = `respond with ${JSON.stringify(body)} (${reply.status}) leaves the run ${now.status}`
      holds(t, run, ['move-refused', 'STATE-49'], now.status === word, sentence, reply, now.exchange)
      await stillPending(`respond with ${Object.keys(body).join()}`, reply)
    }
    await refusesMoves(t, run, state)
    if (!t.wants('APPR-08', 'APPR-09', 'APPR-10')) return
    if (own === undefined)
      return t.notExercised(
        ['APPR-08', 'APPR-09', 'APPR-10'],
        'the approval of the run among the pending ones',
      )
    // A move that is taken although it should be refused may end the run, and with it the wait for the approval.
    const last = await currentRun(t, run)
    if (last.status !== word || !(await isPending(t, own)))
      return t.notExercised(
        ['APPR-08', 'APPR-10'],
        `a run that still waits for its approval: it is ${last.status}`,
        last.exchange,
      )
    const part = encodeURIComponent
    await noPathDecides(t, {
      id: own,
      roots: [`/approvals/${part(own)}`],
      waiting: [`/agents/runs/${part(run.id)}`, `/runs/${part(run.id)}`],
      isOpen: () => isPending(t, own),
      judge: (right, sentence, ...evidence) =>
        void holds(t, run, ['no-decision-by-key', 'APPR-08'], right, sentence, ...evidence),
    })
    // What becomes of a run that is resumed while it waits is not stated.
    if (!(await isPending(t, own))) return
    const resumed = await act(t, 'resumeRun', run)
    await stillPending('resume', resumed)
    if (resumed.status !== 200) return
    // It may go on for a moment before it comes to the approval again, or to its end.
    const rests = (one: CurrentRun) => one.phase === 'ended' || one.status === word
    await awaitRun(t, run, 'the resumed run to end or to wait again', rests, 12)
    const read = await t.call('getApproval', { path: { approval_id: own } })
    const decision = wordIn(recordIn(read.json, ['approval'])) ?? ''
    const sentence = `after a resume the approval, which nobody decided, reads ${decision}`
    const isGiven = /^(approved|granted|accepted)$/i.test(decision)
    if (read.status === 200)
      holds(t, run, ['no-decision-by-key', 'APPR-09'], !isGiven, sentence, resumed, read)
  },
})

/** Everything that an answer could decide with. */
const answersTo = (approval: string | undefined): Json[] => [
  { answer: 'approve' },
  { values: { approved: true, decision: 'approve' } },
  { decisions: [{ decision: 'approve', approved: true }] },
  {
    decisions: [
      { decision: 'approve', approval_id: approval, id: approval, approved: true, status: 'approved' },
    ],
  },
]

/** The approvals of an unnamed agent may be decided by a person meanwhile, so a broken expectation gives no verdict. */
function holds(
  t: Trial,
  run: Pick<OwnRun, 'agent'>,
  [rule, id]: [rule: RuleId, requirement: string],
  right: boolean,
  sentence: string,
  ...evidence: Exchange[]
): boolean {
  const named = t.target.fixtures.get('agent-waits-approval')?.id === run.agent
  if (right || named) return t.expect(rule, id, right, sentence, ...evidence)
  const lack = `an agent whose approvals nobody decides: ${sentence}`
  t.notExercised(id, lacks.fixture('agent-waits-approval', lack), ...evidence)
  return false
}
