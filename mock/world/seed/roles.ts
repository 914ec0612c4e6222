import type { Workspace } from '../workspace.ts'
import { type ClientIds, clientIdsOf } from './agencies.ts'
import { type AgentIds, agentIdsOf } from './agents.ts'
import { type BoardIds, boardIdsOf, type ProjectIds, projectIdsOf } from './boards.ts'
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

/** The roles of a workspace that was seeded, or forked from one that was. */
export function rolesOf(workspace: Workspace): Roles {
  return {
    people: personIdsOf(workspace),
    teams: teamIdsOf(workspace),
    keys: keySecretsOf(workspace),
    agents: agentIdsOf(workspace),
    workflows: workflowIdsOf(workspace),
    boards: boardIdsOf(workspace),
    projects: projectIdsOf(workspace),
    knowledgeBases: knowledgeBaseIdsOf(workspace),
    clients: clientIdsOf(workspace),
  }
}
