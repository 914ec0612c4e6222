// What the person behind a key may see (sections 5.4 and 5.5, and the gaps about visibility).

import { type OperationId, operations } from '#openapi'
import { RESOURCES, type ResourceKind } from '../dialect/resource-kinds.ts'
import { isWorkspaceWide } from '../profile/access-rules.ts'
import { decisions } from '../profile/decisions.ts'
import { mayDecide } from '../work/approvals.ts'
import type { AgentRow } from '../world/agents.ts'
import type { ApprovalRow } from '../world/approvals.ts'
import type { ChatRow } from '../world/chats.ts'
import type { PersonRow } from '../world/people.ts'
import { notSeen } from '../world/refusal.ts'
import type { RowOf } from '../world/resource-rows.ts'
import type { RunRow } from '../world/runs.ts'
import type { TaskRow } from '../world/tasks.ts'
import type { WorkflowRow } from '../world/workflows.ts'
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
  const asking = tables.people.get(approval.requestedBy)
  const manages = asking?.teamIds.some(team => person.managedTeamIds.includes(team)) ?? false
  return approval.requestedBy === person.id || manages
}

/** Every task of the tenant, or those that concern the person: owned, assigned, or to be approved; gap `task-visibility`. */
export function seesTask({ caller: { person }, workspace: { profile } }: Context, task: TaskRow): boolean {
  if (!decisions.showsTasksToOwnerOnly(profile) || person.role === 'admin' || task.ownerId === person.id)
    return true
  const isAssigned = task.assigneeType === 'user' && task.assigneeId === person.id
  return isAssigned || (task.requiresApproval && task.approverIds.includes(person.id))
}

/** Every workflow of the tenant, or only those that the person owns; gap `workflow-visibility`. */
export function seesWorkflow({ workspace, caller: { person } }: Context, workflow: WorkflowRow): boolean {
  if (!decisions.showsWorkflowsToOwnerOnly(workspace.profile) || person.role === 'admin') return true
  return workflow.ownerId === person.id
}

/** The chats of runs and workflow runs that the person sees or has started, and the person's own conversations. */
function seesChat(context: Context, { kind, subjectId }: ChatRow): boolean {
  const { tables, caller } = context
  if (kind === 'conversation') return tables.conversations.get(subjectId)?.personId === caller.person.id
  if (kind === 'run') {
    const run = tables.runs.get(subjectId)
    return run !== undefined && seesRun(context, run)
  }
  const run = tables.workflowRuns.get(subjectId)
  const workflow = run && tables.workflows.get(run.workflowId)
  return run?.startedBy === caller.person.id || (workflow !== undefined && seesWorkflow(context, workflow))
}

/** What a caller sees of the kinds of which not everybody sees all. */
export const SEES = {
  agent: ({ caller }, agent) => seesAgent(caller.person, agent),
  approval: seesApproval,
  chat: seesChat,
  run: seesRun,
  task: seesTask,
  workflow: seesWorkflow,
} satisfies { readonly [Kind in ResourceKind]?: (context: Context, row: RowOf<Kind>) => boolean }

/** A resource that the caller sees, or a refusal. */
export function requireSeen<Kind extends keyof typeof SEES>(
  context: Context,
  kind: Kind,
  id: string,
): RowOf<Kind> {
  const row = context.tables[RESOURCES[kind].table].get(id)
  if (row && SEES[kind](context, row as never)) return row as RowOf<Kind>
  throw notSeen(kind, id, row)
}

/** An agent that the caller sees, or a refusal. `gap` leaves the status open where the agent is only a filter. */
export function requireAgent(
  { tables, caller }: Context,
  id: string,
  { gap, param = 'agent_id' }: { gap?: 'unknown-id-filter'; param?: string } = {},
): AgentRow {
  const agent = tables.agents.get(id)
  if (agent && seesAgent(caller.person, agent)) return agent
  const seen = tables.agents.all().filter(each => seesAgent(caller.person, each))
  const because = { accepted: seen.map(each => `${each.id} (${each.name})`) }
  throw notSeen('agent', id, agent, { param, because, ...(gap && { gap }) })
}
