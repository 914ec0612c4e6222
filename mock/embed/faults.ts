import { addFault, removeFault } from '../control/faults.ts'
import type { FaultSpec, FaultState } from '../faults/fault.ts'
import type { HostedWorkspace } from '../server/workspace-registry.ts'

/** A fault that was added; `using` removes it at the end of the block. */
export interface MockFault extends Disposable {
  readonly id: string
  /** How many requests matched, to how many it was applied, and whether it may still apply. */
  read(): FaultState
  remove(): void
}

/** The faults of a workspace. */
export interface MockFaults {
  /**
   * Adds a fault, which applies from the next request on.
   *
   * @example workspace.faults.add({ on: { operation: 'createTask' }, times: 1, effects: [{ do: 'drop', when: 'after' }] })
   */
  add(fault: FaultSpec): MockFault
  list(): FaultState[]
  /** Removes all faults. */
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
        // A fault that is gone is shown as it was last.
        read: () => list().find(({ id }) => id === set.id) ?? { ...set, active: false },
        remove,
        [Symbol.dispose]: remove,
      }
    },
    list,
    clear: () => hosted().faults.clear(),
  }
}
