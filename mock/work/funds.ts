// What is paid, and by whom: the ledger rows of everything but the work of runs.
import type { LedgerKind, LedgerRow } from '../world/ledger.ts'
import { priceOf } from '../world/models.ts'
import type { RunRow } from '../world/runs.ts'
import type { Workspace } from '../world/workspace.ts'

/** What is paid for. Ids left out are found from the others, or are null. */
export interface Charge {
  readonly kind: Exclude<LedgerKind, 'top-up'>
  /** The model whose prices count; null for what costs no tokens. */
  readonly model: string | null
  /** Tokens read, those from the prompt cache included. */
  readonly tokensIn?: number
  readonly tokensOut?: number
  /** How many of the tokens read came from the prompt cache. */
  readonly cachedTokens?: number
  /** Micro-euros that it costs beside its tokens. */
  readonly flatMicros?: number
  readonly agentId?: string | null
  readonly userId?: string | null
  /** The team that pays; the first one of the user when left out. */
  readonly teamId?: string | null
  /** The agency's client it is done for; the one that has the agent when left out. */
  readonly clientId?: string | null
  readonly runId?: string | null
  readonly workflowRunId?: string | null
}

/**
 * Writes down what was spent, now, at the prices of the model.
 *
 * @example charge(workspace, { kind: 'run', model: run.model, tokensIn: 900, tokensOut: 120, agentId, userId, runId })
 */
export function charge(workspace: Workspace, spent: Charge): LedgerRow {
  const { tokensIn = 0, tokensOut = 0, agentId = null, userId = null } = spent
  return workspace.ledger.append({
    id: workspace.ids.next('led'),
    at: workspace.now(),
    kind: spent.kind,
    ...amountOf(workspace, spent),
    tokensIn,
    tokensOut,
    agentId,
    userId,
    teamId: spent.teamId === undefined ? payingTeam(workspace, userId) : spent.teamId,
    modelId: spent.model,
    clientId: spent.clientId === undefined ? clientOf(workspace, agentId) : spent.clientId,
    runId: spent.runId ?? null,
    workflowRunId: spent.workflowRunId ?? null,
  })
}

/** Puts money into the wallet. */
export function topUp(workspace: Workspace, micros: number): LedgerRow {
  return workspace.ledger.append({
    id: workspace.ids.next('led'),
    at: workspace.now(),
    kind: 'top-up',
    micros: -micros,
    savedMicros: 0,
    tokensIn: 0,
    tokensOut: 0,
    agentId: null,
    userId: null,
    teamId: null,
    modelId: null,
    clientId: null,
    runId: null,
    workflowRunId: null,
  })
}

/** The team that pays for what a person spends. */
export function payingTeam({ tables }: Workspace, personId: string | null): string | null {
  return personId === null ? null : (tables.people.get(personId)?.teamIds[0] ?? null)
}

function amountOf({ tables }: Workspace, spent: Charge): { micros: number; savedMicros: number } {
  const { model, tokensIn = 0, tokensOut = 0, cachedTokens = 0, flatMicros = 0 } = spent
  if (model === null) return { micros: flatMicros, savedMicros: 0 }
  const price = tables.models.get(model)
  if (!price) throw new Error(`a ${spent.kind} was charged for the model ${model}, which has no prices`)
  const { micros, savedMicros } = priceOf(price, { tokensIn, tokensOut, cachedTokens })
  return { micros: flatMicros + micros, savedMicros }
}

function clientOf({ tables }: Workspace, agentId: string | null): string | null {
  if (agentId === null) return null
  return tables.clients.all().find(client => client.agentIds.includes(agentId))?.id ?? null
}

/** Who pays for the work of a run, and for whom it is done. */
export function payerOf(workspace: Workspace, run: RunRow) {
  return {
    kind: 'run',
    agentId: run.agentId,
    userId: run.startedBy,
    teamId: run.teamId,
    modelId: run.model,
    clientId: clientOf(workspace, run.agentId),
    runId: run.id,
    workflowRunId: run.workflowRunId,
  } as const
}
