// Describes what is planned in a workspace.
import type { ScheduledEvent } from '../simulation/scheduled-event.ts'
import type { Workspace } from '../world/workspace.ts'
import type { ControlFunctions } from './control-function.ts'
import type { ControlSchemas } from './document.ts'
import { iso } from './time.ts'

type Planned = ControlSchemas['Planned']

export const agenda = {
  /** The next events that will happen by themselves. */
  readAgenda({ query }, { hosted: { workspace } }) {
    const entries = workspace.simulation.schedule.entries().sort((a, b) => a.due - b.due || a.seq - b.seq)
    return {
      data: entries.slice(0, query.limit).map(entry => planned(workspace, entry)),
      planned: entries.length,
    }
  },
} satisfies Partial<ControlFunctions>

/** An event as people read it. */
export function planned(workspace: Workspace, entry: ScheduledEvent): Planned {
  const { due, kind, subject, background } = entry
  return {
    at: iso(Math.max(due, workspace.now())),
    kind,
    subject,
    says: wordsFor(workspace, entry),
    housekeeping: background,
  }
}

function wordsFor({ tables }: Workspace, { kind, subject, payload }: ScheduledEvent): string {
  const run = tables.runs.get(subject)
  const agent = tables.agents.get(run?.agentId ?? '')?.name
  const task = tables.tasks.get(subject)
  const approval = tables.approvals.get(subject)
  const workflow = tables.workflows.get(tables.workflowRuns.get(subject)?.workflowId ?? '')?.name
  const { by, outcome } = (payload ?? {}) as { by?: string; outcome?: string }
  const person = tables.people.get(by ?? '')?.name ?? 'Somebody'
  switch (kind) {
    case 'run.step':
      return `${agent ?? 'A run'} takes its next step.`
    case 'policy.decide':
      return `${person} decides ${approval?.title ?? subject}: ${outcome}.`
    case 'policy.answer':
      return `${person} answers what ${agent ?? subject} asks.`
    case 'task.run-held':
      return `${task?.reference ?? 'A task'} has room for its next run.`
    case 'wallet.month-begins':
      return 'A month begins: the wallet is topped up, and the plan’s fee is paid.'
    case 'chat.heartbeat':
      return 'An open stream gives a sign of life.'
    default:
      return `${workflow ?? task?.reference ?? agent ?? subject}: ${kind.replace(/[.-]/g, ' ')}.`
  }
}
