// An agent completion is a run as well: it is listed and counted as one, so that what agents cost adds up to what
// their runs cost. It is written down when its answer is, for nothing can be done to it before.
import type { AgentRow } from '../world/agents.ts'
import type { RunRow } from '../world/runs.ts'
import type { Workspace } from '../world/workspace.ts'
import { charge, payingTeam } from './funds.ts'
import { watchWallet } from './spending-limits.ts'

/** What a completion came to. */
export interface Completed {
  readonly agent: AgentRow
  readonly personId: string
  /** The chat that has the conversation. */
  readonly chatId: string
  /** What was asked for. */
  readonly task: string
  readonly startedAt: number
  readonly tokens: { readonly tokensIn: number; readonly tokensOut: number; readonly cachedTokens: number }
  readonly outcome: Pick<RunRow, 'summary' | 'error'>
}

/** Enters the run and its cost. */
export function enterCompletion(workspace: Workspace, completed: Completed): RunRow {
  const { agent, personId, chatId, task, startedAt, tokens, outcome } = completed
  const now = workspace.now()
  const id = workspace.ids.next('run')
  const teamId = payingTeam(workspace, personId)
  const { micros, tokensIn, tokensOut } = charge(workspace, {
    kind: 'run',
    model: agent.model,
    ...tokens,
    agentId: agent.id,
    userId: personId,
    teamId,
    runId: id,
  })
  watchWallet(workspace)
  return workspace.tables.runs.insert({
    id,
    agentId: agent.id,
    chatId,
    taskId: null,
    workflowRunId: null,
    retryOf: null,
    status: outcome.error ? 'failed' : 'completed',
    triggeredBy: 'completion',
    startedBy: personId,
    teamId,
    model: agent.model,
    input: { task },
    originChatId: null,
    attachmentIds: [],
    ...outcome,
    micros,
    tokensIn,
    tokensOut,
    workedMs: now - startedAt,
    createdAt: startedAt,
    updatedAt: now,
    finishedAt: now,
    progress: null,
  })
}
