// Finds resources by any id that the service, the journal or the control API shows, and by their texts.
import type { ControlFunctions } from './control-function.ts'
import type { ControlSchemas } from './document.ts'
import { resourcesById, resourcesWith } from './resources.ts'
import { byName, inOrderOfNames, listOfShards } from './shared-lists.ts'
import type { Workspaces } from './workspace-store.ts'

type Found = ControlSchemas['FoundResource']

export const find = {
  /** The resources with that id or reference in all workspaces of all shards. */
  findResource({ query: { id, ...page } }, { workspaces, peers }) {
    const { registry } = workspaces
    const list = {
      operation: 'findResource' as const,
      query: { id },
      own: found(workspaces, id),
      nameOf: ({ workspace_id, kind }: Found) => `${workspace_id} ${kind}`,
      workspaceOf: ({ workspace_id }: Found) => workspace_id,
    }
    return listOfShards(list, { registry, peers }, page)
  },

  /** The resources of one workspace with a text. */
  searchWorkspace({ query: { text, ...query } }, { hosted: { workspace } }) {
    const { data, total } = resourcesWith(workspace, text, query)
    return { data: data.map(one => ({ workspace_id: workspace.id, ...one })), total }
  },
} satisfies Partial<ControlFunctions>

/** What this shard has with that id. */
function* found({ registry, snapshots }: Workspaces, id: string): Generator<Found> {
  const snapshot = snapshots.find(id)?.view
  for (const { workspace, journal } of inOrderOfNames(registry)) {
    const inside = resourcesById(workspace, id)
    const add = (kind: Found['kind'], name: string) => inside.push({ kind, id, name, parent_id: null })
    const exchange = journal.get(id)
    if (exchange) add('exchange', `${exchange.method} ${exchange.path}`)
    if (workspace.id === id) add('workspace', workspace.name)
    if (workspace.id === snapshot?.workspace_id) add('snapshot', snapshot.name)
    inside.sort((a, b) => byName(a.kind, b.kind))
    for (const one of inside) yield { workspace_id: workspace.id, ...one }
  }
}
