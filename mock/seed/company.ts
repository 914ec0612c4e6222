import type { Random } from '../simulation/random.ts'
import type { AgentRow } from '../world/agents.ts'
import type { PersonRow } from '../world/people.ts'
import type { Workspace } from '../world/workspace.ts'
import type { AgentIds } from './agents.ts'
import { found } from './by-handle.ts'
import type { ColleagueIds, PersonIds } from './people.ts'
import type { WorkingAgentIds } from './working-agents.ts'

/** Everybody and every agent of the demo company, by handle. */
export type CompanyIds = PersonIds & ColleagueIds & AgentIds & WorkingAgentIds

/** Who works at the demo company, and with which agents. */
export class Company {
  readonly ids: CompanyIds
  readonly #workspace: Workspace
  /** All but the newcomer, who has not started anything yet. */
  readonly #active: readonly PersonRow[]

  constructor(workspace: Workspace, ids: CompanyIds) {
    this.#workspace = workspace
    this.ids = ids
    this.#active = workspace.tables.people.all().filter(person => person.id !== ids['person-oliver'])
  }

  person(handle: keyof (PersonIds & ColleagueIds)): PersonRow {
    return found(this.#workspace.tables.people.get(this.ids[handle]), `the person ${handle}`)
  }

  agent(handle: keyof (AgentIds & WorkingAgentIds)): AgentRow {
    return this.agentWith(this.ids[handle])
  }

  agentWith(id: string): AgentRow {
    return found(this.#workspace.tables.agents.get(id), `the agent ${id}`)
  }

  /** An agent, those that do a lot of small work more often. */
  pickAgent(random: Random): AgentRow {
    return this.agent(random.weighted(AGENT_WEIGHTS))
  }

  /** Somebody who may start the agent: mostly one of its team, its owner when it is private. */
  pickStarter(random: Random, agent: AgentRow): PersonRow {
    const owner = this.#active.find(person => person.id === agent.ownerId)
    if (agent.visibility === 'private' && owner) return owner
    const team = this.#active.filter(person => person.teamIds[0] === agent.teamId)
    return random.pick(team.length > 0 && random.chance(0.8) ? team : this.#active)
  }

  pickPerson(random: Random): PersonRow {
    return random.pick(this.#active)
  }
}

const AGENT_WEIGHTS: readonly (readonly [keyof (AgentIds & WorkingAgentIds), number])[] = [
  ['agent-that-finishes', 14],
  ['agent-that-uses-tools', 12],
  ['ticket-triage', 12],
  ['reply-drafter', 12],
  ['delay-watcher', 8],
  ['returns-inspector', 7],
  ['supplier-steward', 6],
  ['dunning-writer', 5],
  ['minutes-keeper', 5],
  ['agent-that-waits-for-approval', 4],
  ['agent-that-asks-fields', 4],
  ['agent-that-asks-text', 3],
  ['agent-that-asks-decisions', 3],
  ['complaint-analyst', 3],
  ['release-notes', 3],
  ['vat-reviewer', 2],
  ['accrual-collector', 2],
  ['agent-that-is-slow', 2],
  ['agent-that-fails', 3],
  ['access-reviewer', 1],
  ['travel-checker', 2],
  ['handover-writer', 3],
  ['agent-private-to-other', 3],
]
