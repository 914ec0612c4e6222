// Workflow runs of the past and those that still go on, each with the runs and gates of its steps.
import type { Random } from '../../simulation/random.ts'
import type { PersonRow } from '../people.ts'
import type { StepRunRow, WorkflowRow, WorkflowRunRow, WorkflowStepRow } from '../workflows.ts'
import { found } from './by-handle.ts'
import { HOUR, MINUTE, nextWorking } from './calendar.ts'
import type { Cast } from './cast.ts'
import { draftWaiting, draftWorking } from './live-runs.ts'
import { endOf, isWaiting, type PastRun } from './past-run.ts'
import { draftRun } from './run-draft.ts'

/** A workflow run before it is written down, with the steps that it came to. */
export interface PastWorkflowRun {
  /** Given like the ids of runs. */
  id: string
  chatId: string
  readonly workflow: WorkflowRow
  readonly person: PersonRow
  readonly at: number
  readonly test: boolean
  readonly groupId: string | null
  readonly input: Readonly<Record<string, string>>
  readonly status: WorkflowRunRow['status']
  readonly steps: readonly PastStep[]
}

/** A step that was begun: an agent's run, or a gate. */
export type PastStep = { readonly step: WorkflowStepRow; readonly run: PastRun } | PastGate

/** A gate with its decision, or null while it waits for one. */
export interface PastGate {
  readonly step: WorkflowStepRow
  readonly at: number
  readonly decision: NonNullable<StepRunRow['decision']> | null
}

/** How a workflow run went; a gate that it has waits, is passed, or is not. */
export type Fate = 'completed' | 'objected' | 'rejected' | 'failed' | 'cancelled' | 'working' | 'waiting'

export interface WorkflowStart {
  readonly workflow: WorkflowRow
  readonly person: PersonRow
  readonly at: number
  readonly fate: Fate
  readonly task: string
  readonly test?: boolean
  readonly groupId?: string | null
}

/** Goes through the steps until one of them ends the run, or waits, or has just begun. */
export function draftWorkflowRun(
  random: Random,
  cast: Cast,
  start: WorkflowStart,
  now: number,
): PastWorkflowRun {
  const { workflow, person, fate, task, test = false, groupId = null } = start
  const input = { task }
  const live = fate === 'working' || fate === 'waiting'
  const steps: PastStep[] = []
  const of: PastWorkflowRun = {
    ...{ id: '', chatId: '', workflow, person, at: start.at, test, groupId, input, steps },
    status: statusAfter(fate),
  }
  const lastAgent = workflow.steps.findLastIndex(step => step.kind === 'agent')
  let at = start.at
  let output: string | null = null
  for (const [index, step] of workflow.steps.entries()) {
    if (step.kind === 'gate') {
      if (fate === 'waiting') return add({ step, at, decision: null })
      const decidedAt = Math.min(
        now - 2 * MINUTE,
        nextWorking(random, at + random.int(10 * MINUTE, 5 * HOUR)),
      )
      steps.push({ step, at, decision: decide(random, step, fate, decidedAt) })
      if (fate === 'rejected') return of
      at = decidedAt
      continue
    }
    const agent = cast.agentWith(step.agentId ?? '')
    const told = { ...input, ...handedOn(steps.at(-1), output), task: `${step.instruction}\n\n${task}` }
    const run = { agent, person, input: told, triggeredBy: 'workflow', step: { of, stepId: step.id } }
    if (fate === 'working') return add({ step, run: draftWorking(run, now, now - at) })
    if (fate === 'waiting' && agent.script.some(isWaiting)) return add({ step, run: draftWaiting(run, at) })
    const ends =
      fate === 'failed' || fate === 'cancelled' ? index === failsAt(workflow, cast, lastAgent) : false
    const status = ends && !live ? (fate as 'failed' | 'cancelled') : 'completed'
    const job = { task: told.task, summary: found(OUTPUTS[step.name], `an output of ${step.name}`) }
    const done = draftRun(random, { ...run, at, job, status }, now, cast.ids['person-admin'])
    steps.push({ step, run: done })
    if (status !== 'completed') return of
    at = endOf(done)
    output = done.end.status === 'completed' ? done.end.summary : null
  }
  return of

  function add(step: PastStep): PastWorkflowRun {
    steps.push(step)
    return of
  }
}

/** The texts that a step gets from those before it. */
function handedOn(before: PastStep | undefined, output: string | null): Record<string, string> {
  const decision = before && 'decision' in before ? before.decision : null
  return {
    ...(output === null ? {} : { previous_output: output }),
    ...(decision ? { gate_outcome: decision.outcome } : {}),
    ...(decision?.comment ? { gate_comment: decision.comment } : {}),
  }
}

function decide(random: Random, { approverIds }: WorkflowStepRow, fate: Fate, decidedAt: number) {
  const outcome = fate === 'objected' ? 'objected' : fate === 'rejected' ? 'rejected' : 'approved'
  return {
    outcome,
    decidedBy: random.pick(approverIds),
    decidedAt,
    comment: random.pick(COMMENTS[outcome]),
  } as const
}

const COMMENTS = {
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
} as const

/** The step that fails: the one whose agent always does, otherwise the last one. */
function failsAt({ steps }: WorkflowRow, cast: Cast, last: number): number {
  const weak = steps.findIndex(step => step.agentId === cast.ids['agent-that-fails'])
  return weak >= 0 ? weak : last
}

function statusAfter(fate: Fate): WorkflowRunRow['status'] {
  const statuses = { objected: 'completed', rejected: 'cancelled', working: 'running' } as const
  return fate in statuses ? statuses[fate as keyof typeof statuses] : (fate as WorkflowRunRow['status'])
}

/** What comes out of each step, by its name. */
const OUTPUTS: Readonly<Record<string, string>> = {
  'Check the invoice': 'The invoice of the order is right; nothing is open.',
  'Find the parcel': 'The parcel is in Hannover and arrives tomorrow. The answer is drafted.',
  'Check the papers':
    'The papers are complete: register extract, tax number and bank details fit each other.',
  'Set the supplier up':
    'The supplier is entered with thirty days net and two percent discount within eight days.',
  'Check the invoices': 'All invoices of today match their orders; two wait for the receipt of the goods.',
  'Import the statements': '38 lines are imported; two of them are left for a person.',
  Report: 'Open are two invoices without a receipt and two lines of the bank.',
  'Write the briefing': 'The briefing for the review is ready: one decision, three facts, two options.',
  'Check the figures': 'All figures of the briefing fit the ledger.',
  'Collect the accruals':
    '31 accruals over 42,310.40 euros are listed with their reasons; three need a comment.',
  'Review the VAT return': 'The return fits the ledger in every box.',
  'Sort the complaint': 'Topic: damaged goods. Urgency: normal. It is for Customer Care.',
  'Draft the answer': 'The answer is drafted. It names the cause, the next step and a date.',
  'Send and note': 'The answer was sent, and the order carries a note.',
}
