// Profiles by chance, for clients that should rely on nothing but what is stated.
import { type GapAnswers, type GapId, gaps } from '#openapi'
import { Random } from '../simulation/random.ts'
import type { Profile } from './profile.ts'

/**
 * A legal answer for each gap, the same for the same seed. Each is as likely as the others, but for those that take so
 * much away that little would be left to see; they come up one time in ten.
 *
 * @example varied('demo/ws_1')['error-body'] // 'detail', say
 */
export function randomProfile(seed: string): Profile {
  const random = new Random(`profile ${seed}`)
  const chosen = gaps.map(({ id, answers }) => {
    const rare = answers.filter(answer => RARE[id] === answer.id)
    const usual = answers.filter(answer => RARE[id] !== answer.id)
    // Each gap draws from a stream of its own, so that a new one does not turn all the others.
    const chance = random.fork(id)
    const from = rare.length > 0 && chance.chance(0.1) ? rare : usual
    return [id, chance.pick(from).id]
  })
  return Object.fromEntries(chosen) as Profile
}

/** The answers under which a client can do little, and why. */
const RARE: { readonly [Id in GapId]?: GapAnswers[Id] } = {
  // Most agents of a demo would be at work, and refuse.
  'start-run-on-busy-agent': 'refuse',
  // Nothing that a key does starts a task's run.
  'task-run-spawn': 'person',
  // Members see next to nothing of what the others do.
  'run-visibility': 'starter',
  'workflow-visibility': 'own',
  // What has happened by the time a client connects is never told.
  'chat-stream-resume': 'from-now',
  'chat-stream-after-end': 'empty',
  // Clients of the common chat API send fields of their own, and wait for whole replies unless they asked for streams.
  'unknown-body-fields': 'refuse',
  'stream-default': 'streamed',
}
