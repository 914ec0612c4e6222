import { clockView } from '../clock.ts'
import { difference } from '../difference.ts'
import type { ControlHandlers } from '../handler.ts'

export const snapshots = {
  listSnapshots: ({ query }, { workspaces, hosted }) => ({
    status: 200,
    body: { data: workspaces.snapshots.of(hosted.workspace.id, query.automatic) },
  }),
  saveSnapshot: ({ body = {} }, { workspaces, hosted }) => ({
    status: 201,
    body: workspaces.saveSnapshot(hosted.workspace, body.name, body.automatic),
  }),
  readSnapshot: ({ path }, { workspaces, hosted }) => ({
    status: 200,
    body: workspaces.snapshots.require(hosted.workspace.id, path.snapshot_id).view,
  }),
  deleteSnapshot({ path }, { workspaces, hosted }) {
    workspaces.deleteSnapshot(hosted.workspace.id, path.snapshot_id)
    return { status: 204, body: undefined }
  },
  readSnapshotFile: ({ path, query }, { workspaces, hosted }) => ({
    status: 200,
    body: workspaces.snapshotFile(hosted.workspace.id, path.snapshot_id, query.with_keys),
  }),
  readAnySnapshotFile: ({ path }, { workspaces }) => ({
    status: 200,
    body: workspaces.anySnapshotFile(path.snapshot_id),
  }),
  restoreSnapshot({ path }, { workspaces, hosted }) {
    const { workspace } = workspaces.restore(hosted.workspace.id, path.snapshot_id)
    return { status: 200, body: clockView(workspace) }
  },
  readDifference({ path, query }, { workspaces, hosted }) {
    return { status: 200, body: difference(workspaces, hosted.workspace, path.snapshot_id, query) }
  },
} satisfies ControlHandlers<
  | 'readAnySnapshotFile'
  | 'readSnapshotFile'
  | 'listSnapshots'
  | 'saveSnapshot'
  | 'readSnapshot'
  | 'deleteSnapshot'
  | 'restoreSnapshot'
  | 'readDifference'
>
