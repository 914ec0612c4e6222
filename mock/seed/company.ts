import type { Random } from '../simulation/random.ts'
import type { AgentRow } from '../world/agents.ts'
import type { PersonRow } from '../world/people.ts'
import type { Workspace } from '../world/workspace.ts'
import type { History, World } from '../world-file/index.ts'
import { idOf } from './handles.ts'

/** The people of a world's company, and how often they use which agents. */
export class Company {
  readonly #workspace: Workspace
  /** Everybody but newcomers, who have not started anything yet. */
  readonly #active: readonly PersonRow[]
  readonly #weights: readonly (readonly [handle: string, weight: number])[]

  constructor(workspace: Workspace, { agents }: Pick<World, 'agents'>, history: History) {
    this.#workspace = workspace
    const newcomers = history.newcomers ?? []
    this.#active = workspace.tables.people
      .range('listed', null)
      .filter(({ handle }) => !newcomers.includes(handle))
    const past = history.agents ?? {}
    // Agents of the history first, so that adding one changes little of what the others did.
    const handles = new Set([...Object.keys(past), ...Object.keys(agents)])
    this.#weights = [...handles].map(handle => [handle, past[handle]?.often ?? 1])
  }

  get hasAgents(): boolean {
    return this.#weights.length > 0
  }

  personId(handle: string): string {
    return idOf(this.#workspace, 'people', handle)
  }

  agent(handle: string): AgentRow {
    return this.agentWith(idOf(this.#workspace, 'agents', handle))
  }

  agentWith(id: string): AgentRow {
    const agent = this.#workspace.tables.agents.get(id)
    if (!agent) throw new Error(`the history needs the agent ${id}, which there is not`)
    return agent
  }

  /** A random agent; those for many small jobs are more likely. */
  pickAgent(random: Random): AgentRow {
    return this.agent(random.weighted(this.#weights))
  }

  /** Somebody who may start the agent: mostly a member of its team, or its owner if it is private. */
  pickStarter(random: Random, agent: AgentRow): PersonRow {
    const owner = this.#active.find(person => person.id === agent.ownerId)
    if (agent.visibility === 'private' && owner) return owner
    const team = this.#active.filter(person => person.teamIds[0] === agent.teamId)
    return random.pick(team.length > 0 && random.chance(0.8) ? team : this.#active)
  }

  pickPerson(random: Random): PersonRow {
    return random.pick(this.#active)
  }

  /** The first admin, or else the first person. */
  get first(): PersonRow {
    const people = this.#workspace.tables.people.range('listed', null)
    return people.find(({ role }) => role === 'admin') ?? people[0]!
  }
}
