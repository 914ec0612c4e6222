// The people of the history: they answer what runs ask and decide approvals, in their working hours.
import type { Schemas } from '#openapi'
import type { Random } from '../simulation/random.ts'
import { answerRun } from '../work/answers.ts'
import { decideApproval, type Outcome } from '../work/approvals.ts'
import type { ApprovalRow } from '../world/approvals.ts'
import type { Question } from '../world/runs.ts'
import type { Agenda } from './agenda.ts'
import { HOUR, MINUTE, nextWorking } from './calendar.ts'
import type { Company } from './company.ts'

/** What people make of some things; everything else they answer and approve. */
export interface Intentions {
  /** Runs, workflow runs and tasks that nobody looks after, so that they wait when the history ends. */
  readonly leftWaiting: Set<string>
  /** How the gates of a workflow run are decided, by its id. */
  readonly gates: Map<string, Outcome>
}

/** Lets people hear of everything that begins to wait, and note on the agenda when they look after it. */
export function letPeopleWork(
  agenda: Agenda,
  random: Random,
  company: Company,
  { leftWaiting, gates }: Intentions,
): void {
  const { workspace } = agenda
  const { approvals, runs } = workspace.tables
  const isLeft = (...ids: readonly (string | null)[]) => ids.some(id => id !== null && leftWaiting.has(id))

  approvals.watch((before, approval) => {
    if (approval?.status !== 'pending' || before?.status === 'pending') return
    const at = nextWorking(random, agenda.now() + random.int(10 * MINUTE, 5 * HOUR))
    agenda.add(at, () => {
      if (isLeft(approval.runId, approval.workflowRunId, approval.taskId)) return
      if (approvals.get(approval.id)?.status === 'pending') decide(approval)
    })
  })

  runs.watch((before, run) => {
    const question = run?.progress?.question
    if (!question || before?.progress?.question?.id === question.id) return
    agenda.add(nextWorking(random, agenda.now() + random.int(2 * MINUTE, 3 * HOUR)), () => {
      if (isLeft(run.id, run.workflowRunId, run.taskId)) return
      const current = runs.get(run.id)
      if (current?.progress?.question?.id === question.id)
        answerRun(workspace, current, answerTo(random, question))
    })
  })

  function decide(approval: ApprovalRow): void {
    const wished = gates.get(approval.workflowRunId ?? '')
    const outcome = wished ?? (approval.kind === 'run' && random.chance(0.15) ? 'rejected' : 'approved')
    const by =
      approval.approverIds.length > 0 ? random.pick(approval.approverIds) : company.ids['person-admin']
    decideApproval(workspace, approval.id, {
      by,
      outcome,
      comment: random.pick(COMMENTS[approval.kind][outcome]),
    })
  }
}

function answerTo(random: Random, question: Question): Schemas['_RunRespondRequest'] {
  switch (question.kind) {
    case 'text':
      return { answer: random.pick(ANSWERS) }
    case 'fields':
      return {
        values: {
          amount: random.int(40, 900),
          currency: 'EUR',
          notify: random.chance(0.6),
          reason: random.pick(['Goods were damaged', 'Freight was charged twice', 'Price of the old list']),
        },
      }
    case 'decisions':
      return {
        decisions: question.fields.map(({ name }) => ({
          name,
          decision: random.chance(0.8) ? 'approve' : 'reject',
        })),
      }
  }
}

const ANSWERS = [
  'The new delivery dates, and keep prices out of it.',
  'What we can decide without the supplier.',
  'The costs of the second source.',
  'Last year compared with this one.',
  'The three complaints of last week.',
  'Nothing special, two paragraphs are enough.',
]

type Comments = Readonly<Record<Outcome, readonly (string | null)[]>>

const COMMENTS: Readonly<Record<ApprovalRow['kind'], Comments>> = {
  run: {
    approved: [null, null, null, 'Checked against the list.'],
    objected: [null],
    rejected: ['Two of the payments are in dispute.', 'Not before the balance of Friday is in.'],
  },
  task: { approved: ['Fine with me.', null], objected: [null], rejected: ['Not complete yet.'] },
  workflow_gate: {
    approved: [null, null, 'Fine with me.', 'Checked, go on.'],
    objected: [
      'The register extract is old; go on, but ask for a new one.',
      'Two amounts look rounded. Continue, I will check them by Friday.',
      'I would have worded it differently. Send it this time.',
    ],
    rejected: [
      'The bank details are not confirmed.',
      'This is not ready; start again with the complete papers.',
      'We do not answer this one in writing. I call them.',
    ],
  },
}
