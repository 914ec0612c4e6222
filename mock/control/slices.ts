// Long work of the control API, in slices: at once for an embedded call, and with turns for other requests over HTTP.

import { afterThisTurn, machineNow } from '../simulation/machine-time.ts'

/** Work that yields after each slice. */
export type Slices<Result> = Generator<undefined, Result>

/** Milliseconds of work without a turn for others. */
const TURN_MS = 20

export function atOnce<Result>(work: Slices<Result>): Result {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}

export async function inTurns<Result>(work: Slices<Result>): Promise<Result> {
  for (let began = machineNow(); ; ) {
    const step = work.next()
    if (step.done) return step.value
    if (machineNow() - began < TURN_MS) continue
    await new Promise<void>(resolve => afterThisTurn(resolve))
    began = machineNow()
  }
}
