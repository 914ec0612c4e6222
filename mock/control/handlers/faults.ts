import { addFault, removeFault } from '../faults.ts'
import type { ControlHandlers } from '../handler.ts'

export const faults = {
  listFaults: (_, { hosted }) => ({ status: 200, body: { data: hosted.faults.all(hosted.workspace) } }),
  addFault: ({ body }, { hosted }) => ({ status: 201, body: addFault(hosted, body) }),
  clearFaults(_, { hosted }) {
    hosted.faults.clear()
    return { status: 204, body: undefined }
  },
  removeFault({ path }, { hosted }) {
    removeFault(hosted, path.fault_id)
    return { status: 204, body: undefined }
  },
} satisfies ControlHandlers<'listFaults' | 'addFault' | 'clearFaults' | 'removeFault'>
