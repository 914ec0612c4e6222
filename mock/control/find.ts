// Finds a resource by any id that the service, the journal or the control API shows.
import { shardIn } from '../world/shard.ts'
import type { Workspace } from '../world/workspace.ts'
import type { ControlFunctions } from './control-function.ts'
import type { ControlSchemas } from './document.ts'

type Found = ControlSchemas['FoundResource']

export const find = {
  /** The resources with that id or reference in all workspaces of all shards. */
  async findResource({ query: { id, shards } }, { workspaces: { registry, snapshots }, peers }) {
    const found = registry.all().flatMap(({ workspace, journal }): Found[] => {
      const inside = inWorkspace(workspace, id)
      const exchange = journal.get(id)
      if (exchange)
        inside.push({ kind: 'exchange', id, name: `${exchange.method} ${exchange.path}`, parent_id: null })
      if (workspace.id === id) inside.push({ kind: 'workspace', id, name: workspace.name, parent_id: null })
      return inside.map(one => ({ workspace_id: workspace.id, ...one }))
    })
    const snapshot = snapshots.find(id)?.view
    if (snapshot)
      found.push({
        workspace_id: snapshot.workspace_id,
        kind: 'snapshot',
        id,
        name: snapshot.name,
        parent_id: null,
      })
    if (peers.isEmpty || shards === 'own') return { data: found }
    const { answers, unreachable } = await peers.gather(
      `/_mock/find?shards=own&id=${encodeURIComponent(id)}`,
      foundByShard,
    )
    return { data: [...found, ...answers.flat()], unreachable }
  },
} satisfies Partial<ControlFunctions>

/** The valid part of what a shard found: that in workspaces whose names contain that shard. */
function foundByShard(answer: unknown, shard: string): Found[] | undefined {
  const { data } = (answer ?? {}) as { data?: unknown }
  if (!Array.isArray(data) || !data.every(isFound)) return undefined
  return data
    .filter(({ workspace_id }) => shardIn(workspace_id) === shard)
    .map(({ workspace_id, kind, id, name, parent_id }) => ({ workspace_id, kind, id, name, parent_id }))
}

function isFound(item: Partial<Found> | null): item is Found {
  const texts = [item?.workspace_id, item?.kind, item?.id, item?.name, item?.parent_id ?? '']
  return texts.every(text => typeof text === 'string')
}

function inWorkspace({ tables }: Workspace, id: string): Omit<Found, 'workspace_id'>[] {
  const found: Omit<Found, 'workspace_id'>[] = []
  const add = (
    kind: Found['kind'],
    row: { readonly id: string } | undefined,
    name: string,
    parent_id: string | null = null,
  ) => {
    if (row) found.push({ kind, id: row.id, name, parent_id })
  }
  const run = tables.runs.get(id)
  add('run', run, agentName(run?.agentId))
  const task = tables.tasks.get(id) ?? tables.tasks.range('byReference', id.toUpperCase(), { limit: 1 })[0]
  add('task', task, `${task?.reference} ${task?.title}`)
  const workflow = tables.workflows.get(id)
  add('workflow', workflow, workflow?.name ?? '')
  const workflowRun = tables.workflowRuns.get(id)
  add(
    'workflow-run',
    workflowRun,
    tables.workflows.get(workflowRun?.workflowId ?? '')?.name ?? '',
    workflowRun?.workflowId ?? null,
  )
  const agent = tables.agents.get(id) ?? tables.agents.range('byHandle', id, { limit: 1 })[0]
  add('agent', agent, agent?.name ?? '')
  const approval = tables.approvals.get(id)
  add('approval', approval, approval?.title ?? '')
  const chat = tables.chats.get(id)
  add('chat', chat, `the chat of ${chat?.subjectId}`, chat?.subjectId ?? null)
  const board = tables.boards.get(id)
  add('board', board, board?.name ?? '')
  const person = tables.people.get(id)
  add('person', person, person?.name ?? '')
  const key = tables.keys.get(id)
  add('key', key, key?.name ?? '')
  return found

  function agentName(agentId: string | undefined): string {
    return tables.agents.get(agentId ?? '')?.name ?? ''
  }
}
