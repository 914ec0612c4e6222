// The door to the demo world: a company with its people, agents, work and money, made from the workspace's seed.
import type { Workspace } from '../world/workspace.ts'
import { seedClients } from './agencies.ts'
import { seedAgents } from './agents.ts'
import { seedBoards, seedProjects } from './boards.ts'
import { liveThrough } from './history.ts'
import { seedKnowledge } from './knowledge.ts'
import { seedModels } from './models.ts'
import { keySecretsOf, seedColleagues, seedKeys, seedPeople, seedTeams } from './people.ts'
import { type Roles, rolesOf } from './roles.ts'
import { openWallet, payFee } from './wallet.ts'
import { seedMoreWorkflows, seedWorkflows } from './workflows.ts'
import { seedWorkingAgents } from './working-agents.ts'

export { seedRuns } from './bulk.ts'
export { HISTORY_MS } from './history.ts'
export { personByHandle, renewKeys, secretFor } from './people.ts'
export { type Roles, rolesIn, rolesOf } from './roles.ts'
export { SECOND_HISTORY_MS, seedSecondTenant } from './second-tenant.ts'

const PLAN = 'plan_business'

/**
 * Fills an empty workspace with the demo company, and lets it live until `end`: the clock has to stand `HISTORY_MS`
 * before. A workspace whose clock is at the end has the same company, in which nothing has happened yet.
 */
export function seedDemo(workspace: Workspace, end: number): Roles {
  const { teams, people } = seedCompany(workspace)
  const everybody = { ...people, ...seedColleagues(workspace, teams) }
  const agents = {
    ...seedAgents(workspace, people, teams),
    ...seedWorkingAgents(workspace, everybody, teams),
  }
  const ids = { ...everybody, ...agents }
  seedWorkflows(workspace, ids)
  seedMoreWorkflows(workspace, ids)
  seedKnowledge(workspace, teams)
  const boards = seedBoards(workspace)
  const projects = seedProjects(workspace)
  seedClients(workspace, agents)
  openWallet(workspace)
  payFee(workspace)
  if (workspace.now() < end) liveThrough(workspace, end, { ids, boards, projects })
  return rolesOf(workspace)
}

/** What there is of an empty workspace's roles. */
export type PeopleAndKeys = Pick<Roles, 'people' | 'teams' | 'keys'>

/** Fills an empty workspace with the company itself: its people, keys, models, plan and first money, and nothing else. */
export function seedEmpty(workspace: Workspace): PeopleAndKeys {
  const { teams, people } = seedCompany(workspace)
  openWallet(workspace)
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
