// The screen of a resource, by its kind or by the prefix of its id.
import type { Schemas } from '../../calls/types.ts'
import { rootHref, workspaceId } from '../../routes.ts'

type Kind = Schemas['FoundResource']['kind']

/** Paths below the workspace, by kind. */
const paths: Partial<Record<Kind, (id: string, parent: string) => readonly string[]>> = {
  run: id => ['runs', id],
  task: id => ['tasks', id],
  workflow: id => ['workflows', id],
  'workflow-run': (id, parent) => ['workflows', parent, 'runs', id],
  agent: id => ['agents', id],
  approval: () => ['waiting'],
  board: id => ['board', id],
  person: () => ['people'],
  key: () => ['people'],
  snapshot: id => ['snapshots', id, 'difference'],
  exchange: id => ['journal', id],
}

export function resourceHref(found: Omit<Schemas['FoundResource'], 'name'>): string {
  const { workspace_id: ws, kind, id, parent_id } = found
  if (kind === 'chat')
    return parent_id?.startsWith('run')
      ? rootHref([ws, 'runs', parent_id])
      : rootHref(['go', parent_id ?? id])
  const path = paths[kind]?.(id, parent_id ?? '') ?? []
  return rootHref([ws, ...path], kind === 'approval' ? { approval: id } : {})
}

const kinds: Readonly<Record<string, Kind>> = { run: 'run', task: 'task', agt: 'agent', appr: 'approval' }

/** The screen of something by its id alone. Ids whose prefix does not tell the kind are looked up by the screen `go`. */
export function subjectHref(id: string): string {
  const kind = kinds[id.split('_')[0]!]
  const workspace_id = workspaceId.value ?? 'demo'
  return kind ? resourceHref({ workspace_id, kind, id, parent_id: null }) : rootHref(['go', id])
}
