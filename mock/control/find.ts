// Finds resources by any id that the service, the journal or the control API shows, and by their texts.
import type { ControlFunctions } from './control-function.ts'
import type { ControlSchemas } from './document.ts'
import { firstOfEach, mayBeElsewhere } from './peers.ts'
import { resourcesById, resourcesWith } from './resources.ts'

type Found = ControlSchemas['FoundResource']

export const find = {
  /** The resources with that id or reference in all workspaces of all shards. */
  async findResource({ query: { id, shards } }, { workspaces: { registry, snapshots }, peers }) {
    const found = registry.all().flatMap(({ workspace, journal }): Found[] => {
      const inside = resourcesById(workspace, id)
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
      answer => foundByShard(answer, workspace => mayBeElsewhere(registry, workspace)),
    )
    const all = [...found, ...answers.flat()]
    return { data: firstOfEach(all, one => `${one.workspace_id} ${one.kind}`), unreachable }
  },

  /** The resources of one workspace with a text. */
  searchWorkspace({ query: { text, ...query } }, { hosted: { workspace } }) {
    const { data, total } = resourcesWith(workspace, text, query)
    return { data: data.map(one => ({ workspace_id: workspace.id, ...one })), total }
  },
} satisfies Partial<ControlFunctions>

/** The valid part of what a shard found. */
function foundByShard(answer: unknown, mayHave: (id: string) => boolean): Found[] | undefined {
  const { data } = (answer ?? {}) as { data?: unknown }
  if (!Array.isArray(data) || !data.every(isFound)) return undefined
  return data
    .filter(({ workspace_id }) => mayHave(workspace_id))
    .map(({ workspace_id, kind, id, name, parent_id }) => ({ workspace_id, kind, id, name, parent_id }))
}

function isFound(item: Partial<Found> | null): item is Found {
  const texts = [item?.workspace_id, item?.kind, item?.id, item?.name, item?.parent_id ?? '']
  return texts.every(text => typeof text === 'string')
}
