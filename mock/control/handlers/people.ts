import type { ControlHandlers } from '../handler.ts'
import { changeKey, createKey, keyView } from '../keys.ts'
import { putIn, readBalance, setBalance, setPlan } from '../money.ts'
import { decide, listPeople, listWaiting, runTask, setArchived } from '../people.ts'
import { clearPolicy, readPolicy, setPolicy } from '../policy.ts'

/** What people do in the app. */
export const people = {
  listPeople: (_, { tenancy }) => ({ status: 200, body: { data: listPeople(tenancy.workspace) } }),
  listWaiting: (_, { tenancy }) => ({ status: 200, body: listWaiting(tenancy.workspace) }),
  decideApproval: ({ path, body }, { tenancy }) => ({
    status: 200,
    body: decide(tenancy.workspace, path.approval_id, body),
  }),

  archiveTask: ({ path }, { tenancy }) => ({
    status: 200,
    body: setArchived(tenancy.workspace, path.task, true),
  }),
  unarchiveTask: ({ path }, { tenancy }) => ({
    status: 200,
    body: setArchived(tenancy.workspace, path.task, false),
  }),
  runTask: ({ path, body = {} }, { tenancy }) => ({
    status: 200,
    body: runTask(tenancy.workspace, path.task, body.by),
  }),

  listKeys(_, { tenancy: { workspace } }) {
    return { status: 200, body: { data: workspace.tables.keys.all().map(key => keyView(workspace, key)) } }
  },
  createKey: ({ body }, { realm, tenancy }) => ({
    status: 201,
    body: createKey(realm.hub, tenancy.workspace, body),
  }),
  changeKey: ({ path, body }, { tenancy }) => ({
    status: 200,
    body: changeKey(tenancy.workspace, path.key_id, body),
  }),

  readBalance: (_, { tenancy }) => ({ status: 200, body: readBalance(tenancy.workspace) }),
  setBalance: ({ body }, { tenancy }) => ({
    status: 200,
    body: setBalance(tenancy.workspace, body.balance_euros),
  }),
  topUp: ({ body }, { tenancy }) => ({ status: 200, body: putIn(tenancy.workspace, body.euros) }),
  setPlan: ({ body }, { tenancy }) => ({ status: 200, body: setPlan(tenancy.workspace, body.plan) }),

  readPolicy: (_, { tenancy }) => ({ status: 200, body: readPolicy(tenancy.workspace) }),
  setPolicy: ({ body }, { tenancy }) => ({ status: 200, body: setPolicy(tenancy.workspace, body) }),
  deletePolicy(_, { tenancy }) {
    clearPolicy(tenancy.workspace)
    return { status: 204, body: undefined }
  },
} satisfies ControlHandlers<
  | 'listPeople'
  | 'listWaiting'
  | 'decideApproval'
  | 'archiveTask'
  | 'unarchiveTask'
  | 'runTask'
  | 'listKeys'
  | 'createKey'
  | 'changeKey'
  | 'readBalance'
  | 'setBalance'
  | 'topUp'
  | 'setPlan'
  | 'readPolicy'
  | 'setPolicy'
  | 'deletePolicy'
>
