// The clients for whom some of the agents work.
import type { Workspace } from '../world/workspace.ts'
import type { AgentIds } from './agents.ts'
import { type ByHandle, byHandle, found } from './by-handle.ts'
import type { WorkingAgentIds } from './working-agents.ts'

const CLIENTS = [
  {
    handle: 'client-contoso',
    name: 'Contoso Retail',
    agents: ['agent-that-finishes', 'agent-that-uses-tools', 'reply-drafter'],
  },
  {
    handle: 'client-fabrikam',
    name: 'Fabrikam Foods',
    agents: ['agent-that-asks-text', 'agent-that-asks-fields', 'complaint-analyst'],
  },
] as const

export type ClientIds = ByHandle<(typeof CLIENTS)[number]['handle']>

/** Clients have the agents that the workspace has. */
export function seedClients(
  { tables, ids }: Workspace,
  agents: AgentIds & Partial<WorkingAgentIds>,
): ClientIds {
  return byHandle(CLIENTS, ({ name, agents: its }) => {
    const agentIds = its.flatMap(agent => agents[agent] ?? [])
    return tables.clients.insert({ id: ids.next('client'), name, agentIds }).id
  })
}

export function clientIdsOf({ tables }: Workspace): ClientIds {
  const rows = tables.clients.all()
  return byHandle(
    CLIENTS,
    ({ name }) =>
      found(
        rows.find(row => row.name === name),
        `the client ${name}`,
      ).id,
  )
}
