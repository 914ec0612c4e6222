// Reads and sets the clock of a workspace.

import { skipUnwatched } from '../seed/index.ts'
import { LAST_INSTANT, MAX_FACTOR } from '../simulation/calendar.ts'
import type { ClockMode } from '../simulation/clock.ts'
import { DAY, MAX_DURATION } from '../simulation/duration.ts'
import type { Fired } from '../simulation/simulation.ts'
import type { Slices } from '../simulation/slices.ts'
import type { Workspace } from '../world/workspace.ts'
import type { ClockSetting, Clock as ClockView } from './generated/control.gen.ts'
import { ControlRefusal, invalid } from './refusal.ts'
import { instantOf, iso } from './time.ts'

/** A call stops after this many events, so that a workspace that never becomes idle cannot block the mock. */
export const MAX_FIRED = 100_000

/** The clock, and the time of the next event. */
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

export interface ClockStart {
  readonly mode: ClockMode
  readonly at: number | 'now'
}

/** What a setting, which is at `path` of a body, says of a clock. */
export function clockStart(setting: ClockSetting, path: string): ClockStart {
  return { mode: modeOf(setting), at: setting.at === undefined ? 'now' : instantOf(setting.at, path) }
}

/** Changes how time passes, after moving to an instant. */
export function* settingClock(workspace: Workspace, { mode, at }: ClockStart): Slices<ClockView> {
  const { simulation } = workspace
  if (at !== 'now') {
    // Frozen first, or the running clock would end up later than requested.
    simulation.setMode({ kind: 'frozen' })
    yield* moveTo(workspace, at, [])
  }
  simulation.setMode(mode)
  simulation.settle()
  return clockView(workspace)
}

function modeOf({ mode, factor }: ClockSetting): ClockMode {
  if (mode !== 'scaled' && factor !== undefined)
    throw invalid('factor', 'left out, because only a scaled clock has one', factor)
  if (mode !== 'scaled') return { kind: mode }
  if (factor === undefined || !(factor > 0 && factor <= MAX_FACTOR))
    throw invalid('factor', `a number above 0, at most ${MAX_FACTOR}`, factor)
  return { kind: 'scaled', factor }
}

/** Advances day by day, from event to event; false if it stopped on the way. */
export function* moveTo(workspace: Workspace, target: number, fired: Fired[]): Slices<boolean> {
  const { simulation } = workspace
  const { clock, schedule } = simulation
  if (target < clock.now())
    throw new ControlRefusal(
      'clock_backwards',
      `The clock shows ${iso(clock.now())} and only moves forward, not to ${iso(target)}. To go back, restore a snapshot.`,
      'body.to',
    )
  if (target > LAST_INSTANT)
    throw invalid('to', 'an instant before the year 10000', Math.min(target, Number.MAX_SAFE_INTEGER))
  if (target - clock.now() > MAX_DURATION)
    throw invalid('to', `at most a hundred years after ${iso(clock.now())}`, iso(target))
  skipUnwatched(workspace, target)
  while (clock.now() < target) {
    if (fired.length >= MAX_FIRED) return false
    const next = Math.max(schedule.nextDue() ?? target, clock.now())
    simulation.advance(Math.max(0, Math.min(target, next + DAY) - clock.now()), fired)
    yield
  }
  simulation.settle(fired)
  return true
}
