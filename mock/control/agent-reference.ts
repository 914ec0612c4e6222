// Finds the agent that a reference means.
import { rowBy } from '../seed/index.ts'
import type { AgentRow } from '../world/agents.ts'
import type { Workspace } from '../world/workspace.ts'
import { ControlRefusal } from './refusal.ts'

/** The agent with that handle or id. */
export function agentMeant(workspace: Workspace, reference: string): AgentRow {
  const { agents } = workspace.tables
  const agent = agents.get(rowBy(workspace, 'agents', reference)?.id ?? '')
  if (agent) return agent
  const handles = agents.range('newest', null, { limit: 8 }).map(({ handle }) => handle)
  const there = handles.length === 0 ? 'the workspace has none' : `there are ${handles.join(', ')}`
  const message = `There is no agent ${reference.slice(0, 100)}; ${there}.`
  throw new ControlRefusal('agent_not_found', message, 'body.agent')
}
