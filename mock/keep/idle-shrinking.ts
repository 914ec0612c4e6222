// Gives back the pages that a kept file does not need, in slices, while nothing is committed.
import { afterMachineTime } from '../simulation/machine-time.ts'
import { inTurns } from '../simulation/slices.ts'
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
    this.#cancel = afterMachineTime(IDLE_MS, () => {
      const slices = this.#file.shrinking()
      this.#cancel = () => void slices.return()
      // If somebody took the file away, the next commit says so.
      inTurns(slices).catch(() => {})
    })
  }

  end(): void {
    this.#cancel()
  }
}
