// Real time: for limits on real waits, and for measuring how fast a client is.

/** Real milliseconds since the process started; monotonic. */
export function machineNow(): number {
  return performance.now()
}

/** The real date in epoch milliseconds, for what belongs to no workspace and so has no clock. */
export function machineDate(): number {
  return Date.now()
}

/**
 * Calls back after that many real milliseconds. Returns a function that cancels it. Does not keep the process alive.
 */
export function afterMachineTime(ms: number, callback: () => void): () => void {
  const timer = setTimeout(callback, Math.min(ms, 2 ** 31 - 1))
  keepNothingAlive(timer)
  return () => clearTimeout(timer)
}

/** Lets the process end while the timer is pending. Browsers have numbers for timers and need no such thing. */
export function keepNothingAlive(timer: object | number): void {
  if (typeof timer === 'object' && 'unref' in timer) (timer as { unref(): void }).unref()
}
