import { type GapAnswers, type GapId, gaps } from '#openapi'

/** One answer for every gap. */
export type Profile = { readonly [Id in keyof GapAnswers]: GapAnswers[Id] }

/** Answers for some gaps. */
export type Answers = Partial<Profile>

/** The default answers of the register. */
export const defaultProfile = Object.fromEntries(gaps.map(gap => [gap.id, gap.default])) as unknown as Profile

/** A profile with the given answers, and those of another profile for the other gaps. */
export function profileWith(answers: Answers = {}, others: Profile = defaultProfile): Profile {
  return { ...others, ...answers }
}

/** The answers that are not the default, in the order of the register. */
export function nonDefaultAnswers(profile: Profile): [gap: GapId, answer: string][] {
  return gaps.flatMap(({ id, default: usual }) =>
    profile[id] === usual ? [] : [[id, profile[id]] satisfies [GapId, string]],
  )
}
