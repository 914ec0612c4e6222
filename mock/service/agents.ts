import { decisions } from '../profile/decisions.ts'
import { cachedBody } from './cached-body.ts'
import type { Handlers } from './handler.ts'
import { offsetPage, pageBody } from './paging.ts'
import { agentView } from './views/agent.ts'
import { requireAgent, seesAgent } from './visibility.ts'

/** Section 4.2, the agents. */
export const agents = {
  listAgents({ query }, context) {
    const { tables, caller, workspace } = context
    const body = cachedBody(context, ['listAgents', query], [tables.agents], () => {
      const page = offsetPage(query, workspace.profile)
      const descending = decisions.listsNewestFirst(workspace.profile)
      const seen = tables.agents
        .range('newest', null, { descending })
        .filter(agent => seesAgent(caller.person, agent))
      const rows = seen.slice(page.offset, page.offset + page.limit)
      return pageBody(
        rows.map(agent => agentView(agent, query.view)),
        seen.length,
        page,
      )
    })
    return { status: 200, body }
  },

  getAgent({ path }, context) {
    return { status: 200, body: agentView(requireAgent(context, path.agent_id)) }
  },
} satisfies Partial<Handlers>
