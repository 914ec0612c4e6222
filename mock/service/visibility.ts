// What the person behind a key may see (sections 5.4 and 5.5, and the gaps about visibility).

import { type OperationId, operations } from '#openapi'
import { isWorkspaceWide } from '../profile/access-rules.ts'
import { decisions } from '../profile/decisions.ts'
import { mayDecide } from '../work/approvals.ts'
import type { AgentRow } from '../world/agents.ts'
import type { ApprovalRow } from '../world/approvals.ts'
import type { PersonRow } from '../world/people.ts'
import { notSeen } from '../world/refusal.ts'
import type { RunRow } from '../world/runs.ts'
import type { Tables } from '../world/tables.ts'
import { isEveryone } from './everyone.ts'
import type { Context } from './handler.ts'

/** The owner's own agents and shared ones; nobody sees another person's private agent. */
export function seesAgent(person: PersonRow, agent: AgentRow): boolean {
  return agent.visibility === 'shared' || agent.ownerId === person.id || isEveryone(person)
}

/** Runs of agents that the person sees, and the person's own; gap `run-visibility`. */
export function seesRun(
  { caller: { person }, tables, workspace }: Context,
  run: Pick<RunRow, 'startedBy' | 'agentId'>,
): boolean {
  if (run.startedBy === person.id) return true
  if (decisions.showsRunsToStarterOnly(workspace.profile)) return person.role === 'admin'
  const agent = tables.agents.get(run.agentId)
  return agent !== undefined && seesAgent(person, agent)
}

/** The teams whose figures are visible; `all` includes what no team spent. */
export type Teams = 'all' | readonly string[]

/**
 * The teams whose figures the caller gets from an operation. Under the role rule, a manager gets only what the managed
 * teams paid for; elsewhere figures are those of the whole workspace.
 */
export function teamsInView({ caller, workspace }: Context, operation: OperationId): Teams {
  const { role, managedTeamIds } = caller.person
  return role !== 'admin' && isWorkspaceWide(operations[operation], workspace.profile)
    ? managedTeamIds
    : 'all'
}

/** Approvals that concern the person, or that the person may decide; gap `approval-visibility`. */
export function seesApproval(
  { caller: { person }, tables, workspace }: Context,
  approval: ApprovalRow,
): boolean {
  if (mayDecide(person, approval)) return true
  if (decisions.showsApprovalsToDecidersOnly(workspace.profile)) return false
  return approval.requestedBy === person.id || manages(person, tables.people.get(approval.requestedBy))
}

/** An agent that the caller sees, or a refusal. `gap` leaves the status open where the agent is only a filter. */
export function requireAgent(
  { tables, caller }: Context,
  id: string,
  { gap, param = 'agent_id' }: { gap?: 'unknown-id-filter'; param?: string } = {},
): AgentRow {
  const agent = tables.agents.get(id)
  if (agent && seesAgent(caller.person, agent)) return agent
  const because = { accepted: visibleAgentIds(tables, caller.person) }
  throw notSeen('agent', id, agent, { param, because, ...(gap && { gap }) })
}

/** A run that the caller sees, or a refusal. */
export function requireVisibleRun(context: Context, id: string): RunRow {
  const run = context.tables.runs.get(id)
  if (run && seesRun(context, run)) return run
  throw notSeen('run', id, run)
}

function visibleAgentIds(tables: Tables, person: PersonRow): string[] {
  const seen = tables.agents.all().filter(agent => seesAgent(person, agent))
  return seen.map(agent => `${agent.id} (${agent.name})`)
}

function manages(person: PersonRow, other: PersonRow | undefined): boolean {
  return other?.teamIds.some(team => person.managedTeamIds.includes(team)) ?? false
}
