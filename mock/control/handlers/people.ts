import type { ControlHandlers } from '../handler.ts'
import { changeKey, createKey, keyView } from '../keys.ts'
import { putIn, readWallet, setBalance, setPlan } from '../money.ts'
import { decide, listPeople, listWaiting, runTask, setArchived } from '../people.ts'
import { clearPolicy, readPolicy, setPolicy } from '../policy.ts'

/** What people do in the app. */
export const people = {
  listPeople: (_, { hosted }) => ({ status: 200, body: { data: listPeople(hosted.workspace) } }),
  listWaiting: (_, { hosted }) => ({ status: 200, body: listWaiting(hosted.workspace) }),
  decideApproval: ({ path, body }, { hosted }) => ({
    status: 200,
    body: decide(hosted.workspace, path.approval_id, body),
  }),

  archiveTask: ({ path }, { hosted }) => ({
    status: 200,
    body: setArchived(hosted.workspace, path.task, true),
  }),
  unarchiveTask: ({ path }, { hosted }) => ({
    status: 200,
    body: setArchived(hosted.workspace, path.task, false),
  }),
  runTask: ({ path, body = {} }, { hosted }) => ({
    status: 200,
    body: runTask(hosted.workspace, path.task, body.by),
  }),

  listKeys(_, { hosted: { workspace } }) {
    return {
      status: 200,
      body: { data: workspace.tables.keys.range('listed', null).map(key => keyView(workspace, key)) },
    }
  },
  createKey: ({ body }, { workspaces, hosted }) => ({
    status: 201,
    body: createKey(workspaces.registry, hosted.workspace, body),
  }),
  changeKey: ({ path, body }, { hosted }) => ({
    status: 200,
    body: changeKey(hosted.workspace, path.key_id, body),
  }),

  readBalance: (_, { hosted }) => ({ status: 200, body: readWallet(hosted.workspace) }),
  setBalance: ({ body }, { hosted }) => ({
    status: 200,
    body: setBalance(hosted.workspace, body.balance_euros),
  }),
  topUp: ({ body }, { hosted }) => ({ status: 200, body: putIn(hosted.workspace, body.euros) }),
  setPlan: ({ body }, { hosted }) => ({ status: 200, body: setPlan(hosted.workspace, body.plan) }),

  readPolicy: (_, { hosted }) => ({ status: 200, body: readPolicy(hosted.workspace) }),
  setPolicy: ({ body }, { hosted }) => ({ status: 200, body: setPolicy(hosted.workspace, body) }),
  deletePolicy(_, { hosted }) {
    clearPolicy(hosted.workspace)
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
