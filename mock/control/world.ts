// Reads, changes and deletes the entries of a running workspace, as a world file declares them.
import { type Fields, isFields } from '#openapi'
import { declaredTasks, worldOf } from '../seed/index.ts'
import type { Workspace } from '../world/workspace.ts'
import { sourceOf, type World, type WorldKind, worldText } from '../world-file/index.ts'
import type { ControlFunctions } from './control-function.ts'
import type { Entry } from './generated/control.gen.ts'
import { ControlRefusal } from './refusal.ts'
import { changeEntries, changeWorld, changeWorldByText } from './world-changes.ts'
import { documentHandle, listEntries, notFound, readEntry, type Whole } from './world-entries.ts'
import { worldIn } from './world-source.ts'

export const world = {
  readWorld: (_, { hosted }) => worldText(worldOf(hosted.workspace)),

  changeWorld({ body, query: { force } }, { hosted: { workspace } }) {
    if (typeof body !== 'string') return changeWorld(workspace, body, force)
    return changeWorldByText(workspace, body, force)
  },

  listEntries: ({ path }, { hosted }) => ({ data: listEntries(hosted.workspace, path.kind) }),

  readEntry: ({ path }, { hosted }) => readEntry(hosted.workspace, path.kind, path.handle),

  putEntry: ({ path, body }, { hosted }) => putEntry(hosted.workspace, path.kind, path.handle, body),

  deleteEntry({ path: { kind, handle }, query }, { hosted: { workspace } }) {
    const entry = readEntry(workspace, kind, handle)
    const removed = [{ kind, id: entry.id, handle: entry.handle }]
    changeEntries(workspace, base => base, { removed, force: query.force })
  },
} satisfies Partial<ControlFunctions>

/** Creates or replaces an entry. */
function putEntry(workspace: Workspace, kind: WorldKind, reference: string, entry: unknown): Entry {
  const known = listEntries(workspace, kind)
  const old = known.find(({ handle, id }) => handle === reference || id === reference)
  const handle = old?.handle ?? reference
  const base = worldOf(workspace)
  const put = (world: World) => changeEntries(workspace, () => world)
  if (kind === 'tasks') {
    if (!old) throw notFound(kind, reference, known)
    const index = declaredTasks(workspace).findIndex(({ id }) => id === old.id)
    const tasks = base.tasks.with(index, entry as World['tasks'][number])
    put(worldIn({ tasks }, { ...base, tasks: [] }))
  } else if (kind === 'documents') {
    const { knowledge, ...document } = documentIn(entry)
    const from = old ? String(old.entry.knowledge) : String(knowledge)
    const into = String(knowledge)
    const title = old ? String(old.entry.title) : undefined
    const { [into]: target } = base.knowledge
    if (!target) throw notFound('knowledge', into, listEntries(workspace, 'knowledge'))
    const rest = (of: string) =>
      (base.knowledge[of]?.documents ?? []).filter(each => each.title !== title || of !== from)
    const lists = { [from]: { documents: rest(from) }, [into]: { documents: [...rest(into), document] } }
    put(worldIn({ knowledge: lists }, base))
    return readEntry(workspace, kind, documentHandle(into, String(document.title)))
  } else {
    // The entry replaces the old one; it is not merged with it.
    const entries = { ...(base[kind] as Whole[WorldKind]), [handle]: entry ?? {} }
    put(worldIn({ ...sourceOf({ ...base, [kind]: {} }), [kind]: entries }))
  }
  return readEntry(workspace, kind, handle)
}

function documentIn(entry: unknown): Fields {
  if (isFields(entry) && typeof entry.knowledge === 'string') return entry
  throw new ControlRefusal(
    'world_invalid',
    'body.knowledge must be the handle of the knowledge base that the document belongs to.',
    'body.knowledge',
  )
}
