// An agent completion is also listed and counted as a run, so that the cost of agents equals the cost of their runs.
// The run is stored when the answer is written, because nothing can be done to it earlier.
import type { AgentRow } from '../world/agents.ts'
import type { TokenUse } from '../world/models.ts'
import { NO_ATTACHMENTS, type RunRow } from '../world/runs.ts'
import type { Workspace } from '../world/workspace.ts'
import { charge, payingTeam } from './funds.ts'
import { watchWallet } from './spending-limits.ts'

/** A finished completion. */
export interface Completed {
  readonly agent: AgentRow
  readonly personId: string
  /** The chat with the conversation. */
  readonly chatId: string
  /** The instruction. */
  readonly task: string
  readonly startedAt: number
  readonly tokens: TokenUse
  /** How long the work takes in a run. A completion is answered at once, so that nobody waits for it. */
  readonly workedMs: number
  /** A completion that ends with a question has not finished. */
  readonly outcome: Pick<RunRow, 'status' | 'summary' | 'error'>
}

/** Stores the run and charges its cost. */
export function enterCompletion(workspace: Workspace, completed: Completed): RunRow {
  const { agent, personId, chatId, task, startedAt, tokens, workedMs, outcome } = completed
  const now = workspace.now()
  const id = workspace.ids.next('run')
  const teamId = payingTeam(workspace, personId, agent.id)
  const { micros, tokensIn, tokensOut } = charge(workspace, {
    kind: 'run',
    model: agent.model,
    ...tokens,
    agentId: agent.id,
    userId: personId,
    teamId,
    runId: id,
    at: startedAt,
  })
  watchWallet(workspace)
  return workspace.tables.runs.insert({
    id,
    agentId: agent.id,
    chatId,
    taskId: null,
    workflowRunId: null,
    retryOf: null,
    status: outcome.status,
    triggeredBy: 'completion',
    startedBy: personId,
    teamId,
    model: agent.model,
    input: { task },
    originChatId: null,
    attachmentIds: NO_ATTACHMENTS,
    summary: outcome.summary,
    error: outcome.error,
    micros,
    tokensIn,
    tokensOut,
    workedMs,
    createdAt: startedAt,
    updatedAt: now,
    finishedAt: now,
    progress: null,
  })
}
