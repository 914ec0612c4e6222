// Finds the person or the agent that a reference means.
import { didYouMean } from '../../flags/did-you-mean.ts'
import { rowBy } from '../seed/index.ts'
import type { AgentRow } from '../world/agents.ts'
import type { PersonRow } from '../world/people.ts'
import { peopleMeantBy } from '../world/people-meant.ts'
import type { Workspace } from '../world/workspace.ts'
import { ControlRefusal } from './refusal.ts'

/**
 * The person with an id, a handle, a key of that name, or a role. For a role: the first person who may do what is
 * asked, or else the first with the role.
 */
export function personMeant(
  workspace: Workspace,
  reference: string,
  may: (person: PersonRow) => boolean = () => true,
): PersonRow {
  const candidates = peopleMeant(workspace, reference)
  return candidates.find(may) ?? candidates[0]!
}

/** Everybody whom the reference may mean, the likeliest first; at least one person. */
export function peopleMeant(workspace: Workspace, reference: string): readonly PersonRow[] {
  const candidates = peopleMeantBy(workspace, reference)
  if (candidates.length > 0) return candidates
  const people = workspace.tables.people.range('listed', null).map(({ id, name }) => `${id} (${name})`)
  throw new ControlRefusal(
    'person_not_found',
    `There is nobody called ${reference.slice(0, 100)}. Say admin, manager or member, the name of a key, or one of ${people.slice(0, 8).join(', ')}.`,
    'body.by',
  )
}

/** The agent with that handle or id. */
export function agentMeant(workspace: Workspace, reference: string): AgentRow {
  const { agents } = workspace.tables
  const agent = agents.get(rowBy(workspace, 'agents', reference)?.id ?? '')
  if (agent) return agent
  const handles = agents.all().map(({ handle }) => handle)
  const more = handles.length > 8 ? ` and ${handles.length - 8} more` : ''
  const there =
    handles.length === 0
      ? '; the workspace has none.'
      : `; there are ${handles.slice(0, 8).join(', ')}${more}.`
  const meant = didYouMean(reference, handles) || there
  const message = `There is no agent ${reference.slice(0, 100)}${meant}`
  throw new ControlRefusal('agent_not_found', message, 'body.agent')
}
