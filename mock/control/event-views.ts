// Views of workspace events, which the control API calls transitions, in words.
import { type Change, type EventKind, type WorkspaceEvent, watchRows } from '../journal/event-log.ts'
import { sentence } from '../work/fill-in.ts'
import { describeHeld } from '../work/task-runs.ts'
import type { RowOf } from '../world/resource-rows.ts'
import type { RunRow } from '../world/runs.ts'
import type { Workspace } from '../world/workspace.ts'
import type { ControlSchemas } from './document.ts'
import { iso } from './time.ts'

export type Transition = ControlSchemas['Transition']

type Note = (kind: string, subject: string, says: string, brief?: string) => void

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
  const note: Note = (kind, subject, says, brief) => {
    const transition = { at: iso(workspace.now()), kind, subject, says, ...(brief && { brief }) }
    if (transitions.length < max) transitions.push(transition)
    else leftOut += 1
  }
  const stop = watchRows(workspace, describerOf(workspace, note))
  return { transitions, leftOut: () => leftOut, stop }
}

/** The view of an event, as it was at its time. */
export function eventView(workspace: Workspace, event: WorkspaceEvent): Transition {
  const { kind, id, at, to, exchange } = event
  let transition: Pick<Transition, 'kind' | 'says' | 'brief'> = {
    kind: `${kind.replace('-', '_')}.${to ?? 'deleted'}`,
    says: `${id} was deleted.`,
  }
  const note: Note = (kind, _, says, brief) => {
    transition = { kind, says, ...(brief && { brief }) }
  }
  describerOf(workspace, note)(event)
  return { at: iso(at), subject: id, exchange, ...transition }
}

type Describers = {
  readonly [Kind in EventKind]: (before: RowOf<Kind> | undefined, after: RowOf<Kind> | undefined) => void
}

/** Notes what a change of a row of each kind means. */
function describerOf({ tables }: Workspace, note: Note) {
  const describers: Describers = {
    run(before, run) {
      if (!run || before?.status === run.status) return
      const kind = run.status !== 'running' ? run.status : before ? 'resumed' : 'started'
      const agent = tables.agents.get(run.agentId)?.name ?? run.agentId
      const words = sentence(wordsOfRun(run, kind, `the approval ${run.progress?.approvalId}`))
      const brief = `${agent} ${sentence(wordsOfRun(run, kind, 'an approval'))}`
      note(`run.${kind}`, run.id, `The run ${run.id} of ${agent} ${words}`, brief)
    },

    approval(before, approval) {
      if (!approval || before?.status === approval.status) return
      const { id, title, status } = approval
      if (!before) {
        const asked = `was asked for: ${sentence(title)}`
        note('approval.requested', id, `The approval ${id} ${asked}`, `The approval ${asked}`)
        return
      }
      const who = approval.decidedBy === null ? undefined : tables.people.get(approval.decidedBy)?.name
      const comment = approval.comment === null ? '' : ` "${approval.comment}"`
      note(
        `approval.${status}`,
        id,
        who ? `${who} ${status} ${id}, ${title}.${comment}` : `The approval ${id} ${status}.`,
        who ? `${who} ${status} ${title}.${comment}` : `The approval ${status}.`,
      )
    },

    'workflow-run'(before, run) {
      if (!run) return
      const workflow = tables.workflows.get(run.workflowId)
      const name = workflow?.name ?? run.workflowId
      for (const [index, step] of run.steps.entries()) {
        if (!before || before.steps[index]?.status === step.status) continue
        const its = workflow?.steps[index]?.name ?? step.stepId
        note(`step.${step.status}`, run.id, `The step ${its} of ${name} is ${step.status}.`)
      }
      if (before?.status !== run.status)
        note(
          `workflow_run.${run.status}`,
          run.id,
          `The run ${run.id} of ${name} is ${run.status}.`,
          `${name} is ${run.status}.`,
        )
    },

    task(before, task) {
      if (!before && task) note('task.created', task.id, `${task.reference} was created in ${task.status}.`)
      else if (before && !task) note('task.deleted', before.id, `${before.reference} was deleted.`)
      else if (task?.heldRun && task.heldRun !== before?.heldRun)
        note('task.run-held', task.id, `${task.reference}: ${describeHeld(task.heldRun)}`)
      else if (before && task && before.status !== task.status)
        note('task.moved', task.id, `${task.reference} moved from ${before.status} to ${task.status}.`)
    },
  }
  return ({ kind, before, after }: Change) =>
    (describers[kind] as (before: unknown, after: unknown) => void)(before, after)
}

function wordsOfRun(run: RunRow, kind: string, approval: string): string {
  const { question, approvalId } = run.progress ?? {}
  if (kind === 'paused')
    return question ? `asks: ${question.prompt}` : approvalId ? `waits for ${approval}` : 'was paused'
  if (kind === 'completed') return `completed: ${run.summary ?? ''}`
  if (kind === 'failed') return `failed: ${run.error?.message ?? ''}`
  return kind === 'started' ? 'started' : kind === 'resumed' ? 'goes on' : `was ${kind}`
}
