// Random profiles, for tests of clients that must rely only on what is stated.
import { type GapAnswers, type GapId, gaps } from '#openapi'
import { Random } from '../simulation/random.ts'
import type { Profile } from './profile.ts'

/**
 * A lawful answer to each gap, the same for the same seed. All answers are equally likely, except those that would hide
 * most of the service: they come up one time in ten.
 *
 * @example randomProfile('demo/ws_1')['error-body'] // such as 'detail'
 */
export function randomProfile(seed: string): Profile {
  const random = new Random(`profile ${seed}`)
  const chosen = gaps.map(({ id, answers }) => {
    const rare = answers.filter(answer => RARE[id] === answer.id)
    const usual = answers.filter(answer => RARE[id] !== answer.id)
    // Each gap has its own stream of chance, so that a new gap does not change the answers to the others.
    const chance = random.fork(id)
    const from = rare.length > 0 && chance.chance(0.1) ? rare : usual
    return [id, chance.pick(from).id]
  })
  return Object.fromEntries(chosen) as Profile
}

/** Answers that leave a client little to do, and why. */
const RARE: { readonly [Id in GapId]?: GapAnswers[Id] } = {
  // Most agents of the demo are at work and would refuse.
  'start-run-on-busy-agent': 'refuse',
  // No call starts a run of a task.
  'task-run-spawn': 'person',
  // Members see almost nothing of the others' work.
  'run-visibility': 'starter',
  'workflow-visibility': 'own',
  // A client never sees what happened before it connected.
  'chat-stream-resume': 'from-now',
  'chat-stream-after-end': 'empty',
  // Clients of common chat APIs send fields of their own, and expect a stream only if they ask for one.
  'unknown-body-fields': 'refuse',
  'stream-default': 'streamed',
}
