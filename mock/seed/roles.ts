import type { Workspace } from '../world/workspace.ts'
import { type ClientIds, clientIdsOf } from './agencies.ts'
import { type AgentIds, agentIdsOf } from './agents.ts'
import { type BoardIds, boardIdsOf, type ProjectIds, projectIdsOf } from './boards.ts'
import { NotSeeded } from './by-handle.ts'
import { type KnowledgeBaseIds, knowledgeBaseIdsOf } from './knowledge.ts'
import {
  type KeySecrets,
  keySecretsOf,
  type PersonIds,
  personIdsOf,
  type TeamIds,
  teamIdsOf,
} from './people.ts'
import { type WorkflowIds, workflowIdsOf } from './workflows.ts'

/**
 * What the ready-made things of a seeded workspace are called in it: ids by handle, and the secrets of the keys.
 *
 * @example roles.agents['agent-that-finishes'] // 'agt_…'
 */
export interface Roles {
  readonly people: PersonIds
  readonly teams: TeamIds
  /** Secrets, as they stand behind `Bearer`. */
  readonly keys: KeySecrets
  readonly agents: AgentIds
  readonly workflows: WorkflowIds
  readonly boards: BoardIds
  readonly projects: ProjectIds
  readonly knowledgeBases: KnowledgeBaseIds
  readonly clients: ClientIds
}

const LOOKUPS: { readonly [Kind in keyof Roles]: (workspace: Workspace) => Roles[Kind] } = {
  people: personIdsOf,
  teams: teamIdsOf,
  keys: keySecretsOf,
  agents: agentIdsOf,
  workflows: workflowIdsOf,
  boards: boardIdsOf,
  projects: projectIdsOf,
  knowledgeBases: knowledgeBaseIdsOf,
  clients: clientIdsOf,
}

/** The roles of a workspace that was seeded with the demo, or forked from one that was. */
export function rolesOf(workspace: Workspace): Roles {
  const roles = Object.entries(LOOKUPS).map(([kind, idsOf]) => [kind, idsOf(workspace)])
  return Object.fromEntries(roles)
}

/** The same of any workspace; the kinds that it was not seeded with are left out. */
export function rolesIn(workspace: Workspace): Partial<Roles> {
  const roles = Object.entries(LOOKUPS).flatMap(([kind, idsOf]) => {
    try {
      return [[kind, idsOf(workspace)]]
    } catch (error) {
      if (error instanceof NotSeeded) return []
      throw error
    }
  })
  return Object.fromEntries(roles) as Partial<Roles>
}
