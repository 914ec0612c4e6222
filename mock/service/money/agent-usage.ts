// Who used which agents, and at what cost, including completions.
import type { Schemas } from '#openapi'
import type { Workspace } from '../../world/workspace.ts'
import { euros } from '../time.ts'
import { countRunsBy, type Selection, spentBy, successRate, workBy } from './figures.ts'
import { type Listed, largestFirst, listedWith, namedBy, nameOf } from './listed.ts'

/** The runs of an agent, and its cost. */
interface Share {
  readonly agentId: string
  runs: number
  micros: number
}

const MAX_TOP_USERS = 5

/** The figures of each agent, the most expensive first. */
export function agentStats(workspace: Workspace, selection: Selection): Schemas['AgentStats'][] {
  const work = workBy(workspace, 'agentId', selection)
  const users = topUsers(workspace, selection)
  const ids = work.ids.filter(id => id !== null)
  const agents = listedWith(workspace.tables, 'agentId', selection.teams, ids) as (Listed & {
    readonly id: string
  })[]
  const rows = agents.map(({ id, name }) => {
    const { runs, tokens, micros } = work.of(id)
    return {
      agent_id: id,
      agent_name: name,
      runs: runs.total,
      success_rate: successRate(runs),
      cost_euros: euros(micros),
      tokens,
      top_users: users.get(id) ?? [],
    }
  })
  return largestFirst(rows, row => [row.cost_euros, row.agent_id])
}

/**
 * The usage of agents by person or team, including those without any, the most expensive first. The agents of each, the
 * most expensive first, add up to the whole.
 */
export function agentUsage<Owner extends 'userId' | 'teamId'>(
  workspace: Workspace,
  owner: Owner,
  selection: Selection,
) {
  const shares = sharesByOwner(workspace, owner, selection)
  const owners = listedWith(workspace.tables, owner, selection.teams, shares.keys())
  const rows = owners.map(({ id, name }) => {
    const own = [...(shares.get(id)?.values() ?? [])]
    return {
      id,
      name,
      runs: own.reduce((sum, share) => sum + share.runs, 0),
      cost_euros: euros(own.reduce((sum, share) => sum + share.micros, 0)),
      agents: shareViews(workspace, own),
    }
  })
  const sorted = largestFirst(rows, row => [row.cost_euros, row.id])
  return sorted.map(({ id, name, ...usage }) => ({ ...namedBy(owner, { id, name }), ...usage }))
}

/** The agents that a person used, the most expensive first. */
export function agentsUsedBy(workspace: Workspace, personId: string, selection: Selection) {
  const shares = sharesByOwner(workspace, 'userId', { ...selection, personId })
  return shareViews(workspace, [...(shares.get(personId)?.values() ?? [])])
}

function sharesByOwner(workspace: Workspace, owner: 'userId' | 'teamId', selection: Selection) {
  const owners = new Map<string | null, Map<string, Share>>()
  const shareOf = (ownerId: string | null, agentId: string): Share => {
    const shares = owners.get(ownerId) ?? new Map<string, Share>()
    owners.set(ownerId, shares)
    const share = shares.get(agentId) ?? { agentId, runs: 0, micros: 0 }
    shares.set(agentId, share)
    return share
  }
  for (const { key, micros } of spentBy(workspace, [owner, 'agentId'], selection))
    if (key.agentId !== null) shareOf(key[owner], key.agentId).micros += micros
  const field = owner === 'userId' ? 'startedBy' : 'teamId'
  const runs = countRunsBy(
    workspace,
    [field, 'agentId'],
    selection,
    group => `${group[field] ?? ''} ${group.agentId}`,
  )
  for (const [key, { total }] of runs) {
    const [ownerId = '', agentId = ''] = key.split(' ')
    shareOf(ownerId || null, agentId).runs += total
  }
  return owners
}

function shareViews({ tables }: Workspace, shares: Share[]): Schemas['AgentShare'][] {
  return largestFirst(shares, share => [share.micros, share.agentId]).map(({ agentId, runs, micros }) => ({
    agent_id: agentId,
    agent_name: nameOf(tables, 'agentId', agentId),
    runs,
    cost_euros: euros(micros),
  }))
}

/** The people who started most runs of each agent. */
function topUsers(
  workspace: Workspace,
  selection: Selection,
): Map<string, Schemas['AgentStats']['top_users']> {
  const counts = countRunsBy(
    workspace,
    ['agentId', 'startedBy'],
    selection,
    group => `${group.agentId} ${group.startedBy}`,
  )
  const users = new Map<string, { readonly user_id: string; readonly runs: number }[]>()
  for (const [key, { total: runs }] of counts) {
    const [agentId = '', user_id = ''] = key.split(' ')
    const rows = users.get(agentId)
    if (rows) rows.push({ user_id, runs })
    else users.set(agentId, [{ user_id, runs }])
  }
  const top = (rows: { readonly user_id: string; readonly runs: number }[]) =>
    largestFirst(rows, row => [row.runs, row.user_id])
      .slice(0, MAX_TOP_USERS)
      .map(({ user_id, runs }) => ({ user_id, user_name: nameOf(workspace.tables, 'userId', user_id), runs }))
  return new Map(Array.from(users, ([agentId, rows]) => [agentId, top(rows)]))
}
