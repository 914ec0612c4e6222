import { type GapAnswers, gaps } from '#openapi'

/** One answer for every gap. */
export type Profile = { readonly [Id in keyof GapAnswers]: GapAnswers[Id] }

/** The answers that the register gives as defaults. */
export const defaultProfile = Object.fromEntries(gaps.map(gap => [gap.id, gap.default])) as unknown as Profile
