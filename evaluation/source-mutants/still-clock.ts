/**
 * Makes a process deterministic: time passes only on request and random numbers repeat, so equal requests give equal
 * bytes.
 */
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

interface Timer {
  readonly act: () => void
  readonly every: number | undefined
  due: number
}

const timers = new Set<Timer>()
let now = 0
let chance = 1

const RealDate = Date
const START = RealDate.UTC(2026, 5, 17, 10)

/** Replaces the clock, timers and random numbers of this process; it cannot be undone. */
export function stopTheClock() {
  globalThis.Date = class extends RealDate {
    constructor(...given: unknown[]) {
      super(...((given.length > 0 ? given : [START + now]) as [number]))
    }
    static override now = () => Math.floor(START + now)
  } as DateConstructor
  performance.now = () => now
  const later = (act: () => void, ms = 0, every?: number) => {
    const timer: Timer = { act, every, due: now + Math.max(ms, 1) }
    timers.add(timer)
    return Object.assign(timer, { unref: () => timer, ref: () => timer })
  }
  const stop = (timer: unknown) => void timers.delete(timer as Timer)
  Object.assign(globalThis, {
    setTimeout: (act: () => void, ms?: number) => later(act, ms),
    setInterval: (act: () => void, ms: number) => later(act, ms, ms),
    clearTimeout: stop,
    clearInterval: stop,
  })
  const hex = (digits: number) => {
    chance += 1
    return chance.toString(16).padStart(digits, '0')
  }
  Object.assign(crypto, {
    randomUUID: () => `00000000-0000-4000-8000-${hex(12)}`,
    randomBytes: (size: number) => Buffer.from(hex(2 * size), 'hex'),
  })
  syncBuiltinESMExports()
}

/** How many timers are set. */
export const planned = (): number => timers.size

/** Runs, in order, everything that is due within that many milliseconds. */
export async function pass(ms: number) {
  const until = now + ms
  for (;;) {
    await settled()
    const [next] = [...timers].filter(one => one.due <= until).toSorted((a, b) => a.due - b.due)
    if (!next) break
    now = Math.max(now, next.due)
    if (next.every === undefined) timers.delete(next)
    else next.due += next.every
    next.act()
  }
  now = until
  await settled()
}

/** Resets to the state of a new process. */
export function restart() {
  timers.clear()
  now = 0
  chance = 1
}

const settled = async () => {
  for (let turn = 0; turn < 4; turn++) await new Promise(resolve => setImmediate(resolve))
}
