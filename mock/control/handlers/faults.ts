import { addFault, removeFault } from '../faults.ts'
import type { ControlHandlers } from '../handler.ts'

export const faults = {
  listFaults: (_, { tenancy }) => ({ status: 200, body: { data: tenancy.faults.all(tenancy.workspace) } }),
  addFault: ({ body }, { tenancy }) => ({ status: 201, body: addFault(tenancy, body) }),
  clearFaults(_, { tenancy }) {
    tenancy.faults.clear()
    return { status: 204, body: undefined }
  },
  removeFault({ path }, { tenancy }) {
    removeFault(tenancy, path.fault_id)
    return { status: 204, body: undefined }
  },
} satisfies ControlHandlers<'listFaults' | 'addFault' | 'clearFaults' | 'removeFault'>
