// The machine's own time: for bounds on real waits, and for how fast a client really is.
import { platform } from '#platform'

/** Milliseconds of the machine since the process began; they never go back. */
export function machineNow(): number {
  return performance.now()
}

/** The machine's date in epoch milliseconds, for what belongs to no workspace and so has no clock. */
export function machineDate(): number {
  return Date.now()
}

/** Calls back after that many real milliseconds, unless what it returns is called first. It keeps no process alive. */
export function afterMachineTime(ms: number, callback: () => void): () => void {
  const timer = setTimeout(callback, Math.min(ms, 2 ** 31 - 1))
  keepNothingAlive(timer)
  return () => clearTimeout(timer)
}

/** A program may end while such a timer runs; in a browser, where timers are numbers, it may anyway. */
export function keepNothingAlive(timer: object | number): void {
  if (typeof timer === 'object' && 'unref' in timer) (timer as { unref(): void }).unref()
}

/** Calls back after the events that have already arrived were processed. */
export function afterThisTurn(callback: () => void): void {
  platform.afterThisTurn(callback)
}
