// The profiles of workspaces: given answers, and random ones for tests of clients that must rely only on what is stated.
import { type GapAnswers, type GapId, gaps } from '#openapi'
import { Random } from '../simulation/random.ts'
import { type Answers, type Profile, profileWith } from './profile.ts'

/** How a mock chooses the profiles of its workspaces. */
export interface ProfileChoice {
  /** Answers for every workspace. */
  readonly profile?: Answers | undefined
  /** Whether each workspace has random answers to the other gaps, instead of the defaults. */
  readonly vary?: boolean | undefined
  /** Determines the random answers, together with the id of the workspace. */
  readonly seed?: string | undefined
}

/** The profile of a workspace; `own` are the answers for it alone. */
export function profileFor(
  workspaceId: string,
  { profile, vary, seed = 'demo' }: ProfileChoice,
  own?: Answers,
): Profile {
  const others = vary ? randomProfile(`${seed}/${workspaceId}`) : undefined
  return profileWith({ ...profile, ...own }, others)
}

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
  // On a frozen clock nothing that is new can be read.
  'read-after-write': 'seconds-later',
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
