// The door to the demo world: a company with its people, agents, work and money, made from the workspace's seed.
import type { Workspace } from '../workspace.ts'
import { seedClients } from './agencies.ts'
import { seedAgents } from './agents.ts'
import { seedBoards, seedProjects } from './boards.ts'
import { seedKnowledge } from './knowledge.ts'
import { seedModels } from './models.ts'
import { seedKeys, seedPeople, seedTeams } from './people.ts'
import { type Roles, rolesOf } from './roles.ts'
import { seedWallet } from './wallet.ts'
import { seedWorkflows } from './workflows.ts'

export { renewKeys } from './people.ts'
export { type Roles, rolesOf } from './roles.ts'

const PLAN = 'plan_business'

/**
 * Fills an empty workspace with the demo company. Without `history` it has the ready-made people, agents and
 * workflows, and nothing has happened in it yet.
 */
export function seedDemo(workspace: Workspace, options: { readonly history?: boolean } = {}): Roles {
  const { history = true } = options
  const { tables, ids } = workspace
  tables.tenant.insert({
    id: ids.next('tenant'),
    name: 'Meridian Business Services',
    timeZone: 'Europe/Berlin',
    planId: PLAN,
  })
  seedModels(workspace)
  const teams = seedTeams(workspace)
  const people = seedPeople(workspace, teams)
  seedKeys(workspace, people)
  const agents = seedAgents(workspace, people, teams)
  seedWorkflows(workspace, agents, people)
  seedKnowledge(workspace, teams)
  seedBoards(workspace)
  seedProjects(workspace)
  seedClients(workspace, agents)
  seedWallet(workspace, PLAN, history ? 3 : 0)
  return rolesOf(workspace)
}
