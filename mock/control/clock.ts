// Sets and advances the clock of a workspace.
import { LARGEST_FACTOR, LAST_INSTANT, LONGEST_DURATION } from '../simulation/calendar.ts'
import type { ClockMode } from '../simulation/clock.ts'
import type { Fired } from '../simulation/simulation.ts'
import type { Workspace } from '../world/workspace.ts'
import type { ControlSchemas } from './document.ts'
import { recording } from './event-views.ts'
import { ControlRefusal, invalid } from './refusal.ts'
import { type Duration, durationOf, type Instant, instantOf, iso } from './time.ts'

/** The time, and what is planned. */
export type ClockView = ControlSchemas['Clock']

/** What happened while time passed. */
export type TimePassed = ControlSchemas['TimePassed']

/** How far to advance: exactly one of `by`, `to` and `until_idle`. */
export interface Advance {
  readonly by?: Duration
  readonly to?: Instant
  readonly until_idle?: true
  /** With `until_idle`: how much time may pass at most. Default: a year. */
  readonly within?: Duration
  /** How many transitions to list. Default: 1,000. */
  readonly limit?: number
}

export interface ClockSetting {
  readonly mode: ClockMode['kind']
  readonly factor?: number
  readonly at?: Instant
}

const DAY = 86_400_000

/** A call stops after this many events, so that a world that never comes to rest cannot block the mock. */
const MAX_FIRED = 100_000

/** The clock, and when something happens next. */
export function clockView({ simulation }: Workspace): ClockView {
  const { clock, schedule } = simulation
  const next = schedule.nextDue()
  return {
    now: iso(simulation.now()),
    mode: clock.mode.kind,
    factor: clock.mode.kind === 'scaled' ? clock.mode.factor : null,
    next: next === null || next > LAST_INSTANT ? null : iso(next),
    planned: schedule.size,
    idle: schedule.nextDue('foreground') === null,
  }
}

/** Changes how time passes, after moving to `at` if it is given. */
export function setClock(workspace: Workspace, setting: ClockSetting): ClockView {
  const mode = modeOf(setting)
  const { simulation } = workspace
  if (setting.at !== undefined) {
    // Time must not pass while it is moved, or it would end up later than requested.
    simulation.setMode({ kind: 'frozen' })
    moveTo(workspace, instantOf(setting.at, 'at'), [])
  }
  simulation.setMode(mode)
  simulation.settle()
  return clockView(workspace)
}

/** The mode of a setting. */
export function modeOf({ mode, factor }: ClockSetting): ClockMode {
  if (mode !== 'scaled' && factor !== undefined)
    throw invalid('factor', 'left out, because only a scaled clock has one', factor)
  if (mode !== 'scaled') return { kind: mode }
  if (factor === undefined || !(factor > 0 && factor <= LARGEST_FACTOR))
    throw invalid('factor', `a number above 0, at most ${LARGEST_FACTOR}`, factor)
  return { kind: 'scaled', factor }
}

/** Advances the clock, and returns what happened. */
export function advance(workspace: Workspace, how: Advance): TimePassed {
  const from = workspace.now()
  const { result, transitions, leftOut } = recording(workspace, () => pass(workspace, how), how.limit)
  const { fired, complete } = result
  const months = fired
    .filter(({ kind }) => kind === 'wallet.month-begins')
    .map(({ at }) => monthBegun(workspace, at))
  return {
    from: iso(from),
    now: iso(workspace.now()),
    idle: workspace.simulation.schedule.nextDue('foreground') === null,
    complete,
    fired: fired.length,
    transitions: [...transitions, ...months].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)),
    left_out: leftOut,
  }
}

interface Passed {
  readonly fired: readonly Fired[]
  readonly complete: boolean
}

function pass(workspace: Workspace, { by, to, until_idle, within = 365 * DAY }: Advance): Passed {
  requireOne({ by, to, until_idle })
  const fired: Fired[] = []
  const { clock } = workspace.simulation
  const complete =
    by !== undefined
      ? moveTo(workspace, clock.now() + durationOf(by, 'by'), fired)
      : to !== undefined
        ? moveTo(workspace, instantOf(to, 'to'), fired)
        : rest(workspace, clock.now() + durationOf(within, 'within'), fired)
  return { fired, complete }
}

function requireOne(ways: Readonly<Record<'by' | 'to' | 'until_idle', unknown>>): void {
  const given = Object.entries(ways).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  if (given.length === 1) return
  const found = given.length === 0 ? 'none was given' : `${given.join(' and ')} were given`
  throw new ControlRefusal(422, 'request_invalid', `Say exactly one of by, to and until_idle; ${found}.`, {
    param: 'body',
  })
}

/** Advances day by day, from event to event; false when it stopped on the way. */
function moveTo({ simulation }: Workspace, target: number, fired: Fired[]): boolean {
  const { clock, schedule } = simulation
  if (target < clock.now()) throw backwards(clock.now(), target)
  if (target > LAST_INSTANT)
    throw invalid('to', 'an instant before the year 10000', Math.min(target, Number.MAX_SAFE_INTEGER))
  if (target - clock.now() > LONGEST_DURATION)
    throw invalid('to', `at most a hundred years after ${iso(clock.now())}`, iso(target))
  while (clock.now() < target) {
    if (fired.length >= MAX_FIRED) return false
    const next = Math.max(schedule.nextDue() ?? target, clock.now())
    push(fired, simulation.advance(Math.max(0, Math.min(target, next + DAY) - clock.now())))
  }
  push(fired, simulation.settle())
  return true
}

/** Advances until only housekeeping is planned; false when that takes longer than allowed. */
function rest({ simulation }: Workspace, until: number, fired: Fired[]): boolean {
  const { schedule } = simulation
  for (;;) {
    const next = schedule.nextDue('foreground')
    if (next === null) return true
    if (next > until || fired.length >= MAX_FIRED) return false
    push(fired, simulation.untilIdle(Math.min(until, next + DAY)).fired)
  }
}

function push(fired: Fired[], more: readonly Fired[]): void {
  for (const entry of more) fired.push(entry)
}

function monthBegun({ id }: Workspace, at: number) {
  const month = iso(at).slice(0, 7)
  return {
    at: iso(at),
    kind: 'wallet.month_begun',
    subject: id,
    says: `${month} began: the plan's fee was paid.`,
  }
}

function backwards(now: number, target: number): ControlRefusal {
  return new ControlRefusal(
    409,
    'clock_backwards',
    `The clock shows ${iso(now)} and only moves forward, not to ${iso(target)}. To go back, restore a snapshot.`,
    { param: 'body.to' },
  )
}
