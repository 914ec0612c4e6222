import { type Answers, type Profile, profileWith } from './profile.ts'
import { randomProfile } from './random-profile.ts'

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
