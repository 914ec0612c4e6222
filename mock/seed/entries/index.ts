// The door to the entries of a world: all kinds, put into a workspace, read from it and removed.
import { removeTask } from '../../work/tasks.ts'
import type { Workspace } from '../../world/workspace.ts'
import { ENTRY_KINDS, HANDLED_KINDS, type HandledKind, type World } from '../../world-file/index.ts'
import { idOf } from '../handles.ts'
import { agents, models } from './agents.ts'
import { boards, clients, projects } from './boards.ts'
import type { EntryKind, Made, User } from './entry-kind.ts'
import { knowledge } from './knowledge.ts'
import { openRuns } from './open-runs.ts'
import { keys, people, teams } from './people.ts'
import { workflows } from './workflows.ts'

type EntryOf<Kind extends HandledKind> = World[Kind][string]

/** What can be removed, including documents and tasks, which have no handles. */
type RemovedKind = HandledKind | 'documents' | 'tasks'

const KINDS: { readonly [Kind in HandledKind]: EntryKind<EntryOf<Kind>> } = {
  teams,
  people,
  keys,
  models,
  agents,
  workflows,
  boards,
  projects,
  knowledge,
  clients,
}

/** Puts one entry. It must be complete, and everything that it refers to must exist. */
export function putEntry<Kind extends HandledKind>(
  workspace: Workspace,
  kind: Kind,
  handle: string,
  entry: EntryOf<Kind>,
  made: Made,
): void {
  const id = kind === 'models' ? handle : idOf(workspace, kind, handle)
  KINDS[kind].put(workspace, { id, handle, made }, entry)
}

/** All entries by kind and handle, as a world file would declare them. */
export function readEntries(workspace: Workspace): Pick<World, HandledKind> {
  const entries = HANDLED_KINDS.map(kind => [kind, KINDS[kind].read(workspace)])
  return Object.fromEntries(entries) as Pick<World, HandledKind>
}

/** The users of an entry, such as `workflow offer`. */
export function usersOf(workspace: Workspace, kind: RemovedKind, id: string): string[] {
  return users(workspace, kind, id).map(({ name }) => name)
}

/** Removes an entry after all references to it. If some users need it, nothing changes, and they are returned. */
export function removeEntry(workspace: Workspace, kind: RemovedKind, id: string): string[] {
  const bound = users(workspace, kind, id).filter(({ release }) => release === undefined)
  if (bound.length > 0) return bound.map(({ name }) => name)
  // Removing one reference may remove others.
  for (const { name } of users(workspace, kind, id))
    users(workspace, kind, id)
      .find(user => user.name === name)
      ?.release?.()
  const { tables } = workspace
  if (kind === 'tasks') removeTask(workspace, tables.tasks.get(id)!)
  else if (kind === 'documents') tables.documents.delete(id)
  else {
    KINDS[kind].removeParts?.(workspace, id)
    tables[ENTRY_KINDS[kind].table].delete(id)
  }
  return []
}

function users(workspace: Workspace, kind: RemovedKind, id: string): User[] {
  if (kind === 'tasks') return openRuns(workspace, ({ taskId }) => taskId === id)
  return kind === 'documents' ? [] : (KINDS[kind].users?.(workspace, id) ?? [])
}
