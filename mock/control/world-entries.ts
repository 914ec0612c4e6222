// The entries of a workspace by kind and handle, as a world file declares them.
import type { Fields } from '#openapi'
import { declaredTasks, rowBy, worldOf } from '../seed/index.ts'
import type { Workspace } from '../world/workspace.ts'
import { sourceOf, type World, type WorldKind } from '../world-file/index.ts'
import type { Entry } from './generated/control.gen.ts'
import { ControlRefusal } from './refusal.ts'

/** The entries of a world by kind and handle. */
export type Whole = { readonly [Kind in WorldKind]: Readonly<Record<string, unknown>> }

/** The entries of a kind, in their order. */
export function listEntries(workspace: Workspace, kind: WorldKind): Entry[] {
  return Object.entries(entriesOf(workspace, worldOf(workspace))[kind]).map(([handle, entry]) => ({
    handle,
    id: idIn(workspace, kind, handle) ?? handle,
    entry: { ...(entry as Fields) },
  }))
}

/** The entry with that handle or id. */
export function readEntry(workspace: Workspace, kind: WorldKind, reference: string): Entry {
  const entries = listEntries(workspace, kind)
  const found = entries.find(({ handle, id }) => handle === reference || id === reference)
  if (found) return found
  throw notFound(kind, reference, entries)
}

/** The entries of a world by kind; those of lists by their handle here. */
function entriesOf(workspace: Workspace, world: World): Whole {
  const tasks = declaredTasks(workspace).map(({ reference }, index) => [reference, world.tasks[index]])
  const documents = Object.entries(world.knowledge).flatMap(([knowledge, base]) =>
    base.documents.map(document => [documentHandle(knowledge, document.title), { knowledge, ...document }]),
  )
  const source = sourceOf(world) as unknown as Whole
  return { ...source, tasks: Object.fromEntries(tasks), documents: Object.fromEntries(documents) }
}

function idIn(workspace: Workspace, kind: WorldKind, handle: string): string | undefined {
  const { tables } = workspace
  if (kind === 'tasks') return tables.tasks.range('byReference', handle)[0]?.id
  if (kind !== 'documents') return rowBy(workspace, kind, handle)?.id
  return tables.documents.all().find(({ knowledgeBaseId, title }) => {
    const base = tables.knowledgeBases.get(knowledgeBaseId)
    return base !== undefined && documentHandle(base.handle, title) === handle
  })?.id
}

/** `prices.spring-list`. */
export function documentHandle(knowledge: string, title: string): string {
  const words = title
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9 -]/g, '')
    .trim()
    .replaceAll(/[ -]+/g, '-')
  return `${knowledge}.${words}`
}

export function notFound(kind: WorldKind, reference: string, entries: readonly Entry[]): ControlRefusal {
  const some = entries.slice(0, 12).map(({ handle }) => handle)
  const known = some.length > 0 ? `; there are ${some.join(', ')}${entries.length > 12 ? ', …' : ''}` : ''
  return new ControlRefusal('entry_not_found', `There is no ${kind}.${reference}${known}.`, 'handle')
}
