// What goes on right now: runs that work, runs that wait for a person, and one that somebody paused.
import { HOUR, MINUTE } from './calendar.ts'
import type { Cast } from './cast.ts'
import { isWaiting, type PastRun } from './past-run.ts'

type Live = Pick<PastRun, 'agent' | 'person' | 'input' | 'triggeredBy'> &
  Partial<Pick<PastRun, 'taskId' | 'step'>>

export function draftLiveRuns(cast: Cast, now: number): PastRun[] {
  const slow = cast.agent('agent-that-is-slow')
  const live = (agent: PastRun['agent'], person: Parameters<Cast['person']>[0], task: string) => ({
    agent,
    person: cast.person(person),
    input: { task },
    triggeredBy: 'user',
  })
  return [
    draftWorking(live(slow, 'person-admin', 'Read the contracts with Brenner Logistics.'), now, 150_000),
    draftWorking(
      live(cast.agent('access-reviewer'), 'person-noor', 'Prepare the access review of the quarter.'),
      now,
      400_000,
    ),
    draftPaused(live(slow, 'person-noor', 'Which licences end this year?'), now - 5 * HOUR, 210_000),
    draftWaiting(
      live(
        cast.agent('agent-that-asks-text'),
        'person-other',
        'Write a briefing on the delays of Alster Packaging.',
      ),
      now - 25 * MINUTE,
    ),
    draftWaiting(
      live(cast.agent('agent-that-waits-for-approval'), 'person-member', 'Prepare the refunds of this week.'),
      now - 3 * HOUR,
    ),
  ]
}

/** A run that has worked for so long and goes on. */
export function draftWorking(run: Live, now: number, worked: number): PastRun {
  return { ...run, id: '', chatId: '', at: now - worked, worked, end: { status: 'running' } }
}

/** A run that somebody paused after it had worked for so long. */
export function draftPaused(run: Live, at: number, worked: number): PastRun {
  return { ...run, id: '', chatId: '', at, worked, end: { status: 'paused' } }
}

/** A run that has come to the step of its script that waits for a person. */
export function draftWaiting(run: Live, at: number): PastRun {
  const { script } = run.agent
  const before = script.slice(0, script.findIndex(isWaiting))
  const worked = before.reduce((sum, step) => sum + ('seconds' in step ? step.seconds * 1000 : 0), 0)
  const wait = { after: worked, lasted: null }
  return { ...run, id: '', chatId: '', at, worked, wait, end: { status: 'paused' } }
}
