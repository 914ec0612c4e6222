import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Clock, type ClockMode } from './clock.ts'
import { Schedule } from './schedule.ts'
import type { ScheduledEvent } from './scheduled-event.ts'
import { type Fired, Simulation } from './simulation.ts'

const T0 = Date.parse('2026-11-20T09:00:00Z')

beforeEach(() => {
  vi.useFakeTimers({ now: T0 })
})
afterEach(() => {
  vi.useRealTimers()
})

type World = { simulation: Simulation; seen: string[] }

/** A world that writes down what happens, in seconds since the start, and may react to it. */
function world(
  react: (entry: ScheduledEvent, world: World) => void = () => {},
  mode: ClockMode = { kind: 'frozen' },
): World {
  const self: World = {
    seen: [],
    simulation: new Simulation({
      clock: new Clock({ mode, at: T0 }),
      schedule: new Schedule(),
      fire(entry, instant) {
        self.seen.push(`${entry.kind}@${(instant - T0) / 1000}`)
        react(entry, self)
      },
    }),
  }
  return self
}

const after = (seconds: number) => T0 + seconds * 1000

test('nothing happens before its time, and everything at its own instant', () => {
  const { simulation, seen } = world()
  simulation.plan(after(10), 'b', 'x')
  simulation.plan(after(5), 'a', 'x')
  const fired: Fired[] = []
  simulation.advance(4_999, fired)
  expect(fired).toEqual([])
  simulation.advance(60_000, fired)
  expect(seen).toEqual(['a@5', 'b@10'])
  expect(fired.map(entry => [entry.kind, entry.at])).toEqual([
    ['a', after(5)],
    ['b', after(10)],
  ])
  expect(simulation.now()).toBe(T0 + 64_999)
})

test('inside an entry it is the time of the entry, also for what it plans', () => {
  const instants: number[] = []
  const { simulation, seen } = world((entry, { simulation }) => {
    instants.push(simulation.now())
    if (entry.kind === 'step') simulation.plan(simulation.now() + 3_000, 'finish', entry.subject)
  })
  simulation.plan(after(2), 'step', 'run')
  simulation.advance(3_600_000)
  expect(seen).toEqual(['step@2', 'finish@5'])
  expect(instants).toEqual([after(2), after(5)])
})

test('time stands still between two settlings, so that one request sees one instant', () => {
  const { simulation } = world(undefined, { kind: 'real' })
  vi.setSystemTime(T0 + 700)
  expect(simulation.now()).toBe(T0)
  simulation.settle()
  expect(simulation.now()).toBe(T0 + 700)
})

test('what is planned for the past happens now', () => {
  const { simulation, seen } = world()
  simulation.advance(8_000)
  simulation.plan(T0, 'late', 'x')
  simulation.settle()
  expect(seen).toEqual(['late@8'])
})

test('cancelled entries do not happen', () => {
  const { simulation, seen } = world()
  const id = simulation.plan(after(1), 'a', 'x')
  simulation.plan(after(2), 'b', 'y')
  simulation.cancel(id)
  simulation.cancelWhere('y')
  simulation.advance(10_000)
  expect(seen).toEqual([])
})

test('entries that plan each other for ever at one instant end in a clear error', () => {
  const { simulation } = world((entry, { simulation }) =>
    simulation.plan(simulation.now(), 'again', entry.subject),
  )
  simulation.plan(after(1), 'again', 'run_7')
  expect(() => simulation.advance(1_000)).toThrow(
    "endless loop: entries keep planning entries for the same instant; the last was 'again' of run_7 at 2026-11-20T09:00:01.000Z",
  )
})

test('many entries at one instant are no endless loop', () => {
  const { simulation, seen } = world((entry, { simulation }) => {
    if (entry.kind === 'first') simulation.plan(simulation.now(), 'second', entry.subject)
  })
  for (let i = 0; i < 5_000; i++) simulation.plan(after(1), 'first', `run_${i}`)
  simulation.advance(1_000)
  expect(seen).toHaveLength(10_000)
})

test('an entry may not settle by itself', () => {
  const { simulation } = world((_, { simulation }) => simulation.settle())
  simulation.plan(after(1), 'a', 'x')
  expect(() => simulation.advance(1_000)).toThrow('settling again from within an entry')
})

test('an error in one entry reaches the caller and does not stop what follows', () => {
  const { simulation, seen } = world(entry => {
    if (entry.kind === 'bad') throw new Error('broken step')
  })
  simulation.plan(after(1), 'bad', 'x')
  simulation.plan(after(2), 'good', 'x')
  expect(() => simulation.advance(5_000)).toThrow('broken step')
  const fired: Fired[] = []
  simulation.settle(fired)
  expect(fired.map(entry => entry.kind)).toEqual(['good'])
  expect(seen).toEqual(['bad@1', 'good@2'])
})

test('until idle goes from thing to thing and stops at the last', () => {
  const { simulation, seen } = world((entry, { simulation }) => {
    if (entry.kind === 'step') simulation.plan(simulation.now() + 3_600_000, 'finish', entry.subject)
  })
  simulation.plan(after(60), 'step', 'run')
  const fired: Fired[] = []
  expect(simulation.untilIdle(undefined, fired)).toBe(true)
  expect(fired).toHaveLength(2)
  expect(seen).toEqual(['step@60', 'finish@3660'])
  expect(simulation.clock.now()).toBe(after(3660))
  expect(simulation.now()).toBe(after(3660))
})

test('until idle lets housekeeping happen on the way but does not wait for it', () => {
  const { simulation, seen } = world((entry, { simulation }) => {
    if (entry.kind === 'fee') simulation.plan(simulation.now() + 10_000, 'fee', 'wallet', null, true)
  })
  simulation.plan(after(10), 'fee', 'wallet', null, true)
  simulation.plan(after(25), 'finish', 'run')
  expect(simulation.untilIdle()).toBe(true)
  expect(seen).toEqual(['fee@10', 'fee@20', 'finish@25'])
})

test('until idle is bounded where things go on for ever', () => {
  const { simulation, seen } = world((entry, { simulation }) => {
    simulation.plan(simulation.now() + 1_000, 'tick', entry.subject)
  })
  simulation.plan(after(1), 'tick', 'x')
  expect(simulation.untilIdle(after(3))).toBe(false)
  expect(seen).toEqual(['tick@1', 'tick@2', 'tick@3'])
})

test('without a listener no timer runs', () => {
  const { simulation, seen } = world(undefined, { kind: 'real' })
  simulation.plan(after(1), 'a', 'x')
  expect(vi.getTimerCount()).toBe(0)
  vi.advanceTimersByTime(5_000)
  expect(seen).toEqual([])
})

test('while somebody listens, one timer makes things happen on time', () => {
  const { simulation, seen } = world(
    (entry, { simulation }) => {
      if (entry.kind === 'step') simulation.plan(simulation.now() + 1_000, 'finish', entry.subject)
    },
    { kind: 'real' },
  )
  const stopOne = simulation.listen()
  const stopTwo = simulation.listen()
  simulation.plan(after(2), 'step', 'x')
  simulation.plan(after(9), 'never heard', 'x')
  expect(vi.getTimerCount()).toBe(1)
  vi.advanceTimersByTime(1_999)
  expect(seen).toEqual([])
  vi.advanceTimersByTime(1)
  expect(seen).toEqual(['step@2'])
  stopOne()
  stopOne()
  vi.advanceTimersByTime(1_000)
  expect(seen).toEqual(['step@2', 'finish@3'])
  stopTwo()
  expect(vi.getTimerCount()).toBe(0)
})

test('the timer does not keep the process alive', () => {
  vi.useRealTimers()
  // Timers without a reference are not among the active resources.
  const timers = () => process.getActiveResourcesInfo().filter(name => name === 'Timeout').length
  const before = timers()
  const { simulation } = world(undefined, { kind: 'real' })
  simulation.plan(Date.now() + 60_000, 'a', 'x')
  const stop = simulation.listen()
  expect(timers()).toBe(before)
  stop()
})

test('the timer follows the clock when it is scaled, moved or frozen', () => {
  const { simulation, seen } = world(undefined, { kind: 'real' })
  simulation.listen()
  simulation.plan(after(60), 'a', 'x')
  simulation.plan(after(120), 'b', 'x')
  simulation.plan(after(300), 'c', 'x')
  simulation.setMode({ kind: 'scaled', factor: 60 })
  vi.advanceTimersByTime(1_000)
  expect(seen).toEqual(['a@60'])
  simulation.advance(30_000)
  vi.advanceTimersByTime(500)
  expect(seen).toEqual(['a@60', 'b@120'])
  simulation.setMode({ kind: 'frozen' })
  expect(vi.getTimerCount()).toBe(0)
})

test('waits beyond the longest timer of the machine', () => {
  const { simulation, seen } = world(undefined, { kind: 'real' })
  simulation.listen()
  simulation.plan(after(40 * 86_400), 'far', 'x')
  vi.advanceTimersByTime(39 * 86_400_000)
  expect(seen).toEqual([])
  vi.advanceTimersByTime(86_400_000)
  expect(seen).toEqual(['far@3456000'])
})
