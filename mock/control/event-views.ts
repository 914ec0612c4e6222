// Views of workspace events, which the control API calls transitions, in words.
import { type Change, type EventKind, type WorkspaceEvent, watchRows } from '../journal/event-log.ts'
import { sentence } from '../work/fill-in.ts'
import { describeHeld } from '../work/task-runs.ts'
import type { RowOf } from '../world/resource-rows.ts'
import type { RunRow } from '../world/runs.ts'
import type { Tables } from '../world/tables.ts'
import type { Workspace } from '../world/workspace.ts'
import type { Transition } from './generated/control.gen.ts'
import { iso } from './time.ts'

/** What a change of a row means. */
type Meaning = Pick<Transition, 'kind' | 'says' | 'brief'>

/** Does something in a workspace, and what follows at once; returns the changes of status. */
export function recording<Result>(workspace: Workspace, act: () => Result) {
  const { transitions, stop } = record(workspace)
  try {
    const result = act()
    workspace.simulation.settle()
    return { result, transitions }
  } finally {
    stop()
  }
}

/** Collects the first transitions from now on, and counts those left out. */
export function record(workspace: Workspace, max = 1_000) {
  const transitions: Transition[] = []
  let leftOut = 0
  const stop = watchRows(workspace, change => {
    const { id } = (change.after ?? change.before)!
    for (const { kind, ...words } of meaningsOf(workspace, change)) {
      if (transitions.length < max)
        transitions.push({ at: iso(workspace.now()), kind, subject: id, ...words })
      else leftOut += 1
    }
  })
  return { transitions, leftOut: () => leftOut, stop }
}

/** The view of an event, as it was at its time. */
export function eventView(workspace: Workspace, event: WorkspaceEvent): Transition {
  const { kind, id, at, to, exchange } = event
  const deleted = { kind: `${kind.replace('-', '_')}.${to ?? 'deleted'}`, says: `${id} was deleted.` }
  return { at: iso(at), subject: id, exchange, ...(meaningsOf(workspace, event).at(-1) ?? deleted) }
}

function meaningsOf({ tables }: Workspace, { kind, before, after }: Change): readonly Meaning[] {
  return MEANINGS[kind](before as never, after as never, tables)
}

const MEANINGS: {
  readonly [Kind in EventKind]: (
    before: RowOf<Kind> | undefined,
    after: RowOf<Kind> | undefined,
    tables: Tables,
  ) => readonly Meaning[]
} = {
  run(before, run, { agents }) {
    if (!run || before?.status === run.status) return []
    const kind = run.status !== 'running' ? run.status : before ? 'resumed' : 'started'
    const agent = agents.get(run.agentId)?.name ?? run.agentId
    const words = sentence(wordsOfRun(run, kind, `the approval ${run.progress?.approvalId}`))
    const brief = `${agent} ${sentence(wordsOfRun(run, kind, 'an approval'))}`
    return [{ kind: `run.${kind}`, says: `The run ${run.id} of ${agent} ${words}`, brief }]
  },

  approval(before, approval, { people }) {
    if (!approval || before?.status === approval.status) return []
    const { id, title, status } = approval
    const asked = `was asked for: ${sentence(title)}`
    if (!before)
      return [
        { kind: 'approval.requested', says: `The approval ${id} ${asked}`, brief: `The approval ${asked}` },
      ]
    const who = approval.decidedBy === null ? undefined : people.get(approval.decidedBy)?.name
    const comment = approval.comment === null ? '' : ` "${approval.comment}"`
    return [
      {
        kind: `approval.${status}`,
        says: who ? `${who} ${status} ${id}, ${title}.${comment}` : `The approval ${id} ${status}.`,
        brief: who ? `${who} ${status} ${title}.${comment}` : `The approval ${status}.`,
      },
    ]
  },

  'workflow-run'(before, run, { workflows }) {
    if (!run) return []
    const workflow = workflows.get(run.workflowId)
    const name = workflow?.name ?? run.workflowId
    const steps = run.steps.flatMap((step, index) => {
      if (!before || before.steps[index]?.status === step.status) return []
      const its = workflow?.steps[index]?.name ?? step.stepId
      return [{ kind: `step.${step.status}`, says: `The step ${its} of ${name} is ${step.status}.` }]
    })
    if (before?.status === run.status) return steps
    const brief = `${name} is ${run.status}.`
    return [...steps, { kind: `workflow_run.${run.status}`, says: `The run ${run.id} of ${brief}`, brief }]
  },

  task(before, task) {
    if (!task) return before ? [{ kind: 'task.deleted', says: `${before.reference} was deleted.` }] : []
    const { reference, status, heldRun } = task
    if (!before) return [{ kind: 'task.created', says: `${reference} was created in ${status}.` }]
    if (heldRun && heldRun !== before.heldRun)
      return [{ kind: 'task.run-held', says: `${reference}: ${describeHeld(heldRun)}` }]
    if (before.status === status) return []
    return [{ kind: 'task.moved', says: `${reference} moved from ${before.status} to ${status}.` }]
  },
}

function wordsOfRun(run: RunRow, kind: string, approval: string): string {
  const { question, approvalId } = run.progress ?? {}
  if (kind === 'paused')
    return question ? `asks: ${question.prompt}` : approvalId ? `waits for ${approval}` : 'was paused'
  if (kind === 'completed') return `completed: ${run.summary ?? ''}`
  if (kind === 'failed') return `failed: ${run.error?.message ?? ''}`
  return kind === 'started' ? 'started' : kind === 'resumed' ? 'goes on' : `was ${kind}`
}
