import type { HostedWorkspace } from '../server/workspace-registry.ts'
import type { ControlFunctions } from './control-function.ts'
import type { FaultSpec, Fault as FaultState } from './generated/control.gen.ts'
import { ControlRefusal } from './refusal.ts'

export const faults = {
  listFaults: (_, { hosted }) => ({ data: hosted.faults.all(hosted.workspace) }),

  addFault: ({ body }, { hosted }): FaultState => addFault(hosted, body),

  clearFaults: (_, { hosted }) => hosted.faults.clear(),

  removeFault({ path: { fault_id: id } }, { hosted: { faults, workspace } }) {
    if (faults.remove(id)) return
    const there = faults.all(workspace).map(({ id }) => id)
    const message = `There is no fault ${id}; ${there.length === 0 ? 'there are none' : `there are ${there.join(', ')}`}.`
    throw new ControlRefusal('fault_not_found', message, 'fault_id')
  },
} satisfies Partial<ControlFunctions>

export function addFault({ faults, workspace }: HostedWorkspace, spec: FaultSpec): FaultState {
  try {
    return faults.add(spec, workspace)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new ControlRefusal('request_invalid', `${error.message}.`, 'body.effects')
  }
}
