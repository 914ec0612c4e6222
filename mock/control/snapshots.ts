// Snapshots of workspaces: saved, restored, compared, and as files.
import type { ControlFunctions } from './control-function.ts'
import { difference } from './difference.ts'
import { clockView } from './set-clock.ts'

export const snapshots = {
  listSnapshots: ({ query }, { workspaces, hosted }) => ({
    data: workspaces.snapshots.of(hosted.workspace.id, query.automatic),
  }),

  saveSnapshot: ({ body = {} }, { workspaces, hosted }) =>
    workspaces.snapshots.save(hosted.workspace, body.name, body.automatic),

  readSnapshot: ({ path }, { workspaces, hosted }) =>
    workspaces.snapshots.require(hosted.workspace.id, path.snapshot_id).view,

  deleteSnapshot: ({ path }, { workspaces, hosted }) =>
    workspaces.snapshots.delete(hosted.workspace.id, path.snapshot_id),

  readSnapshotFile: ({ path, query }, { workspaces, hosted }) =>
    workspaces.writingFile(hosted.workspace.id, path.snapshot_id, query.with_keys),

  readAnySnapshotFile: ({ path }, { workspaces }) => workspaces.writingAnyFile(path.snapshot_id),

  restoreSnapshot: ({ path }, { workspaces, hosted }) =>
    clockView(workspaces.restore(hosted.workspace.id, path.snapshot_id).workspace),

  readDifference: ({ path, query }, { workspaces, hosted }) =>
    difference(workspaces, hosted.workspace, path.snapshot_id, query),
} satisfies Partial<ControlFunctions>
