// Long work in slices: at once for an embedded call, and with turns for other requests over HTTP.

import { platform } from '#platform'
import { machineNow } from './machine-time.ts'

/** Work that yields after each slice. */
export type Slices<Result> = Generator<undefined, Result>

/** Milliseconds of work without a turn for others. */
const TURN_MS = 10

/** Whether a result is work that is still to be done. Streams are asynchronous, and lists no generators. */
export function isSliced(result: unknown): result is Slices<unknown> {
  return typeof result === 'object' && result !== null && Symbol.iterator in result && 'next' in result
}

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
    await new Promise<void>(resolve => platform.afterThisTurn(resolve))
    began = machineNow()
  }
}

/** How many small steps make a slice. */
const SLICE_STEPS = 1_000

/** Does the same with each item. */
export function* forEach<Item>(items: Iterable<Item>, act: (item: Item) => void): Slices<void> {
  for (const part of inParts(items, SLICE_STEPS)) {
    for (const item of part) act(item)
    yield
  }
}

/** The items in lists of that size; the last one has the rest, and may be empty. */
export function* inParts<Item>(items: Iterable<Item>, size: number): Generator<Item[]> {
  let part: Item[] = []
  for (const item of items) {
    part.push(item)
    if (part.length < size) continue
    yield part
    part = []
  }
  yield part
}
