// The company of a world with a history: who works there with which agents, and what it has planned.
import { HOUR, MINUTE } from '../simulation/duration.ts'
import type { Random } from '../simulation/random.ts'
import { Cache } from '../store/cache.ts'
import { madeOncePer } from '../store/on-demand.ts'
import type { AgentRow } from '../world/agents.ts'
import type { PersonRow } from '../world/people.ts'
import type { CompanyAct } from '../world/planned-events.ts'
import type { Workspace } from '../world/workspace.ts'
import type { History, PastAgent } from '../world-file/index.ts'
import { nextWorking } from './calendar.ts'

/** The subject of the company's planned events. */
export const COMPANY = 'company'

/** What is needed for every act and seldom changes. */
interface Staff {
  /** Agents of the history first, so that adding one changes little of what the others did. */
  readonly ordered: AgentRow[]
  /** The agents that people and programs start, and how likely each is. */
  readonly startable: (readonly [AgentRow, number])[]
  /** Everybody, but newcomers only after the history. */
  readonly active: PersonRow[]
}

const staffs = madeOncePer((_: Workspace) => new Cache<'staff', Staff>())

export class Company {
  readonly workspace: Workspace
  readonly history: History
  /** The end of the history: since then the workspace serves clients. */
  readonly began: number

  private constructor(workspace: Workspace, history: History, began: number) {
    this.workspace = workspace
    this.history = history
    this.began = began
  }

  /** The company of a workspace whose world has a history. */
  static of(workspace: Workspace): Company | undefined {
    const { declarations } = workspace.tables
    const history = declarations.get('history')?.declared as unknown as History | undefined
    const began = Number(declarations.get('company')?.declared.began ?? 0)
    return history && new Company(workspace, history, began)
  }

  /** Whether the history still goes on. */
  get isPast(): boolean {
    return this.workspace.now() < this.began
  }

  now(): number {
    return this.workspace.now()
  }

  /** Plans what somebody does. */
  plan(at: number, act: CompanyAct): void {
    this.workspace.simulation.plan(at, 'company.act', COMPANY, act, true)
  }

  /**
   * Plans that somebody takes care of a run, a workflow run or a task, by default within a working day. See
   * `CompanyAct` for the note.
   */
  planCare(random: Random, id: string, note?: string, within = 20 * HOUR): void {
    const at = nextWorking(random, this.now() + random.int(10 * MINUTE, within), this.history)
    this.plan(at, { what: 'care', about: id, ...(note === undefined ? {} : { note }) })
  }

  /** What the history says about an agent. */
  habitsOf({ handle }: AgentRow): PastAgent {
    return this.history.agents?.[handle] ?? {}
  }

  agent(handle: string): AgentRow {
    const [agent] = this.workspace.tables.agents.range('byHandle', handle, { limit: 1 })
    if (!agent) throw new Error(`the history needs the agent ${handle}, which there is not`)
    return agent
  }

  get agents(): AgentRow[] {
    return this.#staff.ordered
  }

  /** A random agent that people and programs start; those for many small jobs are more likely. */
  pickAgent(random: Random): AgentRow | undefined {
    const { startable } = this.#staff
    return startable.some(([, often]) => often > 0) ? random.weighted(startable) : undefined
  }

  /** Somebody who may start the agent: mostly a member of its team, or its owner if it is private. */
  pickStarter(random: Random, agent: AgentRow): PersonRow {
    const { active } = this.#staff
    const owner = active.find(person => person.id === agent.ownerId)
    if (agent.visibility === 'private' && owner) return owner
    const team = active.filter(person => person.teamIds[0] === agent.teamId)
    return random.pick(team.length > 0 && random.chance(0.8) ? team : active)
  }

  pickPerson(random: Random): PersonRow {
    return random.pick(this.#staff.active)
  }

  /** The first admin, or else the first person. */
  get first(): PersonRow {
    const people = this.workspace.tables.people.range('listed', null)
    return people.find(({ role }) => role === 'admin') ?? people[0]!
  }

  get #staff(): Staff {
    const { isPast, history } = this
    const { agents, people } = this.workspace.tables
    const madeFrom = [history, isPast, agents.version, people.version]
    return staffs(this.workspace).of('staff', madeFrom, () => this.#makeStaff())
  }

  #makeStaff(): Staff {
    const { isPast, history } = this
    const { agents, people } = this.workspace.tables
    const all = agents.range('newest', null)
    const handles = Object.keys(history.agents ?? {})
    const byHandle = new Map(all.map(agent => [agent.handle, agent]))
    const ordered = [...new Set([...handles.flatMap(handle => byHandle.get(handle) ?? []), ...all])]
    const newcomers = isPast ? (history.newcomers ?? []) : []
    return {
      ordered,
      startable: ordered
        .filter(agent => !this.habitsOf(agent).by_schedule)
        .map(agent => [agent, this.habitsOf(agent).often ?? 1]),
      active: people.range('listed', null).filter(({ handle }) => !newcomers.includes(handle)),
    }
  }
}
