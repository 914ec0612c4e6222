import { addFault, removeFault } from '../control/faults.ts'
import type { FaultSpec, FaultState } from '../faults/fault.ts'
import type { HostedWorkspace } from '../server/workspace-registry.ts'

/** A fault that was set; `using` takes it away at the end of the block. */
export interface MockFault extends Disposable {
  readonly id: string
  /** How many requests it was for, how many it struck, and whether it may strike again. */
  read(): FaultState
  remove(): void
}

/** What goes wrong in a workspace on purpose. */
export interface MockFaults {
  /**
   * Lets something go wrong from the next request on.
   *
   * @example workspace.faults.add({ on: { operation: 'createTask' }, times: 1, effects: [{ do: 'drop', when: 'after' }] })
   */
  add(fault: FaultSpec): MockFault
  list(): FaultState[]
  /** Lets nothing go wrong any more. */
  clear(): void
}

export function faultsOf(hosted: () => HostedWorkspace): MockFaults {
  const list = () => hosted().faults.all(hosted().workspace)
  return {
    add(spec) {
      const set = addFault(hosted(), spec)
      const remove = () => {
        if (list().some(({ id }) => id === set.id)) removeFault(hosted(), set.id)
      }
      return {
        id: set.id,
        // What is gone has the last word that was heard of it.
        read: () => list().find(({ id }) => id === set.id) ?? { ...set, active: false },
        remove,
        [Symbol.dispose]: remove,
      }
    },
    list,
    clear: () => hosted().faults.clear(),
  }
}
