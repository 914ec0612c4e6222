import { type GapAnswers, type GapId, gaps } from '#openapi'
import type { Dialect } from '../dialect/dialect.ts'
import { madeOnDemand } from '../store/on-demand.ts'

/** One answer for every gap, and the dialect of the deployment that the mock imitates, if it does. */
export type Profile = { readonly [Id in keyof GapAnswers]: GapAnswers[Id] } & { readonly dialect?: Dialect }

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

/** The register's defaults, with a workspace's form of ids, which are what they are. */
export function plainProfile(own: Profile): Profile {
  return withForm(own['id-format'])
}

const withForm = madeOnDemand((form: Profile['id-format']) => profileWith({ 'id-format': form }))
