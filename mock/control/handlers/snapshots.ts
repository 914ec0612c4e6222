import { clockView } from '../clock.ts'
import { difference } from '../difference.ts'
import type { ControlHandlers } from '../handler.ts'

export const snapshots = {
  listSnapshots: (_, { realm, tenancy }) => ({
    status: 200,
    body: { data: realm.snapshots.of(tenancy.workspace.id) },
  }),
  saveSnapshot: ({ body = {} }, { realm, tenancy }) => ({
    status: 201,
    body: realm.snapshots.save(tenancy.workspace, body.name),
  }),
  readSnapshot: ({ path }, { realm, tenancy }) => ({
    status: 200,
    body: realm.snapshots.require(tenancy.workspace.id, path.snapshot_id).view,
  }),
  deleteSnapshot({ path }, { realm, tenancy }) {
    realm.snapshots.delete(tenancy.workspace.id, path.snapshot_id)
    return { status: 204, body: undefined }
  },
  restoreSnapshot({ path }, { realm, tenancy }) {
    const { workspace } = realm.restore(tenancy.workspace.id, path.snapshot_id)
    return { status: 200, body: clockView(workspace) }
  },
  readDifference({ path, query }, { realm, tenancy }) {
    return { status: 200, body: difference(realm, tenancy.workspace, path.snapshot_id, query) }
  },
} satisfies ControlHandlers<
  'listSnapshots' | 'saveSnapshot' | 'readSnapshot' | 'deleteSnapshot' | 'restoreSnapshot' | 'readDifference'
>
