// Does a run's script, step by step.
import type { RunRow } from '../world/runs.ts'
import type { QuestionField, Step } from '../world/script.ts'
import type { Workspace } from '../world/workspace.ts'
import { requestApproval } from './approvals.ts'
import { post, say } from './chats.ts'
import { announceStatus, change, end, pauseFor, withProgress } from './run-changes.ts'
import { lengthOf, planNext } from './run-charges.ts'
import { fillIn } from './texts.ts'

/** Does every step that is due now; stops at one that takes time, waits, or ends the run. */
export function workOn(workspace: Workspace, started: RunRow): void {
  let run = started
  for (;;) {
    const progress = run.progress
    if (!progress) return
    const step = progress.script[progress.at]
    if (step && progress.doneMs < lengthOf(step)) {
      if (progress.doneMs === 0) begin(workspace, run, step)
      planNext(workspace, run)
      return
    }
    const after = finishStep(workspace, run, step)
    if (!after) return
    run = change(
      workspace,
      after,
      withProgress(after, { at: progress.at + 1, doneMs: 0, since: workspace.now() }),
    )
  }
}

/** What shows when a step that takes time begins. */
function begin(workspace: Workspace, run: RunRow, step: Step): void {
  if (step.do !== 'tool') return
  post(workspace, run.chatId, {
    type: 'tool.called',
    run_id: run.id,
    tool_call_id: callId(run),
    name: step.name,
    arguments: { ...step.arguments },
  })
}

/** What a step comes to; the run to go on with, or nothing when it waits or has ended. */
function finishStep(workspace: Workspace, run: RunRow, step: Step | undefined): RunRow | undefined {
  switch (step?.do) {
    case 'work':
      return run
    case 'say':
      say(workspace, run.chatId, 'assistant', fillIn(step.text, run))
      return run
    case 'tool':
      post(workspace, run.chatId, {
        type: 'tool.returned',
        run_id: run.id,
        tool_call_id: callId(run),
        name: step.name,
        result: step.result,
      })
      return run
    case 'ask':
      ask(workspace, run, 'text', step.prompt, [])
      return undefined
    case 'ask-fields':
      ask(workspace, run, 'fields', step.prompt, step.fields)
      return undefined
    case 'ask-decisions':
      ask(workspace, run, 'decisions', step.prompt, step.actions)
      return undefined
    case 'await-approval':
      awaitApproval(workspace, run, step)
      return undefined
    case 'fail':
      end(workspace, run, 'failed', { error: { code: step.code, message: fillIn(step.message, run) } })
      return undefined
    default: {
      const summary = fillIn(step?.summary ?? 'Done: {{input.task}}', run)
      say(workspace, run.chatId, 'assistant', summary)
      end(workspace, run, 'completed', { summary })
      return undefined
    }
  }
}

function ask(
  workspace: Workspace,
  run: RunRow,
  kind: 'text' | 'fields' | 'decisions',
  prompt: string,
  fields: readonly QuestionField[],
) {
  const question = {
    id: workspace.ids.next('q'),
    kind,
    prompt: fillIn(prompt, run),
    fields,
    askedAt: workspace.now(),
  }
  const asked = pauseFor(workspace, run, { question })
  post(workspace, run.chatId, {
    type: 'tool.called',
    run_id: run.id,
    tool_call_id: question.id,
    name: 'ask_user',
    arguments: { prompt: question.prompt },
  })
  post(workspace, run.chatId, {
    type: 'question.asked',
    run_id: run.id,
    question: {
      id: question.id,
      kind,
      prompt: question.prompt,
      fields: fields.map(({ options, ...field }) => ({
        ...field,
        ...(options ? { options: [...options] } : {}),
      })),
      asked_at: new Date(question.askedAt).toISOString(),
    },
  })
  announceStatus(workspace, asked)
}

function awaitApproval(
  workspace: Workspace,
  run: RunRow,
  step: Extract<Step, { do: 'await-approval' }>,
): void {
  const approval = requestApproval(workspace, {
    kind: 'run',
    title: fillIn(step.title, run),
    description: fillIn(step.description, run),
    agentId: run.agentId,
    runId: run.id,
    requestedBy: run.startedBy,
    approverIds: managersOf(workspace, run.teamId),
  })
  const waiting = pauseFor(workspace, run, { approvalId: approval.id })
  announceStatus(workspace, waiting)
}

/** Who manages the team that pays for the run; admins may decide as well. */
function managersOf({ tables }: Workspace, teamId: string | null): string[] {
  if (teamId === null) return []
  return tables.people
    .all()
    .filter(person => person.managedTeamIds.includes(teamId))
    .map(person => person.id)
}

function callId(run: RunRow): string {
  return `${run.id}.${run.progress?.at ?? 0}`
}
