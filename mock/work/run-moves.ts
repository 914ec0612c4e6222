// Section 3 as a table: the moves that each status of a run allows, and the messages that refuse the others.
import { decisions } from '../profile/decisions.ts'
import type { Profile } from '../profile/profile.ts'
import { Refusal } from '../world/refusal.ts'
import type { RunRow, RunStatus } from '../world/runs.ts'

export type Move = 'pause' | 'resume' | 'cancel' | 'stop'

/** The status that each move leads to. */
export const TARGETS = { pause: 'paused', resume: 'running', cancel: 'cancelled', stop: 'stopped' } as const

const MOVES: Readonly<Record<RunStatus, readonly Move[]>> = {
  running: ['pause', 'cancel', 'stop'],
  paused: ['resume', 'stop'],
  completed: [],
  failed: [],
  cancelled: [],
  stopped: [],
}

/** The moves that the run allows now. */
export function allowedMoves(run: RunRow, profile: Profile): readonly Move[] {
  const mayResume = waitsFor(run) === null || decisions.resumeWhileWaiting(profile) !== 'refuse'
  return MOVES[run.status].filter(move => move !== 'resume' || mayResume)
}

/** Whether the run has ended and cannot change any more. */
export function isEnded(run: RunRow): boolean {
  return run.status !== 'running' && run.status !== 'paused'
}

/** Whether the run may be retried. */
export function mayRetry(run: RunRow): boolean {
  return run.status === 'failed' || run.status === 'cancelled'
}

/** Every operation that the run's state accepts, for messages. */
export function acceptedOperations(run: RunRow, profile: Profile): string[] {
  const moves: string[] = allowedMoves(run, profile).map(move => `${move}Run`)
  if (run.status === 'paused' && run.progress?.question) moves.push('respondToRun')
  if (mayRetry(run)) moves.push('retryRun')
  return [...moves, 'getRun']
}

export function moveRefused(run: RunRow, what: Move | 'retry', profile: Profile): Refusal {
  const accepted = acceptedOperations(run, profile)
  const waits = waitsFor(run)
  const state = waits ? `${run.status} on ${waits}` : run.status
  const lasting = `the run is ${state} since ${new Date(run.updatedAt).toISOString()}`
  const message = `${what}Run is refused: the run ${run.id} is ${state}. It takes ${accepted.join(', ')}.`
  const because = { state: lasting, accepted, says: `${what}Run is refused: ${lasting}.` }
  return new Refusal('transition_refused', message, { param: 'run_id', because })
}

/** The status that replies show for a run; gap `paused-waiting-status`. */
export function statusShown(run: RunRow, profile: Profile): RunStatus {
  const waits = decisions.showsWaitingStatus(profile) ? waitsFor(run) : null
  // Only contracts of such profiles declare these two statuses, so the generated type lacks them.
  return waits ? (WAITING[waits] as RunStatus) : run.status
}

const WAITING = { 'a question': 'waiting_for_input', 'an approval': 'waiting_for_approval' } as const

/** The stored status for a status that replies show. */
export function statusStored(shown: string): string {
  return Object.values<string>(WAITING).includes(shown) ? 'paused' : shown
}

/** What a paused run waits for; null if it was paused by hand. */
export function waitsFor(run: RunRow): 'a question' | 'an approval' | null {
  if (run.status !== 'paused') return null
  if (run.progress?.question) return 'a question'
  return run.progress?.approvalId ? 'an approval' : null
}
