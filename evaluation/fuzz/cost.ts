// What an input costs: processor time of the thread that serves, and memory of the process.
import { readFileSync, writeFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { processorTimeOf } from '../../mock/testing/processor-time.ts'

export interface Cost {
  /** Milliseconds of processor time. */
  readonly ms: number
  /** How many megabytes the process needed more than before, at most. 0 where the system is not Linux. */
  readonly megabytes: number
}

/**
 * What one input may cost. The slowest takes about 80 ms of processor time; the rest is for slow and busy machines. Memory is
 * for inputs of up to `BYTES_WITHIN`, beyond it in proportion: a packed file may unpack to a hundred times its size.
 */
const MAX_CPU_MS = 400
const MAX_MEGABYTES = 64
const BYTES_WITHIN = 64 * 1024

/** How often an input is tried until it counts: what collected garbage, or compiled code, is cheaper the next time. */
export const TIMES_TO_BE_DEAR = 3

/** What was too dear; undefined if nothing was. A request may not take longer because it is large. */
export function tooDear({ ms, megabytes }: Cost, bytes: number, isRequest: boolean): string | undefined {
  const share = Math.max(1, bytes / BYTES_WITHIN)
  if (ms > MAX_CPU_MS * (isRequest ? 1 : share))
    return `took ${Math.round(ms)} ms of processor time for ${bytes} bytes`
  if (megabytes > MAX_MEGABYTES * share) return `needed ${Math.round(megabytes)} MB for ${bytes} bytes`
  return undefined
}

/** With `afresh`, garbage of earlier inputs hides nothing. */
export async function costOf(act: () => Promise<unknown>, afresh = false): Promise<Cost> {
  if (afresh) collectGarbage()
  const before = forgetPeak()
  const ms = await processorTimeOf(act)
  return { ms, megabytes: (peak() - before) / 1000 }
}

setFlagsFromString('--expose-gc')
export const collectGarbage = runInNewContext('gc') as () => void

/** The kilobytes of memory that the process has had at most since `forgetPeak`. */
function peak(): number {
  if (process.platform !== 'linux') return 0
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1])
}

/** Returns the kilobytes now. */
function forgetPeak(): number {
  if (process.platform === 'linux') writeFileSync('/proc/self/clear_refs', '5')
  return peak()
}
