import { type GapAnswers, type GapId, gaps } from '#openapi'

/** One answer for every gap. */
export type Profile = { readonly [Id in keyof GapAnswers]: GapAnswers[Id] }

/** Answers for some gaps. */
export type Answers = Partial<Profile>

/** The answers that the register gives as defaults. */
export const defaultProfile = Object.fromEntries(gaps.map(gap => [gap.id, gap.default])) as unknown as Profile

/** A whole profile: the answers given, and for the other gaps those of another profile. */
export function profileWith(answers: Answers = {}, others: Profile = defaultProfile): Profile {
  return { ...others, ...answers }
}

/** The answers of a profile that are not the defaults, in the order of the register. */
export function nonDefaultAnswers(profile: Profile): [gap: GapId, answer: string][] {
  return gaps.flatMap(({ id, default: usual }) =>
    profile[id] === usual ? [] : [[id, profile[id]] satisfies [GapId, string]],
  )
}
