// Boards, projects and the clients of an agency.
import { DAY } from '../../simulation/duration.ts'
import { changeTask } from '../../work/tasks.ts'
import type { Board, Client, Named } from '../../world-file/index.ts'
import { handlesOf, idsOf } from '../handles.ts'
import { byHandle, type EntryKind, usersAmong } from './entry-kind.ts'

export const boards: EntryKind<Board> = {
  put(workspace, { id, handle, made }, { name, prefix }) {
    const { boards } = workspace.tables
    const old = boards.get(id)
    // The first board is the oldest.
    const age = made === 'earlier' ? Math.round(200 * DAY * 0.9 ** boards.size) : 0
    const createdAt = old?.createdAt ?? workspace.now() - age
    boards.put({ id, handle, name, prefix, lastNumber: old?.lastNumber ?? 0, createdAt })
  },

  read: ({ tables }) =>
    byHandle(tables.boards.range('oldest', null), ({ name, prefix }) => ({ name, prefix })),

  users(workspace, id) {
    const { boards, tasks } = workspace.tables
    const other = boards.range('oldest', null).find(board => board.id !== id)
    return usersAmong(
      tasks.range('newest', `board:${id}`),
      () => true,
      ({ reference }) => `task ${reference}`,
      task => other && (() => void changeTask(workspace, tasks.get(task.id)!, { boardId: other.id })),
    )
  },
}

export const projects: EntryKind<Named> = {
  put: ({ tables }, { id, handle }, { name }) => void tables.projects.put({ id, handle, name }),

  read: ({ tables }) => byHandle(tables.projects.all(), ({ name }) => ({ name })),

  users: ({ tables }, id) =>
    usersAmong(
      tables.tasks.range('newest', `project:${id}`),
      () => true,
      ({ reference }) => `task ${reference}`,
      task => () => void tables.tasks.replace(task.id, { projectId: null }),
    ),
}

export const clients: EntryKind<Client> = {
  put(workspace, { id, handle }, { name, agents }) {
    workspace.tables.clients.put({ id, handle, name, agentIds: idsOf(workspace, 'agents', agents) })
  },

  read: workspace =>
    byHandle(workspace.tables.clients.all(), ({ name, agentIds }) => ({
      name,
      agents: handlesOf(workspace, 'agents', agentIds),
    })),
}
