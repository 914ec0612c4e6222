import type { Schemas } from '#openapi'
import type { AgentRow } from '../../world/agents.ts'
import { iso } from '../time.ts'

const PREVIEW = 200

/** An agent as the contract shows it; a `summary` cuts its system prompt to 200 characters (section 4.2). */
export function agentView(agent: AgentRow, view?: 'summary'): Schemas['Agent'] {
  return {
    id: agent.id,
    name: agent.name,
    description: agent.description,
    visibility: agent.visibility,
    owner_id: agent.ownerId,
    team_id: agent.teamId,
    config: {
      system_prompt:
        view === 'summary' ? [...agent.systemPrompt].slice(0, PREVIEW).join('') : agent.systemPrompt,
      model: agent.model,
      tools: [...agent.tools],
      temperature: agent.temperature,
      max_steps: agent.maxSteps,
    },
    tags: [...agent.tags],
    created_at: iso(agent.createdAt),
    updated_at: iso(agent.updatedAt),
  }
}
