// Why a client may wait in vain: everything in a workspace that goes on only when somebody does something.
import { balanceMicros } from '../work/accounts.ts'
import { describeHeld } from '../work/task-runs.ts'
import type { Workspace } from '../world/workspace.ts'
import { planned } from './clock.ts'
import type { ControlFunctions } from './control-function.ts'
import type { Diagnosis, Reason } from './generated/control.gen.ts'
import { redactorOf } from './journal.ts'
import { clockView } from './set-clock.ts'
import { listWaiting, pendingApprovals } from './waiting.ts'

/** How many of a kind are listed. */
const MAX_LISTED = 3

export const diagnosis = {
  diagnoseWorkspace(_, { hosted, workspaces }) {
    const { workspace, journal, faults } = hosted
    const { now, mode } = clockView(workspace)
    const redact = redactorOf(hosted)
    const refused = journal.find({}).filter(({ refusal }) => refusal)
    const reasons: Reason[] = [
      ...frozenWork(workspace),
      ...waiting(workspace, workspaces.beginningOf(workspace.id)?.tables),
      ...held(workspace),
      ...emptyWallet(workspace),
      ...faults
        .all(workspace)
        .filter(({ active, applied }) => active || applied > 0)
        .map(({ id, applied, active }) => ({
          kind: 'fault' as const,
          says: `The fault ${id} was applied ${applied} times and ${active ? 'may apply again' : 'is used up'}.`,
          todo: 'workspace.faults.list() has what it does; workspace.faults.clear() removes it.',
        })),
      ...refused.slice(-MAX_LISTED).map(({ id, method, path, status, refusal }) => ({
        kind: 'refusal' as const,
        says: redact(`${method} ${path} was refused with ${status}: ${refusal?.message}`),
        todo: `agent-work explain ${id}, or workspace.explain('${id}').`,
      })),
    ]
    return { workspace: workspace.id, now, mode, reasons }
  },
} satisfies Partial<ControlFunctions>

/** The diagnosis as a text of a few lines. */
export function diagnosisText({ workspace, now, reasons }: Diagnosis): string {
  if (reasons.length === 0) return `Nothing stands still in ${workspace}, at ${now}.`
  return [
    `What stands still in ${workspace}, at ${now}:`,
    ...reasons.map(({ says, todo }) => `- ${says}\n  ${todo}`),
  ].join('\n')
}

function frozenWork(workspace: Workspace): Reason[] {
  const { clock, schedule } = workspace.simulation
  const due = schedule
    .entries()
    .filter(({ background }) => !background)
    // What a test has just started comes before what the seed has at work.
    .sort((a, b) => b.seq - a.seq)
    .map(entry => planned(workspace, entry))
  if (clock.mode.kind !== 'frozen' || due.length === 0) return []
  const events = due.slice(0, MAX_LISTED).map(({ at, says }) => `at ${at}: ${says}`)
  const more = due.length > MAX_LISTED ? ` And ${due.length - MAX_LISTED} more.` : ''
  const count = due.length === 1 ? 'one event is planned' : `${due.length} events are planned`
  return [
    {
      kind: 'clock',
      says: `The clock is frozen, and ${count}: ${events.join(' ')}${more}`,
      todo: `Let time pass: workspace.clock.untilIdle(), or agent-work advance --until-idle -w ${workspace.id}.`,
    },
  ]
}

/** Without what has waited since before the test. */
function waiting(workspace: Workspace, beginning: Workspace['tables'] | undefined): Reason[] {
  const questions = listWaiting(workspace)
    .questions.filter(
      ({ run_id, question }) => beginning?.runs.get(run_id)?.progress?.question?.prompt !== question.prompt,
    )
    .sort((a, b) => (a.question.asked_at < b.question.asked_at ? 1 : -1))
  const approvals = pendingApprovals(workspace.tables).filter(({ id }) => !beginning?.approvals.get(id))
  return [
    ...questions.slice(0, MAX_LISTED).map(({ run_id, agent_name, question }) => ({
      kind: 'question' as const,
      says: `The run ${run_id} of ${agent_name} asks: ${question.prompt}`,
      todo: `Answer it with respondToRun, or agent-work answer ${run_id}.`,
    })),
    ...approvals.slice(0, MAX_LISTED).map(({ id, title }) => ({
      kind: 'approval' as const,
      says: `The approval ${id} waits for a person: ${title}`,
      todo: `No key can decide it: workspace.people.approve('${id}'), or agent-work approve ${id}.`,
    })),
  ]
}

function held({ tables }: Workspace): Reason[] {
  return tables.tasks
    .all()
    .flatMap(({ heldRun, reference }) => (heldRun ? [{ heldRun, reference }] : []))
    .slice(0, MAX_LISTED)
    .map(({ heldRun, reference }) => ({
      kind: 'held',
      says: `${reference}: ${describeHeld(heldRun)}`,
      todo: 'Raise the limits of the task with updateTask, or let time pass.',
    }))
}

function emptyWallet(workspace: Workspace): Reason[] {
  if (balanceMicros(workspace) > 0) return []
  return [
    {
      kind: 'balance',
      says: 'The wallet is empty, so what costs money is refused or waits.',
      todo: `workspace.people.topUp(100), or agent-work top-up 100 -w ${workspace.id}.`,
    },
  ]
}
