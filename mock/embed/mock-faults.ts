import type { FaultSpec, Fault as FaultState } from '../control/generated/control.gen.ts'
import type { Call } from './call.ts'

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

export function faultsOf(call: Call): MockFaults {
  const list = () => call('listFaults').data
  return {
    add(spec) {
      const set = call('addFault', { body: spec })
      const { id } = set
      const remove = () => {
        if (list().some(fault => fault.id === id)) call('removeFault', { path: { fault_id: id } })
      }
      return {
        id,
        // A removed fault keeps its last state.
        read: () => list().find(fault => fault.id === id) ?? { ...set, active: false },
        remove,
        [Symbol.dispose]: remove,
      }
    },
    list,
    clear: () => call('clearFaults'),
  }
}
