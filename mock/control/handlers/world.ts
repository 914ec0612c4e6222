import type { ControlHandlers } from '../handler.ts'
import {
  changeWorld,
  changeWorldByText,
  deleteEntry,
  listEntries,
  putWorldEntry,
  readEntry,
  worldFileOf,
} from '../world.ts'

/** What there is, as a world file declares it. */
export const world = {
  readWorld: async (_, { hosted }) => ({ status: 200, body: await worldFileOf(hosted.workspace) }),
  async changeWorld({ body, query: { force } }, { workspaces, hosted }) {
    const { registry } = workspaces
    const changes =
      typeof body === 'string'
        ? await changeWorldByText(registry, () => hosted.workspace, body, force)
        : changeWorld(registry, hosted.workspace, body, force)
    return { status: 200, body: changes }
  },
  listEntries: ({ path }, { hosted }) => ({
    status: 200,
    body: { data: listEntries(hosted.workspace, path.kind) },
  }),
  readEntry: ({ path }, { hosted }) => ({
    status: 200,
    body: readEntry(hosted.workspace, path.kind, path.handle),
  }),
  putEntry: ({ path, body }, { workspaces, hosted }) => ({
    status: 200,
    body: putWorldEntry(workspaces.registry, hosted.workspace, path.kind, path.handle, body),
  }),
  deleteEntry({ path, query }, { workspaces, hosted }) {
    deleteEntry(workspaces.registry, hosted.workspace, path.kind, path.handle, query.force)
    return { status: 204, body: undefined }
  },
} satisfies ControlHandlers<
  'readWorld' | 'changeWorld' | 'listEntries' | 'readEntry' | 'putEntry' | 'deleteEntry'
>
