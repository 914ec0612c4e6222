// The door to the demo world: a company with its people, agents, work and money, made from the workspace's seed.
import type { Workspace } from '../workspace.ts'
import { seedClients } from './agencies.ts'
import { seedAgents } from './agents.ts'
import { seedBoards, seedProjects } from './boards.ts'
import { seedHistory } from './history.ts'
import { seedKnowledge } from './knowledge.ts'
import { seedModels } from './models.ts'
import { Past } from './past.ts'
import { keySecretsOf, seedColleagues, seedKeys, seedPeople, seedTeams } from './people.ts'
import { type Roles, rolesOf } from './roles.ts'
import { spendOnPlan, topUpFirst } from './wallet.ts'
import { seedWorkflows } from './workflows.ts'
import { seedWorkingAgents } from './working-agents.ts'

export { seedRuns } from './bulk.ts'
export { personByHandle, renewKeys, secretFor } from './people.ts'
export { type Roles, rolesIn, rolesOf } from './roles.ts'
export { seedSecondTenant } from './second-tenant.ts'

const PLAN = 'plan_business'

/**
 * Fills an empty workspace with the demo company. Without `history` it has the ready-made people, agents and
 * workflows, and nothing has happened in it yet.
 */
export function seedDemo(workspace: Workspace, options: { readonly history?: boolean } = {}): Roles {
  const { history = true } = options
  const { teams, people } = seedCompany(workspace)
  const agents = seedAgents(workspace, people, teams)
  seedWorkflows(workspace, { ...agents, ...people })
  seedKnowledge(workspace, teams)
  const boards = seedBoards(workspace)
  const projects = seedProjects(workspace)
  if (history) {
    const colleagues = seedColleagues(workspace, teams)
    const everybody = { ...people, ...colleagues }
    const workingAgents = seedWorkingAgents(workspace, everybody, teams)
    const cast = { ...everybody, ...agents, ...workingAgents }
    seedClients(workspace, cast)
    seedHistory(workspace, { cast, boards, projects })
  } else {
    seedClients(workspace, agents)
    const past = new Past(workspace)
    spendOnPlan(past, 0)
    past.settle()
  }
  return rolesOf(workspace)
}

/** What there is of an empty workspace's roles. */
export type PeopleAndKeys = Pick<Roles, 'people' | 'teams' | 'keys'>

/** Fills an empty workspace with the company itself: its people, keys, models, plan and first money, and nothing else. */
export function seedEmpty(workspace: Workspace): PeopleAndKeys {
  const { teams, people } = seedCompany(workspace)
  const past = new Past(workspace)
  topUpFirst(past)
  past.settle()
  return { teams, people, keys: keySecretsOf(workspace) }
}

function seedCompany(workspace: Workspace) {
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
  return { teams, people }
}
