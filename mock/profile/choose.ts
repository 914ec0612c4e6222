import { type Answers, type Profile, profileWith } from './profile.ts'
import { randomProfile } from './random-profile.ts'

/** How a mock chooses the answers of its workspaces. */
export interface ProfileChoice {
  /** Answers that hold in every workspace. */
  readonly profile?: Answers | undefined
  /** Whether the other answers differ from workspace to workspace, instead of being the register's defaults. */
  readonly vary?: boolean | undefined
  /** What the answers of each workspace follow from, with its id. */
  readonly seed?: string | undefined
}

/** The profile of a workspace; `own` are answers that were asked for it alone. */
export function profileFor(
  workspaceId: string,
  { profile, vary, seed = 'demo' }: ProfileChoice,
  own?: Answers,
): Profile {
  const others = vary ? randomProfile(`${seed}/${workspaceId}`) : undefined
  return profileWith({ ...profile, ...own }, others)
}
