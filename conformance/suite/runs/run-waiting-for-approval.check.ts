/** A run that waits for an approval: no request that a key may send decides it. */

import { type Scenario, scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { mentions } from '../../extract/find-value.ts'
import { replyRows } from '../../extract/list-rows.ts'
import { idOf } from '../../extract/record.ts'
import type { Exchange } from '../../requirements/exchange.ts'
import { lacks, Missing } from '../../requirements/missing.ts'
import type { Key } from '../../target/target.ts'
import { noPathDecides } from '../approvals/no-path-decides.ts'
import { runner } from './find-agents.ts'
import { act, awaitRun, currentRun, type OwnRun, startRun, waitsForPerson } from './own-run.ts'

const waits = scenario({
  id: 'runs/wait-for-approval',
  title: 'A run that waits for an approval stays waiting, whatever a key sends',
  requirements: ['STATE-49', 'STATE-50', 'APPR-08', 'APPR-09'],
  needs: { capability: 'approvals', scopes: ['agents:run', 'runs:read'] },
  cost: { requests: 50, runs: 1, seconds: 20 },
  writes: true,
  async run(t) {
    const run = await startRun(t, await runner(t, 'agent-waits-approval'))
    const waiting = waitsForPerson()
    const view = await awaitRun(
      t,
      run,
      'a run to wait for an approval',
      one => waiting(one) || one.phase === 'ended',
    )
    if (!view?.status || view.phase === 'ended') {
      throw new Missing(
        lacks.fixture(
          'agent-waits-approval',
          `a run that waits for an approval: it was ${view?.status ?? 'never waiting'}`,
        ),
      )
    }
    const word = view.status
    const moved = await awaitRun(t, run, 'a run to go on waiting', one => one.status !== word, 6)
    const later = moved ?? (await currentRun(t, run))
    holds(
      t,
      run,
      'STATE-50',
      moved === undefined,
      `it was ${word}; left alone, it is ${later.status}`,
      later.exchange,
    )
    if (moved) return

    // Only an approval that certainly belongs to our run, because the requests that follow try to decide it.
    const own = (await pending(t)).find(one => mentions(one.row, run.id) || mentions(later.record, one.id))
    const bodies = [
      { answer: 'approve' },
      { values: { approved: true, decision: 'approve' } },
      { decisions: [{ decision: 'approve', approved: true }] },
    ]
    for (const body of bodies) {
      const reply = await act(t, 'respondToRun', run, { body })
      await t.sleep(1)
      const now = await currentRun(t, run)
      const sentence = `respond with ${JSON.stringify(body)} (${reply.status}) leaves the run ${now.status}`
      holds(t, run, 'STATE-49', now.status === word, sentence, reply, now.exchange)
    }
    if (!t.wants('APPR-08', 'APPR-09')) return
    if (!own) return t.notExercised(['APPR-08', 'APPR-09'], 'the approval of the run among the pending ones')
    const open = await isPending(t, own.id)
    holds(
      t,
      run,
      'APPR-09',
      open,
      `after answer, values and decisions the approval is ${open ? 'still' : 'not'} pending`,
    )
    await stillPending(t, run, own.id)
    await noPathDecides(t, {
      key: t.keys.with('approvals:read'),
      roots: [`/approvals/${encodeURIComponent(own.id)}`],
      isOpen: () => isPending(t, own.id),
      judge: (right, sentence, reply) => holds(t, run, 'APPR-08', right, sentence, reply),
    })
  },
})

/** The approvals of an unnamed agent may be decided by a person meanwhile, so a broken expectation gives no verdict. */
function holds(
  t: Trial,
  run: Pick<OwnRun, 'agent'>,
  id: string,
  right: boolean,
  sentence: string,
  ...evidence: Exchange[]
): boolean {
  const named = t.target.fixtures.get('agent-waits-approval')?.id === run.agent
  if (right || named) return t.expect(id, right, sentence, ...evidence)
  t.notExercised(
    id,
    lacks.fixture('agent-waits-approval', `an agent whose approvals nobody decides: ${sentence}`),
    ...evidence,
  )
  return false
}

export interface Pending {
  id: string
  row: Record<string, unknown>
}

export async function pending(t: Trial, key?: Key): Promise<Pending[]> {
  const reply = await t.need('listPendingApprovals', key ? { key } : {})
  const rows = replyRows(reply)
  return rows.flatMap(row => {
    const id = idOf(row, 'approval')
    return id === undefined ? [] : [{ id, row }]
  })
}

const isPending = async (t: Trial, id: string) => (await pending(t)).some(one => one.id === id)

async function stillPending(t: Trial, run: OwnRun, id: string) {
  const decisions = [{ decision: 'approve', approval_id: id, id, approved: true, status: 'approved' }]
  const reply = await act(t, 'respondToRun', run, { body: { decisions } })
  holds(
    t,
    run,
    'APPR-09',
    await isPending(t, id),
    `after respond with decisions (${reply.status}) the approval is to be pending`,
    reply,
  )
  const resumed = await act(t, 'resumeRun', run)
  await t.sleep(1)
  holds(
    t,
    run,
    'APPR-09',
    await isPending(t, id),
    `after resume (${resumed.status}) the approval is to be pending`,
    resumed,
  )
}

export const approvalRunScenarios: readonly Scenario[] = [waits]
