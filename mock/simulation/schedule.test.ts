import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Schedule } from './schedule.ts'
import type { ScheduledEvent } from './scheduled-event.ts'

function drain(schedule: Schedule, until = Number.POSITIVE_INFINITY): string[] {
  const kinds: string[] = []
  for (let entry = schedule.takeDue(until); entry; entry = schedule.takeDue(until)) kinds.push(entry.kind)
  return kinds
}

test('hands out what is due in order of due time, then of planning', () => {
  const schedule = new Schedule()
  schedule.plan(20, 'third', 'a')
  schedule.plan(10, 'first', 'b')
  schedule.plan(10, 'second', 'a')
  expect(schedule.nextDue()).toBe(10)
  expect(schedule.takeDue(9)).toBeUndefined()
  expect(drain(schedule, 19)).toEqual(['first', 'second'])
  expect(schedule.nextDue()).toBe(20)
  expect(drain(schedule)).toEqual(['third'])
  expect(schedule.nextDue()).toBeNull()
})

test('gives the same order as sorting would, whatever is planned, taken and cancelled', () => {
  const action = fc.record({
    kind: fc.constantFrom('plan', 'plan', 'plan', 'plan', 'take', 'take', 'cancel', 'cancel-subject'),
    due: fc.integer({ min: 0, max: 5 }),
    subject: fc.constantFrom('a', 'b', 'c'),
    background: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(action, { maxLength: 300, size: 'max' }), actions => {
      const schedule = new Schedule()
      let expected: ScheduledEvent[] = []
      for (const { kind, due, subject, background } of actions) {
        if (kind === 'plan') {
          const id = schedule.plan(due, 'tick', subject, null, background)
          expected.push({ id, due, seq: schedule.lastSeq, kind: 'tick', subject, payload: null, background })
          expected.sort((a, b) => a.due - b.due || a.seq - b.seq)
        } else if (kind === 'take') {
          const next = expected[0] && expected[0].due <= due ? expected.shift() : undefined
          expect(schedule.takeDue(due)).toEqual(next)
        } else if (kind === 'cancel') {
          const id = expected.at(-1)?.id ?? 'unknown'
          expect(schedule.cancel(id)).toBe(expected.length > 0)
          expect(schedule.cancel(id)).toBe(false)
          expected.pop()
        } else {
          expect(schedule.cancelWhere(subject)).toEqual(expected.filter(entry => entry.subject === subject))
          expected = expected.filter(entry => entry.subject !== subject)
        }
        expect(schedule.nextDue()).toBe(expected[0]?.due ?? null)
        expect(schedule.nextDue('foreground')).toBe(expected.find(entry => !entry.background)?.due ?? null)
        expect(schedule.size).toBe(expected.length)
      }
      const restored = Schedule.restore(JSON.parse(JSON.stringify(schedule.save())))
      expect(restored.nextDue()).toBe(schedule.nextDue())
      expect(restored.save()).toEqual(schedule.save())
    }),
  )
})

test('cancels one kind of what concerns a subject', () => {
  const schedule = new Schedule()
  schedule.plan(1, 'step', 'run_1')
  schedule.plan(2, 'expire', 'run_1')
  schedule.plan(3, 'step', 'run_2')
  expect(schedule.cancelWhere('run_1', 'step').map(entry => entry.due)).toEqual([1])
  expect(schedule.of('run_1').map(entry => entry.kind)).toEqual(['expire'])
  expect(schedule.size).toBe(2)
})

test('a fork and its origin go separate ways', () => {
  const schedule = new Schedule()
  schedule.plan(1, 'shared', 'a')
  const fork = schedule.fork()
  fork.plan(2, 'only in the fork', 'a')
  schedule.cancelWhere('a')
  expect(drain(fork)).toEqual(['shared', 'only in the fork'])
  expect(drain(schedule)).toEqual([])
})

test('rounds a part of a millisecond up and refuses what is no instant', () => {
  const schedule = new Schedule()
  schedule.plan(1.2, 'tick', 'a')
  expect(schedule.nextDue()).toBe(2)
  expect(() => schedule.plan(Number.NaN, 'tick', 'a')).toThrow("cannot plan 'tick' for a at NaN")
})
