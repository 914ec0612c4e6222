import { decisions } from '../profile/decisions.ts'
import type { Handlers } from './handler.ts'
import { offsetPage, pageBody } from './paging.ts'
import { agentView } from './views/agent.ts'
import { requireAgent, seesAgent } from './visibility.ts'

/** Section 4.2, the agents. */
export const agents = {
  listAgents({ query }, { tables, caller, workspace }) {
    const page = offsetPage(query, workspace.profile)
    const descending = decisions.listsNewestFirst(workspace.profile)
    const seen = tables.agents
      .range('newest', null, { descending })
      .filter(agent => seesAgent(caller.person, agent))
    const rows = seen.slice(page.offset, page.offset + page.limit).map(agent => agentView(agent, query.view))
    return { status: 200, body: pageBody(rows, seen.length, page) }
  },

  getAgent({ path }, context) {
    return { status: 200, body: agentView(requireAgent(context, path.agent_id)) }
  },
} satisfies Partial<Handlers>
