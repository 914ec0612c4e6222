/** In what lawful deployments may differ from each other. */
import type { Random } from '#mock'
import { type GapId, gaps } from '#openapi'
import type { TargetInput } from '../../../conformance/index.ts'
import type { Deployment, Deviation } from '../deployment.ts'

export type { Loose } from '../mutants/mutant.ts'

export interface Dimension {
  readonly id: string
  /** What differs. */
  readonly what: string
  /** What makes it lawful: a sentence of the specification, or where it is silent. */
  readonly lawful: string
  /** The ways in which a deployment may have it; each may draw more. */
  readonly choices: Readonly<Record<string, Choice>>
  /** The gaps that it answers in a way of its own, which the register does not have. */
  readonly opens?: readonly GapId[]
  /** How likely it comes up, compared with the others. Default: 1. */
  readonly weight?: number
  /** Whether the check that uses up a rate limit runs as well: what differs shows there. */
  readonly limits?: true
}

export type Choice = (random: Random) => Difference

/** A deviation that violates nothing, with what the author of a target file then leaves out. */
export interface Difference extends Deviation {
  readonly target?: (target: TargetInput, deployment: Deployment) => TargetInput
}

/** The gaps with such names. */
export const gapsLike = (name: RegExp): GapId[] => gaps.map(({ id }) => id).filter(id => name.test(id))

/** A dimension with one of its choices. */
export interface Part {
  /** Such as `refusal/status=one`. */
  readonly id: string
  readonly make: () => Difference
}

/** The dimension with each of its choices. */
export const partsOf = ({ id, choices }: Dimension, random: (name: string) => Random): Part[] =>
  Object.entries(choices).map(([name, choice]) => ({ id: `${id}=${name}`, make: () => choice(random(name)) }))

/** A choice for each name. */
export const choicesFor = (
  names: readonly string[],
  choice: (name: string) => Difference,
): Dimension['choices'] => Object.fromEntries(names.map(name => [name, () => choice(name)]))

/** Puts the choices of a group under its name. */
export const dimensions = (
  group: string,
  all: Readonly<Record<string, Omit<Dimension, 'id'>>>,
): Dimension[] => Object.entries(all).map(([name, one]) => ({ id: `${group}/${name}`, ...one }))
