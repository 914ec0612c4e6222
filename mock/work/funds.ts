// Charges and top-ups: all ledger rows except those for the work of runs.
import { decisions } from '../profile/decisions.ts'
import { monthAt } from '../simulation/time-zone.ts'
import { Cache } from '../store/cache.ts'
import type { LedgerRow } from '../world/ledger.ts'
import { priceOf } from '../world/models.ts'
import { type Plan, planOf } from '../world/plans.ts'
import type { RunRow } from '../world/runs.ts'
import type { Tables } from '../world/tables.ts'
import type { Use } from '../world/work-stretch.ts'
import type { Workspace } from '../world/workspace.ts'

/**
 * What is charged, by default now. The team that pays is by default that of the user and the agent; other ids that are
 * left out are null.
 */
export interface Charge
  extends Pick<LedgerRow, 'kind'>,
    Partial<
      Pick<LedgerRow, 'tokensIn' | 'tokensOut' | 'agentId' | 'userId' | 'teamId' | 'runId' | 'planId' | 'at'>
    > {
  /** The model whose prices apply; null for charges without tokens. */
  readonly model: string | null
  /** How many of the tokens read came from the prompt cache. */
  readonly cachedTokens?: number
  /** Micro-euros of a charge without tokens. */
  readonly flatMicros?: number
}

/**
 * Charges spending at the current prices of the model: appends a row to the ledger.
 *
 * @example charge(workspace, { kind: 'run', model: run.model, tokensIn: 900, tokensOut: 120, agentId, userId, runId })
 */
export function charge(workspace: Workspace, spent: Charge): LedgerRow {
  const { tokensIn = 0, tokensOut = 0, agentId = null, userId = null } = spent
  return workspace.ledger.append({
    id: workspace.ids.next('led'),
    at: spent.at ?? workspace.now(),
    kind: spent.kind,
    ...amountOf(workspace, spent),
    tokensIn,
    tokensOut,
    agentId,
    userId,
    teamId: spent.teamId === undefined ? payingTeam(workspace, userId, agentId) : spent.teamId,
    modelId: spent.model,
    clientId: clientOf(workspace, agentId),
    runId: spent.runId ?? null,
    workflowRunId: null,
    ...(spent.planId === undefined ? {} : { planId: spent.planId }),
  })
}

/** Charges a month of the workspace's plan, at its first instant. */
export function chargeFee(workspace: Workspace): void {
  const { id: planId, monthlyPriceMicros: flatMicros } = planOfTenant(workspace)
  const at = monthAt(workspace.now()).from
  charge(workspace, { kind: 'subscription', model: null, flatMicros, planId, at })
}

/** The plan of the workspace. No request can choose it. */
export function planOfTenant({ id, tables }: Workspace): Plan {
  const [tenant] = tables.tenant.all()
  if (!tenant) throw new Error(`workspace ${id} has no tenant row, so its plan is not known`)
  return planOf(tenant.planId)
}

/** Adds money to the wallet. */
export function topUp(workspace: Workspace, micros: number, at = workspace.now()): LedgerRow {
  return charge(workspace, { kind: 'top-up', model: null, flatMicros: -micros, at })
}

/** The team that pays for the work of a person, with an agent or without one; gap `run-team`. */
export function payingTeam(
  { tables, profile }: Workspace,
  personId: string | null,
  agentId: string | null,
): string | null {
  const teamIds = (personId !== null && tables.people.get(personId)?.teamIds) || []
  const ofAgent = (agentId !== null && tables.agents.get(agentId)?.teamId) || null
  const ofPerson = teamIds[0] ?? null
  switch (decisions.payingTeam(profile)) {
    case 'shared':
      return ofAgent !== null && teamIds.includes(ofAgent) ? ofAgent : (ofPerson ?? ofAgent)
    case 'person':
      return ofPerson ?? ofAgent
    case 'agent':
      return ofAgent ?? ofPerson
  }
}

function amountOf({ tables }: Workspace, spent: Charge): { micros: number; savedMicros: number } {
  const { model, tokensIn = 0, tokensOut = 0, cachedTokens = 0, flatMicros = 0 } = spent
  if (model === null) return { micros: flatMicros, savedMicros: 0 }
  const price = tables.models.get(model)
  if (!price) throw new Error(`a ${spent.kind} was charged for the model ${model}, which has no prices`)
  return priceOf(price, { tokensIn, tokensOut, cachedTokens })
}

function clientOf({ tables }: Workspace, agentId: string | null): string | null {
  if (agentId === null) return null
  const { clients } = tables
  return clientsByAgent.of(clients, [clients.version], () => byAgent(clients)).get(agentId) ?? null
}

const clientsByAgent = new Cache<Tables['clients'], ReadonlyMap<string, string>>(64)

/** The first client of each agent. */
function byAgent(clients: Tables['clients']): ReadonlyMap<string, string> {
  const pairs = clients.all().flatMap(({ id, agentIds }) => agentIds.map(agentId => [agentId, id] as const))
  return new Map(pairs.reverse())
}

/** The row for work of a run: it counts when the run started, and is charged to its person, team and client. */
export function rowOfWork(workspace: Workspace, run: RunRow, id: string, used: Use): LedgerRow {
  return {
    id,
    at: run.createdAt,
    kind: 'run',
    micros: used.micros,
    savedMicros: used.savedMicros,
    tokensIn: used.tokensIn,
    tokensOut: used.tokensOut,
    agentId: run.agentId,
    userId: run.startedBy,
    teamId: run.teamId,
    modelId: run.model,
    clientId: clientOf(workspace, run.agentId),
    runId: run.id,
    workflowRunId: run.workflowRunId,
  }
}
