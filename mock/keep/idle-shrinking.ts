import { afterMachineTime } from '../simulation/machine-time.ts'
import { inTurns } from '../simulation/slices.ts'
import type { KeptFile } from './kept-file.ts'

/** Real milliseconds without a commit after which it begins. */
const IDLE_MS = 1_000

/** Gives back the pages that a kept file does not need, in slices, a while from now. Returns a function that ends it. */
export function shrinkWhenIdle(file: Pick<KeptFile, 'shrinking'>): () => void {
  let end = afterMachineTime(IDLE_MS, () => {
    const slices = file.shrinking()
    end = () => void slices.return()
    // If somebody took the file away, the next commit says so.
    inTurns(slices).catch(() => {})
  })
  return () => end()
}
