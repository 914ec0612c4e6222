import type { Schemas } from '#openapi'
import { decisions } from '../../profile/decisions.ts'
import type { Profile } from '../../profile/profile.ts'
import { Cache } from '../../store/cache.ts'
import { statusShown } from '../../work/run-moves.ts'
import { questionView } from '../../work/run-script.ts'
import type { AgentRow } from '../../world/agents.ts'
import { type RunRow, runAt } from '../../world/runs.ts'
import type { Workspace } from '../../world/workspace.ts'
import { euros, iso, isoOrNull, tokensView } from '../time.ts'

const views = new Cache<RunRow, Schemas['Run']>()

/** A run as the contract shows it (sections 2.2 and 4.2). The view is cached and must not be changed. */
export function runView(
  run: RunRow,
  { tables, profile }: Pick<Workspace, 'tables' | 'profile'>,
): Schemas['Run'] {
  const agent = tables.agents.get(run.agentId)
  return views.of(run, [agent, profile], () => makeView(run, agent, profile))
}

/** The views of runs with their work up to an instant. */
export function runViews(
  runs: readonly RunRow[],
  world: Pick<Workspace, 'tables' | 'profile'>,
  now: number,
): Schemas['Run'][] {
  return runs.map(run => runView(runAt(run, now), world))
}

/** What is shown of the cost of a run. Gap `cost-before-end`: a deployment may show only the final cost. */
export function costShown(run: RunRow, profile: Profile): Pick<RunRow, 'micros' | 'tokensIn' | 'tokensOut'> {
  const isShown = run.finishedAt !== null || decisions.showsCostWhileRunning(profile)
  return isShown ? run : { micros: 0, tokensIn: 0, tokensOut: 0 }
}

function makeView(run: RunRow, agent: AgentRow | undefined, profile: Profile): Schemas['Run'] {
  const { micros, tokensIn, tokensOut } = costShown(run, profile)
  const waits = run.status === 'paused'
  return {
    id: run.id,
    agent_id: run.agentId,
    agent_name: agent?.name ?? '',
    chat_id: run.chatId,
    task_id: run.taskId,
    workflow_run_id: run.workflowRunId,
    retry_of: run.retryOf,
    status: statusShown(run, profile),
    triggered_by: run.triggeredBy,
    started_by: run.startedBy,
    input: run.input,
    origin_chat_id: run.originChatId,
    attachment_ids: [...run.attachmentIds],
    question: waits && run.progress?.question ? questionView(run.progress.question) : null,
    approval_id: waits ? (run.progress?.approvalId ?? null) : null,
    summary: run.summary,
    error: run.error,
    cost_euros: euros(micros),
    tokens: tokensView(tokensIn, tokensOut),
    duration_seconds: run.workedMs / 1000,
    created_at: iso(run.createdAt),
    updated_at: iso(run.updatedAt),
    finished_at: isoOrNull(run.finishedAt),
  }
}
