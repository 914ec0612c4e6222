// Gives back the pages that a kept file does not need, in slices, while nothing is committed.
import { platform } from '#platform'
import { afterMachineTime } from '../simulation/machine-time.ts'
import type { KeptFile } from './kept-file.ts'

/** Real milliseconds without a commit after which it begins. */
const IDLE_MS = 1_000

export class IdleShrinking {
  readonly #file: Pick<KeptFile, 'shrinking'>
  #cancel = () => {}

  constructor(file: Pick<KeptFile, 'shrinking'>) {
    this.#file = file
  }

  /** Something was committed: waits anew. */
  begin(): void {
    this.end()
    this.#cancel = afterMachineTime(IDLE_MS, () => this.#shrink())
  }

  end(): void {
    this.#cancel()
  }

  #shrink(slices = this.#file.shrinking()): void {
    try {
      if (slices.next().done) return
    } catch {
      // Somebody took the file away; the next commit says so.
      return
    }
    let isCancelled = false
    this.#cancel = () => {
      isCancelled = true
    }
    platform.afterThisTurn(() => {
      if (!isCancelled) this.#shrink(slices)
    })
  }
}
