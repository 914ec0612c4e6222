import { expect, test } from 'vitest'
import { Clock } from './clock.ts'

const NINE = Date.parse('2026-11-20T09:00:00Z')

/** A machine whose clock the test turns. */
function machine(at = 1_000_000) {
  const self = { at, read: () => self.at }
  return self
}

test('shows the time of the machine by default', () => {
  const before = Date.now()
  const shown = new Clock().now()
  expect(shown).toBeGreaterThanOrEqual(before)
  expect(shown).toBeLessThanOrEqual(Date.now())
})

test('a real clock keeps the pace of the machine from any start', () => {
  const m = machine()
  const clock = new Clock({ at: NINE }, m.read)
  m.at += 1_500
  expect(clock.now()).toBe(NINE + 1_500)
})

test('a scaled clock passes time at its factor, in whole milliseconds', () => {
  const m = machine()
  const clock = new Clock({ mode: { kind: 'scaled', factor: 2.5 }, at: NINE }, m.read)
  m.at += 3
  expect(clock.now()).toBe(NINE + 7)
})

test('a frozen clock moves only when moved, and only forward', () => {
  const m = machine()
  const clock = new Clock({ mode: { kind: 'frozen' }, at: NINE }, m.read)
  m.at += 5_000
  expect(clock.now()).toBe(NINE)
  clock.advance(10)
  clock.moveTo(NINE + 60)
  expect(clock.now()).toBe(NINE + 60)
  expect(() => clock.moveTo(NINE)).toThrow('only moves forward')
  expect(() => clock.advance(-1)).toThrow('only moves forward')
  expect(() => clock.advance(Number.NaN)).toThrow(RangeError)
  expect(clock.now()).toBe(NINE + 60)
})

test('a running clock can be moved forward and runs on from there', () => {
  const m = machine()
  const clock = new Clock({ at: NINE }, m.read)
  m.at += 100
  clock.advance(1_000)
  m.at += 100
  expect(clock.now()).toBe(NINE + 1_200)
})

test('a change of mode never makes the time jump', () => {
  const m = machine()
  const clock = new Clock({ at: NINE }, m.read)
  m.at += 100
  clock.setMode({ kind: 'scaled', factor: 10 })
  m.at += 100
  clock.setMode({ kind: 'frozen' })
  m.at += 100
  clock.setMode({ kind: 'real' })
  m.at += 100
  expect(clock.now()).toBe(NINE + 100 + 1_000 + 100)
})

test('never goes back when the clock of the machine is set back', () => {
  const m = machine()
  const clock = new Clock({ at: NINE }, m.read)
  m.at += 500
  expect(clock.now()).toBe(NINE + 500)
  m.at -= 400
  expect(clock.now()).toBe(NINE + 500)
  m.at += 500
  expect(clock.now()).toBe(NINE + 600)
})

test('returns how long an instant is away in real time', () => {
  const m = machine()
  const clock = new Clock({ at: NINE }, m.read)
  expect(clock.realDelayUntil(NINE + 900)).toBe(900)
  expect(clock.realDelayUntil(NINE - 1)).toBe(0)
  clock.setMode({ kind: 'scaled', factor: 60 })
  expect(clock.realDelayUntil(NINE + 900)).toBe(15)
  expect(clock.realDelayUntil(NINE + 901)).toBe(16)
  clock.setMode({ kind: 'frozen' })
  expect(clock.realDelayUntil(NINE + 900)).toBeNull()
  expect(clock.realDelayUntil(NINE)).toBe(0)
})

test('a saved clock continues from the instant saved', () => {
  const m = machine()
  const clock = new Clock({ mode: { kind: 'scaled', factor: 2 }, at: NINE }, m.read)
  m.at += 50
  const state = JSON.parse(JSON.stringify(clock.save()))
  m.at += 1_000_000
  const restored = new Clock(state, m.read)
  expect(restored.now()).toBe(NINE + 100)
  m.at += 50
  expect(restored.now()).toBe(NINE + 200)
})

test('refuses a factor that does not let time pass, and an instant that is none', () => {
  expect(() => new Clock().setMode({ kind: 'scaled', factor: 0 })).toThrow('freeze it')
  expect(() => new Clock({ mode: { kind: 'scaled', factor: Number.POSITIVE_INFINITY } })).toThrow(RangeError)
  expect(() => new Clock({ at: Number.NaN })).toThrow('not an instant')
})
