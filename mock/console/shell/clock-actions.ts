import { control } from '../calls/call.ts'
import type { Schemas } from '../calls/types.ts'
import { counted, durationText } from '../kit/values.tsx'
import { href } from '../routes.ts'
import { subjectHref } from '../screens/parts/links.tsx'
import { act } from '../state/acts.ts'
import { now, shownWorkspace } from '../state/live.ts'

/** Advances the workspace's clock, and shows what happened on the way. */
export function advanceClock(how: Schemas['Advance']): Promise<Schemas['TimePassed'] | undefined> {
  return act(control('advanceClock', { body: how }), passedText, {
    lines: ({ transitions }) =>
      transitions
        .slice(-6)
        .map(({ says, brief = says, subject }) => ({ text: brief, href: subjectHref(subject) })),
    link: ({ transitions, from, now }) =>
      transitions.length > 0
        ? { href: href(['runs'], { view: 'timeline', from, to: now }), text: 'See it on a timeline' }
        : undefined,
  })
}

function passedText({ from, now, transitions, left_out }: Schemas['TimePassed']): string {
  const count = transitions.length + left_out
  const passed = durationText(Date.parse(now) - Date.parse(from))
  return count === 0
    ? `${passed} passed. Nothing got another status.`
    : `${passed} passed. ${counted(count, 'thing')} happened:`
}

/** Advances it to what is due next, if anything is. */
export function advanceToNext(): void {
  const next = shownWorkspace.value?.clock.next
  // A clock that runs may have passed it by a moment.
  if (next) void advanceClock({ to: new Date(Math.max(Date.parse(next), now.value)).toISOString() })
}

export const advanceUntilIdle = () => advanceClock({ until_idle: true, within: '30d' })

type ClockMode = readonly [text: string, command: string, setting: Schemas['ClockSetting'], said: string]

export const clockModes: readonly ClockMode[] = [
  ['as real', 'Run the clock as real time', { mode: 'real' }, 'The clock runs as real time does'],
  ['×60', 'Let a minute pass each second', { mode: 'scaled', factor: 60 }, 'A minute passes each second'],
  ['×3600', 'Let an hour pass each second', { mode: 'scaled', factor: 3600 }, 'An hour passes each second'],
  ['frozen', 'Freeze the clock', { mode: 'frozen' }, 'The clock stands still'],
]

export function setClockMode([, , setting, said]: ClockMode): void {
  void act(control('setClock', { body: setting }), said)
}
